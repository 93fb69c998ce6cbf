//! Who takes part, and what came of each of his rounds.

use crate::Color;

use super::points::Points;

/// How a game ended for one of its sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    Win,
    Draw,
    Loss,
}

/// A round without an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bye {
    /// Pairing gives it where the number of entrants is odd.
    Allocated,
    /// For the points of a win.
    Full,
    /// Asked for, for the points of a draw.
    Half,
    /// Not there.
    Zero,
}

/// One round of one entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A game over the board; `opponent` is a place in [`super::Tournament::entrants`].
    Played {
        opponent: usize,
        color: Color,
        score: Score,
    },
    /// Paired, and not played.
    Forfeit {
        opponent: usize,
        color: Option<Color>,
        score: Score,
    },
    Bye(Bye),
}

impl Entry {
    #[must_use]
    pub const fn is_played(&self) -> bool {
        matches!(self, Entry::Played { .. })
    }

    /// Whether it came of a pairing: with an opponent, or as the bye that pairing gives.
    #[must_use]
    pub const fn is_of_pairing(&self) -> bool {
        !matches!(self, Entry::Bye(Bye::Full | Bye::Half | Bye::Zero))
    }

    /// Whom he was paired with.
    #[must_use]
    pub const fn opponent(&self) -> Option<usize> {
        match self {
            Entry::Played { opponent, .. } | Entry::Forfeit { opponent, .. } => Some(*opponent),
            Entry::Bye(_) => None,
        }
    }

    /// The color he was given.
    #[must_use]
    pub const fn color(&self) -> Option<Color> {
        match self {
            Entry::Played { color, .. } => Some(*color),
            Entry::Forfeit { color, .. } => *color,
            Entry::Bye(_) => None,
        }
    }
}

/// An entrant.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entrant {
    /// As it is printed, counted from 1.
    pub number: u32,
    pub name: String,
    /// 0 for none.
    pub rating: u32,
    /// What he brings from stages before: it counts in his score, and in no tie-break.
    pub carried: Points,
    /// One for each round that is over; one more where a bye of the next is known.
    pub entries: Vec<Entry>,
    /// What is added to his score for pairing in each round.
    pub accelerations: Vec<Points>,
}
