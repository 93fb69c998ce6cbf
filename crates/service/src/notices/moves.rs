//! Notices that an event was moved to another day or place: one for all edits within a few minutes, and none if
//! everything is as it was by then.

use adjutant_domain::contest::Contest;
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::notice::Notice;
use adjutant_store::contests::ContestRow;
use adjutant_store::outbox::{self, NewDelivery, OutboxChannel, OutboxRow};
use adjutant_store::{AnyConnection, contests as contest_rows, distinct, follows};

use super::contest_facts::{accounts_of_entrants, expected_entrants, publish_to_accounts};
use crate::contests::load_row;
use crate::{App, Result};

/// How long officials may go on editing before people are told.
const WAIT: i64 = 10 * MINUTE;
const PREFIX: &str = "moved";

/// When and where an event was before it was moved, as a reminder keeps it, and who moved it.
struct Before {
    author: i32,
    first_day: i32,
    place: String,
}

impl Before {
    fn to_body(&self) -> String {
        format!("{PREFIX} {} {} {}", self.author, self.first_day, self.place)
    }

    fn from_body(body: &str) -> Option<Before> {
        let mut parts = body.strip_prefix(PREFIX)?.strip_prefix(' ')?.splitn(3, ' ');
        let (author, day) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
        Some(Before { author, first_day: day, place: parts.next()?.to_owned() })
    }
}

/// The place of an event with its address, in one line; empty if neither is said.
pub(super) fn place(contest: &Contest) -> String {
    let (place, address) = (&contest.settings.place, &contest.settings.about.address);
    let said = [place.as_str(), address.as_str()].into_iter().filter(|text| !text.is_empty());
    said.collect::<Vec<_>>().join(", ")
}

/// Queues the notice of a move in its transaction, unless one waits already, which will tell of this one too.
pub(super) fn queue_move(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (before, after, first_day): (&Contest, &Contest, i32),
    (author, now): (i32, Micros),
) -> Result<()> {
    let known = Before { author, first_day: row.first_day, place: place(before) };
    let is_same = (first_day, place(after)) == (known.first_day, known.place.clone());
    if is_same || after.is_over || outbox::is_waiting(conn, row.id, PREFIX)? {
        return Ok(());
    }
    let delivery = NewDelivery {
        channel: OutboxChannel::Reminder,
        key: format!("{PREFIX} {} {}", row.id, now.0),
        account: None,
        target: row.id,
        body: known.to_body(),
        due_at: now.saturating_add(WAIT),
    };
    outbox::add(conn, &delivery, now)?;
    Ok(())
}

/// Tells everybody who takes part, waits or follows; returns whether the reminder is about a move.
pub(super) fn announce_move(
    app: &App,
    conn: &mut AnyConnection,
    due: &OutboxRow,
    now: Micros,
) -> Result<bool> {
    let Some(before) = Before::from_body(&due.body) else { return Ok(false) };
    let Some(row) = contest_rows::by_id(conn, due.target)? else { return Ok(true) };
    let loaded = load_row(app, conn, &row)?;
    let contest = &loaded.contest;
    let notice = Notice::EventMoved {
        event: row.id,
        day: (row.first_day != before.first_day).then_some(row.first_day),
        place: place(contest) != before.place,
    };
    if contest.is_over || matches!(notice, Notice::EventMoved { day: None, place: false, .. }) {
        return Ok(true);
    }
    let entrants: Vec<_> = expected_entrants(contest).collect();
    let mut readers = accounts_of_entrants(conn, contest, &entrants)?;
    readers.extend(follows::followers_of_event(conn, row.id, Some(row.organisation_id))?);
    readers.retain(|account| *account != before.author);
    let cause = format!("event:{}:moved:{}", row.id, due.id);
    publish_to_accounts(conn, &distinct(readers), (&cause, &notice), now)?;
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_before_a_move_is_read_as_it_was_written() {
        for place in ["", "Rizal Hall, 1 Main St", "two  spaces"] {
            let before = Before { author: 7, first_day: -3, place: place.to_owned() };
            let read = Before::from_body(&before.to_body()).expect("it is read");
            assert_eq!((read.author, read.first_day, read.place.as_str()), (7, -3, place));
        }
        assert!(Before::from_body("round 0 0 1").is_none());
        assert!(Before::from_body("1-1-1 1795320000000000").is_none());
    }
}
