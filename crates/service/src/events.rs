//! Events: records grouped by their Event tag, with standings and a cross-table.

use std::collections::HashMap;

use adjutant_domain::game::GameKind;
use adjutant_store::{AnyConnection, events as rows, games as game_rows};
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
    /// That of its settings or, if it is not run on this site, of its newest records.
    pub game: GameKind,
}

impl Event {
    pub(super) fn of(row: rows::EventRow, game: GameKind, owners: &Owners) -> Event {
        let whose = owners.whose(row.owner);
        Event { name: row.name, slug: row.slug, last_day: Day(row.last_day), whose, game }
    }

    /// Whether it stands for all games with an unknown event.
    pub fn is_unknown(&self) -> bool {
        is_unknown(&self.name)
    }
}

/// What records without an event are kept under, which is none.
fn is_unknown(name: &str) -> bool {
    name.trim() == "?"
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
    whole_page(&mut conn, &rows::EventSearch::default(), game, (cursor, limit))
}

/// The rule-sets of the records of a game.
pub(super) fn rule_sets_of(conn: &mut AnyConnection, game: GameKind) -> Result<Vec<i32>> {
    let names = game_rows::rule_set_names(conn)?.into_iter();
    let own = names.filter(|(_, name)| kind_of_rule_set(name) == game);
    Ok(own.map(|(id, _)| id).collect())
}

/// Events looked at for a page of those of one game. Where few are of it, pages are short or empty and
/// have a next one.
pub const MOST_LOOKED_AT: usize = 2_000;
/// Events read at once for it.
const STEP: usize = 200;

/// An event with the game that it is of.
pub(super) type FoundEvent = (rows::EventRow, GameKind);

/// The games that these events are of, in their order.
pub(super) fn kinds_of(
    conn: &mut AnyConnection,
    found: &[rows::EventRow],
) -> Result<Vec<GameKind>> {
    let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
    let said = rows::games_of(conn, &ids)?;
    let names: HashMap<i32, String> = game_rows::rule_set_names(conn)?.into_iter().collect();
    let kind = |id: &i32| match said.get(id) {
        Some(rows::EventGame::Named(name)) => GameKind::parse(name),
        Some(rows::EventGame::OfRecord(rules)) => {
            names.get(rules).map(|name| kind_of_rule_set(name))
        }
        None => None,
    };
    Ok(ids.iter().map(|id| kind(id).unwrap_or_default()).collect())
}

/// Events that match and are of one game or of any, newest first, and where to continue.
pub(super) fn find(
    conn: &mut AnyConnection,
    search: &rows::EventSearch<'_>,
    game: Option<GameKind>,
    (cursor, limit): (Option<Cursor>, usize),
) -> Result<(Vec<FoundEvent>, Option<Cursor>)> {
    let mut before = cursor.unwrap_or(Cursor::START).0;
    // One more than is wanted says whether there is a next page.
    let step = if game.is_some() { STEP.max(limit + 1) } else { limit + 1 };
    let (mut found, mut looked_at) = (Vec::new(), 0);
    while looked_at < MOST_LOOKED_AT {
        let read = rows::find(conn, search, before, step as i64)?;
        let is_end = read.len() < step;
        looked_at += read.len();
        let kinds = kinds_of(conn, &read)?;
        for (row, kind) in read.into_iter().zip(kinds) {
            if found.len() == limit {
                return Ok((found, Some(Cursor(before))));
            }
            before = (row.last_day, row.id);
            if !is_unknown(&row.name) && game.is_none_or(|game| game == kind) {
                found.push((row, kind));
            }
        }
        if is_end {
            return Ok((found, None));
        }
    }
    Ok((found, Some(Cursor(before))))
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
    whole_page(conn, &search, None, (cursor, limit))
}

/// A page with its owners.
fn whole_page(
    conn: &mut AnyConnection,
    search: &rows::EventSearch<'_>,
    game: Option<GameKind>,
    (cursor, limit): (Option<Cursor>, usize),
) -> Result<Page<Event>> {
    let (found, next) = find(conn, search, game, (cursor, limit.clamp(1, 200)))?;
    let owners = Owners::read(conn, found.iter().map(|(row, _)| row.owner))?;
    let items = found.into_iter().map(|(row, kind)| Event::of(row, kind, &owners)).collect();
    Ok(Page { items, next })
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
    let kind = kinds_of(&mut conn, std::slice::from_ref(&row))?.pop().unwrap_or_default();
    let (id, event) = (row.id, Event::of(row, kind, &owners));
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
