//! Knock-outs: who meets whom, who goes on, who is out with which place.
//!
//! A [`Knockout`] is the plan alone: its matches, each with where its two sides come from. Everything else is
//! computed from it and the facts, by [`Knockout::progress`]; no fact is ever changed or dropped.

mod build;
mod double;
mod lines;
mod progress;
mod rounds;

use super::series::Side;

pub use lines::{bracket_order, seeded};
pub use progress::{Now, Occupant, Placed, Progress, State, Way};

/// A match, as its place in [`Knockout::matches`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MatchId(pub usize);

/// Where one side of a match comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    Entrant(usize),
    /// A line without an entrant: whoever is to meet him goes on without a match.
    Empty,
    WinnerOf(MatchId),
    LoserOf(MatchId),
}

/// What part of the plan a match belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Section {
    /// Among those who have not lost.
    Main,
    /// Between the losers of the semi-finals.
    ThirdPlace,
    /// For lower places, the best of which this is.
    Placement(usize),
    /// Among those who have lost once.
    Losers,
    /// Between the winners of both brackets of a double elimination.
    GrandFinal,
    /// Again between the same two, where the one who had not lost before lost the grand final.
    Reset,
}

/// Places from the first to the last of them, counted from 1; more than one for those who share them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Places {
    pub first: usize,
    pub last: usize,
}

/// A match of the plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    pub section: Section,
    /// The round of its section, counted from 0.
    pub round: usize,
    pub sources: [Source; 2],
    /// Where the winner ends; `None` for one who goes on.
    pub winner: Option<Places>,
    /// Where the loser ends.
    pub loser: Option<Places>,
}

/// What kind of knock-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Who loses is out. It ends when so many are left: 1 for a knock-out to its end, else a power of two. The
    /// match for the third place is between the losers of the semi-finals.
    Single { left: usize, third_place: bool },
    /// Who loses plays on for lower places, so that everybody has a place of his own and, but for byes, everybody
    /// plays equally many matches.
    Placement,
    /// Who loses twice is out. With `reset` this holds for the grand final, too.
    Double { reset: bool },
}

impl Shape {
    /// A knock-out to its end.
    pub const SINGLE: Shape = Shape::Single { left: 1, third_place: false };
    /// The same with a match for the third place.
    pub const THIRD_PLACE: Shape = Shape::Single { left: 1, third_place: true };
    /// Nobody is out before two losses.
    pub const DOUBLE: Shape = Shape::Double { reset: true };
}

/// The plan of a knock-out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knockout {
    shape: Shape,
    matches: Vec<Match>,
}

/// Why there is no such knock-out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoKnockout {
    /// Fewer than two entrants.
    TooFew,
    /// The number of lines is no power of two.
    Lines,
    /// Those who are to be left are no power of two, or as many as there are lines, or it has a match for the
    /// third place although more than one is left.
    Left,
    /// Somebody stands on two lines.
    Twice(usize),
}

/// Something that happened. Facts are added and never changed: of several that fit, the last counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// What came of a match `between` these two, in either order.
    Result { of: MatchId, between: [usize; 2], outcome: Outcome },
    /// He plays no further match; what he has played counts.
    Withdrawal(usize),
}

/// What came of a match; sides are those of [`Fact::Result`]'s `between`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// He won it, by whatever series was agreed.
    Won(Side),
    /// He goes on without having played: the other did not come.
    Walkover(Side),
    /// Neither came: both are out.
    BothAbsent,
}

impl Knockout {
    /// A knock-out of those who stand on these lines; the first meets the second, and so on. See [`seeded`] for the
    /// lines of a seeded field.
    ///
    /// # Errors
    /// [`NoKnockout`] where the lines or the shape make none.
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

    /// All matches; whatever a match waits for stands before it.
    #[must_use]
    pub fn matches(&self) -> &[Match] {
        &self.matches
    }

    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }
}
