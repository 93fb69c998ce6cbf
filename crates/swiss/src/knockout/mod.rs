//! Knock-outs: the bracket, who advances, and final places.
//!
//! A [`Knockout`] is the plan alone: its matches, each with the sources of its two sides. Everything else is computed
//! from the plan and the facts by [`Knockout::progress`]; facts are never changed or dropped.

mod build;
mod progress;

use super::series::Side;

pub use build::{bracket_order, seeded};
pub use progress::{Now, Occupant, Placed, Progress, State, Way};

/// A match, as an index into [`Knockout::matches`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub usize);

/// Where one side of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Entrant(usize),
    /// A line without an entrant: the opponent advances without a match.
    Empty,
    WinnerOf(MatchId),
    LoserOf(MatchId),
}

/// The part of the plan that a match belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// The bracket of those who have not lost.
    Main,
    /// Between the losers of the semi-finals.
    ThirdPlace,
    /// For lower places, of which this is the best.
    Placement(usize),
    /// The bracket of those who have lost once.
    Losers,
    /// Between the winners of both brackets of a double elimination.
    GrandFinal,
    /// A repetition of the grand final if the unbeaten side lost it.
    Reset,
}

/// A range of places, from 1; more than one if they are shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Places {
    pub first: usize,
    pub last: usize,
}

/// A match of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub section: Section,
    /// The round within its section, counted from 0.
    pub round: usize,
    pub sources: [Source; 2],
    /// The winner's final place; `None` if the winner advances.
    pub winner: Option<Places>,
    /// The loser's final place; `None` if the loser plays on.
    pub loser: Option<Places>,
}

/// The kind of knock-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Single elimination. It ends when `left` are left: 1 for a complete knock-out, otherwise a power of two. The
    /// match for the third place is between the losers of the semi-finals.
    Single { left: usize, third_place: bool },
    /// Losers play on for lower places, so that everybody has a place of their own and, apart from byes, plays equally
    /// many matches.
    Placement,
    /// Double elimination. With `reset` the grand final also needs a second loss.
    Double { reset: bool },
}

impl Shape {
    /// A complete knock-out.
    pub const SINGLE: Shape = Shape::Single { left: 1, third_place: false };
    /// A complete knock-out with a match for the third place.
    pub const THIRD_PLACE: Shape = Shape::Single { left: 1, third_place: true };
    /// Double elimination in which nobody is out before a second loss.
    pub const DOUBLE: Shape = Shape::Double { reset: true };
}

/// The plan of a knock-out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knockout {
    shape: Shape,
    matches: Vec<Match>,
}

/// Why a knock-out cannot be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoKnockout {
    TooFew,
    /// The number of lines is not a power of two.
    Lines,
    /// `left` is not a power of two less than the number of lines, or there is a match for the third place although
    /// more than one is left.
    Left,
    /// An entrant is on two lines.
    Twice(usize),
}

/// Something that happened. Facts are only added; of several about the same thing the last counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// The result of a match `between` these two, in either order.
    Result { of: MatchId, between: [usize; 2], outcome: Outcome },
    /// The entrant plays no further match; results so far count.
    Withdrawal(usize),
}

/// The result of a match, with the sides of [`Fact::Result`]'s `between`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// Won, by whatever series was agreed.
    Won(Side),
    /// Advances without playing because the opponent is absent.
    Walkover(Side),
    /// Both are absent and eliminated.
    BothAbsent,
}

impl Knockout {
    /// A knock-out with these lines: the first meets the second, and so on. See [`seeded`] for the lines of a seeded
    /// field.
    pub fn new(lines: &[Option<usize>], shape: Shape) -> Result<Knockout, NoKnockout> {
        let mut entrants: Vec<usize> = lines.iter().flatten().copied().collect();
        entrants.sort_unstable();
        if entrants.len() < 2 {
            return Err(NoKnockout::TooFew);
        }
        if let Some(pair) = entrants.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(NoKnockout::Twice(pair[0]));
        }
        if !lines.len().is_power_of_two() {
            return Err(NoKnockout::Lines);
        }
        if let Shape::Single { left, third_place } = shape {
            let fits = left.is_power_of_two() && left < lines.len() && (left == 1 || !third_place);
            if !fits {
                return Err(NoKnockout::Left);
            }
        }
        let sources = lines.iter().map(|line| line.map_or(Source::Empty, Source::Entrant));
        Ok(Knockout { shape, matches: build::matches(sources.collect(), shape) })
    }

    /// All matches, each after those that it depends on.
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    pub const fn shape(&self) -> Shape {
        self.shape
    }
}
