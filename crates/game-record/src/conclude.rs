//! Whether result and termination fit the plies (`NOTATION.md`, "Verdict of the verifier").

use crate::{Fault, Game, Outcome, Place, Submission, Termination};

/// Judges the result and termination that a text states, against the end that the rules gave its plies.
///
/// # Errors
/// Returns a [`Fault`] if they contradict each other or the rules, or if something is missing that does not follow.
pub fn conclude<G: Game>(
    submission: &Submission<G>,
    end: Option<(Outcome, Termination)>,
) -> Result<(Option<Outcome>, Termination), Fault> {
    match end {
        Some(end) => conclude_by_rule(submission, end),
        None => conclude_otherwise(submission),
    }
}

fn conclude_by_rule<G: Game>(
    submission: &Submission<G>,
    (outcome, termination): (Outcome, Termination),
) -> Result<(Option<Outcome>, Termination), Fault> {
    if let Some(stated) = submission.outcome.filter(|stated| *stated != Some(outcome)) {
        let message = format!(
            "the result is {}, but the last ply gives {} ({})",
            result_text(stated),
            outcome.notation(),
            termination.name()
        );
        return Err(Fault::new(Place::Result, message));
    }
    if let Some(stated) = submission.termination.filter(|stated| *stated != termination) {
        let message = format!(
            "the termination is {}, but the last ply ends the game by {}",
            stated.name(),
            termination.name()
        );
        return Err(Fault::new(Place::Termination, message));
    }
    Ok((Some(outcome), termination))
}

fn conclude_otherwise<G: Game>(
    submission: &Submission<G>,
) -> Result<(Option<Outcome>, Termination), Fault> {
    let termination = termination_without_end(submission)?;
    if termination.is_by_rule() {
        let message =
            format!("the termination is {}, but no ply ends the game by rule", termination.name());
        return Err(Fault::new(Place::Termination, message));
    }
    if termination == Termination::Default && !submission.plies.is_empty() {
        let message = "a default has no plies; a game that was begun ends another way";
        return Err(Fault::new(Place::Termination, message));
    }
    let outcome = outcome_without_end(submission, termination)?;
    if !termination.allows(outcome) {
        let message = format!(
            "the result {} does not fit the termination {}",
            result_text(outcome),
            termination.name()
        );
        return Err(Fault::new(Place::Result, message));
    }
    Ok((outcome, termination))
}

/// The stated termination, or the only possible one for `*`.
fn termination_without_end<G: Game>(submission: &Submission<G>) -> Result<Termination, Fault> {
    match (submission.termination, submission.outcome) {
        (Some(stated), _) => Ok(stated),
        (None, Some(None)) => Ok(Termination::Unterminated),
        (None, None) => Err(Fault::new(
            Place::Record,
            "neither Result nor Termination is given, and the plies do not end the game by rule: \
             add both (\"*\" and unterminated for a game that is not over)",
        )),
        (None, Some(Some(outcome))) => Err(Fault::new(
            Place::Result,
            format!(
                "the result is {}, but the plies do not end the game by rule: add a Termination \
                 (resignation, agreement, time, default or adjudication)",
                outcome.notation()
            ),
        )),
    }
}

/// The stated result, or the only one that the termination allows.
fn outcome_without_end<G: Game>(
    submission: &Submission<G>,
    termination: Termination,
) -> Result<Option<Outcome>, Fault> {
    match (submission.outcome, termination) {
        (Some(stated), _) => Ok(stated),
        (None, Termination::Agreement) => Ok(Some(Outcome::Draw)),
        (None, Termination::Abandoned | Termination::Unterminated) => Ok(None),
        (None, _) => Err(Fault::new(
            Place::Termination,
            format!("the game ended by {}; add a Result", termination.name()),
        )),
    }
}

/// A result as the notation writes it.
pub fn result_text(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or("*", Outcome::notation)
}
