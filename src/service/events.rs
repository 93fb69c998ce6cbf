//! Events: records grouped by their Event tag, with a cross-table.

use std::collections::BTreeMap;

use crate::rules::{Color, Outcome};
use crate::store::{AnyConnection, events as rows};

use super::games::{self, Filter, GameSummary};
use super::{App, Error, Thing};

/// One event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    pub number: i32,
    pub name: String,
    pub slug: String,
}

/// The event's id.
pub(super) fn id_of(connection: &mut AnyConnection, slug: &str) -> Result<i32, Error> {
    rows::by_slug(connection, slug)?
        .map(|event| event.id)
        .ok_or_else(|| Error::missing(Thing::Event, slug))
}

/// Events, the one added last first, before the event numbered `before`.
///
/// # Errors
/// [`Error::Internal`] where the store fails.
pub fn page(app: &App, before: Option<i32>, limit: usize) -> Result<Vec<Event>, Error> {
    let mut connection = app.store().connection()?;
    let found =
        rows::page(&mut connection, before.unwrap_or(i32::MAX), limit.clamp(1, 200) as i64)?;
    Ok(found
        .into_iter()
        .map(|row| Event { number: row.id, name: row.name, slug: row.slug })
        .collect())
}

/// A player's row of a cross-table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// 1 for the first; equal for equal points.
    pub place: usize,
    pub handle: String,
    pub games: u32,
    /// In half points: 2 for a win, 1 for a draw.
    pub points: u32,
    /// Against each player in the order of the rows: points of the games, in half points.
    pub against: Vec<Option<u32>>,
}

/// An event with its games and who stands where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventPage {
    pub event: Event,
    pub games: Vec<GameSummary>,
    /// Whether older games were left out.
    pub partial: bool,
    pub standings: Vec<Standing>,
}

/// So many of an event's games are shown at most.
const MOST_GAMES: usize = 2_000;

/// One event by its slug.
///
/// # Errors
/// [`Error::Missing`] where there is none.
pub fn get(app: &App, slug: &str) -> Result<EventPage, Error> {
    let mut connection = app.store().connection()?;
    let row =
        rows::by_slug(&mut connection, slug)?.ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let filter = Filter { event: Some(slug.to_owned()), ..Filter::default() };
    let (found, next) = games::find_rows(&mut connection, &filter, None, MOST_GAMES)?;
    let games = games::summaries(&mut connection, found)?;
    let standings = standings(&games);
    let event = Event { number: row.id, name: row.name, slug: row.slug };
    Ok(EventPage { event, games, partial: next.is_some(), standings })
}

/// Points by player: 2 a win, 1 a draw, as the leagues count; forfeits included.
fn standings(games: &[GameSummary]) -> Vec<Standing> {
    let mut points: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    let mut pairs: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for game in games {
        let Some(outcome) = game.outcome else { continue };
        for (color, me, other) in
            [(Color::White, &game.white, &game.black), (Color::Black, &game.black, &game.white)]
        {
            let own = half_points(outcome, color);
            let entry = points.entry(me).or_default();
            *entry = (entry.0 + 1, entry.1 + own);
            *pairs.entry((me, other)).or_default() += own;
        }
    }
    let mut order: Vec<(&str, u32, u32)> =
        points.iter().map(|(handle, (games, points))| (*handle, *games, *points)).collect();
    order.sort_by(|a, b| b.2.cmp(&a.2).then(a.1.cmp(&b.1)).then(a.0.cmp(b.0)));
    let place = |points: u32| order.iter().filter(|other| other.2 > points).count() + 1;
    order
        .iter()
        .map(|(handle, games, points)| Standing {
            place: place(*points),
            handle: (*handle).to_owned(),
            games: *games,
            points: *points,
            against: order
                .iter()
                .map(|(other, ..)| pairs.get(&(*handle, *other)).copied())
                .collect(),
        })
        .collect()
}

const fn half_points(outcome: Outcome, color: Color) -> u32 {
    match (outcome, color) {
        (Outcome::Draw, _) => 1,
        (Outcome::Win(Color::White), Color::White) | (Outcome::Win(Color::Black), Color::Black) => {
            2
        }
        _ => 0,
    }
}
