//! The list of events by phase: now, upcoming, finished.

use std::collections::HashMap;

use adjutant_domain::account::roles::RoleGrant;
use adjutant_domain::game::GameKind;
use adjutant_store::contests::{self, ContestRow};
use adjutant_store::events::{self as rows, EventRow};
use adjutant_store::organisations::OrganisationState;
use adjutant_store::owners::OwnerId;
use adjutant_store::{AnyConnection, event_deletion, organisations};
use ledger_ratings::Day;
use swiss::stage::System;

use super::access::Actor;
use super::contests::{EventSummary, OwnEvent, event_summaries, own_events};
use super::events::{self, Event, LONGEST_PAUSE, MOST_PRESENT};
use super::games::Cursor;
use super::owner::Owners;
use super::players::{self, Score};
use super::{App, Error, Result, Thing};

/// The phase of the listed events.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventPhase {
    Now,
    Upcoming,
    Finished,
}

impl EventPhase {
    pub const ALL: [EventPhase; 3] = [EventPhase::Now, EventPhase::Upcoming, EventPhase::Finished];

    /// The name in addresses.
    pub const fn key(self) -> &'static str {
        match self {
            EventPhase::Now => "now",
            EventPhase::Upcoming => "upcoming",
            EventPhase::Finished => "finished",
        }
    }

    pub fn parse(key: &str) -> Option<EventPhase> {
        EventPhase::ALL.into_iter().find(|phase| phase.key() == key)
    }
}

/// What is asked for; all criteria are optional.
#[derive(Debug, Clone, Default)]
pub struct EventFilter {
    /// The slug of an open organisation.
    pub organisation: Option<String>,
    /// The first and the last day of a month.
    pub days: Option<(Day, Day)>,
    pub game: Option<GameKind>,
}

#[derive(Debug, Clone)]
pub struct ListedEvent {
    pub event: Event,
    /// For an event run on this site.
    pub first_day: Option<Day>,
    pub is_cancelled: bool,
    /// Where its organisation is; empty if that is not known.
    pub place: String,
    /// The systems of its stages; empty for one that is known by its games only.
    pub systems: Vec<System>,
    /// The number of its players or teams; `None` for very large ones.
    pub players: Option<usize>,
    /// Who won, once that is known.
    pub winners: Vec<String>,
    /// The festival that it is a section of, and what it is called there.
    pub section: Option<(String, String)>,
}

#[derive(Debug, Clone)]
pub struct EventListing {
    pub phase: EventPhase,
    pub events: Vec<ListedEvent>,
    /// The numbers of events now, upcoming and finished; the last only if nothing is filtered.
    pub counts: [Option<usize>; 3],
    /// Where the next page of finished events begins.
    pub next: Option<Cursor>,
}

/// Games of an event that are counted for its players and winner.
const MOST_COUNTED: i64 = 400;

/// Lists events of a phase or, if none is named, of the first one that has any: current and upcoming
/// ones by their day, finished ones from the newest on.
pub fn page(
    app: &App,
    today: Day,
    phase: Option<EventPhase>,
    filter: &EventFilter,
    (cursor, limit): (Option<Cursor>, usize),
) -> Result<EventListing> {
    let mut conn = app.store().read_connection()?;
    let organisation = match &filter.organisation {
        None => None,
        Some(slug) => Some(open_organisation(&mut conn, slug)?),
    };
    let from = today.0.saturating_sub(LONGEST_PAUSE);
    let now = contests::under_way(&mut conn, from, MOST_PRESENT as i64)?;
    let upcoming = contests::upcoming(&mut conn, today.0, MOST_PRESENT as i64)?;
    let upcoming: Vec<(ContestRow, i32)> =
        upcoming.into_iter().map(|row| (row.first_day, row)).map(|(day, row)| (row, day)).collect();
    let above: Vec<i32> = now.iter().chain(&upcoming).map(|(row, _)| row.id).collect();
    let is_wanted = |(row, last): &(ContestRow, i32)| {
        let in_month = |(first, end): (Day, Day)| row.first_day <= end.0 && *last >= first.0;
        organisation.is_none_or(|id| row.organisation_id == id)
            && filter.days.is_none_or(in_month)
            && filter.game.is_none_or(|game| row.game == game.key())
    };
    let now: Vec<_> = now.into_iter().filter(is_wanted).collect();
    let upcoming: Vec<_> = upcoming.into_iter().filter(is_wanted).collect();
    let is_filtered = organisation.is_some() || filter.days.is_some() || filter.game.is_some();
    let all = event_deletion::count(&mut conn)?;
    let finished = usize::try_from(all).unwrap_or(0).saturating_sub(above.len());
    let counts = [Some(now.len()), Some(upcoming.len()), Some(finished).filter(|_| !is_filtered)];
    let phase = phase.unwrap_or(match (now.is_empty(), upcoming.is_empty()) {
        (false, _) => EventPhase::Now,
        (true, false) => EventPhase::Upcoming,
        (true, true) => EventPhase::Finished,
    });
    let (found, next) = match phase {
        EventPhase::Now => (present(&mut conn, now)?, None),
        EventPhase::Upcoming => (present(&mut conn, upcoming)?, None),
        EventPhase::Finished => {
            let search = rows::EventSearch {
                except: &above,
                organisation,
                days: filter.days.map(|(a, b)| (a.0, b.0)),
            };
            let asked = (cursor, limit.clamp(1, 200));
            let (found, next) = events::find(&mut conn, &search, filter.game, asked)?;
            (found.into_iter().map(|(row, _)| row).collect(), next)
        }
    };
    let events = described(app, &mut conn, found)?;
    Ok(EventListing { phase, events, counts, next })
}

fn open_organisation(conn: &mut AnyConnection, slug: &str) -> Result<i32> {
    let row = organisations::by_slug(conn, slug)?;
    let row = row.filter(|row| row.state == OrganisationState::Open);
    row.map(|row| row.id).ok_or_else(|| Error::missing(Thing::Organisation, slug))
}

fn present(conn: &mut AnyConnection, found: Vec<(ContestRow, i32)>) -> Result<Vec<EventRow>> {
    let ids: Vec<i32> = found.iter().map(|(row, _)| row.id).collect();
    let mut rows: HashMap<i32, EventRow> =
        rows::by_ids(conn, &ids)?.into_iter().map(|row| (row.id, row)).collect();
    Ok(ids.iter().filter_map(|id| rows.remove(id)).collect())
}

/// Adds owners, places, systems, players and winners.
fn described(
    app: &App,
    conn: &mut AnyConnection,
    found: Vec<EventRow>,
) -> Result<Vec<ListedEvent>> {
    let ids: Vec<i32> = found.iter().map(|row| row.id).collect();
    let owners = Owners::read(conn, found.iter().map(|row| row.owner))?;
    let hosts: Vec<i32> = found.iter().filter_map(|row| row.owner.organisation()).collect();
    let places: HashMap<i32, String> = match hosts.is_empty() {
        true => HashMap::new(),
        false => {
            let rows = organisations::by_ids(conn, &hosts)?.into_iter();
            rows.map(|row| (row.id, row.place)).collect()
        }
    };
    let run_here = contests::by_ids(conn, &ids)?;
    let mut summaries = event_summaries(app, conn, &run_here)?;
    let run_here: HashMap<i32, &ContestRow> = run_here.iter().map(|row| (row.id, row)).collect();
    let mut all = Vec::with_capacity(found.len());
    let kinds = events::kinds_of(conn, &found)?;
    for (row, kind) in found.into_iter().zip(kinds) {
        let summary = match summaries.remove(&row.id) {
            Some(summary) => summary,
            None => by_games(conn, &row)?,
        };
        let place = row.owner.organisation().and_then(|id| places.get(&id)).cloned();
        all.push(ListedEvent {
            first_day: run_here.get(&row.id).map(|row| Day(row.first_day)),
            is_cancelled: run_here.get(&row.id).is_some_and(|row| row.is_cancelled()),
            place: place.unwrap_or_default(),
            systems: summary.systems,
            players: summary.players,
            winners: summary.winners,
            section: run_here
                .get(&row.id)
                .and_then(|row| row.festival.clone().zip(row.section.clone())),
            event: Event::of(row, kind, &owners),
        });
    }
    Ok(all)
}

/// Players and winner of an event that is known by its games only.
fn by_games(conn: &mut AnyConnection, row: &EventRow) -> Result<EventSummary> {
    let results = rows::game_results(conn, row.id, MOST_COUNTED + 1)?;
    if row.name.trim() == "?" || results.len() as i64 > MOST_COUNTED {
        return Ok(EventSummary::default());
    }
    let scores = players::scores(&results);
    let best = scores.values().map(Score::merit).min();
    let mut first = scores.iter().filter(|(_, score)| Some(score.merit()) == best);
    let winner = first.next().filter(|_| first.next().is_none() && row.owner != OwnerId::Members);
    let winners = match winner {
        Some((id, _)) => players::names(conn, &[*id])?.into_values().collect(),
        None => Vec::new(),
    };
    Ok(EventSummary { systems: Vec::new(), players: Some(scores.len()), winners })
}

/// The current events in which the actor takes part, the newest first.
pub fn of_participant(app: &App, actor: &Actor, today: Day) -> Result<Vec<OwnEvent>> {
    own_events(app, actor, Day(today.0.saturating_sub(LONGEST_PAUSE)))
}

/// The current and upcoming events of which the actor is an official, by their first day.
pub fn of_official(app: &App, actor: &Actor, today: Day) -> Result<Vec<(Day, Event)>> {
    if actor.grants.is_empty() {
        return Ok(Vec::new());
    }
    let mut conn = app.store().read_connection()?;
    let from = today.0.saturating_sub(LONGEST_PAUSE);
    let now = contests::under_way(&mut conn, from, MOST_PRESENT as i64)?;
    let upcoming = contests::upcoming(&mut conn, today.0, MOST_PRESENT as i64)?;
    let is_own = |row: &ContestRow| {
        let fits = |grant: &RoleGrant| {
            grant.organisation == row.organisation_id && [0, row.id].contains(&grant.event)
        };
        actor.grants.iter().any(fits)
    };
    let all = now.into_iter().map(|(row, _)| row).chain(upcoming).filter(is_own);
    let own: Vec<(ContestRow, i32)> = all.map(|row| (row, 0)).collect();
    let days: Vec<Day> = own.iter().map(|(row, _)| Day(row.first_day)).collect();
    let rows = present(&mut conn, own)?;
    let owners = Owners::read(&mut conn, rows.iter().map(|row| row.owner))?;
    let kinds = events::kinds_of(&mut conn, &rows)?;
    let events = rows.into_iter().zip(kinds).map(|(row, kind)| Event::of(row, kind, &owners));
    Ok(days.into_iter().zip(events).collect())
}
