//! Challenges of a revealed game at which it is worth to stop.

use salpakan::record::FullRecord;
use salpakan::rules::{Army, Color, Rank, Square, Verdict};
use salpakan_knowledge::{Deal, Ledger};

use super::score::{Distribution, Feeling, ignorance};

/// What is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Which ranks the challenged piece can have.
    Ranks,
    /// Whether to challenge it.
    Fight,
}

impl Kind {
    /// The word for it in answers of the API and keys of the catalogues.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            Kind::Ranks => "ranks",
            Kind::Fight => "fight",
        }
    }
}

/// What the exact count says, and how it went.
#[derive(Clone, PartialEq)]
pub struct Truth {
    /// The chance of each rank, by [`Rank::index`], in the challenger's eyes before the challenge.
    pub ranks: Distribution,
    /// The chances that the challenger wins, that both fall, and that he falls.
    pub wins: f64,
    pub splits: f64,
    pub loses: f64,
    /// What the challenged piece was.
    pub rank: Rank,
    pub verdict: Verdict,
}

impl Truth {
    /// What is to be expected of the challenge: 1 for a win, a half where both fall.
    #[must_use]
    pub fn expected(&self) -> f64 {
        self.wins + self.splits / 2.0
    }
}

impl std::fmt::Debug for Truth {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Truth(..)")
    }
}

/// A moment before a challenge.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub kind: Kind,
    /// The challenge's number; the position is the one before it.
    pub ply: u32,
    /// Who challenges: the game is seen with his eyes.
    pub viewer: Color,
    /// The challenger by its origin, and the piece that is challenged.
    pub own: Square,
    pub enemy: Square,
    /// What each side's army is made of.
    pub army: Army,
    pub truth: Truth,
}

/// A piece of which nearly nothing was seen is no question: who looks must lose less than who does not by at least so much.
const LEAST_TO_SEE: f64 = 0.01;
/// Nor is one of which nearly all is known.
const MOST_CERTAIN: f64 = 0.95;
/// A fight of which so little is to be expected either way is a matter of taste.
const LEAST_CLEAR: f64 = 0.12;
/// One so clear is none.
const MOST_CLEAR: f64 = 0.47;

fn is_asked(kind: Kind, truth: &Truth, seen: f64) -> bool {
    match kind {
        Kind::Ranks => {
            let most = truth.ranks.iter().copied().fold(0.0, f64::max);
            seen >= LEAST_TO_SEE && most <= MOST_CERTAIN
        }
        Kind::Fight => {
            let clear = (truth.expected() - Feeling::Even.expects()).abs();
            (LEAST_CLEAR..=MOST_CLEAR).contains(&clear)
        }
    }
}

/// The questions of a kind that a revealed game has, by ply; none where it has no set-ups.
#[must_use]
pub fn questions(record: &FullRecord, kind: Kind) -> Vec<Question> {
    let Some(ledger) = Ledger::of(record) else { return Vec::new() };
    ledger.deals.iter().filter_map(|deal| question(record, &ledger, deal, kind)).collect()
}

fn question(record: &FullRecord, ledger: &Ledger, deal: &Deal, kind: Kind) -> Option<Question> {
    let (viewer, other) = (deal.challenger, deal.challenger.opponent());
    let (own, enemy) = (deal.origins[viewer], deal.origins[other]);
    let belief = ledger.knowledge[viewer].at(deal.ply - 1).piece(enemy)?;
    let deployed = record.armies()[other].as_ref()?.rank_at(enemy)?;
    let truth = Truth {
        ranks: Rank::ALL.map(|rank| belief.probability_now(rank)),
        wins: deal.prospects.wins.probability(),
        splits: deal.prospects.splits.probability(),
        loses: deal.prospects.loses.probability(),
        rank: belief.by_now(deployed),
        verdict: deal.verdict,
    };
    let army = record.timeline().rules.army();
    let seen = ignorance(&army, &truth.ranks);
    let question = Question { kind, ply: deal.ply, viewer, own, enemy, army, truth };
    is_asked(kind, &question.truth, seen).then_some(question)
}
