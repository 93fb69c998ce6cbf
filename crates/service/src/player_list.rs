//! The list of players as a table, in several orders.

use std::collections::HashMap;

use adjutant_store::players as rows;
use adjutant_store::{AnyConnection, members};
use ledger_ratings::Pool;
use ledger_ratings::board::{Board, Cursor, Row};

use super::{App, Result, leaderboard, players};

/// The order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerOrder {
    /// Players with a place, best first.
    Rating,
    /// All players.
    Name,
    /// Rated players, those with the most games first.
    Games,
}

impl PlayerOrder {
    pub const ALL: [PlayerOrder; 3] = [PlayerOrder::Rating, PlayerOrder::Name, PlayerOrder::Games];

    /// The name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            PlayerOrder::Rating => "rating",
            PlayerOrder::Name => "name",
            PlayerOrder::Games => "games",
        }
    }

    pub fn parse(key: &str) -> Option<PlayerOrder> {
        PlayerOrder::ALL.into_iter().find(|order| order.key() == key)
    }
}

/// A player in the list.
#[derive(Debug, Clone)]
pub struct ListedPlayer {
    pub handle: String,
    /// The place on the leaderboard of the pool; `None` without one.
    pub place: Option<usize>,
    /// The row in the pool; `None` without rated games in it.
    pub rated: Option<Row>,
    /// Empty if there is none.
    pub club: String,
    pub province: String,
}

/// A page of the list.
#[derive(Debug, Clone)]
pub struct PlayerListPage {
    pub players: Vec<ListedPlayer>,
    /// Where the next page begins; `None` at the end.
    pub next: Option<String>,
}

/// A page of the players who are listed publicly, `after` the end of another one in the same order.
/// Only the order by name has a `prefix`.
pub fn page(
    app: &App,
    pool: &'static Pool,
    order: PlayerOrder,
    (prefix, after): (&str, &str),
    limit: usize,
) -> Result<PlayerListPage> {
    let board = leaderboard::board(app, pool)?;
    let (ids, next) = match order {
        PlayerOrder::Name => {
            let found = players::page(app, prefix, after, limit)?;
            let next = found.last().filter(|_| found.len() == limit);
            let next = next.map(|player| player.handle.clone());
            (found.into_iter().map(|player| player.id).collect(), next)
        }
        PlayerOrder::Rating => {
            let page = board.page(after.parse::<Cursor>().ok().as_ref(), limit);
            let next = page.next.map(|cursor| cursor.to_string());
            (page.rows.iter().filter_map(|placed| id(&placed.row)).collect(), next)
        }
        PlayerOrder::Games => by_games(&board, after.parse().unwrap_or(0), limit),
    };
    let conn = &mut *app.store().read_connection()?;
    Ok(PlayerListPage { players: listed(conn, &board, &ids)?, next })
}

fn id(row: &Row) -> Option<i32> {
    i32::try_from(row.player).ok()
}

/// Rows with the most games from the position `from` on.
fn by_games(board: &Board, from: usize, limit: usize) -> (Vec<i32>, Option<String>) {
    let rows = board.most_played(from.saturating_add(limit));
    let more = rows.len() < board.players() && rows.len() == from.saturating_add(limit);
    let ids = rows.iter().skip(from).filter_map(|row| id(row)).collect();
    (ids, more.then(|| (from + limit).to_string()))
}

/// The players with these ids, in this order, but for those who are not listed publicly.
fn listed(conn: &mut AnyConnection, board: &Board, ids: &[i32]) -> Result<Vec<ListedPlayer>> {
    let public = rows::with_privacy(conn, ids)?.into_iter();
    let names: HashMap<i32, String> = public
        .filter(|(_, privacy)| !privacy.is_private())
        .map(|(named, _)| (named.id, named.name))
        .collect();
    let shown: Vec<i32> = ids.iter().copied().filter(|id| names.contains_key(id)).collect();
    let mut clubs: HashMap<i32, (String, String)> = HashMap::new();
    for (player, club, province) in members::clubs(conn, &shown)? {
        clubs.entry(player).or_insert((club, province));
    }
    let player = |id: &i32| {
        let handle = names.get(id)?.clone();
        let rated = board.row(i64::from(*id)).filter(|row| !row.keeps_off).cloned();
        let standing = board.standing(i64::from(*id));
        let placed = standing.filter(|standing| standing.shortfalls.is_empty());
        let (club, province) = clubs.remove(id).unwrap_or_default();
        let place = placed.map(|standing| standing.position.place);
        Some(ListedPlayer { handle, place, rated, club, province })
    };
    Ok(shown.iter().filter_map(player).collect())
}
