//! The explanation of a round as data. Entrants are indices into [`Tournament::entrants`](super::Tournament); scores
//! are those used for pairing, with acceleration.

use std::cmp::Ordering;
use std::fmt;

use super::super::super::super::points::Points;
use super::{ColorRule, Pairing, PreferenceStrength, Round};
use crate::Color;

/// A criterion of C.04.3, in order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Criterion {
    /// Nobody meets the same opponent twice.
    C1,
    /// The event's own rule: some are kept apart, as if they had met.
    Apart,
    /// Nobody gets a second bye.
    C2,
    /// Two players with the same absolute preference do not meet, unless one is a top scorer.
    C3,
    /// Everybody can be paired.
    C4,
    /// The bye goes to as low a score as possible.
    C5,
    /// As few as possible float down.
    C6,
    /// The downfloaters' scores, in descending order, are as low as possible.
    C7,
    /// C6 and C7 for the next bracket.
    C8,
    /// Whoever gets the bye has as few unplayed games as possible.
    C9,
    C10,
    C11,
    /// As few color preferences as possible are denied.
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
    /// Formats it as in C.04.3, for example `C12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

/// The measure of a criterion; less is better.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Measure {
    Count(usize),
    /// A score, for C5.
    Score(Points),
    /// Scores or score differences in descending order.
    Scores(Vec<Points>),
    /// Scores of those who float from the next bracket; their number counts first (C8).
    Next(Vec<Points>),
}

impl Measure {
    /// Compares two measures of one criterion; the lesser is better.
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

/// Why two players may not meet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// They met in this round, counted from 0 (C1).
    Met { round: usize },
    /// They are kept apart.
    Apart,
    /// Both must have this color (C3).
    SameColor(Color),
}

/// Why a candidate is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// Two players who may not meet.
    Pair { pair: [usize; 2], bar: Bar },
    /// A bye for somebody who may not have it (C2).
    Bye(usize),
}

/// How another candidate compares with the chosen one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It breaks an absolute criterion, C1 to C3, for these reasons; or with it not everybody can be paired (C4).
    Breaks { criterion: Criterion, faults: Vec<Fault> },
    /// It is equal up to this criterion, and worse by it.
    Worse { criterion: Criterion, chosen: Measure, other: Measure },
    /// It is equal in all criteria, but comes later in the order of candidates (sections 3 and 4).
    Later,
    /// The bracket is too large to find out quickly.
    Untold,
    /// Withheld from this reader.
    Withheld,
}

/// A player who was moved down into a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moved {
    pub entrant: usize,
    /// The player's score.
    pub from: Points,
}

/// A player's color preference (article 1.7), and whether it is granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Due {
    pub strength: PreferenceStrength,
    /// `None` before the first game.
    pub color: Option<Color>,
    pub is_granted: bool,
    /// The number of games with White minus the number with Black.
    pub difference: i32,
}

/// A pair with its colors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Allotted {
    pub pairing: Pairing,
    /// The higher-ranked player.
    pub higher: usize,
    /// Whether the higher-ranked player was moved down.
    pub is_moved: bool,
    /// The preferences of White and Black.
    pub due: [Due; 2],
    pub rule: ColorRule,
}

/// Why this many float down from a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HowMany {
    Nobody,
    /// The number of players is odd.
    Odd,
    /// No more than this many pairs are legal.
    NoMorePairs(usize),
    /// With more pairs, others would be unpaired (C4).
    ForOthers,
    /// With more pairs, the bye would go to a higher score (C5).
    ForTheBye,
    /// The bracket is too large to find out quickly.
    Untold,
}

/// Why a player floats down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyFloats {
    /// Nobody else in the bracket is a possible opponent.
    Alone,
    /// The player may meet nobody in the bracket.
    NoOpponent(Vec<(usize, Bar)>),
    /// The player floats in the first candidate too, which leaves the last in order.
    Last,
    /// More float than in the first candidate, and all lower-ranked players float as well.
    AllLower,
    /// Compares with the best pairing in which `other` floats instead.
    Instead { other: usize, verdict: Verdict },
    /// Withheld from this reader.
    Withheld,
}

/// A player who floats down, or gets the bye from the last bracket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Floater {
    pub entrant: usize,
    pub why: WhyFloats,
}

/// The first candidate of a bracket: the upper half against the lower, in order (articles 3.2 and 3.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct First {
    pub pairs: Vec<[usize; 2]>,
    pub floaters: Vec<usize>,
    /// Why it was not chosen; `None` if it was.
    pub verdict: Option<Verdict>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BracketSaid {
    /// The score of the residents.
    pub score: Points,
    /// The moved-down players. A bracket with some is heterogeneous, otherwise homogeneous (article 1.2).
    pub moved: Vec<Moved>,
    pub residents: Vec<usize>,
    /// The pairs with moved-down players, and the remainder.
    pub pairs: Vec<Allotted>,
    pub how_many: HowMany,
    pub floaters: Vec<Floater>,
    pub first: First,
}

/// Why a player with a lower score does not get the bye.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Spared {
    /// The player has had it, or a full point without playing (C2).
    HasHadOne,
    /// Without the player, the others could not all be paired (C4).
    OthersUnpaired,
}

/// The pairing-allocated bye.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ByeSaid {
    pub entrant: usize,
    pub score: Points,
    /// The number of rounds the player has not played.
    pub unplayed: usize,
    /// All players with a lower score.
    pub spared: Vec<(usize, Spared)>,
}

/// A rule that a round breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breach {
    /// Two players meet who may not (C1, C3, or they are kept apart).
    Pair { pair: [usize; 2], bar: Bar },
    /// A second bye (C2).
    Bye(usize),
    /// By the rules these two have the opposite colors.
    Colors { pairing: Pairing, rule: ColorRule },
}

/// The differences of a round from the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Changes {
    pub breaches: Vec<Breach>,
    /// Pairings that the round has and the rules do not.
    pub has: Vec<Pairing>,
    pub has_bye: Option<usize>,
    /// Pairings that the rules have instead; empty if the rules give no pairing.
    pub instead: Vec<Pairing>,
    pub instead_bye: Option<usize>,
}

/// The explanation of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The pairing by the rules, which the brackets explain.
    pub by_the_rules: Round,
    pub brackets: Vec<BracketSaid>,
    pub bye: Option<ByeSaid>,
    /// The differences, if another round was chosen.
    pub changed: Option<Changes>,
}

impl Explanation {
    /// The explanation without any hint as to who is kept apart.
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
    /// The changes without pairs that are kept apart.
    pub fn for_everybody(&self) -> Changes {
        let mut told = self.clone();
        told.breaches.retain(|one| !matches!(one, Breach::Pair { bar: Bar::Apart, .. }));
        told
    }
}

impl WhyFloats {
    fn withhold(&mut self) {
        match self {
            // Whoever is missing from the list would be revealed.
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
