//! Performance ratings (C.07, articles 10.2 and 10.3) by the tables of FIDE's Rating Regulations.

use super::Tournament;
use super::entrant::{Entry, Score};

/// FIDE Handbook B.02 (in force from March 2024), table 8.1.1: the rating difference for a score of 50, 51, ..., 100
/// per cent. Below 50 per cent it is negative.
const DIFFERENCES: [i32; 51] = [
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158,
    166, 175, 184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366,
    383, 401, 422, 444, 470, 501, 538, 589, 677, 800,
];

/// FIDE Handbook B.02, table 8.1.2: the greatest rating difference at which the stronger side is expected to score 50,
/// 51, ..., 99 per cent; beyond the last one it is 100.
const REACHES: [i32; 50] = [
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162,
    170, 179, 188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374,
    391, 411, 432, 456, 484, 517, 559, 619, 735,
];

/// For each rating difference, how many of [`REACHES`] are below it.
static BANDS: [u8; 737] = {
    let mut bands = [0; 737];
    let (mut apart, mut band) = (0, 0_u8);
    while apart < bands.len() {
        while (band as usize) < REACHES.len() && REACHES[band as usize] < apart as i32 {
            band += 1;
        }
        bands[apart] = band;
        apart += 1;
    }
    bands
};

/// Subtracted from the weakest opponent's rating for somebody who lost every game (10.3); the end of both tables.
const ALL_LOST: i32 = 800;

/// The performance of an entrant in games over the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Performance {
    /// Over the board, without forfeits.
    pub games: usize,
    /// Two per win and one per draw, regardless of the event's points: the tables assume these.
    pub half_points: i32,
    /// The opponents' average rating, rounded (10.1).
    pub average: i32,
    /// The score, rounded half up.
    pub percent: u8,
    /// TPR (10.2).
    pub tournament: i32,
    /// PTP (10.3).
    pub perfect: i32,
}

/// The performance of an entrant in the first `rounds` rounds; `unrated` replaces missing ratings. `None` without games
/// over the board, or if a rating is missing.
pub fn performance(
    tournament: &Tournament,
    entrant: usize,
    rounds: usize,
    unrated: Option<u32>,
) -> Option<Performance> {
    let entries = tournament.entrants[entrant].entries.iter().take(rounds);
    let games = entries.filter_map(|entry| match entry {
        Entry::Played { opponent, score, .. } => Some((*opponent, *score)),
        _ => None,
    });
    let rated = games.map(|(opponent, score)| {
        let rating = match tournament.entrants[opponent].rating {
            0 => unrated?,
            rating => rating,
        };
        Some((i32::try_from(rating).ok()?, score))
    });
    of_games(&rated.collect::<Option<Vec<(i32, Score)>>>()?)
}

/// The performance in games against opponents with these ratings; `None` without games.
pub fn of_games(games: &[(i32, Score)]) -> Option<Performance> {
    let scored = Scored::of(games)?;
    let Scored { half_points, average, percent } = scored;
    let (tournament, perfect) = (scored.tournament(), scored.perfect(games));
    Some(Performance { games: games.len(), half_points, average, percent, tournament, perfect })
}

/// What performances are computed from. Only the perfect one takes long.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scored {
    pub half_points: i32,
    pub average: i32,
    pub percent: u8,
}

impl Scored {
    pub fn of(games: &[(i32, Score)]) -> Option<Scored> {
        let average = average(games)?;
        let half_points = half_points(games);
        let count = i32::try_from(games.len()).ok()?;
        let percent = (100 * half_points + count).div_euclid(2 * count);
        let percent = u8::try_from(percent).expect("no more than all games are won");
        Some(Scored { half_points, average, percent })
    }

    pub fn tournament(self) -> i32 {
        self.average + difference(self.percent)
    }

    pub fn perfect(self, games: &[(i32, Score)]) -> i32 {
        perfect(games, self.half_points)
    }
}

/// The average rating, rounded half up (10.1).
fn average(games: &[(i32, Score)]) -> Option<i32> {
    let count = i64::try_from(games.len()).ok().filter(|count| *count > 0)?;
    let sum: i64 = games.iter().map(|(rating, _)| i64::from(*rating)).sum();
    i32::try_from((2 * sum + count).div_euclid(2 * count)).ok()
}

fn half_points(games: &[(i32, Score)]) -> i32 {
    let of = |score: &Score| match score {
        Score::Win => 2,
        Score::Draw => 1,
        Score::Loss => 0,
    };
    games.iter().map(|(_, score)| of(score)).sum()
}

/// The rating difference for a score in per cent, 0 to 100.
pub fn difference(percent: u8) -> i32 {
    if percent >= 50 {
        DIFFERENCES[usize::from(percent.min(100)) - 50]
    } else {
        -DIFFERENCES[50 - usize::from(percent)]
    }
}

/// The expected score, in hundredths, against an opponent rated lower by `difference`, on the full scale.
pub fn chance(difference: i32) -> i32 {
    let apart = usize::try_from(difference.unsigned_abs()).unwrap_or(usize::MAX);
    let stronger = 50 + i32::from(BANDS[apart.min(BANDS.len() - 1)]);
    if difference >= 0 { stronger } else { 100 - stronger }
}

/// The expected score of all games, in hundredths.
pub fn expected(rating: i32, games: &[(i32, Score)]) -> i32 {
    games.iter().map(|(opponent, _)| chance(rating - opponent)).sum()
}

/// The lowest rating whose expected score is at least this; found by bisection, since expectation grows with the
/// rating.
fn perfect(games: &[(i32, Score)], half_points: i32) -> i32 {
    let ratings = || games.iter().map(|(rating, _)| *rating);
    let weakest = ratings().min().unwrap_or(0) - ALL_LOST;
    if half_points == 0 {
        return weakest;
    }
    let (mut below, mut enough) = (weakest, ratings().max().unwrap_or(0) + ALL_LOST);
    while enough - below > 1 {
        let middle = below + (enough - below) / 2;
        if expected(middle, games) >= 50 * half_points {
            enough = middle;
        } else {
            below = middle;
        }
    }
    enough
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_each_others_mirror() {
        for percent in 0..=100 {
            assert_eq!(difference(percent), -difference(100 - percent));
        }
        for apart in 0..=900 {
            assert_eq!(chance(apart) + chance(-apart), 100);
        }
        assert_eq!((chance(3), chance(4), chance(735), chance(736)), (50, 51, 99, 100));
        // Each score's difference is one at which that score is expected.
        assert!((50..100).all(|percent| chance(difference(percent)) == i32::from(percent)));
    }

    #[test]
    fn nothing_is_performed_without_a_game() {
        assert_eq!(of_games(&[]), None);
        let lost = of_games(&[(1900, Score::Loss), (1800, Score::Loss)]).expect("games");
        assert_eq!((lost.tournament, lost.perfect), (1850 - 800, 1000));
        let won = of_games(&[(1900, Score::Win), (1800, Score::Win)]).expect("games");
        assert_eq!((won.tournament, won.perfect), (1850 + 800, 1900 + 736));
    }
}
