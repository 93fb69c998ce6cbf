//! Who meets whom: the next round of a tournament.

mod board_order;
pub mod checker;
mod colors;
mod dutch;
mod matching;

use std::fmt;

pub use dutch::explain;

use super::Tournament;

/// Two entrants that meet, as places in [`Tournament::entrants`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    pub white: usize,
    pub black: usize,
}

/// A round as it is paired: in the order of its tables (C.04.2, pairings are published by score).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    pub pairings: Vec<Pairing>,
    /// Who gets the bye that pairing gives.
    pub bye: Option<usize>,
}

/// Why there is no pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPairing {
    /// Nobody is there.
    NobodyThere,
    /// However they are paired, two meet again, or have the same color for a third time, or are kept apart,
    /// or somebody gets a second bye (C.04.3, criteria C1 to C4).
    NoneIsLegal,
    /// So many players, or so many different scores, float into one score group that their pairs cannot be weighed
    /// against each other: thousands, or several hundred.
    TooLarge,
}

impl fmt::Display for NoPairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPairing::NobodyThere => "nobody is there to be paired",
            NoPairing::NoneIsLegal => {
                "no pairing is legal: however they are paired, two have met before, are kept apart or \
                 must both have the same color, or a second bye is given; give somebody a bye beforehand, \
                 let a pair meet that is kept apart, or play fewer rounds"
            }
            NoPairing::TooLarge => {
                "so many players would have to float down into one score group that they cannot be weighed \
                 against each other: keep fewer apart, or pair them by hand"
            }
        })
    }
}

impl std::error::Error for NoPairing {}

/// Pairs the next round by FIDE's Dutch system, as in force from 2025 (Handbook C.04.3).
///
/// # Errors
/// [`NoPairing`] where no pairing is legal.
pub fn dutch(tournament: &Tournament) -> Result<Round, NoPairing> {
    dutch::pair(tournament)
}
