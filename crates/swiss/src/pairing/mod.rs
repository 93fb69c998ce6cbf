//! Pairing of the next round.

pub mod checker;
mod colors;
mod dutch;
pub(crate) mod matching;

use std::cmp::Reverse;
use std::fmt;

pub use dutch::explain;

use super::Tournament;

/// A pairing of two entrants, as indices into [`Tournament::entrants`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pairing {
    pub white: usize,
    pub black: usize,
}

/// A round's pairings in the order of tables (C.04.2, pairings are published by score).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Round {
    pub pairings: Vec<Pairing>,
    /// Who gets the pairing-allocated bye.
    pub bye: Option<usize>,
}

impl Round {
    /// A round in the order in which pairings are published: by the higher score, then by the lower score, then by the
    /// better pairing number of the higher-ranked player (C.04.2, section D).
    fn new(tournament: &Tournament, mut pairings: Vec<Pairing>, bye: Option<usize>) -> Round {
        let numbers = tournament.pairing_numbers();
        let played = tournament.played;
        let standing =
            |entrant: usize| (tournament.score(entrant, played), Reverse(numbers[entrant]));
        pairings.sort_by_cached_key(|pairing| {
            let (one, other) = (standing(pairing.white), standing(pairing.black));
            let (ahead, behind) = (one.max(other), one.min(other));
            (Reverse(ahead.0), Reverse(behind.0), Reverse(ahead.1))
        });
        Round { pairings, bye }
    }

    /// Whether both have the same pairings and bye, in any order.
    fn is_same(&self, other: &Round) -> bool {
        let sorted = |round: &Round| {
            let mut pairings = round.pairings.clone();
            pairings.sort_unstable();
            pairings
        };
        self.bye == other.bye && sorted(self) == sorted(other)
    }
}

/// Why there is no pairing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPairing {
    /// No players are present.
    NobodyThere,
    /// In every pairing two players meet again or are kept apart, or somebody has a color for a third time or gets a
    /// second bye (C.04.3, criteria C1 to C4).
    NoneIsLegal,
    /// So many players, or so many different scores, float into one score group (thousands, or several hundred) that
    /// their pairs cannot be compared.
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
pub fn dutch(tournament: &Tournament) -> Result<Round, NoPairing> {
    dutch::pair(tournament)
}
