//! Notices that a match is about to start, queued when its time is fixed.

use adjutant_domain::contest::scheduling::SchedulingEvent;
use adjutant_domain::contest::{ContestFact, TableId};
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::notice::Notice;
use adjutant_store::outbox::{self, NewDelivery, OutboxChannel, OutboxRow, TryEnd};
use adjutant_store::{AnyConnection, contests as contest_rows};

use super::contest_facts::publish_to_both;
use crate::contests::{load_row, match_key, parse_match_key};
use crate::{App, Result};

/// How long before its start a match is announced.
const LEAD: i64 = 10 * MINUTE;
const AT_ONCE: i64 = 50;
/// Nothing else runs between claim and end, so any time will do.
const LEASE: i64 = MINUTE;

/// Queues the announcements of times that were fixed, in their transaction.
pub(super) fn queue(
    conn: &mut AnyConnection,
    event: i32,
    facts: &[ContestFact],
    now: Micros,
) -> Result<()> {
    for fact in facts {
        let ContestFact::MatchScheduling {
            table,
            event: SchedulingEvent::TimeFixed { time: Some(at), .. },
            ..
        } = fact
        else {
            continue;
        };
        if *at <= now {
            continue;
        }
        let body = format!("{} {}", match_key(*table), at.0);
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

/// Publishes the announcements that are due, each once.
pub fn run_reminders(app: &App, now: Micros) -> Result<()> {
    let due = outbox::is_due(&mut *app.store().read_connection()?, OutboxChannel::Reminder, now)?;
    if !due {
        return Ok(());
    }
    app.write(|conn| {
        let until = now.saturating_add(LEASE);
        for row in outbox::claim(conn, OutboxChannel::Reminder, (now, until), AT_ONCE)? {
            announce(app, conn, &row, now)?;
            outbox::finish(conn, &row, (TryEnd::Done, ""), now)?;
        }
        Ok(())
    })
}

/// Announces a match, unless its time has changed since, or has passed.
fn announce(app: &App, conn: &mut AnyConnection, due: &OutboxRow, now: Micros) -> Result<()> {
    let Some((table, at)) = read_body(&due.body) else { return Ok(()) };
    let Some(row) = contest_rows::by_id(conn, due.target)? else { return Ok(()) };
    let loaded = load_row(app, conn, &row)?;
    let contest = &loaded.contest;
    let is_over = contest.published_meeting(table).is_none_or(|meeting| meeting.is_over());
    if contest.match_time(table) != Some(at) || at <= now || is_over {
        return Ok(());
    }
    let event = due.target;
    let notice = |opponent| Notice::StartsSoon { event, table, at, opponent };
    publish_to_both(conn, contest, table, (&due.key, notice), now)
}

fn read_body(body: &str) -> Option<(TableId, Micros)> {
    let (key, at) = body.split_once(' ')?;
    Some((parse_match_key(key).ok()?, Micros(at.parse().ok()?)))
}
