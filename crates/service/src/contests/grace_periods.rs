//! Automatic ends of grace periods: the server enters the defaults, once per round.

use crate::access::{ActingAs, Actor, Part};
use crate::retries::Chore;
use crate::{App, Error};
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, id_sequence};
use ledger_ratings::Day;

use super::cache::{self, LoadedContest};
use super::error_messages::contest_error;
use super::execution::append_facts;
use super::onsite_games;

/// Events that began this many days ago are examined; none lasts longer.
const LOOKBACK_DAYS: i32 = 60;
/// The number of events examined.
const MAX_EVENTS: i64 = 500;
/// The stored phase of events under way.
const PHASE_UNDER_WAY: i16 = 1;

impl LoadedContest {
    /// Rounds whose grace period ends automatically: stage, round, and time in microseconds since
    /// 1970.
    pub fn automatic_grace_ends(&self) -> Vec<(usize, usize, i64)> {
        let ends = |(&(stage, round), &at): (&(usize, usize), &i64)| {
            Some((stage, round, self.contest.grace_ends_at(stage, round, at)?))
        };
        self.published_at.iter().filter_map(ends).collect()
    }
}

/// Ends the grace periods that are over at `now`; returns the number of rounds. It is recorded as a
/// fact in the same transaction, and so done once even after restarts. An event that fails does not
/// affect others.
pub fn end_grace_periods(app: &App, today: Day, now: i64) -> Result<usize, Error> {
    let all = rows::from_day(&mut *app.store().connection()?, today.0 - LOOKBACK_DAYS, MAX_EVENTS)?;
    let (mut ended, retries) = (0, app.retries());
    for row in all.into_iter().filter(|row| row.phase == PHASE_UNDER_WAY) {
        let chore = Chore::Grace(row.id);
        if !retries.may(chore, now) {
            continue;
        }
        match end_due_periods(app, &row, now) {
            Ok(count) => {
                retries.done(chore);
                ended += count;
            }
            Err(e) => {
                retries.fail(chore, now);
                tracing::warn!(event = row.slug, error = %e, "grace could not be ended");
            }
        }
    }
    Ok(ended)
}

fn end_due_periods(app: &App, row: &ContestRow, now: i64) -> Result<usize, Error> {
    let run = cache::load(app, &mut *app.store().connection()?, row)?;
    let is_due = run.automatic_grace_ends().iter().any(|(.., at)| *at <= now);
    if is_due { end_periods_of_event(app, row, now) } else { Ok(0) }
}

fn end_periods_of_event(app: &App, row: &ContestRow, now: i64) -> Result<usize, Error> {
    let ended = in_transaction(&mut *app.store().connection()?, |connection| {
        id_sequence::lock_writer(connection)?;
        let Some(row) = rows::by_slug(connection, &row.slug)? else { return Ok::<_, Error>(0) };
        let run = cache::load(app, connection, &row)?;
        append_grace_ends(connection, &run, now)
    })?;
    if ended > 0 {
        app.editions().raise();
    }
    Ok(ended)
}

fn append_grace_ends(
    connection: &mut AnyConnection,
    run: &LoadedContest,
    now: i64,
) -> Result<usize, Error> {
    let due: Vec<_> =
        run.automatic_grace_ends().into_iter().filter(|(.., at)| *at <= now).collect();
    let left = onsite_games::load_event_plays(connection, run)?.onsite_slots();
    let (mut after, mut all) = (run.contest.clone(), Vec::new());
    for (stage, round, _) in &due {
        let facts = after.end_grace_period(*stage, *round, &left).map_err(contest_error)?;
        let stands = after.apply_facts(&facts);
        stands.map_err(|_| Error::Internal("a fact that does not follow".to_owned()))?;
        all.extend(facts);
    }
    if all.is_empty() {
        return Ok(0);
    }
    // The server acts with the operator's permissions.
    append_facts(connection, &Actor::for_command(), ActingAs(Part::Operator), run, &all, now)?;
    Ok(due.len())
}
