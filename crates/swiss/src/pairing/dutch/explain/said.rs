//! What is said of a round. Entrants are places in [`Tournament::entrants`](super::Tournament); scores are those by
//! which the round is paired, with what acceleration adds.

use std::cmp::Ordering;
use std::fmt;

use super::super::super::super::points::Points;
use super::{ColorRule, Pairing, PreferenceStrength, Round};
use crate::Color;

/// A criterion of C.04.3, in the order in which they are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Nobody meets the same player twice.
    C1,
    /// The event's own: some are kept apart, as if they had met.
    Apart,
    /// Nobody gets a second bye.
    C2,
    /// Two with the same absolute preference do not meet, but top scorers.
    C3,
    /// Everybody can be paired.
    C4,
    /// The bye is for as low a score as can be.
    C5,
    /// As few float down as can be.
    C6,
    /// Their scores, in descending order, are as low as can be.
    C7,
    /// The same in the next bracket: first how many, then their scores.
    C8,
    /// Who gets the bye has as few unplayed games as can be.
    C9,
    C10,
    C11,
    /// As few as can be are denied the color that they are due.
    C12,
    C13,
    C14,
    C15,
    C16,
    C17,
    C18,
    C19,
    C20,
    C21,
}

impl fmt::Display for Criterion {
    /// `C12`, as C.04.3 has it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// What a criterion measures: less is better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    /// How many.
    Count(usize),
    /// A score, of C5.
    Score(Points),
    /// Scores or differences of scores in descending order.
    Scores(Vec<Points>),
    /// Scores of those who float from the next bracket: first it counts how many (C8).
    Next(Vec<Points>),
}

impl Measure {
    /// Which of two measures of one criterion is better; that is less.
    #[must_use]
    pub fn compare(&self, other: &Measure) -> Ordering {
        match (self, other) {
            (Measure::Count(one), Measure::Count(other)) => one.cmp(other),
            (Measure::Score(one), Measure::Score(other)) => one.cmp(other),
            (Measure::Scores(one), Measure::Scores(other)) => one.cmp(other),
            (Measure::Next(one), Measure::Next(other)) => {
                one.len().cmp(&other.len()).then_with(|| one.cmp(other))
            }
            _ => Ordering::Equal,
        }
    }
}

/// Why two may not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// They have met in a round, counted from 0 (C1).
    Met { round: usize },
    /// They are kept apart.
    Apart,
    /// Both must have this color (C3).
    SameColor(Color),
}

/// What is not legal in a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Two who may not meet.
    Pair { pair: [usize; 2], bar: Bar },
    /// Somebody would get the bye who may not (C2).
    Bye(usize),
}

/// How another candidate compares with the one that was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It breaks an absolute criterion, C1 to C3, for these reasons; or with it not everybody can be paired (C4).
    Breaks { criterion: Criterion, faults: Vec<Fault> },
    /// It is as good up to this criterion, and worse by it.
    Worse { criterion: Criterion, chosen: Measure, other: Measure },
    /// No criterion tells them apart: the other comes later in the order of candidates (sections 3 and 4).
    Later,
    /// The bracket is too large for this to be found out in a moment.
    Untold,
    /// Not for who asks.
    Withheld,
}

/// Somebody who was moved down into a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub entrant: usize,
    /// His score.
    pub from: Points,
}

/// The color that somebody is due (article 1.7), and whether he has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub strength: PreferenceStrength,
    /// None before his first game.
    pub color: Option<Color>,
    pub is_granted: bool,
    /// How many games more with White than with Black.
    pub difference: i32,
}

/// A pair with its colors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allotted {
    pub pairing: Pairing,
    /// Which of the two is ranked higher.
    pub higher: usize,
    /// Whether he was moved down.
    pub is_moved: bool,
    /// Of White and of Black.
    pub due: [Due; 2],
    pub rule: ColorRule,
}

/// Why so many float down from a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowMany {
    Nobody,
    /// Their number is odd.
    Odd,
    /// No more pairs are legal in it than these.
    NoMorePairs(usize),
    /// More pairs would leave others unpaired (C4).
    ForOthers,
    /// More pairs would give the bye to a higher score (C5).
    ForTheBye,
    /// The bracket is too large for this to be found out in a moment.
    Untold,
}

/// Why somebody floats down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyFloats {
    /// Nobody else is in the bracket whom he could meet at all.
    Alone,
    /// He may meet nobody in it.
    NoOpponent(Vec<(usize, Bar)>),
    /// The first candidate has him float, too: it leaves the last in their order.
    Last,
    /// More float than by the first candidate, and everybody who is ranked lower floats as well.
    AllLower,
    /// Another one would float in his place; this is how the best pairing would compare in which he does.
    Instead { other: usize, verdict: Verdict },
    /// Not for who asks.
    Withheld,
}

/// Somebody who floats down, or gets the bye from the last bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Floater {
    pub entrant: usize,
    pub why: WhyFloats,
}

/// The first candidate of a bracket: the upper half against the lower, in their order (articles 3.2 and 3.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First {
    pub pairs: Vec<[usize; 2]>,
    pub floaters: Vec<usize>,
    /// Why it was not taken; `None` where it was.
    pub verdict: Option<Verdict>,
}

/// A bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketSaid {
    /// Of the residents.
    pub score: Points,
    /// A bracket with some is heterogeneous, one without is homogeneous (article 1.2).
    pub moved: Vec<Moved>,
    pub residents: Vec<usize>,
    /// Those with somebody who was moved down, and the remainder.
    pub pairs: Vec<Allotted>,
    pub how_many: HowMany,
    pub floaters: Vec<Floater>,
    pub first: First,
}

/// Why somebody of a lower score does not get the bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spared {
    /// He has had it, or the points of a win without a game (C2).
    HasHadOne,
    /// The others could not all be paired then (C4).
    OthersUnpaired,
}

/// The bye that pairing gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByeSaid {
    pub entrant: usize,
    pub score: Points,
    /// How many rounds he has not played.
    pub unplayed: usize,
    /// All who have less.
    pub spared: Vec<(usize, Spared)>,
}

/// A rule that a round breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// Two meet who may not (C1, C3, or they are kept apart).
    Pair { pair: [usize; 2], bar: Bar },
    /// A second bye (C2).
    Bye(usize),
    /// The rules give these two the other colors.
    Colors { pairing: Pairing, rule: ColorRule },
}

/// In what a round differs from what the rules pair.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    pub breaches: Vec<Breach>,
    /// What it has and the rules have not.
    pub has: Vec<Pairing>,
    pub has_bye: Option<usize>,
    /// What the rules have instead; nothing where they find no pairing.
    pub instead: Vec<Pairing>,
    pub instead_bye: Option<usize>,
}

/// Why a round is paired as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// As the rules pair it: of this the brackets tell.
    pub by_the_rules: Round,
    pub brackets: Vec<BracketSaid>,
    pub bye: Option<ByeSaid>,
    /// Where another round was chosen.
    pub changed: Option<Changes>,
}

impl Explanation {
    /// The same without who is kept apart: nothing is left from which that could be read.
    #[must_use]
    pub fn for_everybody(&self) -> Explanation {
        let mut told = self.clone();
        for bracket in &mut told.brackets {
            for floater in &mut bracket.floaters {
                floater.why.withhold();
            }
            if let Some(verdict) = &mut bracket.first.verdict {
                verdict.withhold();
            }
        }
        told.changed = told.changed.as_ref().map(Changes::for_everybody);
        told
    }
}

impl Changes {
    /// The same without who is kept apart.
    #[must_use]
    pub fn for_everybody(&self) -> Changes {
        let mut told = self.clone();
        told.breaches.retain(|one| !matches!(one, Breach::Pair { bar: Bar::Apart, .. }));
        told
    }
}

impl WhyFloats {
    fn withhold(&mut self) {
        match self {
            // Who is not named of a bracket would be known.
            WhyFloats::NoOpponent(bars) if bars.iter().any(|(_, bar)| *bar == Bar::Apart) => {
                *self = WhyFloats::Withheld;
            }
            WhyFloats::Instead { verdict, .. } => verdict.withhold(),
            _ => {}
        }
    }
}

impl Verdict {
    fn withhold(&mut self) {
        if matches!(self, Verdict::Breaks { criterion: Criterion::Apart, .. }) {
            *self = Verdict::Withheld;
        }
    }
}
