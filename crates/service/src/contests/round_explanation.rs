//! Explanations of pairings: of published rounds for the public, of drafts for officials.

use std::sync::Arc;

use crate::access::Actor;
use crate::{App, Result};
use adjutant_domain::contest::{ContestFact, RoundExplanation, RoundId};

use super::board::load_contest;
use super::cache::{self, LoadedContest};
use super::error_messages::no_spot;
use super::execution::is_official;

#[derive(Debug, Clone)]
pub struct ExplainedRound {
    pub loaded: Arc<LoadedContest>,
    /// Whether the viewer is an official, who sees more.
    pub for_officials: bool,
    pub explanation: Arc<RoundExplanation>,
    pub is_published: bool,
    pub by_hand: bool,
    /// Whether a result used for the pairing was corrected after publication.
    pub is_stale: bool,
}

/// Explains a round of a Swiss stage.
pub fn explain_round(
    app: &App,
    actor: &Actor,
    slug: &str,
    round: RoundId,
) -> Result<ExplainedRound> {
    let officials = is_official(app, actor, slug)?;
    let run = load_contest(app, slug)?;
    let shown = run.contest.round(round).filter(|round| officials || round.published);
    let shown = shown.ok_or_else(no_spot)?;
    let (is_published, by_hand, is_stale) = (shown.published, shown.is_manual, shown.stale);
    let key = (run.row.id, run.row.version, round);
    let known = app.memory.contests.explanations.get(&key);
    let explained = match known {
        Some(explained) => explained,
        None => {
            let facts = cache::read_facts(&mut *app.store().read_connection()?, &run.row)?;
            let facts: Vec<ContestFact> = facts.into_iter().map(|(_, fact)| fact).collect();
            let found = run.contest.explain_round(&facts, round).ok_or_else(no_spot)?;
            let found = Arc::new(found);
            app.memory.contests.explanations.insert(key, Arc::clone(&found));
            found
        }
    };
    // Prohibited pairings are visible to officials only.
    let explained = if officials { explained } else { Arc::new(explained.to_public()) };
    Ok(ExplainedRound {
        loaded: run,
        for_officials: officials,
        explanation: explained,
        is_published,
        by_hand,
        is_stale,
    })
}
