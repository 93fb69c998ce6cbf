//! Notices that a match or a round is about to start, queued when its time is known.

use adjutant_domain::contest::scheduling::SchedulingEvent;
use adjutant_domain::contest::{Contest, ContestFact, RoundId, TableId};
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::notice::Notice;
use adjutant_store::outbox::{self, NewDelivery, OutboxChannel, OutboxRow, TryEnd};
use adjutant_store::{AnyConnection, contests as contest_rows};

use super::contest_facts::{publish_to_both, publish_to_entrants, to_both};
use super::moves;
use crate::contests::{load_row, match_key, parse_match_key};
use crate::{App, Result};

/// How long before its start a match or a round is announced.
const LEAD: i64 = 10 * MINUTE;
const AT_ONCE: i64 = 50;
/// Nothing else runs between claim and end, so any time will do.
const LEASE: i64 = MINUTE;

/// Queues the announcements of times that were fixed, in their transaction.
pub(super) fn queue(
    conn: &mut AnyConnection,
    event: i32,
    (after, facts): (&Contest, &[ContestFact]),
    now: Micros,
) -> Result<()> {
    for start in facts.iter().flat_map(|fact| starts(after, fact)) {
        let at = start.at();
        if at <= now {
            continue;
        }
        let body = start.to_body();
        let key = format!("start {event} {body}");
        let due_at = at.saturating_sub(LEAD).max(now);
        let channel = OutboxChannel::Reminder;
        outbox::add(
            conn,
            &NewDelivery { channel, key, account: None, target: event, body, due_at },
            now,
        )?;
    }
    Ok(())
}

/// What is announced before it starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Start {
    /// A match whose players arranged its time.
    Match(TableId, Micros),
    /// A round with a time in the timetable.
    Round(RoundId, Micros),
}

impl Start {
    const fn at(self) -> Micros {
        let (Start::Match(_, at) | Start::Round(_, at)) = self;
        at
    }

    fn to_body(self) -> String {
        match self {
            Start::Match(table, at) => format!("{} {}", match_key(table), at.0),
            Start::Round(RoundId { stage, round }, at) => format!("round {stage} {round} {}", at.0),
        }
    }

    fn from_body(body: &str) -> Option<Start> {
        if let Some(rest) = body.strip_prefix("round ") {
            let mut parts = rest.splitn(3, ' ');
            let (stage, round) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            let at = Micros(parts.next()?.parse().ok()?);
            return Some(Start::Round(RoundId { stage, round }, at));
        }
        let (key, at) = body.split_once(' ')?;
        Some(Start::Match(parse_match_key(key).ok()?, Micros(at.parse().ok()?)))
    }
}

/// The starts that a fact makes known. A round has one when it is published and whenever its time
/// changes afterwards.
fn starts(after: &Contest, fact: &ContestFact) -> Vec<Start> {
    let timetable = &after.settings.timetable;
    match fact {
        ContestFact::MatchScheduling {
            table,
            event: SchedulingEvent::TimeFixed { time: Some(at), .. },
            ..
        } => vec![Start::Match(*table, *at)],
        ContestFact::RoundPublished(round) | ContestFact::RoundRestored(round) => {
            let at = timetable.start_of(*round);
            at.map(|at| Start::Round(*round, at)).into_iter().collect()
        }
        ContestFact::SettingsChanged { .. } => {
            let published = timetable.starts.iter().filter(|one| {
                after.round(one.round_id()).is_some_and(|round| round.published && !round.is_over())
            });
            published.map(|one| Start::Round(one.round_id(), one.at)).collect()
        }
        _ => Vec::new(),
    }
}

/// Publishes the announcements that are due, each once.
pub fn run_reminders(app: &App, now: Micros) -> Result<()> {
    let due = outbox::is_due(&mut *app.store().read_connection()?, OutboxChannel::Reminder, now)?;
    if !due {
        return Ok(());
    }
    app.write(|conn| {
        let until = now.saturating_add(LEASE);
        for row in outbox::claim(conn, OutboxChannel::Reminder, (now, until), AT_ONCE)? {
            if !moves::announce_move(app, conn, &row, now)? {
                announce(app, conn, &row, now)?;
            }
            outbox::finish(conn, &row, (TryEnd::Done, ""), now)?;
        }
        Ok(())
    })
}

/// Announces a start, unless its time has changed since, or has passed.
fn announce(app: &App, conn: &mut AnyConnection, due: &OutboxRow, now: Micros) -> Result<()> {
    let Some(start) = Start::from_body(&due.body).filter(|start| start.at() > now) else {
        return Ok(());
    };
    let Some(row) = contest_rows::by_id(conn, due.target)? else { return Ok(()) };
    let loaded = load_row(app, conn, &row)?;
    match start {
        Start::Match(table, at) => announce_match(conn, &loaded.contest, (due, table, at), now),
        Start::Round(round, at) => announce_round(conn, &loaded.contest, (due, round, at), now),
    }
}

fn announce_match(
    conn: &mut AnyConnection,
    contest: &Contest,
    (due, table, at): (&OutboxRow, TableId, Micros),
    now: Micros,
) -> Result<()> {
    let is_over = contest.published_meeting(table).is_none_or(|meeting| meeting.is_over());
    if contest.match_time(table) != Some(at) || is_over {
        return Ok(());
    }
    let event = due.target;
    let notice = |opponent| Notice::StartsSoon { event, table, at, opponent };
    publish_to_both(conn, contest, table, (&due.key, notice), now)
}

/// Tells those who are paired and still have to play; matches that their players arrange have times
/// of their own.
fn announce_round(
    conn: &mut AnyConnection,
    contest: &Contest,
    (due, round, at): (&OutboxRow, RoundId, Micros),
    now: Micros,
) -> Result<()> {
    let published = contest.round(round).filter(|round| round.published);
    let Some(published) = published.filter(|_| !contest.is_over) else { return Ok(()) };
    if contest.settings.timetable.start_of(round) != Some(at) {
        return Ok(());
    }
    let event = due.target;
    let open = published.meetings.iter().enumerate().filter(|(_, meeting)| !meeting.is_over());
    let tables = open.map(|(number, _)| round.table(number));
    let tables = tables.filter(|table| contest.match_window(*table).is_none());
    let all = tables.flat_map(|table| {
        to_both(contest, table, |opponent| Notice::RoundStarts { event, table, at, opponent })
    });
    let all = all.collect();
    publish_to_entrants(conn, contest, all, &due.key, now)
}
