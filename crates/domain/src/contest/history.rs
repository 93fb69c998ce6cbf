//! Undoing and redoing what officials did: which facts are in force.
//!
//! A fact is never removed. [`ContestFact::Undone`] says that earlier ones no longer count, and the contest is folded
//! from those that do ([`facts_in_force`]). An act is undone only if it might as well have been the last one: if doing
//! it after everything that followed leads to the same contest. So nothing that relies on it stays.

use super::{ChallengeEnd, Contest, ContestError, ContestFact, InvalidFact};

/// What an official did at once: consecutive facts, by their numbers in the event, from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    pub first: usize,
    pub last: usize,
}

impl Act {
    const fn contains(self, number: usize) -> bool {
        self.first <= number && number <= self.last
    }

    /// Its facts among all of the event; `None` if there are fewer.
    fn of(self, facts: &[ContestFact]) -> Option<&[ContestFact]> {
        facts.get(self.first.checked_sub(1)?..self.last)
    }
}

/// The facts that follow from undoing or redoing, and the contest after them.
pub type HistoryChange = (Vec<ContestFact>, Contest);

/// The places of the facts that count, from 0: all but those that were undone, and what undid them. Fails at what
/// undoes a fact that is not there, was undone before, or undoes others.
pub fn facts_in_force(facts: &[&ContestFact]) -> Result<Vec<usize>, InvalidFact> {
    let mut counts = vec![true; facts.len()];
    for (at, fact) in facts.iter().enumerate() {
        let ContestFact::Undone { first, last } = fact else { continue };
        counts[at] = false;
        // The settings that an event was created with come first, and nothing is left without them.
        if *first < 2 || first > last || *last > at {
            return Err(InvalidFact(at));
        }
        for undone in &mut counts[first - 1..*last] {
            if !std::mem::take(undone) {
                return Err(InvalidFact(at));
            }
        }
    }
    Ok((0..facts.len()).filter(|at| counts[*at]).collect())
}

/// Undoes an act; `facts` are all of the event. A round that it published is no longer valid.
pub fn undo(facts: &[ContestFact], act: Act) -> Result<HistoryChange, ContestError> {
    let own = act.of(facts).filter(|own| !own.is_empty() && act.first > 1);
    let own = own.ok_or(ContestError::NotFound)?;
    let standing = in_force(facts, None)?;
    if !(act.first..=act.last).all(|number| standing.contains(&(number - 1))) {
        return Err(ContestError::AlreadyUndone);
    }
    if !own.iter().all(ContestFact::can_be_undone) {
        return Err(ContestError::NotUndoable);
    }
    let now = fold(facts, &standing)?;
    let is_end = |fact: &ContestFact| {
        matches!(fact, ContestFact::EventEndedSet { .. } | ContestFact::EventCancelled { .. })
    };
    if !own.iter().any(is_end) {
        now.ensure_running()?;
    }
    let (others, later): (Vec<usize>, Vec<usize>) = {
        let others: Vec<usize> = standing.into_iter().filter(|at| !act.contains(at + 1)).collect();
        let later = others.iter().copied().filter(|at| *at >= act.last).collect();
        (others, later)
    };
    if later.iter().any(|at| facts[*at].is_step()) {
        return Err(ContestError::LaterActs);
    }
    let mut without = fold(facts, &others).map_err(|_| ContestError::LaterActs)?;
    let is_undone = later.is_empty() || without.with_facts(own).as_ref() == Ok(&now);
    if !is_undone || overturns(&now, &without) {
        return Err(ContestError::LaterActs);
    }
    let revoked = own.iter().filter_map(|fact| match fact {
        ContestFact::RoundPublished(at) => Some(ContestFact::RoundRevoked(*at)),
        _ => None,
    });
    let revoked: Vec<ContestFact> = revoked.collect();
    without.apply_facts(&revoked).map_err(|_| ContestError::NotFound)?;
    let undone = ContestFact::Undone { first: act.first, last: act.last };
    Ok(([undone].into_iter().chain(revoked).collect(), without))
}

/// Does an act again that was undone; `facts` are all of the event.
pub fn redo(facts: &[ContestFact], act: Act) -> Result<HistoryChange, ContestError> {
    let own = act.of(facts).filter(|own| !own.is_empty()).ok_or(ContestError::NotFound)?;
    let undoes = |fact: &ContestFact| matches!(fact, ContestFact::Undone { first, last } if (*first, *last) == (act.first, act.last));
    let undone_at = facts.iter().position(undoes).ok_or(ContestError::NotUndone)?;
    let standing = in_force(facts, None)?;
    let redoes =
        |at: &usize| matches!(facts[*at], ContestFact::Redone { first } if first == act.first);
    if standing.iter().any(redoes) {
        return Err(ContestError::NotUndone);
    }
    let now = fold(facts, &standing)?;
    let mut again = vec![ContestFact::Redone { first: act.first }];
    again.extend(own.iter().cloned());
    let after = now.with_facts(&again).map_err(|_| ContestError::LaterActs)?;
    // As if it had never been undone.
    let kept = in_force(facts, Some(undone_at)).and_then(|kept| fold(facts, &kept));
    if kept.is_ok_and(|kept| kept == after) && !overturns(&now, &after) {
        Ok((again, after))
    } else {
        Err(ContestError::LaterActs)
    }
}

/// Whether a match of a knock-out was played by others than those who would have come to it after the change.
fn overturns(before: &Contest, after: &Contest) -> bool {
    let mut stages = 0..after.stages.len();
    stages.any(|at| after.has_overturned_results(at) && !before.has_overturned_results(at))
}

/// The places of the facts in force, if this undoing had not been; with it go the rounds that it revoked.
fn in_force(facts: &[ContestFact], except: Option<usize>) -> Result<Vec<usize>, ContestError> {
    let revoked = except.map(|at| {
        let beside = facts[at + 1..].iter();
        at + 1 + beside.take_while(|fact| matches!(fact, ContestFact::RoundRevoked(_))).count()
    });
    let skipped = except.unwrap_or_default()..revoked.unwrap_or_default();
    let told: Vec<&ContestFact> = facts.iter().collect();
    let of_others: Vec<&ContestFact> = told
        .iter()
        .enumerate()
        .map(|(at, fact)| if skipped.contains(&at) { &NOTHING } else { *fact })
        .collect();
    let counting = facts_in_force(&of_others).map_err(|_| ContestError::NotFound)?;
    Ok(counting.into_iter().filter(|at| !skipped.contains(at)).collect())
}

/// Stands in for a fact that is left out, so that the others keep their numbers.
static NOTHING: ContestFact = ContestFact::Redone { first: 0 };

fn fold(facts: &[ContestFact], counting: &[usize]) -> Result<Contest, ContestError> {
    Contest::from_facts(counting.iter().map(|at| &facts[*at])).map_err(|_| ContestError::LaterActs)
}

impl ContestFact {
    /// Whether officials may undo it: not what players and helpers say, nor what belongs to the history of a match, nor
    /// line-ups, which nobody forgets once they are released.
    pub const fn can_be_undone(&self) -> bool {
        !matches!(
            self,
            ContestFact::ResultReported { .. }
                | ContestFact::MatchScheduling { .. }
                | ContestFact::LineUpSubmitted { .. }
                | ContestFact::LineUpsReleased(_)
                // Time would do it again.
                | ContestFact::ChallengeClosed { how: ChallengeEnd::Unanswered, .. }
                | ContestFact::LadderFell { .. }
                | ContestFact::EntrantWithdrew { by_entrant: true, .. }
                | ContestFact::Undone { .. }
                | ContestFact::RoundRevoked(_)
        )
    }

    /// Whether the event went on by it, so that what came before is undone only after it.
    pub const fn is_step(&self) -> bool {
        matches!(
            self,
            ContestFact::StageStarted { .. }
                | ContestFact::StageStartTakenBack { .. }
                | ContestFact::StageJoined { .. }
                | ContestFact::StageRenumbered { .. }
                | ContestFact::EntrantsMerged { .. }
                | ContestFact::RoundDrafted { .. }
                | ContestFact::RoundPublished(_)
                | ContestFact::RoundAltered { .. }
                | ContestFact::RoundTakenBack(_)
                | ContestFact::RoundRestored(_)
                | ContestFact::EventEndedSet { .. }
                | ContestFact::EventCancelled { .. }
        )
    }
}
