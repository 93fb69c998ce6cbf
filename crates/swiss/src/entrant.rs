//! Entrants and their rounds.

use crate::Color;

use super::points::Points;

/// The result of a game for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    Win,
    Draw,
    Loss,
}

/// A round without an opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bye {
    /// The pairing-allocated bye, for an odd number of entrants.
    Allocated,
    /// A full-point bye.
    Full,
    /// A requested half-point bye.
    Half,
    /// A zero-point bye: absent.
    Zero,
}

/// One round of an entrant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entry {
    /// A game over the board; `opponent` is an index into [`super::Tournament::entrants`].
    Played {
        opponent: usize,
        color: Color,
        score: Score,
    },
    /// Paired, but not played.
    Forfeit {
        opponent: usize,
        color: Option<Color>,
        score: Score,
    },
    Bye(Bye),
}

impl Entry {
    pub const fn is_played(&self) -> bool {
        matches!(self, Entry::Played { .. })
    }

    /// Whether it results from pairing: with an opponent, or the pairing-allocated bye.
    pub const fn is_of_pairing(&self) -> bool {
        !matches!(self, Entry::Bye(Bye::Full | Bye::Half | Bye::Zero))
    }

    /// The opponent that the entrant was paired with.
    pub const fn opponent(&self) -> Option<usize> {
        match self {
            Entry::Played { opponent, .. } | Entry::Forfeit { opponent, .. } => Some(*opponent),
            Entry::Bye(_) => None,
        }
    }

    /// The color that the entrant was given.
    pub const fn color(&self) -> Option<Color> {
        match self {
            Entry::Played { color, .. } => Some(*color),
            Entry::Forfeit { color, .. } => *color,
            Entry::Bye(_) => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entrant {
    /// The printed number, from 1.
    pub number: u32,
    pub name: String,
    /// 0 for none.
    pub rating: u32,
    /// Points carried over from earlier stages; they count in the score but not in tie-breaks.
    pub carried: Points,
    /// One entry per finished round, and one more if a bye in the next round is known.
    pub entries: Vec<Entry>,
    /// The acceleration points, which count for pairing only, by round.
    pub accelerations: Vec<Points>,
}
