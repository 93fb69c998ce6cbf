//! Points that are carried over into a stage.

use std::collections::BTreeMap;

use super::super::points::Points;
use super::CarriedPoints;

/// A game of an earlier stage, with the points of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CarriedGame {
    pub entrants: [usize; 2],
    pub points: [Points; 2],
}

/// The points with which each advancing entrant begins. Byes, which have no opponent, are in `others` and count only if
/// all points are carried over.
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
