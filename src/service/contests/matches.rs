//! Matches whose players arrange their times: what everybody sees of one, and what its players and officials see
//! besides.

use std::sync::Arc;

use crate::contest::arranged::{Dossier, LAST_MOMENT, TableId, Window};
use crate::contest::{Contest, EntrantId, Meeting, Settings};
use crate::service::access::{Act, Actor};
use crate::service::{App, Error, refusals};
use crate::store::contest_dues;
use swiss::series::Side;

use super::here::{self, TablePlay};
use super::kept::{self, Run};
use super::own::Own;
use super::{allowed, may_look, run};

/// So many events are looked through for somebody's matches.
const MOST_EVENTS: i64 = 200;

/// How far a match has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchState {
    /// No time is agreed on.
    ToAgree,
    Agreed,
    /// Its game was made here.
    Playing,
    /// Officials decide: the default rule has left it to them, or its window is over.
    Waiting,
    Over,
}

/// A match, as everybody sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedMatch {
    pub of: TableId,
    pub stage: String,
    pub sides: [EntrantId; 2],
    pub names: [String; 2],
    pub window: Window,
    /// When it begins, once that is agreed on.
    pub time: Option<i64>,
    pub state: MatchState,
}

/// What its players and the event's officials see besides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Inside {
    /// The side of who looks, if he plays it.
    pub own: Option<Side>,
    /// Whether he decides about it: an official who does not play it.
    pub rules: bool,
    pub dossier: Dossier,
}

/// A match for who looks at it.
#[derive(Debug, Clone)]
pub struct MatchSeen {
    pub run: Arc<Run>,
    pub line: TimedMatch,
    /// The game of it that was made here last.
    pub play: Option<TablePlay>,
    pub inside: Option<Inside>,
}

/// A match of one's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTimedMatch {
    pub event: String,
    pub slug: String,
    /// In which the event's hours are told.
    pub zone: String,
    pub line: TimedMatch,
    pub own: Side,
    /// How many times oneself and the other have proposed that are open.
    pub proposed: [usize; 2],
}

/// The zone in which an event's hours are told; UTC where nothing is said of it.
#[must_use]
pub fn zone_of(contest: &Contest) -> &str {
    zone_of_settings(&contest.settings)
}

/// The same by its settings.
pub(super) fn zone_of_settings(settings: &Settings) -> &str {
    settings.arranged.as_ref().map_or("UTC", |of| of.zone.as_str())
}

fn line(
    contest: &Contest,
    overdue: &[TableId],
    of: TableId,
    meeting: &Meeting,
) -> Option<TimedMatch> {
    let name = |id: EntrantId| contest.entrant(id).map(|one| one.person.name.clone());
    let time = contest.time_of(of);
    let state = match time {
        _ if meeting.is_over() => MatchState::Over,
        _ if overdue.contains(&of) => MatchState::Waiting,
        Some(_) if contest.has_started(of) => MatchState::Playing,
        Some(_) => MatchState::Agreed,
        None => MatchState::ToAgree,
    };
    Some(TimedMatch {
        of,
        stage: contest.settings.plan.stages.get(of.stage)?.name.clone(),
        sides: meeting.sides,
        names: meeting.sides.map(|side| name(side).unwrap_or_default()),
        window: contest.window_of(of)?,
        time,
        state,
    })
}

fn lines(contest: &Contest, now: i64) -> Vec<TimedMatch> {
    let overdue = contest.overdue(now);
    let all = contest.arranged_matches();
    all.filter_map(|(of, meeting)| line(contest, &overdue, of, meeting)).collect()
}

/// The matches of an event whose players arrange them, in the order of their rounds and tables.
///
/// # Errors
/// [`Error::Missing`] where no event of this name is run here.
pub fn matches(app: &App, slug: &str, now: i64) -> Result<(Arc<Run>, Vec<TimedMatch>), Error> {
    let run = run(app, slug)?;
    let lines = lines(&run.contest, now);
    Ok((run, lines))
}

/// One match; its proposals and its dossier for its two players and the event's officials alone.
///
/// # Errors
/// [`Error::Missing`] where no event of this name is run here; [`Error::NotFound`] where it has no such match.
pub fn one_match(
    app: &App,
    actor: &Actor,
    slug: &str,
    of: TableId,
    now: i64,
) -> Result<MatchSeen, Error> {
    let run = run(app, slug)?;
    let found = lines(&run.contest, now).into_iter().find(|line| line.of == of);
    let line = found.ok_or_else(|| Error::not_found(refusals::EVENT_NO_SPOT))?;
    let own = Own::of(&run.contest, actor).number();
    let at = line.sides.iter().position(|side| own == Some(*side));
    let own = at.map(|at| if at == 0 { Side::First } else { Side::Second });
    let sees = own.is_some() || may_look(app, actor, slug)?;
    let dossier = sees.then(|| run.contest.dossier(of)).flatten();
    let rules = own.is_none() && sees && may_rule(app, actor, slug)?;
    let inside = dossier.map(|dossier| Inside { own, rules, dossier });
    let games = here::games(&mut *app.store().reading()?, &run)?;
    let play = games.of_table(&run.contest, (of.stage, of.round, of.table), None, sees);
    Ok(MatchSeen { run, line, play, inside })
}

fn may_rule(app: &App, actor: &Actor, slug: &str) -> Result<bool, Error> {
    let mut connection = app.store().reading()?;
    Ok(allowed(&mut connection, actor, Act::EnterResults, slug).is_ok())
}

/// The matches that somebody has to arrange and to play, of all events; those whose moment comes first are first.
///
/// # Errors
/// [`Error::SignIn`] for nobody; [`Error`] where the store fails.
pub fn own_matches(app: &App, actor: &Actor, now: i64) -> Result<Vec<OwnTimedMatch>, Error> {
    let on = crate::service::access::On::Account(actor.account);
    crate::service::access::require(actor, Act::Play, on, false)?;
    let mut connection = app.store().reading()?;
    let mut found = Vec::new();
    for row in contest_dues::due(&mut connection, LAST_MOMENT, MOST_EVENTS)? {
        let run = kept::run(app, &mut connection, &row)?;
        let Some(own) = Own::of(&run.contest, actor).number() else { continue };
        for line in lines(&run.contest, now) {
            let Some(at) = line.sides.iter().position(|side| *side == own) else { continue };
            if line.state == MatchState::Over {
                continue;
            }
            let times = run.contest.arrangement(line.of).map(|one| &one.times);
            let count = |at: usize| times.map_or(0, |times| times[at].len());
            found.push(OwnTimedMatch {
                event: row.name.clone(),
                slug: row.slug.clone(),
                zone: zone_of(&run.contest).to_owned(),
                own: if at == 0 { Side::First } else { Side::Second },
                proposed: [count(at), count(1 - at)],
                line,
            });
        }
    }
    found.sort_by_key(|one| one.line.time.unwrap_or(one.line.window.agree_by));
    Ok(found)
}

/// A match as addresses name it, its stage, round and table counted from 1: `1-2-3`.
#[must_use]
pub fn match_key(of: TableId) -> String {
    format!("{}-{}-{}", of.stage + 1, of.round + 1, of.table + 1)
}

/// The match of such a name.
///
/// # Errors
/// [`Error::NotFound`] for what is no such name.
pub fn match_of(key: &str) -> Result<TableId, Error> {
    let number = |part: &str| part.parse::<usize>().ok()?.checked_sub(1);
    let numbers: Option<Vec<usize>> = key.split('-').map(number).collect();
    match numbers.as_deref() {
        Some(&[stage, round, table]) if match_key(TableId { stage, round, table }) == key => {
            Ok(TableId { stage, round, table })
        }
        _ => Err(Error::not_found(refusals::EVENT_NO_SPOT)),
    }
}
