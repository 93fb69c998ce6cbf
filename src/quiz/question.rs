//! Challenges of a revealed game at which it is worth to stop.

use salpakan::record::FullRecord;
use salpakan::rules::{Army, Color, Rank, Square, Verdict};
use salpakan_knowledge::{Deal, Ledger};

use super::score::{Inclination, RankDistribution, uninformed_loss};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum QuestionKind {
    /// Which ranks the challenged piece can have.
    Ranks,
    /// Whether to challenge it.
    Challenge,
}

impl QuestionKind {
    /// The word for it in answers of the API and keys of the catalogues.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            QuestionKind::Ranks => "ranks",
            QuestionKind::Challenge => "fight",
        }
    }
}

/// What the exact count says, and how it went.
#[derive(Clone, PartialEq)]
pub struct QuestionTruth {
    /// The chance of each rank, by [`Rank::index`], in the challenger's eyes before the challenge.
    pub ranks: RankDistribution,
    /// The chances that the challenger wins, that both fall, and that he falls.
    pub win_chance: f64,
    pub both_fall_chance: f64,
    pub loss_chance: f64,
    /// What the challenged piece was.
    pub rank: Rank,
    pub verdict: Verdict,
}

impl QuestionTruth {
    /// What is to be expected of the challenge: 1 for a win, a half where both fall.
    #[must_use]
    pub fn expected_score(&self) -> f64 {
        self.win_chance + self.both_fall_chance / 2.0
    }
}

impl std::fmt::Debug for QuestionTruth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Truth(..)")
    }
}

/// A moment before a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct ChallengeQuestion {
    pub kind: QuestionKind,
    /// The challenge's number; the position is the one before it.
    pub ply: u32,
    /// Who challenges: the game is seen with his eyes.
    pub viewer: Color,
    /// The challenger by its origin, and the piece that is challenged.
    pub challenger: Square,
    pub target: Square,
    /// What each side's army is made of.
    pub army: Army,
    pub truth: QuestionTruth,
}

/// A piece of which nearly nothing was seen is no question: who looks must lose less than who does not by at least so much.
const MIN_INFORMATION: f64 = 0.01;
/// Nor is one of which nearly all is known.
const MAX_CERTAINTY: f64 = 0.95;
/// A fight of which so little is to be expected either way is a matter of taste.
const MIN_MARGIN: f64 = 0.12;
/// One so clear is none.
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

/// The questions of a kind that a revealed game has, by ply; none where it has no set-ups.
#[must_use]
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
