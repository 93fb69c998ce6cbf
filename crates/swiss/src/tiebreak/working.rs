//! How a value came about: round by round, opponent by opponent.

use super::value::Value;
use crate::points::Points;

/// How a value came about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Working {
    /// What it comes to; `None` where the tie-break was left out, or had nobody to be compared with.
    pub value: Option<Value>,
    /// In the order of rounds.
    pub contributions: Vec<Contribution>,
    pub total: Total,
    /// With whom he was tied, himself among them, where only that is looked at: places in
    /// [`crate::Tournament::entrants`].
    pub among: Vec<usize>,
}

/// What contributions make together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Total {
    /// Their sum.
    Sum,
    /// Their sum, shared among those that count.
    Average,
    /// The same, rounded to the nearest whole number, halves up.
    RoundedAverage,
    /// 1 if there are none, else 0.
    NoneOfThem,
    /// It is no sum: the entrant's own number or rating.
    Own,
    /// The rounded average of opponents' ratings, with what the score in per cent adds to it (10.2).
    Performance { average: i32, percent: u8, difference: i32 },
    /// The lowest rating at which the contributions, which are chances, come to the score (10.3). Both are in
    /// hundredths; who lost every game gets 800 less than his weakest opponent instead.
    Perfect { score: i32, expected: i32 },
    /// The place among those who were tied, from 1 on.
    Place,
}

/// What one round adds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// Counted from 0; of a play-off, its stage.
    pub round: usize,
    /// With whom he was paired: a place in [`crate::Tournament::entrants`].
    pub opponent: Option<usize>,
    /// What he scored.
    pub scored: Points,
    /// What is looked at: the opponent's score or rating, his own score after the round.
    pub base: Value,
    /// What it adds, if it counts.
    pub amount: Value,
    /// Why [`Contribution::base`] is not the score that the opponent has in the standings.
    pub adjusted: Option<Adjustment>,
    /// Whether he was not available for the round (16.1.2); such rounds are cut first (16.5).
    pub voluntary: bool,
    pub verdict: Verdict,
}

/// Why another score stands for an opponent's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// He was there no more: so many byes at the end count as draws; that is what he has in the standings.
    ByesAsDraws { byes: usize, has: Points },
    /// The round was not played, and counts as one against a dummy with the entrant's own score ...
    Dummy { own: Points, cap: Cap },
}

/// ... which is not above
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// the score of the opponent who was not played, as it is to others,
    Opponent(Points),
    /// or a draw in each round.
    Draws(Points),
}

impl Adjustment {
    /// The article of C.07 that asks for it.
    #[must_use]
    pub const fn article(&self) -> &'static str {
        match self {
            Adjustment::ByesAsDraws { .. } => "16.3.2",
            Adjustment::Dummy { own, cap: Cap::Opponent(most) | Cap::Draws(most) }
                if own.0 <= most.0 =>
            {
                "16.4"
            }
            Adjustment::Dummy { cap: Cap::Opponent(_), .. } => "16.4.1",
            Adjustment::Dummy { cap: Cap::Draws(_), .. } => "16.4.2",
        }
    }
}

/// Whether a contribution counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Counts,
    /// The least significant one.
    CutLowest,
    /// The lowest of the rounds for which he was not available, in place of the least significant one.
    CutVoluntary,
    /// The most significant one.
    CutHighest,
    /// It is no game over the board.
    NotPlayed,
    /// The opponent scored less than the limit.
    BelowLimit,
}

impl Verdict {
    /// The article of C.07 for which it is left out.
    #[must_use]
    pub const fn article(&self) -> Option<&'static str> {
        match self {
            Verdict::Counts => None,
            Verdict::CutLowest => Some("14.1"),
            Verdict::CutVoluntary => Some("16.5"),
            Verdict::CutHighest => Some("14.3"),
            Verdict::NotPlayed => Some("15.1"),
            Verdict::BelowLimit => Some("9.2"),
        }
    }
}

impl Contribution {
    #[must_use]
    pub fn counts(&self) -> bool {
        self.verdict == Verdict::Counts
    }

    /// A round that adds an amount, and is looked at for nothing else.
    pub(super) const fn plain(round: usize, scored: Points, amount: Value) -> Contribution {
        Contribution {
            round,
            opponent: None,
            scored,
            base: amount,
            amount,
            adjusted: None,
            voluntary: false,
            verdict: Verdict::Counts,
        }
    }
}

impl Working {
    /// Contributions that make a sum or an average.
    pub(super) fn of(contributions: Vec<Contribution>, total: Total) -> Working {
        let counted = || contributions.iter().filter(|one| one.counts());
        let sum = Value::sum(counted().map(|one| one.amount));
        let value = match total {
            Total::Average => sum.shared(counted().count()),
            Total::RoundedAverage => Value::whole(sum.shared(counted().count()).rounded()),
            Total::NoneOfThem => Value::whole(i64::from(counted().next().is_none())),
            _ => sum,
        };
        Working { value: Some(value), contributions, total, among: Vec::new() }
    }

    /// A value that is no sum.
    pub(super) const fn own(value: Value) -> Working {
        Working {
            value: Some(value),
            contributions: Vec::new(),
            total: Total::Own,
            among: Vec::new(),
        }
    }
}
