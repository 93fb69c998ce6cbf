//! On which days events that are run here were played, as far as that is known: the list of all events is in this order.

use chrono_tz::Tz;

use crate::contest::{Contest, ContestFact, ContestSettings};
use crate::service::{App, Error};
use crate::store::contests::{self as rows, ContestRow};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, events, id_sequence};

use super::cache;
use super::matches::settings_zone_name;
use super::news::{NewsKind, local_day, published_news};

/// By whose clocks an event is played.
fn time_zone(settings: Option<&ContestSettings>) -> Tz {
    settings.and_then(|settings| settings_zone_name(settings).parse().ok()).unwrap_or(Tz::UTC)
}

/// Moves the day on by which an event is listed, where a round of it was published just now (microseconds since 1970).
pub(super) fn update_last_day(
    connection: &mut AnyConnection,
    row: &ContestRow,
    (after, facts): (&Contest, &[ContestFact]),
    at: i64,
) -> Result<(), Error> {
    let is_published = |fact: &ContestFact| {
        matches!(fact, ContestFact::RoundPublished { .. } | ContestFact::RoundRestored { .. })
    };
    if facts.iter().any(is_published) {
        let day = local_day(at, time_zone(Some(&after.settings))).max(row.first_day);
        events::advance_day(connection, row.id, day)?;
    }
    Ok(())
}

/// The day of the last round among these facts, or the first day. What was told all at once tells no day: it was
/// brought from elsewhere.
pub(super) fn last_day(first_day: i32, facts: &[(i64, ContestFact)]) -> i32 {
    let settings = facts.iter().rev().find_map(|(_, fact)| match fact {
        ContestFact::SettingsChanged(settings) => Some(&**settings),
        _ => None,
    });
    let (clocks, made) = (time_zone(settings), facts.first().map(|(at, _)| *at));
    let rounds = published_news(facts.iter().map(|(at, fact)| (*at, fact))).into_iter();
    let days = rounds
        .filter(|(what, at)| matches!(what, NewsKind::Published { .. }) && Some(*at) != made)
        .map(|(_, at)| local_day(at, clocks));
    days.max().unwrap_or(first_day).max(first_day)
}

/// Gives events that are run here their days, where what is stored has none: all of them where `all`.
fn backfill(connection: &mut AnyConnection, all: bool) -> Result<(), Error> {
    let found = if all { rows::all(connection)? } else { rows::without_event_day(connection)? };
    for row in found {
        // What cannot be read is told by a check; its first day is known.
        let facts = cache::read_facts(connection, &row).unwrap_or_default();
        events::advance_day(connection, row.id, last_day(row.first_day, &facts))?;
    }
    Ok(())
}

/// The same of all, in a database that was just filled from a backup, which does not keep them.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn backfill_all_days(connection: &mut AnyConnection) -> Result<(), Error> {
    backfill(connection, true)
}

/// Gives those events their days that were made before events had any; once.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn backfill_missing_days(app: &App) -> Result<(), Error> {
    let mut connection = app.store().connection()?;
    if rows::without_event_day(&mut connection)?.is_empty() {
        return Ok(());
    }
    in_transaction(&mut connection, |connection| {
        id_sequence::lock_writer(connection)?;
        backfill(connection, false)
    })?;
    app.editions().raise();
    Ok(())
}
