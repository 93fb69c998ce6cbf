//! The information ledger of a game: what each side revealed, the price they paid in information, and luck.

use salpakan::record::{FullRecord, Timeline};
use salpakan::rules::{ByColor, Color, Deployment, Square, Verdict};

use super::evidence::{Evidence, Fact, Meeting, evidence};
use super::{Beliefs, Knowledge, Ranks};

/// The probability of an event as a fraction of armies: it would have happened in `armies` out of `of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chance {
    pub armies: u128,
    pub of: u128,
}

impl Chance {
    /// The probability, 0 to 1.
    pub fn probability(self) -> f64 {
        if self.of == 0 { 0.0 } else { self.armies as f64 / self.of as f64 }
    }

    /// The information of the event in bits: the negative binary logarithm of its probability.
    pub fn bits(self) -> f64 {
        (self.of.max(1) as f64 / self.armies.max(1) as f64).log2()
    }
}

/// The possible results of a challenge, in the challenger's view before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prospects {
    pub wins: Chance,
    pub splits: Chance,
    pub loses: Chance,
}

/// A challenge with its prices.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deal {
    pub ply: u32,
    pub challenger: Color,
    /// The pieces that met.
    pub origins: ByColor<Square>,
    pub verdict: Verdict,
    /// What each side paid: the probability, in the other's view before the ply, of everything that the ply revealed
    /// about its piece (verdict, declared ranks, end or continuation of the game). [`Chance::bits`] is the price.
    pub prices: ByColor<Chance>,
    pub prospects: Prospects,
}

impl Deal {
    /// The side whose piece survived, if only one did.
    pub const fn captor(&self) -> Option<Color> {
        match self.verdict {
            Verdict::ChallengerWins => Some(self.challenger),
            Verdict::DefenderWins => Some(self.challenger.opponent()),
            Verdict::Split => None,
        }
    }
}

/// The expected and actual results of a side's challenges.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Luck {
    pub challenges: u32,
    /// The sum of the probabilities of winning, each in the challenger's view before the ply.
    pub expected_wins: f64,
    pub wins: u32,
    pub expected_splits: f64,
    pub splits: u32,
    /// The standard deviation of the number of wins, with independent challenges.
    pub deviation: f64,
}

impl Luck {
    /// Wins beyond expectation; negative for bad luck.
    pub fn surplus(&self) -> f64 {
        f64::from(self.wins) - self.expected_wins
    }
}

/// The ledger of a finished game.
#[derive(Clone, PartialEq)]
pub struct Ledger {
    /// What each side, as viewer, knew of the other's army.
    pub knowledge: ByColor<Knowledge>,
    /// All challenges, by ply.
    pub deals: Vec<Deal>,
    plies: u32,
}

impl Ledger {
    /// The ledger of a revealed record; `None` without deployments.
    pub fn of(record: &FullRecord) -> Option<Ledger> {
        let armies = record.armies();
        let armies = ByColor::new(armies.white.as_ref()?, armies.black.as_ref()?);
        Some(Ledger::between(record.timeline(), armies))
    }

    fn between(timeline: &Timeline, armies: ByColor<&Deployment>) -> Ledger {
        let knowledge = ByColor::from_fn(|viewer| Knowledge::of_player(timeline, armies[viewer]));
        let facts = evidence(timeline, timeline.len());
        let mut deals = Vec::new();
        for same_ply in facts.chunk_by(|one, next| one.ply == next.ply) {
            let meeting = same_ply.iter().find_map(|one| match one.fact {
                Fact::Met(meeting) => Some((one.ply, meeting)),
                _ => None,
            });
            if let Some((ply, meeting)) = meeting {
                deals.extend(deal(ply, &meeting, same_ply, &knowledge, armies));
            }
        }
        Ledger { knowledge, deals, plies: timeline.len() }
    }

    /// The bits that the army of `color` still hides from the opponent after `ply` plies.
    pub fn hidden(&self, color: Color, ply: u32) -> f64 {
        self.knowledge[color.opponent()].at(ply).bits()
    }

    /// The bits that `color` has revealed in `ply` plies.
    pub fn told(&self, color: Color, ply: u32) -> f64 {
        self.hidden(color, 0) - self.hidden(color, ply)
    }

    /// The bits that `color` has revealed after each ply from 0 on: the curve under the slider.
    pub fn curve(&self, color: Color) -> Vec<f64> {
        (0..=self.plies).map(|ply| self.told(color, ply)).collect()
    }

    /// The capture that cost its captor the most bits; the first of equals.
    pub fn dearest_capture(&self) -> Option<&Deal> {
        let price = |deal: &Deal| deal.captor().map(|captor| deal.prices[captor].bits());
        let captures = self.deals.iter().filter(|deal| deal.captor().is_some());
        captures.reduce(|best, deal| if price(deal) > price(best) { deal } else { best })
    }

    /// The results of the challenges of `color`, compared with expectation.
    pub fn luck(&self, color: Color) -> Luck {
        let mut luck = Luck::default();
        let mut variance = 0.0;
        for deal in self.deals.iter().filter(|deal| deal.challenger == color) {
            let win = deal.prospects.wins.probability();
            luck.challenges += 1;
            luck.expected_wins += win;
            luck.expected_splits += deal.prospects.splits.probability();
            luck.wins += u32::from(deal.verdict == Verdict::ChallengerWins);
            luck.splits += u32::from(deal.verdict == Verdict::Split);
            variance += win * (1.0 - win);
        }
        luck.deviation = variance.sqrt();
        luck
    }
}

fn deal(
    ply: u32,
    meeting: &Meeting,
    same_ply: &[Evidence],
    knowledge: &ByColor<Knowledge>,
    armies: ByColor<&Deployment>,
) -> Option<Deal> {
    let challenger = meeting.challenger.color;
    let origins = ByColor::from_fn(|color| meeting.of(color).origin);
    // Each side's piece in the view of the other side, which knows its own rank.
    let price = |color: Color| {
        let beliefs = knowledge[color.opponent()].at(ply - 1);
        let other = armies[color.opponent()].rank_at(origins[color.opponent()])?;
        let ranks =
            said_of(origins[color], color, same_ply).and(meeting.ranks_against(color, other));
        chance(beliefs, origins[color], ranks)
    };
    let prices = ByColor::new(price(Color::White)?, price(Color::Black)?);
    let defender = challenger.opponent();
    let own = armies[challenger].rank_at(origins[challenger])?;
    let prospect = |verdict: Verdict| {
        let would_be = Meeting { verdict, ..*meeting };
        let ranks = would_be.ranks_against(defender, own);
        chance(knowledge[challenger].at(ply - 1), origins[defender], ranks)
    };
    let prospects = Prospects {
        wins: prospect(Verdict::ChallengerWins)?,
        splits: prospect(Verdict::Split)?,
        loses: prospect(Verdict::DefenderWins)?,
    };
    Some(Deal { ply, challenger, origins, verdict: meeting.verdict, prices, prospects })
}

/// What a ply revealed about a piece apart from the verdict.
fn said_of(origin: Square, color: Color, same_ply: &[Evidence]) -> Ranks {
    same_ply.iter().fold(Ranks::ALL, |all, one| match one.fact {
        Fact::Among { piece, ranks } if piece.color == color && piece.origin == origin => {
            all.and(ranks)
        }
        _ => all,
    })
}

fn chance(beliefs: &Beliefs, origin: Square, ranks: Ranks) -> Option<Chance> {
    let (armies, of) = beliefs.piece(origin)?.share(ranks);
    Some(Chance { armies, of })
}
