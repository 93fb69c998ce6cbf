//! Finds challenges of a revealed game that make good questions.

use salpakan::record::FullRecord;
use salpakan::rules::{Army, Color, Rank, Square, Verdict};
use salpakan_knowledge::{Deal, Ledger};

use super::score::{Inclination, RankDistribution, uninformed_loss};
use crate::macros::{keyed_enum, redacted_debug};

keyed_enum! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    pub enum QuestionKind {
        /// Which ranks the challenged piece can have.
        Ranks => "ranks",
        Challenge => "fight",
    }
}

/// The exact probabilities, and what happened.
#[derive(Clone, PartialEq)]
pub struct QuestionTruth {
    /// The probability of each rank, by [`Rank::index`], in the challenger's view before the
    /// challenge.
    pub ranks: RankDistribution,
    /// The probabilities that the challenger wins, that both pieces fall, and that the challenger
    /// falls.
    pub win_chance: f64,
    pub both_fall_chance: f64,
    pub loss_chance: f64,
    /// The actual rank of the challenged piece.
    pub rank: Rank,
    pub verdict: Verdict,
}

impl QuestionTruth {
    /// The expected result of the challenge: 1 for a win, a half if both fall.
    pub fn expected_score(&self) -> f64 {
        self.win_chance + self.both_fall_chance / 2.0
    }
}

redacted_debug!(QuestionTruth, "Truth(..)");

/// The moment before a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct ChallengeQuestion {
    pub kind: QuestionKind,
    /// The ply of the challenge; the position is the one before it.
    pub ply: u32,
    /// The challenging side, in whose view the game is shown.
    pub viewer: Color,
    /// The origins of the challenger and of the challenged piece.
    pub challenger: Square,
    pub target: Square,
    pub army: Army,
    pub truth: QuestionTruth,
}

/// The least difference in loss between an informed and an uninformed answer; below it, too little
/// is known of the piece.
const MIN_INFORMATION: f64 = 0.01;
/// The greatest probability of a single rank; above it, too much is known of the piece.
const MAX_CERTAINTY: f64 = 0.95;
/// The least distance of the expected result from even; below it, the decision is a matter of
/// taste.
const MIN_MARGIN: f64 = 0.12;
/// The greatest distance; above it, the decision is obvious.
const MAX_MARGIN: f64 = 0.47;

fn is_worth_asking(kind: QuestionKind, truth: &QuestionTruth, seen: f64) -> bool {
    match kind {
        QuestionKind::Ranks => {
            let most = truth.ranks.iter().copied().fold(0.0, f64::max);
            seen >= MIN_INFORMATION && most <= MAX_CERTAINTY
        }
        QuestionKind::Challenge => {
            let clear = (truth.expected_score() - Inclination::Even.expected_score()).abs();
            (MIN_MARGIN..=MAX_MARGIN).contains(&clear)
        }
    }
}

/// The questions of a kind in a revealed game, by ply; none without set-ups.
pub fn find_questions(record: &FullRecord, kind: QuestionKind) -> Vec<ChallengeQuestion> {
    let Some(ledger) = Ledger::of(record) else { return Vec::new() };
    ledger.deals.iter().filter_map(|deal| question_at(record, &ledger, deal, kind)).collect()
}

fn question_at(
    record: &FullRecord,
    ledger: &Ledger,
    deal: &Deal,
    kind: QuestionKind,
) -> Option<ChallengeQuestion> {
    let (viewer, other) = (deal.challenger, deal.challenger.opponent());
    let (own, enemy) = (deal.origins[viewer], deal.origins[other]);
    let belief = ledger.knowledge[viewer].at(deal.ply - 1).piece(enemy)?;
    let deployed = record.armies()[other].as_ref()?.rank_at(enemy)?;
    let truth = QuestionTruth {
        ranks: Rank::ALL.map(|rank| belief.probability_now(rank)),
        win_chance: deal.prospects.wins.probability(),
        both_fall_chance: deal.prospects.splits.probability(),
        loss_chance: deal.prospects.loses.probability(),
        rank: belief.by_now(deployed),
        verdict: deal.verdict,
    };
    let army = record.timeline().rules.army();
    let seen = uninformed_loss(&army, &truth.ranks);
    let question = ChallengeQuestion {
        kind,
        ply: deal.ply,
        viewer,
        challenger: own,
        target: enemy,
        army,
        truth,
    };
    is_worth_asking(kind, &question.truth, seen).then_some(question)
}
