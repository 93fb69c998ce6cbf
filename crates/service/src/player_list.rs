//! The list of players as a table, in several orders.

use std::collections::HashMap;

use adjutant_store::members::{MemberOrder, SortedMember};
use adjutant_store::players as rows;
use adjutant_store::{AnyConnection, members, organisations};
use ledger_ratings::Pool;
use ledger_ratings::board::{Board, Cursor, Row};

use super::{App, Result, leaderboard, players};

/// The order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayerOrder {
    /// Players with a place, best first.
    Rating,
    /// The same: places follow ratings.
    Place,
    /// All players.
    Name,
    /// Rated players, those with the most games first.
    Games,
    /// Members of clubs, once for each club.
    Club,
    /// Members with a province, likewise.
    Province,
}

impl PlayerOrder {
    pub const ALL: [PlayerOrder; 6] = [
        PlayerOrder::Rating,
        PlayerOrder::Place,
        PlayerOrder::Name,
        PlayerOrder::Games,
        PlayerOrder::Club,
        PlayerOrder::Province,
    ];

    /// The name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            PlayerOrder::Rating => "rating",
            PlayerOrder::Place => "place",
            PlayerOrder::Name => "name",
            PlayerOrder::Games => "games",
            PlayerOrder::Club => "club",
            PlayerOrder::Province => "province",
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
        PlayerOrder::Rating | PlayerOrder::Place => {
            let page = board.page(after.parse::<Cursor>().ok().as_ref(), limit);
            let next = page.next.map(|cursor| cursor.to_string());
            (page.rows.iter().filter_map(|placed| id(&placed.row)).collect(), next)
        }
        PlayerOrder::Games => by_games(&board, after.parse().unwrap_or(0), limit),
        PlayerOrder::Club => return by_member(app, &board, MemberOrder::Club, (after, limit)),
        PlayerOrder::Province => {
            return by_member(app, &board, MemberOrder::Province, (after, limit));
        }
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

/// Members per query, and queries per page: who is not listed publicly takes no place on a page, which
/// then has fewer rows.
const MEMBERS_PER_QUERY: i64 = 200;
const MOST_QUERIES: usize = 5;

/// Members of open organisations in the order of their clubs or provinces.
fn by_member(
    app: &App,
    board: &Board,
    order: MemberOrder,
    (after, limit): (&str, usize),
) -> Result<PlayerListPage> {
    let conn = &mut *app.store().read_connection()?;
    let (id, value) = after.split_once(' ').unwrap_or(("0", ""));
    let mut last = (value.to_owned(), id.parse().unwrap_or(0));
    let mut all = Vec::with_capacity(limit);
    for _ in 0..MOST_QUERIES {
        let found = members::sorted(conn, order, (&last.0, last.1), MEMBERS_PER_QUERY)?;
        let is_last = (found.len() as i64) < MEMBERS_PER_QUERY;
        let shown = shown_members(conn, board, &found)?;
        for (member, player) in found.iter().zip(shown) {
            let value = match order {
                MemberOrder::Club => &member.club,
                MemberOrder::Province => &member.province,
            };
            if let Some(player) = player {
                if all.len() == limit {
                    return Ok(PlayerListPage { players: all, next: Some(cursor(&last)) });
                }
                all.push(player);
            }
            last = (value.clone(), member.id);
        }
        if is_last {
            return Ok(PlayerListPage { players: all, next: None });
        }
    }
    Ok(PlayerListPage { players: all, next: Some(cursor(&last)) })
}

fn cursor((value, id): &(String, i32)) -> String {
    format!("{id} {value}")
}

/// The members as the list shows them; `None` for those whom it does not show.
fn shown_members(
    conn: &mut AnyConnection,
    board: &Board,
    found: &[SortedMember],
) -> Result<Vec<Option<ListedPlayer>>> {
    let organisations: Vec<i32> = found.iter().map(|member| member.organisation_id).collect();
    let open = organisations::open_among(conn, &organisations)?;
    let ids: Vec<i32> = found.iter().map(|member| member.player_id).collect();
    let names = public_names(conn, &ids)?;
    let player = |member: &SortedMember| {
        let name = names.get(&member.player_id).filter(|_| open.contains(&member.organisation_id));
        let (club, province) = (member.club.clone(), member.province.clone());
        name.map(|name| listed_player(board, member.player_id, name.clone(), (club, province)))
    };
    Ok(found.iter().map(player).collect())
}

/// The handles of those of these players who are listed publicly.
fn public_names(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, String>> {
    let public = rows::with_privacy(conn, ids)?.into_iter();
    let public = public.filter(|(_, privacy)| !privacy.is_private());
    Ok(public.map(|(named, _)| (named.id, named.name)).collect())
}

fn listed_player(
    board: &Board,
    id: i32,
    handle: String,
    (club, province): (String, String),
) -> ListedPlayer {
    let rated = board.row(i64::from(id)).filter(|row| !row.keeps_off).cloned();
    let standing = board.standing(i64::from(id));
    let placed = standing.filter(|standing| standing.shortfalls.is_empty());
    let place = placed.map(|standing| standing.position.place);
    ListedPlayer { handle, place, rated, club, province }
}

/// The players with these ids, in this order, but for those who are not listed publicly.
fn listed(conn: &mut AnyConnection, board: &Board, ids: &[i32]) -> Result<Vec<ListedPlayer>> {
    let names = public_names(conn, ids)?;
    let shown: Vec<i32> = ids.iter().copied().filter(|id| names.contains_key(id)).collect();
    let mut clubs: HashMap<i32, (String, String)> = HashMap::new();
    for (player, club, province) in members::clubs(conn, &shown)? {
        clubs.entry(player).or_insert((club, province));
    }
    let player = |id: &i32| {
        let handle = names.get(id)?.clone();
        Some(listed_player(board, *id, handle, clubs.remove(id).unwrap_or_default()))
    };
    Ok(shown.iter().filter_map(player).collect())
}
