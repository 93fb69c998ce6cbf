//! Season standings over an organisation's events, computed from their final places; nothing is
//! stored.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use chrono_tz::Tz;
use moka::sync::Cache;

use crate::access::Actor;
use crate::{App, Error, Result, organisations, refusals};
use adjutant_domain::contest::{Contest, RoundId, RoundStart};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::season_points::{self, EventPoints, FinishedEvent, PointScales};
use adjutant_domain::organisation::seasons::Season;
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::{AnyConnection, seasons};
use ledger_ratings::Day;
use serde::Serialize;
use swiss::stage::System;
use utoipa::ToSchema;

use super::cache::{self, CurrentPlayers};
use super::matches::time_zone;
use super::news::{self, NewsKind};
use super::wire;

/// The number of events counted per season, newest first.
const MAX_SEASON_EVENTS: usize = 400;
const MAX_CACHED_SUMMARIES: u64 = 4_000;

/// A summary of an event and its final places.
#[derive(Debug)]
pub(super) struct ContestSummary {
    pub fee: String,
    pub place: String,
    pub address: String,
    pub description: String,
    /// The announced starts of rounds.
    pub starts: Vec<RoundStart>,
    stage_names: Vec<String>,
    /// Publication times of news.
    pub news: BTreeMap<NewsKind, Micros>,
    /// Match windows (start and end) of rounds.
    pub windows: BTreeMap<RoundId, (Micros, Micros)>,
    pub zone: Tz,
    kind: String,
    /// Players with their places; guests are not included.
    finishes: Vec<(i32, usize)>,
    systems: Vec<System>,
    /// The number of entrants who have not left.
    active_count: usize,
    /// The number of entrants, and the winners who are guests.
    entrant_count: usize,
    winning_guests: Vec<String>,
}

impl ContestSummary {
    /// The name of a stage; empty if it is the only one.
    pub(super) fn stage_name(&self, stage: usize) -> String {
        let several = self.stage_names.len() > 1;
        self.stage_names.get(stage).filter(|_| several).cloned().unwrap_or_default()
    }

    fn read(conn: &mut AnyConnection, row: &ContestRow) -> Result<ContestSummary> {
        let facts = cache::read_facts(conn, row)?;
        let contest = cache::fold_facts(row, facts.iter().map(|(_, fact)| fact))?;
        let places = if contest.has_ended() { contest.final_places() } else { Vec::new() };
        let person = |id| contest.entrant(id).map(|one| &one.person);
        let known = places.iter().filter_map(|(id, place)| {
            Some((person(*id)?.player, *place)).filter(|(player, _)| *player != 0)
        });
        let firsts = places.iter().filter(|(_, place)| *place == 1);
        let guests = firsts.filter_map(|(id, _)| person(*id).filter(|one| one.player == 0));
        Ok(ContestSummary {
            windows: round_windows(&contest),
            zone: time_zone(&contest.settings),
            news: news::published_news(facts.iter().map(|(at, fact)| (*at, fact))),
            stage_names: contest.settings.plan.stages.iter().map(|one| one.name.clone()).collect(),
            fee: contest.settings.fee_text(),
            place: contest.settings.place.clone(),
            address: contest.settings.about.address.clone(),
            description: contest.settings.about.description.clone(),
            starts: contest.settings.timetable.starts.clone(),
            kind: contest.settings.kind.clone(),
            finishes: known.collect(),
            systems: contest.settings.plan.stages.iter().map(|one| one.system).collect(),
            active_count: contest.active_count(),
            entrant_count: places.len(),
            winning_guests: guests.map(|one| one.name.clone()).collect(),
        })
    }
}

/// The windows of rounds whose matches are arranged by their players.
fn round_windows(contest: &Contest) -> BTreeMap<RoundId, (Micros, Micros)> {
    let windows = contest.rounds().filter_map(|(at, round)| Some((at, round.schedule.window?)));
    windows.map(|(at, window)| (at, (window.from, window.until))).collect()
}

/// Cached summaries, each with the version of its event.
#[derive(Debug)]
pub struct ContestSummaryCache(Cache<i32, (i32, Arc<ContestSummary>)>);

impl Default for ContestSummaryCache {
    fn default() -> ContestSummaryCache {
        ContestSummaryCache(cache::newest_cache(MAX_CACHED_SUMMARIES))
    }
}

impl ContestSummaryCache {
    pub(super) fn get(
        &self,
        conn: &mut AnyConnection,
        row: &ContestRow,
    ) -> Result<Arc<ContestSummary>> {
        if let Some((_, known)) = self.0.get(&row.id).filter(|(version, _)| *version == row.version)
        {
            return Ok(known);
        }
        let made = Arc::new(ContestSummary::read(conn, row)?);
        self.0.insert(row.id, (row.version, Arc::clone(&made)));
        Ok(made)
    }
}

/// An event in a list.
#[derive(Debug, Clone, Default)]
pub struct EventSummary {
    pub systems: Vec<System>,
    /// The number of players or teams.
    pub players: Option<usize>,
    /// Who won; empty while that is not known.
    pub winners: Vec<String>,
}

/// The summaries of these contests by id.
pub(crate) fn event_summaries(
    app: &App,
    conn: &mut AnyConnection,
    rows: &[ContestRow],
) -> Result<HashMap<i32, EventSummary>> {
    let mut all = HashMap::with_capacity(rows.len());
    for row in rows {
        let summary = app.memory.finals.get(conn, row)?;
        let first = summary.finishes.iter().filter(|(_, place)| *place == 1).map(|(id, _)| *id);
        let players = CurrentPlayers::read(conn, first.clone())?;
        let named = first.filter_map(|id| Some(players.resolve(id).1?.handle.clone()));
        let winners = named.chain(summary.winning_guests.iter().cloned()).collect();
        let (systems, players) = (summary.systems.clone(), Some(summary.active_count));
        all.insert(row.id, EventSummary { systems, players, winners });
    }
    Ok(all)
}

/// An event of the season that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = SeasonEventItem)]
pub struct SeasonEvent {
    pub name: String,
    pub slug: String,
    #[serde(serialize_with = "wire::day")]
    #[schema(value_type = String)]
    pub first_day: Day,
    /// The kind of event, such as `monthly`; may be empty.
    pub kind: String,
    /// The number of players who took part.
    #[serde(rename = "entrants")]
    pub entrant_count: usize,
    pub winners: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonPlace {
    pub place: usize,
    pub handle: String,
    pub points: u32,
    pub titles: u32,
    /// Points by event, in the order of the season's events.
    pub shares: Vec<EventPoints>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonTable {
    pub id: i32,
    pub season: Season,
    /// The earliest first.
    pub events: Vec<SeasonEvent>,
    pub rows: Vec<SeasonPlace>,
    pub scales: PointScales,
    /// The number of participations by guests, who are not in the standings because their identity
    /// is unknown.
    pub guests: usize,
    /// Whether there are more events than are counted.
    pub is_partial: bool,
}

/// The counted events, earliest first, with their summaries and current players.
struct SeasonContests {
    rows: Vec<ContestRow>,
    summaries: Vec<Arc<ContestSummary>>,
    names: CurrentPlayers,
    is_partial: bool,
}

impl SeasonContests {
    fn read(
        app: &App,
        conn: &mut AnyConnection,
        organisation: i32,
        days: (i32, i32),
    ) -> Result<SeasonContests> {
        let limit = MAX_SEASON_EVENTS as i64 + 1;
        let mut found = rows::ended_of_organisation(conn, organisation, days, limit)?;
        let partial = found.len() > MAX_SEASON_EVENTS;
        found.truncate(MAX_SEASON_EVENTS);
        found.reverse();
        let finals = found.iter().map(|row| app.memory.finals.get(conn, row));
        let finals = finals.collect::<Result<Vec<_>>>()?;
        let players = finals.iter().flat_map(|one| &one.finishes).map(|(player, _)| *player);
        let names = CurrentPlayers::read(conn, players)?;
        Ok(SeasonContests { rows: found, summaries: finals, names, is_partial: partial })
    }

    /// The final places by current player.
    fn finished_events(&self) -> Vec<FinishedEvent> {
        let now = |(player, place): &(i32, usize)| (self.names.resolve(*player).0, *place);
        let ended = |one: &Arc<ContestSummary>| FinishedEvent {
            kind: one.kind.clone(),
            finishes: one.finishes.iter().map(now).collect(),
        };
        self.summaries.iter().map(ended).collect()
    }

    /// The handle of a player who is listed publicly.
    fn public_handle(&self, player: i32) -> Option<&str> {
        let row = self.names.resolve(player).1?;
        (!row.private.is_private()).then_some(row.handle.as_str())
    }

    fn events(&self) -> Vec<SeasonEvent> {
        let event = |(row, ended): (&ContestRow, &Arc<ContestSummary>)| {
            let firsts = ended.finishes.iter().filter(|(_, place)| *place == 1);
            let players = firsts.filter_map(|(player, _)| self.names.resolve(*player).1);
            let players = players.map(|row| row.handle.clone());
            SeasonEvent {
                name: row.name.clone(),
                slug: row.slug.clone(),
                first_day: Day(row.first_day),
                kind: ended.kind.clone(),
                entrant_count: ended.entrant_count,
                winners: players.chain(ended.winning_guests.iter().cloned()).collect(),
            }
        };
        self.rows.iter().zip(&self.summaries).map(event).collect()
    }
}

/// The standings of an organisation's season: the one with this id, else the one that contains the
/// day, else the last.
///
/// Players who are not listed publicly are left out without a gap. `None` if there is no season.
pub fn season_table(
    app: &App,
    actor: &Actor,
    slug: &str,
    (asked, today): (Option<i32>, Day),
) -> Result<Option<SeasonTable>> {
    let organisation = organisations::get(app, actor, slug)?;
    let all = organisations::seasons(app, actor, slug)?;
    let missing = || Error::not_found(refusals::NO_SEASON);
    let found = match asked {
        Some(id) => Some(all.iter().find(|(own, _)| *own == id).ok_or_else(missing)?),
        None => all.iter().find(|(_, season)| season.contains(today)).or(all.last()),
    };
    let Some((id, season)) = found.cloned() else { return Ok(None) };
    let mut conn = app.store().read_connection()?;
    let scales = point_scales(&mut conn, organisation.id)?;
    let days = (season.first.0, season.last.0);
    let played = SeasonContests::read(app, &mut conn, organisation.id, days)?;
    let mut standings = season_points::season_standings(&played.finished_events(), &scales);
    standings.retain(|one| played.public_handle(one.player).is_some());
    season_points::assign_places(&mut standings);
    let row = |one: season_points::SeasonStanding| SeasonPlace {
        place: one.place,
        handle: played.public_handle(one.player).unwrap_or_default().to_owned(),
        points: one.points,
        titles: one.titles,
        shares: one.event_points,
    };
    let guests = played.summaries.iter().map(|one| one.entrant_count - one.finishes.len()).sum();
    Ok(Some(SeasonTable {
        id,
        season,
        events: played.events(),
        rows: standings.into_iter().map(row).collect(),
        scales,
        guests,
        is_partial: played.is_partial,
    }))
}

/// The point scales; empty if none are set or they are unreadable.
fn point_scales(conn: &mut AnyConnection, organisation: i32) -> Result<PointScales> {
    Ok(PointScales::parse(&seasons::points_table(conn, organisation)?).unwrap_or_default())
}

/// The number of events of its kind that each player has won in the season of an event; empty if
/// the event is in no season or has no such limit.
pub(super) fn season_wins(
    app: &App,
    conn: &mut AnyConnection,
    run: &cache::LoadedContest,
) -> Result<BTreeMap<i32, u32>> {
    let settings = &run.contest.settings;
    if settings.eligibility.titles_won.is_none() {
        return Ok(BTreeMap::new());
    }
    let all = seasons::for_organisation(conn, run.row.organisation_id)?;
    let day = run.row.first_day;
    let Some(season) = all.into_iter().find(|one| (one.first_day..=one.last_day).contains(&day))
    else {
        return Ok(BTreeMap::new());
    };
    let days = (season.first_day, season.last_day);
    let played = SeasonContests::read(app, conn, run.row.organisation_id, days)?;
    Ok(season_points::wins_by_player(&played.finished_events(), &settings.kind))
}
