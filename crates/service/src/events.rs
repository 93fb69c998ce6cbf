//! Events: records grouped by their Event tag, with standings and a cross-table.

use std::collections::HashMap;

use adjutant_domain::game::GameKind;
use adjutant_store::games::GameCursor;
use adjutant_store::{AnyConnection, StoreError, events as rows, games as game_rows};
use ledger_ratings::Day;

use super::games::{self, Cursor, Filter, GameSummary, Page, kind_of_rule_set};
use super::owner::{Owners, Whose};
use super::players::Score;
use super::{App, Error, Result, Thing, players};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub name: String,
    pub slug: String,
    /// The last day of its games or, if later, the last known day of an event run on this site.
    pub last_day: Day,
    pub whose: Whose,
}

impl Event {
    pub(super) fn of(row: rows::EventRow, owners: &Owners) -> Event {
        let whose = owners.whose(row.owner);
        Event { name: row.name, slug: row.slug, last_day: Day(row.last_day), whose }
    }

    /// Whether it stands for all games with an unknown event.
    pub fn is_unknown(&self) -> bool {
        self.name.trim() == "?"
    }
}

pub(super) fn id_of(conn: &mut AnyConnection, slug: &str) -> Result<i32> {
    rows::by_slug(conn, slug)?
        .map(|event| event.id)
        .ok_or_else(|| Error::missing(Thing::Event, slug))
}

/// Events by their last day, newest first; of one game or of all.
pub fn page(
    app: &App,
    game: Option<GameKind>,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<Page<Event>> {
    let mut conn = app.store().read_connection()?;
    let own = match game {
        None => Vec::new(),
        Some(game) => rule_sets_of(&mut conn, game)?,
    };
    let game = game.map(|game| rows::EventGame { name: game.key(), rule_sets: &own });
    cut(&mut conn, cursor, limit, |conn, before, limit| {
        rows::find(conn, &rows::EventSearch { game, ..rows::EventSearch::default() }, before, limit)
    })
}

/// The rule-sets of the records of a game.
pub(super) fn rule_sets_of(conn: &mut AnyConnection, game: GameKind) -> Result<Vec<i32>> {
    let names = game_rows::rule_set_names(conn)?.into_iter();
    let own = names.filter(|(_, name)| kind_of_rule_set(name) == game);
    Ok(own.map(|(id, _)| id).collect())
}

/// The number of current and of upcoming events listed.
pub const MOST_PRESENT: usize = 200;
/// An event without a publication for this number of days is not listed as current, even if its
/// officials have not closed it.
pub(super) const LONGEST_PAUSE: i32 = 100;

/// An organisation's events in the same order.
pub(super) fn of_organisation(
    conn: &mut AnyConnection,
    organisation: i32,
    cursor: Option<Cursor>,
    limit: usize,
) -> Result<Page<Event>> {
    let search =
        rows::EventSearch { organisation: Some(organisation), ..rows::EventSearch::default() };
    cut(conn, cursor, limit, |conn, before, limit| rows::find(conn, &search, before, limit))
}

/// A page of what `read` finds below a position; it is asked for one more, to know whether there is
/// a next page.
fn cut(
    conn: &mut AnyConnection,
    cursor: Option<Cursor>,
    limit: usize,
    read: impl FnOnce(&mut AnyConnection, GameCursor, i64) -> Result<Vec<rows::EventRow>, StoreError>,
) -> Result<Page<Event>> {
    let limit = limit.clamp(1, 200);
    let mut found = read(conn, cursor.unwrap_or(Cursor::START).0, limit as i64 + 1)?;
    let more = found.len() > limit;
    found.truncate(limit);
    let next = found.last().filter(|_| more).map(|row| Cursor((row.last_day, row.id)));
    let owners = Owners::read(conn, found.iter().map(|row| row.owner))?;
    Ok(Page { items: found.into_iter().map(|row| Event::of(row, &owners)).collect(), next })
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// Counted from 1; the same for equal points.
    pub place: usize,
    pub handle: String,
    pub games: u32,
    /// In half points: 2 for a win, 1 for a draw.
    pub points: u32,
    /// The points in half points against each player, in the order of the rows. `None` if there are
    /// too many players for a cross-table.
    pub against: Option<Vec<Option<u32>>>,
}

/// Standings computed from all games with a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Standings {
    Counted {
        /// The best players, at most [`MOST_STANDINGS`].
        rows: Vec<Standing>,
        players: usize,
    },
    /// The games have no known event in common.
    NoEvent,
    /// There are more than [`MOST_COUNTED`] games; partial standings would be wrong.
    TooManyGames,
}

/// An event with its games and standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPage {
    /// The database id of the event.
    pub number: i32,
    pub event: Event,
    /// The newest, at most [`MOST_GAMES`].
    pub games: Vec<GameSummary>,
    /// Whether older games were omitted.
    pub partial: bool,
    pub standings: Standings,
}

/// The number of games shown with an event; the game list has them all.
pub const MOST_GAMES: usize = games::MOST_ON_PAGE;
/// The number of games in the largest event with standings, which bounds the cost of a query.
pub const MOST_COUNTED: usize = 20_000;
/// The number of rows of the standings.
pub const MOST_STANDINGS: usize = 1_000;
/// The number of players in the largest cross-table, whose size is its square.
pub const MOST_CROSSED: usize = 40;

pub fn get(app: &App, slug: &str) -> Result<EventPage> {
    let mut conn = app.store().read_connection()?;
    let row = rows::by_slug(&mut conn, slug)?.ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let owners = Owners::read(&mut conn, std::iter::once(row.owner))?;
    let (id, event) = (row.id, Event::of(row, &owners));
    let filter = Filter { event: Some(slug.to_owned()), ..Filter::default() };
    let (found, next) = games::find_rows(&mut conn, &filter, None, MOST_GAMES)?;
    let games = games::summaries(&mut conn, found)?;
    let standings = match event.is_unknown() {
        true => Standings::NoEvent,
        false => standings(&mut conn, id)?,
    };
    Ok(EventPage { number: id, event, games, partial: next.is_some(), standings })
}

fn standings(conn: &mut AnyConnection, event: i32) -> Result<Standings> {
    let results = rows::game_results(conn, event, MOST_COUNTED as i64 + 1)?;
    if results.len() > MOST_COUNTED {
        return Ok(Standings::TooManyGames);
    }
    let mut order: Vec<(i32, Score)> = players::scores(&results).into_iter().collect();
    let count = order.len();
    order.sort_unstable_by_key(|(player, score)| (score.merit(), *player));
    order.truncate(MOST_STANDINGS);
    let ids: Vec<i32> = order.iter().map(|(player, _)| *player).collect();
    let handles = players::names(conn, &ids)?;
    let handle = |player: &i32| handles.get(player).cloned().unwrap_or_default();
    order.sort_by_cached_key(|(player, score)| (score.merit(), handle(player)));
    let mut pairs: HashMap<(i32, i32), Score> = HashMap::new();
    for (one, other, outcome, color) in players::both_sides(&results) {
        pairs.entry((one, other)).or_default().count(outcome, color);
    }
    let against = |me: i32| -> Vec<Option<u32>> {
        order.iter().map(|(other, _)| pairs.get(&(me, *other)).map(Score::points)).collect()
    };
    let row = |((player, score), place): (&(i32, Score), usize)| Standing {
        place,
        handle: handle(player),
        games: score.games(),
        points: score.points(),
        against: (count <= MOST_CROSSED).then(|| against(*player)),
    };
    let places = players::places(order.iter().map(|(_, score)| *score));
    let rows = order.iter().zip(places).map(row).collect();
    Ok(Standings::Counted { rows, players: count })
}
