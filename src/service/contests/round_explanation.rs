//! Why a round is paired as it is: of a published one for everybody, of a draft for officials.

use std::sync::Arc;

use crate::contest::{ContestFact, RoundExplanation, json};
use crate::service::access::Actor;
use crate::service::{App, Error, refusals};
use crate::store::StoreError;
use crate::store::contests as rows;

use super::board::load_contest;
use super::cache::LoadedContest;
use super::execution::is_official;

/// A round that is explained, with the event that it is of.
#[derive(Debug, Clone)]
pub struct ExplainedRound {
    pub loaded: Arc<LoadedContest>,
    /// Whether it is told to an official, who sees more than everybody.
    pub for_officials: bool,
    pub explanation: Arc<RoundExplanation>,
    pub is_published: bool,
    /// Whether officials have changed what was paired.
    pub by_hand: bool,
    /// Whether a result that it was paired by was corrected after it was published.
    pub is_stale: bool,
}

/// Explains a round of a Swiss stage; both are counted from 0.
///
/// # Errors
/// [`Error::Missing`] where there is no such event; [`Error::NotFound`] where there is no such round for who asks, or
/// the stage is no Swiss one.
pub fn explain_round(
    app: &App,
    actor: &Actor,
    slug: &str,
    stage: usize,
    round: usize,
) -> Result<ExplainedRound, Error> {
    let officials = is_official(app, actor, slug)?;
    let run = load_contest(app, slug)?;
    let missing = || Error::not_found(refusals::EVENT_NO_SPOT);
    let of_stage = run.contest.stages.get(stage).ok_or_else(missing)?;
    let shown = of_stage.rounds.get(round).filter(|round| officials || round.published);
    let shown = shown.ok_or_else(missing)?;
    let (published, by_hand, stale) = (shown.published, shown.is_manual, shown.stale);
    let key = (run.row.id, run.row.version, stage, round);
    let explained = match app.contests().get_explanation(key) {
        Some(explained) => explained,
        None => {
            let facts = facts_of_loaded(app, &run)?;
            let found = run.contest.explain_round(&facts, stage, round).ok_or_else(missing)?;
            app.contests().put_explanation(key, found)
        }
    };
    // Who is kept apart is for officials alone.
    let explained = if officials { explained } else { Arc::new(explained.to_public()) };
    Ok(ExplainedRound {
        loaded: run,
        for_officials: officials,
        explanation: explained,
        is_published: published,
        by_hand,
        is_stale: stale,
    })
}

/// All that was told of an event up to where it is known.
fn facts_of_loaded(app: &App, run: &LoadedContest) -> Result<Vec<ContestFact>, Error> {
    let mut connection = app.store().read_connection()?;
    let stored = rows::facts(&mut connection, run.row.id, 0)?;
    let known = stored.iter().filter(|row| row.number <= run.row.version);
    let read = |row: &rows::FactRow| {
        let damaged = |e| StoreError::Damaged(format!("fact {}: {e}", row.number));
        json::read_fact(&row.body).map_err(damaged)
    };
    Ok(known.map(read).collect::<Result<_, _>>()?)
}
