//! The order in which pairings are published.

use std::cmp::Reverse;

use super::super::Tournament;
use super::{Pairing, Round};

/// Sorts pairings by the higher score, then by the lower score, then by the better pairing number of the higher-ranked
/// player (C.04.2, section D).
pub fn sorted(tournament: &Tournament, mut pairings: Vec<Pairing>, bye: Option<usize>) -> Round {
    let numbers = tournament.pairing_numbers();
    let played = tournament.played;
    let standing = |entrant: usize| (tournament.score(entrant, played), Reverse(numbers[entrant]));
    pairings.sort_by_cached_key(|pairing| {
        let (one, other) = (standing(pairing.white), standing(pairing.black));
        let (ahead, behind) = (one.max(other), one.min(other));
        (Reverse(ahead.0), Reverse(behind.0), Reverse(ahead.1))
    });
    Round { pairings, bye }
}
