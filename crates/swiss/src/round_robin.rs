//! Round robins by the Berger tables (FIDE Handbook C.05, Annex 1).
//!
//! A round depends only on the number of entrants, the cycles and its own number: absent players lose by forfeit, and
//! nothing is drawn again.

use super::pairing::{Pairing, Round};

/// How often each pair of entrants meets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
pub enum Cycles {
    #[default]
    Single,
    /// Twice, the second time with reversed colors.
    Double,
}

impl Cycles {
    pub const fn count(self) -> usize {
        match self {
            Cycles::Single => 1,
            Cycles::Double => 2,
        }
    }
}

/// The number of rounds; 0 for fewer than two entrants.
pub const fn rounds(entrants: usize, cycles: Cycles) -> usize {
    if entrants < 2 { 0 } else { (entrants + entrants % 2 - 1) * cycles.count() }
}

/// The number of games in all rounds.
pub const fn games(entrants: usize, cycles: Cycles) -> usize {
    entrants * entrants.saturating_sub(1) / 2 * cycles.count()
}

/// A round, counted from 0, in the order of the table; entrants are numbered from 0. `None` after the last round.
///
/// If their number is odd, the highest number of the table is the bye. In a double round robin the last two rounds of
/// the first cycle are swapped, so that nobody has the same color three times in a row (C.05, Annex 1).
pub fn round(entrants: usize, cycles: Cycles, round: usize) -> Option<Round> {
    if round >= rounds(entrants, cycles) {
        return None;
    }
    let even = entrants + entrants % 2;
    let once = even - 1;
    let second = round >= once;
    let line = match (cycles, round) {
        (Cycles::Double, at) if at < once && once >= 3 && at + 2 >= once => 2 * once - 3 - at,
        _ => round % once,
    };
    let (mut pairings, mut bye) = (Vec::with_capacity(even / 2), None);
    for (white, black) in table(even, line) {
        if white.max(black) >= entrants {
            bye = Some(white.min(black));
        } else if second {
            pairings.push(Pairing { white: black, black: white });
        } else {
            pairings.push(Pairing { white, black });
        }
    }
    Some(Round { pairings, bye })
}

/// A row of the table for an even number of players: the last of them meets the one in the middle of the circle of all
/// others.
fn table(even: usize, line: usize) -> Vec<(usize, usize)> {
    let (last, circle) = (even - 1, even - 1);
    let has_white = line.is_multiple_of(2);
    let middle = if has_white { line / 2 } else { even / 2 + line / 2 };
    let first = if has_white { (middle, last) } else { (last, middle) };
    let others =
        (1..even / 2).map(|step| ((middle + step) % circle, (middle + circle - step) % circle));
    std::iter::once(first).chain(others).collect()
}
