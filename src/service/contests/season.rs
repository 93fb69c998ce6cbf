//! What an organisation's events of a season come to together, from how each has ended; nothing of it is stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use chrono_tz::Tz;

use crate::contest::Contest;
use crate::organisation::points::{self, Ended, Scales, Share};
use crate::organisation::seasons::Season;
use crate::service::access::Actor;
use crate::service::{App, Error, organisations, refusals};
use crate::store::contests::{self as rows, ContestRow};
use crate::store::{AnyConnection, seasons};
use ledger_ratings::Day;

use super::kept::{self, Names};
use super::matches::zone_of;
use super::news::{self, What};

/// So many events of a season count, the newest.
const MOST_EVENTS: usize = 400;
/// So many are kept as they have ended.
const MOST_KEPT: usize = 4_000;

/// What is known of an event, and how it has ended.
#[derive(Debug)]
pub(super) struct Final {
    pub fee: String,
    /// The names of its stages.
    pub stages: Vec<String>,
    /// What became known when (microseconds since 1970).
    pub news: BTreeMap<What, i64>,
    /// Of rounds, by stage and number: from when until when their matches are arranged.
    pub windows: BTreeMap<(usize, usize), (i64, i64)>,
    /// By whose clocks it is played.
    pub zone: Tz,
    kind: String,
    /// Players with their places; not those who are known by a name alone.
    finishes: Vec<(i32, usize)>,
    /// How many have played, and the winners among them who are known by a name alone.
    entrants: usize,
    guests_first: Vec<String>,
}

impl Final {
    fn read(connection: &mut AnyConnection, row: &ContestRow) -> Result<Final, Error> {
        let facts = kept::facts(connection, row)?;
        let contest = kept::folded(row, facts.iter().map(|(_, fact)| fact))?;
        let places = if contest.is_over { contest.finishes() } else { Vec::new() };
        let person = |id| contest.entrant(id).map(|one| &one.person);
        let known = places.iter().filter_map(|(id, place)| {
            Some((person(*id)?.player, *place)).filter(|(player, _)| *player != 0)
        });
        let firsts = places.iter().filter(|(_, place)| *place == 1);
        let guests = firsts.filter_map(|(id, _)| person(*id).filter(|one| one.player == 0));
        Ok(Final {
            windows: windows(&contest),
            zone: zone_of(&contest).parse().unwrap_or(Tz::UTC),
            news: news::known(facts.iter().map(|(at, fact)| (*at, fact))),
            stages: contest.settings.plan.stages.iter().map(|one| one.name.clone()).collect(),
            fee: contest.settings.fee.clone(),
            kind: contest.settings.kind.clone(),
            finishes: known.collect(),
            entrants: places.len(),
            guests_first: guests.map(|one| one.name.clone()).collect(),
        })
    }
}

/// The windows of rounds whose matches are arranged by their players.
fn windows(contest: &Contest) -> BTreeMap<(usize, usize), (i64, i64)> {
    let mut all = BTreeMap::new();
    for (stage, state) in contest.stages.iter().enumerate() {
        for (round, one) in state.rounds.iter().enumerate() {
            all.extend(
                one.times.window.map(|window| ((stage, round), (window.from, window.until))),
            );
        }
    }
    all
}

/// How events have ended, each with the number of its facts then: another one has been opened again since.
#[derive(Debug, Default)]
pub struct Finals(Mutex<HashMap<i32, (i32, Arc<Final>)>>);

impl Finals {
    /// How an event has ended, as far as it is over.
    pub(super) fn of(
        &self,
        connection: &mut AnyConnection,
        row: &ContestRow,
    ) -> Result<Arc<Final>, Error> {
        let kept = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(&row.id).filter(|(version, _)| *version == row.version).cloned();
        if let Some((_, known)) = known {
            return Ok(known);
        }
        let made = Arc::new(Final::read(connection, row)?);
        let mut all = kept();
        if all.len() >= MOST_KEPT {
            all.clear();
        }
        all.insert(row.id, (row.version, Arc::clone(&made)));
        Ok(made)
    }
}

/// An event of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonEvent {
    pub name: String,
    pub slug: String,
    pub first_day: Day,
    pub kind: String,
    /// How many have played.
    pub entrants: usize,
    pub winners: Vec<String>,
}

/// Where a player stands in a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonRow {
    pub place: usize,
    pub handle: String,
    pub points: u32,
    pub titles: u32,
    /// By the places of the events in the season's list.
    pub shares: Vec<Share>,
}

/// The table of a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonTable {
    pub id: i32,
    pub season: Season,
    /// The earliest first.
    pub events: Vec<SeasonEvent>,
    pub rows: Vec<SeasonRow>,
    pub scales: Scales,
    /// How often somebody has played who is known by a name alone: he is in no table, for nobody knows who he is.
    pub guests: usize,
    /// Whether there are more events than count.
    pub partial: bool,
}

/// The events that count, the earliest first, with how each has ended and who its players are now.
struct Played {
    rows: Vec<ContestRow>,
    finals: Vec<Arc<Final>>,
    names: Names,
    partial: bool,
}

impl Played {
    fn read(
        app: &App,
        connection: &mut AnyConnection,
        organisation: i32,
        days: (i32, i32),
    ) -> Result<Played, Error> {
        let limit = MOST_EVENTS as i64 + 1;
        let mut found = rows::ended(connection, organisation, days, limit)?;
        let partial = found.len() > MOST_EVENTS;
        found.truncate(MOST_EVENTS);
        found.reverse();
        let mut finals = Vec::with_capacity(found.len());
        for row in &found {
            finals.push(app.finals().of(connection, row)?);
        }
        let players = finals.iter().flat_map(|one| &one.finishes).map(|(player, _)| *player);
        let names = Names::read(connection, players)?;
        Ok(Played { rows: found, finals, names, partial })
    }

    /// With each player as who he is now.
    fn ended(&self) -> Vec<Ended> {
        let now = |(player, place): &(i32, usize)| (self.names.of(*player).0, *place);
        let ended = |one: &Arc<Final>| Ended {
            kind: one.kind.clone(),
            finishes: one.finishes.iter().map(now).collect(),
        };
        self.finals.iter().map(ended).collect()
    }

    /// Who is to be shown by his name.
    fn shown(&self, player: i32) -> Option<&str> {
        let row = self.names.of(player).1?;
        (row.private == 0).then_some(row.handle.as_str())
    }

    fn events(&self) -> Vec<SeasonEvent> {
        let event = |(row, ended): (&ContestRow, &Arc<Final>)| {
            let firsts = ended.finishes.iter().filter(|(_, place)| *place == 1);
            let players = firsts.filter_map(|(player, _)| self.names.of(*player).1);
            let players = players.map(|row| row.handle.clone());
            SeasonEvent {
                name: row.name.clone(),
                slug: row.slug.clone(),
                first_day: Day(row.first_day),
                kind: ended.kind.clone(),
                entrants: ended.entrants,
                winners: players.chain(ended.guests_first.iter().cloned()).collect(),
            }
        };
        self.rows.iter().zip(&self.finals).map(event).collect()
    }
}

/// The table of a season of an organisation: of the one with this number, else of the one that the day is in, else of
/// the last. Players who keep off lists are not in it, and leave no gap. `None` where there is no season.
///
/// # Errors
/// [`Error::Missing`] where there is no such organisation that this actor may know of; [`Error::NotFound`] where it
/// has no season of this number.
pub fn season_table(
    app: &App,
    actor: &Actor,
    slug: &str,
    (asked, today): (Option<i32>, Day),
) -> Result<Option<SeasonTable>, Error> {
    let organisation = organisations::get(app, actor, slug)?;
    let all = organisations::seasons(app, actor, slug)?;
    let of_today = || all.iter().find(|(_, season)| season.has(today)).or(all.last());
    let found = match asked {
        Some(id) => Some(all.iter().find(|(own, _)| *own == id).ok_or_else(none)?),
        None => of_today(),
    };
    let Some((id, season)) = found.cloned() else { return Ok(None) };
    let mut connection = app.store().reading()?;
    let scales = scales(&mut connection, organisation.id)?;
    let days = (season.first.0, season.last.0);
    let played = Played::read(app, &mut connection, organisation.id, days)?;
    let mut standings = points::standings(&played.ended(), &scales);
    standings.retain(|one| played.shown(one.player).is_some());
    points::number(&mut standings);
    let row = |one: points::Standing| SeasonRow {
        place: one.place,
        handle: played.shown(one.player).unwrap_or_default().to_owned(),
        points: one.points,
        titles: one.titles,
        shares: one.shares,
    };
    let guests = played.finals.iter().map(|one| one.entrants - one.finishes.len()).sum();
    Ok(Some(SeasonTable {
        id,
        season,
        events: played.events(),
        rows: standings.into_iter().map(row).collect(),
        scales,
        guests,
        partial: played.partial,
    }))
}

fn none() -> Error {
    Error::not_found(refusals::NO_SEASON)
}

/// What places are worth; nothing where it is not said, or cannot be read any more.
fn scales(connection: &mut AnyConnection, organisation: i32) -> Result<Scales, Error> {
    Ok(Scales::read(&seasons::points(connection, organisation)?).unwrap_or_default())
}

/// How many events of the kind each player has won in the season in which an event is played, by who he is now; an
/// event that is in no season, or asks nobody, has none.
pub(super) fn titles_won(
    app: &App,
    connection: &mut AnyConnection,
    run: &kept::Run,
) -> Result<BTreeMap<i32, u32>, Error> {
    let settings = &run.contest.settings;
    if settings.eligibility.titles_won.is_none() {
        return Ok(BTreeMap::new());
    }
    let all = seasons::of(connection, run.row.organisation_id)?;
    let day = run.row.first_day;
    let Some(season) = all.into_iter().find(|one| (one.first_day..=one.last_day).contains(&day))
    else {
        return Ok(BTreeMap::new());
    };
    let days = (season.first_day, season.last_day);
    let played = Played::read(app, connection, run.row.organisation_id, days)?;
    Ok(points::won(&played.ended(), &settings.kind))
}
