//! The last day of each event as far as known, by which the list of events is sorted.

use chrono_tz::Tz;

use crate::{App, Error, Result};
use adjutant_domain::contest::{Contest, ContestFact};
use adjutant_domain::moment::Micros;
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::{AnyConnection, events};
use ledger_ratings::Day;

use super::cache;
use super::matches::time_zone;
use super::news::{NewsKind, published_news};

/// Updates the last day after a round was published.
pub(super) fn update_last_day(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (after, facts): (&Contest, &[ContestFact]),
    at: Micros,
) -> Result<()> {
    let is_published = |fact: &ContestFact| {
        matches!(fact, ContestFact::RoundPublished(_) | ContestFact::RoundRestored(_))
    };
    if facts.iter().any(is_published) {
        let day = at.day_in(time_zone(&after.settings)).0.max(row.first_day);
        events::advance_day(conn, row.id, day)?;
    }
    Ok(())
}

/// Moves the first day of an event, and the day by which it is listed; its new facts are stored.
pub(super) fn move_first_day(conn: &mut AnyConnection, row: &ContestRow, day: Day) -> Result<()> {
    let known = rows::by_id(conn, row.id)?;
    let known = known.ok_or_else(|| Error::Internal("no event".to_owned()))?;
    let facts = cache::read_facts(conn, &known)?;
    rows::set_first_day(conn, row.id, (day.0, last_day(day.0, &facts)))?;
    Ok(())
}

/// The day of the last round among these facts, otherwise the first day. Facts that all have the
/// same time were imported, and do not count.
pub(super) fn last_day(first_day: i32, facts: &[(Micros, ContestFact)]) -> i32 {
    let settings = facts.iter().rev().find_map(|(_, fact)| match fact {
        ContestFact::SettingsChanged { settings } => Some(&**settings),
        _ => None,
    });
    let (clocks, made) = (settings.map_or(Tz::UTC, time_zone), facts.first().map(|(at, _)| *at));
    let rounds = published_news(facts.iter().map(|(at, fact)| (*at, fact))).into_iter();
    let days = rounds
        .filter(|(what, at)| matches!(what, NewsKind::Published(_)) && Some(*at) != made)
        .map(|(_, at)| at.day_in(clocks).0);
    days.max().unwrap_or(first_day).max(first_day)
}

fn backfill(conn: &mut AnyConnection, events: Vec<ContestRow>) -> Result<()> {
    for row in events {
        // Damaged events are reported by the integrity check; their first day is used.
        let facts = cache::read_facts(conn, &row).unwrap_or_default();
        events::advance_day(conn, row.id, last_day(row.first_day, &facts))?;
    }
    Ok(())
}

/// Computes the days after a restore, because backups do not contain them.
pub(crate) fn backfill_all_days(conn: &mut AnyConnection) -> Result<()> {
    let all = rows::all(conn)?;
    backfill(conn, all)
}

/// Computes the days of events created before they were stored.
pub fn backfill_missing_days(app: &App) -> Result<()> {
    let mut conn = app.store().connection()?;
    if rows::without_event_day(&mut conn)?.is_empty() {
        return Ok(());
    }
    drop(conn);
    app.write(|conn| {
        let missing = rows::without_event_day(conn)?;
        backfill(conn, missing)
    })?;
    app.editions().raise();
    Ok(())
}
