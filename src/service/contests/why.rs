//! Why a round is paired as it is: of a published one for everybody, of a draft for officials.

use std::sync::Arc;

use crate::contest::{Fact, RoundExplained, written};
use crate::service::access::Actor;
use crate::service::{App, Error, refusals};
use crate::store::StoreError;
use crate::store::contests as rows;

use super::board::run;
use super::desk::may_look;
use super::kept::Run;

/// A round that is explained, with the event that it is of.
#[derive(Debug, Clone)]
pub struct ExplainedRound {
    pub run: Arc<Run>,
    /// Whether it is told to an official, who sees more than everybody.
    pub for_officials: bool,
    pub explained: Arc<RoundExplained>,
    pub published: bool,
    /// Whether officials have changed what was paired.
    pub by_hand: bool,
    /// Whether a result that it was paired by was corrected after it was published.
    pub stale: bool,
}

/// Explains a round of a Swiss stage; both are counted from 0.
///
/// # Errors
/// [`Error::Missing`] where there is no such event; [`Error::NotFound`] where there is no such round for who asks, or
/// the stage is no Swiss one.
pub fn explained_round(
    app: &App,
    actor: &Actor,
    slug: &str,
    stage: usize,
    round: usize,
) -> Result<ExplainedRound, Error> {
    let officials = may_look(app, actor, slug)?;
    let run = run(app, slug)?;
    let missing = || Error::not_found(refusals::EVENT_NO_SPOT);
    let of_stage = run.contest.stages.get(stage).ok_or_else(missing)?;
    let shown = of_stage.rounds.get(round).filter(|round| officials || round.published);
    let shown = shown.ok_or_else(missing)?;
    let (published, by_hand, stale) = (shown.published, shown.by_hand, shown.stale);
    let key = (run.row.id, run.row.version, stage, round);
    let explained = match app.contests().explained(key) {
        Some(explained) => explained,
        None => {
            let facts = facts(app, &run)?;
            let found = run.contest.explain_round(&facts, stage, round).ok_or_else(missing)?;
            app.contests().keep_explained(key, found)
        }
    };
    // Who is kept apart is for officials alone.
    let explained = if officials { explained } else { Arc::new(explained.for_everybody()) };
    Ok(ExplainedRound { run, for_officials: officials, explained, published, by_hand, stale })
}

/// All that was told of an event up to where it is known.
fn facts(app: &App, run: &Run) -> Result<Vec<Fact>, Error> {
    let mut connection = app.store().reading()?;
    let stored = rows::facts(&mut connection, run.row.id, 0)?;
    let known = stored.iter().filter(|row| row.number <= run.row.version);
    let read = |row: &rows::FactRow| {
        let damaged = |e| StoreError::Damaged(format!("fact {}: {e}", row.number));
        written::read(&row.body).map_err(damaged)
    };
    Ok(known.map(read).collect::<Result<_, _>>()?)
}
