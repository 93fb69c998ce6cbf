//! Points that carry over into a stage.

use std::collections::BTreeMap;

use super::super::points::Points;
use super::CarriedPoints;

/// A game of a stage before, and what it gave to both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedGame {
    pub entrants: [usize; 2],
    pub points: [Points; 2],
}

/// With what points each of those who advance begins. Byes, which have no opponent, are `others`: they count where all
/// points do.
#[must_use]
pub fn carried_points(
    which: CarriedPoints,
    advancing: &[usize],
    games: &[CarriedGame],
    others: &[(usize, Points)],
) -> BTreeMap<usize, Points> {
    let mut carried: BTreeMap<usize, Points> =
        advancing.iter().map(|entrant| (*entrant, Points(0))).collect();
    let mut add = |entrant: usize, points: Points| {
        if let Some(sum) = carried.get_mut(&entrant) {
            *sum = *sum + points;
        }
    };
    let counts = |game: &&CarriedGame| match which {
        CarriedPoints::None => false,
        CarriedPoints::All => true,
        CarriedPoints::AmongAdvancing => game.entrants.iter().all(|one| advancing.contains(one)),
    };
    for game in games.iter().filter(counts) {
        for (entrant, points) in game.entrants.iter().zip(game.points) {
            add(*entrant, points);
        }
    }
    if which == CarriedPoints::All {
        for (entrant, points) in others {
            add(*entrant, *points);
        }
    }
    carried
}
