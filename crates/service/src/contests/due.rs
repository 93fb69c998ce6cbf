//! Automatic actions of events: reminders, the default rule, the clock and the pairs of arenas, and what time does in ladders.

use crate::access::Part;
use crate::accounts::{MailKind, MailMessage, MatchNotice};
use crate::retries::Chore;
use crate::{App, Result};
use adjutant_domain::contest::Contest;
use adjutant_domain::contest::scheduling::{DueAction, DueMatch, MAX_TIMESTAMP, Reminder};
use adjutant_domain::moment::Micros;
use adjutant_store::contests::ContestRow;
use adjutant_store::{AnyConnection, accounts, contests as rows};

use super::cache::LoadedContest;
use super::error_messages::contest_error;
use super::execution::append_automatic_facts;
use super::matches::{match_key, zone_name};
use super::scheduling_command::sides_at_table;

const MAX_EVENTS_PER_RUN: i64 = 100;

#[derive(Debug, Default)]
pub struct DueReport {
    pub mail: Vec<MailMessage>,
    /// The number of matches to which the default rule was applied.
    pub applied_defaults: usize,
}

/// Stores when the next action of an event is due. While a match is to be arranged or played, the
/// event is searched for players' own matches.
pub(super) fn schedule_next_due(
    conn: &mut AnyConnection,
    id: i32,
    contest: &Contest,
) -> Result<()> {
    let is_open = || !contest.is_over && contest.scheduled_matches().any(|(_, one)| !one.is_over());
    let due = contest.next_due_at().or_else(|| is_open().then_some(MAX_TIMESTAMP));
    Ok(rows::set_due(conn, id, due)?)
}

/// Performs the actions due at `now`, each once: it is recorded as a fact in the same transaction.
/// `up_since` is when the server started. An event that fails does not affect others.
pub fn run_due_actions(app: &App, now: Micros, up_since: Micros) -> Result<DueReport> {
    let due = rows::due_contests(&mut *app.store().connection()?, now, MAX_EVENTS_PER_RUN)?;
    let mut all = DueReport::default();
    for row in due {
        let done = app.retries().attempt(Chore::Matches(row.id), now, || {
            run_event_due_actions(app, &row, now, up_since).inspect_err(|e| {
                tracing::warn!(event = row.slug, error = %e, "what is due was not done");
            })
        });
        let done = done.unwrap_or_default();
        all.mail.extend(done.mail);
        all.applied_defaults += done.applied_defaults;
    }
    Ok(all)
}

/// Performs the due actions of one event, with the operator's permissions.
fn run_event_due_actions(
    app: &App,
    row: &ContestRow,
    now: Micros,
    up_since: Micros,
) -> Result<DueReport> {
    let mut done = DueReport::default();
    append_automatic_facts(app, row.id, Part::Operator.key(), now, |conn, run| {
        let due = run.contest.due_matches(now, up_since);
        let facts = run.contest.execute_due(&due, now).map_err(contest_error)?;
        let facts = run.contest.with_arena_pairs(facts, now);
        let facts = run.contest.with_ladder_moves_since(facts, now, up_since);
        if facts.is_empty() {
            schedule_next_due(conn, row.id, &run.contest)?;
            return Ok(facts);
        }
        for one in &due {
            done.applied_defaults +=
                usize::from(matches!(one.action, DueAction::ApplyDefault { .. }));
            done.mail.extend(due_mail(conn, run, one)?);
        }
        Ok(facts)
    })?;
    Ok(done)
}

/// Messages about an action, to those with a confirmed address.
fn due_mail(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    due: &DueMatch,
) -> Result<Vec<MailMessage>> {
    let (kind, to) = match due.action {
        DueAction::Remind { of: Reminder::ToAgree, sides } => (MailKind::MatchUnscheduled, sides),
        DueAction::Remind { of: Reminder::Start, sides } => (MailKind::MatchStarts, sides),
        DueAction::ApplyDefault { .. } => (MailKind::MatchDefaulted, [true; 2]),
    };
    let contest = &run.contest;
    let Some(sides) = sides_at_table(contest, due.table) else { return Ok(Vec::new()) };
    // The time of the match, otherwise the deadline.
    let deadline = contest.match_window(due.table).map_or(due.since, |window| window.agree_by);
    let time = contest.match_time(due.table).unwrap_or(deadline);
    let mut letters = Vec::new();
    for (at, side) in sides.into_iter().enumerate().filter(|(at, _)| to[*at]) {
        let Some((own, other)) = contest.entrant(side).zip(contest.entrant(sides[1 - at])) else {
            continue;
        };
        if own.person.player == 0 {
            continue;
        }
        let account = accounts::by_player(conn, own.person.player)?;
        let news = MatchNotice {
            event: run.row.name.clone(),
            opponent: other.person.name.clone(),
            time,
            zone: zone_name(contest).to_owned(),
            path: format!("/events/{}/matches/{}", run.row.slug, match_key(due.table)),
        };
        letters.extend(account.and_then(|row| MailMessage::about_match(&row, kind, news)));
    }
    Ok(letters)
}
