//! Automatic ends of grace periods: the server enters the defaults, once per round.

use crate::access::Part;
use crate::retries::Chore;
use crate::{App, Result};
use adjutant_domain::contest::RoundId;
use adjutant_domain::moment::Micros;
use adjutant_store::contests::{self as rows, ContestRow};
use ledger_ratings::Day;

use super::cache::{self, LoadedContest};
use super::error_messages::contest_error;
use super::execution::{FactBatch, append_automatic_facts};
use super::onsite_games;

/// Events that began this many days ago are examined; none lasts longer.
const LOOKBACK_DAYS: i32 = 60;
const MAX_EVENTS: i64 = 500;
const PHASE_UNDER_WAY: i16 = 1;

impl LoadedContest {
    /// Rounds whose grace period ends automatically, and when.
    pub fn automatic_grace_ends(&self) -> Vec<(RoundId, Micros)> {
        let ends = |(&round, &at)| Some((round, self.contest.grace_ends_at(round, at)?));
        self.published_at.iter().filter_map(ends).collect()
    }
}

/// Ends the grace periods that are over at `now`; returns the number of rounds. It is recorded as a
/// fact in the same transaction, and so done once even after restarts. An event that fails does not
/// affect others.
pub fn end_grace_periods(app: &App, today: Day, now: Micros) -> Result<usize> {
    let all = rows::from_day(&mut *app.store().connection()?, today.0 - LOOKBACK_DAYS, MAX_EVENTS)?;
    let mut ended = 0;
    for row in all.into_iter().filter(|row| row.phase == PHASE_UNDER_WAY) {
        let done = app.retries().attempt(Chore::Grace(row.id), now, || {
            end_due_periods(app, &row, now).inspect_err(|e| {
                tracing::warn!(event = row.slug, error = %e, "grace could not be ended");
            })
        });
        ended += done.unwrap_or_default();
    }
    Ok(ended)
}

fn end_due_periods(app: &App, row: &ContestRow, now: Micros) -> Result<usize> {
    let due = |run: &LoadedContest| {
        let mut ends = run.automatic_grace_ends();
        ends.retain(|(_, at)| *at <= now);
        ends
    };
    if due(&*cache::load(app, &mut *app.store().connection()?, row)?).is_empty() {
        return Ok(0);
    }
    let mut ended = 0;
    // The server acts with the operator's permissions.
    let acting_as = Part::Operator.key();
    let told = append_automatic_facts(app, row.id, acting_as, now, |conn, run| {
        let left = onsite_games::load_event_plays(conn, run)?.onsite_slots();
        let mut batch = FactBatch::new(&run.contest);
        for (round, _) in due(run) {
            let facts = batch.after.end_grace_period(round, &left);
            batch.add(facts.map_err(contest_error)?)?;
            ended += 1;
        }
        Ok(batch.facts)
    })?;
    Ok(if told { ended } else { 0 })
}
