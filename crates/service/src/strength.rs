//! A player's results against stronger and weaker opponents.
//!
//! Compares the current ratings in the pool of the game, which are in memory for all players; the
//! ratings at the time are shown with each game.

use ledger_ratings::{Ledger, Pool, Score as GameScore};
use serde::Serialize;
use utoipa::ToSchema;

use super::players::Score;
use super::{App, Result, leaderboard};

/// The strength of an opponent relative to the player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Strength {
    /// The key in responses and catalogues.
    pub key: &'static str,
    /// The minimum difference to the player's rating, in hundredths of a point.
    from: i32,
}

/// The classes, strongest opponents first. Most titles are 50 points wide.
const CLASSES: [Strength; 5] = [
    Strength { key: "much-stronger", from: 15_000 },
    Strength { key: "stronger", from: 5_000 },
    Strength { key: "equal", from: -4_999 },
    Strength { key: "weaker", from: -14_999 },
    Strength { key: "much-weaker", from: i32::MIN },
];

impl Strength {
    pub const ALL: [Strength; 5] = CLASSES;

    /// The class of an opponent; both ratings in hundredths of a point.
    pub fn of(own: i32, opponent: i32) -> Strength {
        let above = opponent - own;
        CLASSES.into_iter().find(|class| above >= class.from).unwrap_or(CLASSES[4])
    }
}

/// Results against opponents of a strength in rated games, by their current ratings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = StrengthItem)]
pub struct StrengthScore {
    /// `much-stronger` (by 150 points or more), `stronger` (by 50 to 149), `equal`, `weaker`
    /// or `much-weaker`.
    pub opponents: &'static str,
    pub score: Score,
}

/// Results in the rated games of these ledgers by the opponents' strength; only classes that occur,
/// strongest first.
pub fn results(app: &App, ledgers: &[(&'static Pool, Ledger)]) -> Result<Vec<StrengthScore>> {
    let mut scores = [Score::default(); CLASSES.len()];
    for (pool, ledger) in ledgers {
        let board = leaderboard::board(app, pool)?;
        for entry in ledger.entries(pool)? {
            let Some(opponent) = board.row(entry.opponent) else { continue };
            let class = Strength::of(ledger.glicko.rating, opponent.glicko.rating);
            let at = CLASSES.iter().position(|one| *one == class).unwrap_or(0);
            match entry.score {
                GameScore::Win => scores[at].wins += 1,
                GameScore::Draw => scores[at].draws += 1,
                GameScore::Loss => scores[at].losses += 1,
            }
        }
    }
    let found = CLASSES.into_iter().zip(scores).filter(|(_, score)| score.games() > 0);
    Ok(found.map(|(one, score)| StrengthScore { opponents: one.key, score }).collect())
}

#[cfg(test)]
mod tests {
    use super::Strength;

    #[test]
    fn classes_meet_without_gap_and_are_the_same_from_both_sides() {
        let key = |above: i32| Strength::of(150_000, 150_000 + above).key;
        for (above, word, from_the_other_side) in [
            (15_000, "much-stronger", "much-weaker"),
            (14_999, "stronger", "weaker"),
            (5_000, "stronger", "weaker"),
            (4_999, "equal", "equal"),
            (0, "equal", "equal"),
        ] {
            assert_eq!((key(above), key(-above)), (word, from_the_other_side), "{above}");
        }
    }
}
