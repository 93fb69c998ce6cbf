//! Matches arranged by their players: public data, and details for players and officials.

use std::sync::Arc;

use chrono_tz::Tz;

use crate::access::{Act, ActTarget, Actor, require};
use crate::{App, Result};
use adjutant_domain::contest::scheduling::{MAX_TIMESTAMP, MatchDossier, MatchWindow, TableId};
use adjutant_domain::contest::{Contest, ContestSettings, EntrantId, Meeting};
use adjutant_domain::moment::Micros;
use adjutant_store::contests;
use serde::Serialize;
use swiss::series::Side;

use super::cache::{self, LoadedContest};
use super::error_messages::no_spot;
use super::match_board::entrant_name;
use super::onsite_games::{self, TablePlay};
use super::participation::Participation;
use super::{authorize_act, is_official, load_contest};

const MAX_SCANNED_EVENTS: i64 = 200;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MatchState {
    /// No time is agreed.
    #[serde(rename = "to-agree")]
    Unscheduled,
    #[serde(rename = "agreed")]
    Scheduled,
    /// Its game has been created on this site.
    Playing,
    /// The default rule leaves the decision to the officials, or the window has closed.
    #[serde(rename = "waiting")]
    AwaitingOfficials,
    Over,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScheduledMatch {
    pub table: TableId,
    pub stage: String,
    pub sides: [EntrantId; 2],
    pub names: [String; 2],
    pub window: MatchWindow,
    pub time: Option<Micros>,
    pub state: MatchState,
}

/// Details for the players and the event's officials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchDetails {
    /// The side of the viewer, if they play.
    pub own_side: Option<Side>,
    /// Whether the viewer is an official who may decide it, which excludes its players.
    pub can_decide: bool,
    pub dossier: MatchDossier,
}

#[derive(Debug, Clone)]
pub struct MatchView {
    pub loaded: Arc<LoadedContest>,
    pub summary: ScheduledMatch,
    /// The latest game created for it on this site.
    pub play: Option<TablePlay>,
    pub details: Option<MatchDetails>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnScheduledMatch {
    pub event: String,
    pub slug: String,
    pub zone: String,
    pub summary: ScheduledMatch,
    pub own_side: Side,
    /// The numbers of open proposals by the actor and by the opponent.
    pub proposal_counts: [usize; 2],
}

/// The time zone of an event's matches, by default UTC; those of ladders are by the clocks of its rounds.
pub fn zone_name(contest: &Contest) -> &str {
    match &contest.settings.scheduling {
        Some(of) => &of.time_zone,
        None if contest.arranges_matches() => &contest.settings.timetable.time_zone,
        None => "UTC",
    }
}

/// The time zone in these settings, by default UTC.
pub(super) fn time_zone(settings: &ContestSettings) -> Tz {
    let zone = settings.scheduling.as_ref().and_then(|of| of.time_zone.parse().ok());
    zone.unwrap_or(Tz::UTC)
}

fn scheduled_match(
    contest: &Contest,
    overdue: &[TableId],
    table_id: TableId,
    meeting: &Meeting,
) -> Option<ScheduledMatch> {
    let time = contest.match_time(table_id);
    let state = match time {
        _ if meeting.is_over() => MatchState::Over,
        _ if overdue.contains(&table_id) => MatchState::AwaitingOfficials,
        Some(_) if contest.has_match_started(table_id) => MatchState::Playing,
        Some(_) => MatchState::Scheduled,
        None => MatchState::Unscheduled,
    };
    Some(ScheduledMatch {
        table: table_id,
        stage: contest.settings.plan.stages.get(table_id.stage)?.name.clone(),
        sides: meeting.sides,
        names: meeting.sides.map(|side| entrant_name(contest, side)),
        window: contest.match_window(table_id)?,
        time,
        state,
    })
}

fn scheduled_matches(contest: &Contest, now: Micros) -> Vec<ScheduledMatch> {
    let overdue = contest.matches_awaiting_officials(now);
    let all = contest.scheduled_matches();
    all.filter_map(|(of, meeting)| scheduled_match(contest, &overdue, of, meeting)).collect()
}

/// The scheduled matches of an event, ordered by round and table.
pub fn matches(
    app: &App,
    slug: &str,
    now: Micros,
) -> Result<(Arc<LoadedContest>, Vec<ScheduledMatch>)> {
    let run = load_contest(app, slug)?;
    let lines = scheduled_matches(&run.contest, now);
    Ok((run, lines))
}

/// A match; proposals and dossier are included for its players and the event's officials only.
pub fn match_view(
    app: &App,
    actor: &Actor,
    slug: &str,
    table_id: TableId,
    now: Micros,
) -> Result<MatchView> {
    let run = load_contest(app, slug)?;
    let found =
        scheduled_matches(&run.contest, now).into_iter().find(|line| line.table == table_id);
    let line = found.ok_or_else(no_spot)?;
    let own = Participation::of_actor(&run.contest, actor).entrant_id();
    let at = line.sides.iter().position(|side| own == Some(*side));
    let own = at.map(|at| if at == 0 { Side::First } else { Side::Second });
    let sees = own.is_some() || is_official(app, actor, slug)?;
    let dossier = sees.then(|| run.contest.dossier(table_id)).flatten();
    let mut conn = app.store().read_connection()?;
    let can_decide =
        own.is_none() && sees && authorize_act(&mut conn, actor, Act::EnterResults, slug).is_ok();
    let details = dossier.map(|dossier| MatchDetails { own_side: own, can_decide, dossier });
    let games = onsite_games::load_event_plays(&mut conn, &run)?;
    let play = games.play_at_table(&run.contest, table_id, None, sees);
    Ok(MatchView { loaded: run, summary: line, play, details })
}

/// The actor's matches to arrange and to play in all events, the next one first.
pub fn own_matches(app: &App, actor: &Actor, now: Micros) -> Result<Vec<OwnScheduledMatch>> {
    require(actor, Act::Play, ActTarget::Account(actor.account), false)?;
    let mut conn = app.store().read_connection()?;
    let mut found = Vec::new();
    for row in contests::due_contests(&mut conn, MAX_TIMESTAMP, MAX_SCANNED_EVENTS)? {
        let run = cache::load(app, &mut conn, &row)?;
        let Some(own) = Participation::of_actor(&run.contest, actor).entrant_id() else { continue };
        for line in scheduled_matches(&run.contest, now) {
            let Some(at) = line.sides.iter().position(|side| *side == own) else { continue };
            if line.state == MatchState::Over {
                continue;
            }
            let times = run.contest.match_schedule(line.table).map(|one| &one.proposals);
            let count = |at: usize| times.map_or(0, |times| times[at].len());
            found.push(OwnScheduledMatch {
                event: row.name.clone(),
                slug: row.slug.clone(),
                zone: zone_name(&run.contest).to_owned(),
                own_side: if at == 0 { Side::First } else { Side::Second },
                proposal_counts: [count(at), count(1 - at)],
                summary: line,
            });
        }
    }
    found.sort_by_key(|one| one.summary.time.unwrap_or(one.summary.window.agree_by));
    Ok(found)
}

/// The key of a match in addresses: stage, round and table counted from 1, as in `1-2-3`.
pub fn match_key(table_id: TableId) -> String {
    format!("{}-{}-{}", table_id.stage + 1, table_id.round + 1, table_id.table + 1)
}

pub fn parse_match_key(key: &str) -> Result<TableId> {
    let number = |part: &str| part.parse::<usize>().ok()?.checked_sub(1);
    let numbers: Option<Vec<usize>> = key.split('-').map(number).collect();
    match numbers.as_deref() {
        Some(&[stage, round, table]) if match_key(TableId { stage, round, table }) == key => {
            Ok(TableId { stage, round, table })
        }
        _ => Err(no_spot()),
    }
}
