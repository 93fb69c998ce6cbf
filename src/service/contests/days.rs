//! On which days events that are run here were played, as far as that is known: the list of all events is in this order.

use chrono_tz::Tz;

use crate::contest::{Contest, Fact, Settings};
use crate::service::{App, Error};
use crate::store::contests::{self as rows, ContestRow};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, counted, events};

use super::kept;
use super::matches::zone_of_settings;
use super::news::{What, day_of, known};

/// By whose clocks an event is played.
fn clocks(settings: Option<&Settings>) -> Tz {
    settings.and_then(|settings| zone_of_settings(settings).parse().ok()).unwrap_or(Tz::UTC)
}

/// Moves the day on by which an event is listed, where a round of it was published just now (microseconds since 1970).
pub(super) fn follow(
    connection: &mut AnyConnection,
    row: &ContestRow,
    (after, facts): (&Contest, &[Fact]),
    at: i64,
) -> Result<(), Error> {
    let is_published = |fact: &Fact| matches!(fact, Fact::Published { .. } | Fact::Restored { .. });
    if facts.iter().any(is_published) {
        let day = day_of(at, clocks(Some(&after.settings))).max(row.first_day);
        events::lasts_until(connection, row.id, day)?;
    }
    Ok(())
}

/// The day of the last round among these facts, or the first day. What was told all at once tells no day: it was
/// brought from elsewhere.
pub(super) fn last(first_day: i32, facts: &[(i64, Fact)]) -> i32 {
    let settings = facts.iter().rev().find_map(|(_, fact)| match fact {
        Fact::Settled(settings) => Some(&**settings),
        _ => None,
    });
    let (clocks, made) = (clocks(settings), facts.first().map(|(at, _)| *at));
    let rounds = known(facts.iter().map(|(at, fact)| (*at, fact))).into_iter();
    let days = rounds
        .filter(|(what, at)| matches!(what, What::Published { .. }) && Some(*at) != made)
        .map(|(_, at)| day_of(at, clocks));
    days.max().unwrap_or(first_day).max(first_day)
}

/// Gives events that are run here their days, where what is stored has none: all of them where `all`.
fn find(connection: &mut AnyConnection, all: bool) -> Result<(), Error> {
    let found = if all { rows::all(connection)? } else { rows::without_days(connection)? };
    for row in found {
        // What cannot be read is told by a check; its first day is known.
        let facts = kept::facts(connection, &row).unwrap_or_default();
        events::lasts_until(connection, row.id, last(row.first_day, &facts))?;
    }
    Ok(())
}

/// The same of all, in a database that was just filled from a backup, which does not keep them.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn find_all(connection: &mut AnyConnection) -> Result<(), Error> {
    find(connection, true)
}

/// Gives those events their days that were made before events had any; once.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn take_earlier_days(app: &App) -> Result<(), Error> {
    let mut connection = app.store().connection()?;
    if rows::without_days(&mut connection)?.is_empty() {
        return Ok(());
    }
    in_transaction(&mut connection, |connection| {
        counted::claim(connection)?;
        find(connection, false)
    })?;
    app.editions().raise();
    Ok(())
}
