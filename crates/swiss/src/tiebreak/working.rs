//! How values are computed, round by round and opponent by opponent.

use super::cut::{Cut, Part};
use super::value::Value;
use crate::entrant::Score;
use crate::points::Points;

/// How a value was computed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Working {
    /// The value; `None` if the tie-break was dropped, or there was no tie to break.
    pub value: Option<Value>,
    /// In the order of rounds.
    pub contributions: Vec<Contribution>,
    pub total: Total,
    /// Those who were tied, including the entrant, if only these matter: indices into [`crate::Tournament::entrants`].
    pub among: Vec<usize>,
}

/// How contributions are combined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Total {
    /// The sum of those that count.
    Sum,
    /// The average of those that count.
    Average,
    /// The average of those that count, rounded half up.
    RoundedAverage,
    /// 1 if there are none, otherwise 0.
    NoneOfThem,
    /// The entrant's own number or rating, not a combination.
    Own,
    /// The rounded average of opponents' ratings, plus the rating difference for the score in per cent (10.2).
    Performance { average: i32, percent: u8, difference: i32 },
    /// The lowest rating at which the contributions, which are expected scores, reach the score (10.3). Both are in
    /// hundredths. Somebody who lost every game gets 800 less than their weakest opponent.
    Perfect { score: i32, expected: i32 },
    /// The place among those who were tied, from 1, and whether anybody of them has another one.
    Place { is_divided: bool },
    /// The sum of those that count, and the own value once (Keizer).
    SumAndOwnValue { own: Value },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// Counted from 0; the stage for a play-off.
    pub round: usize,
    /// The paired opponent: an index into [`crate::Tournament::entrants`].
    pub opponent: Option<usize>,
    /// The entrant's points.
    pub scored: Points,
    /// What is considered: the opponent's score or rating, or the entrant's score after the round.
    pub base: Value,
    /// What it adds if it counts.
    pub amount: Value,
    /// Why [`Contribution::base`] differs from the opponent's score in the standings.
    pub adjusted: Option<Adjustment>,
    /// Whether the entrant was unavailable for the round (16.1.2); such rounds are cut first (16.5).
    pub voluntary: bool,
    pub verdict: Verdict,
}

/// Why an opponent's score is replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adjustment {
    /// The opponent withdrew: this many byes at the end count as draws; `has` is the score in the standings.
    ByesAsDraws { byes: usize, has: Points },
    /// The round was not played and counts as one against a dummy with the entrant's own score, up to a cap.
    Dummy { own: Points, cap: Cap },
}

/// The cap of a dummy's score:
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cap {
    /// the score of the opponent who was not played, as adjusted for others,
    Opponent(Points),
    /// or a draw in each round.
    Draws(Points),
}

impl Adjustment {
    /// The article of C.07 that requires it.
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
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Verdict {
    Counts,
    /// The least significant one.
    CutLowest,
    /// The lowest of the rounds in which the entrant was unavailable, cut instead of the least significant one.
    CutVoluntary,
    /// The most significant one.
    CutHighest,
    /// It is not a game over the board.
    NotPlayed,
    /// The opponent's score is below the limit.
    BelowLimit,
}

impl Verdict {
    /// The article of C.07 that excludes it.
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
    pub fn counts(&self) -> bool {
        self.verdict == Verdict::Counts
    }

    /// A round that only adds an amount.
    pub(crate) const fn plain(
        round: usize,
        opponent: Option<usize>,
        scored: Points,
        amount: Value,
    ) -> Contribution {
        Contribution {
            round,
            opponent,
            scored,
            base: amount,
            amount,
            adjusted: None,
            voluntary: false,
            verdict: Verdict::Counts,
        }
    }
}

/// What contributions come to.
pub struct Came {
    pub value: Value,
    pub total: Total,
}

/// Room for computing one value after another, since standings need no contributions, only what they come to.
#[derive(Default)]
pub struct Desk {
    /// Whether contributions are wanted, too.
    shows: bool,
    pub contributions: Vec<Contribution>,
    parts: Vec<Part>,
    /// The opponents' ratings and the scores of games over the board.
    pub games: Vec<(i32, Score)>,
}

impl Desk {
    pub fn that_shows() -> Desk {
        Desk { shows: true, ..Desk::default() }
    }

    /// The sum or average of these contributions.
    pub fn sum(&mut self, all: impl Iterator<Item = Contribution>, total: Total) -> Came {
        self.sum_with_cut(all, Cut::Nothing, total)
    }

    /// The same, without the contributions that are cut.
    pub fn sum_with_cut(
        &mut self,
        all: impl Iterator<Item = Contribution>,
        cut: Cut,
        total: Total,
    ) -> Came {
        if !self.shows && cut == Cut::Nothing {
            return Came::sum(all.map(|one| Part::of(&one)), total);
        }
        self.parts.clear();
        if self.shows {
            self.show(all);
            self.parts.extend(self.contributions.iter().map(Part::of));
        } else {
            self.parts.extend(all.map(|one| Part::of(&one)));
        }
        cut.apply(&mut self.parts);
        for (shown, part) in self.contributions.iter_mut().zip(&self.parts) {
            shown.verdict = part.verdict;
        }
        Came::sum(self.parts.iter().copied(), total)
    }

    /// Shows contributions, if they are wanted.
    pub fn show(&mut self, all: impl Iterator<Item = Contribution>) {
        if self.shows {
            self.contributions.clear();
            self.contributions.extend(all);
        }
    }
}

impl Came {
    fn sum(all: impl Iterator<Item = Part>, total: Total) -> Came {
        let counted = all.filter(Part::counts).map(|one| one.amount);
        let (sum, count) = counted.fold((None, 0), |(sum, count), amount| {
            (Some(sum.map_or(amount, |sum: Value| sum.plus(amount))), count + 1)
        });
        let sum = sum.unwrap_or(Value::ZERO);
        let value = match total {
            Total::Average => sum.shared(count),
            Total::RoundedAverage => Value::whole(sum.shared(count).rounded()),
            Total::NoneOfThem => Value::whole(i64::from(count == 0)),
            _ => sum,
        };
        Came { value, total }
    }

    /// A value that is computed in another way.
    pub fn valued(value: impl Into<i64>, total: Total) -> Came {
        Came { value: Value::whole(value.into()), total }
    }
}
