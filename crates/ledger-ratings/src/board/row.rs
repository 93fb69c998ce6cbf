//! The rows of a leaderboard.

use std::sync::Arc;

use super::super::{AnyTitle, Day, Evidence, Glicko, Pool, Score, Titles};

/// The ratings after a player's most recent games, oldest first, in whole points: a sparkline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trend {
    points: [i16; Trend::LONGEST],
    len: u8,
}

impl Trend {
    /// The maximum number of games.
    pub const LONGEST: usize = 12;

    /// Adds the rating after a game, and drops the oldest if there are too many.
    pub fn push(&mut self, rating: i32) {
        let whole = (rating + 50).div_euclid(100);
        let whole = i16::try_from(whole).unwrap_or(if whole < 0 { i16::MIN } else { i16::MAX });
        if usize::from(self.len) == Trend::LONGEST {
            self.points.rotate_left(1);
            self.len -= 1;
        }
        self.points[usize::from(self.len)] = whole;
        self.len += 1;
    }

    /// Oldest first.
    pub fn points(&self) -> &[i16] {
        &self.points[..usize::from(self.len)]
    }

    /// The stored form: two bytes per point, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * Trend::LONGEST);
        for point in self.points() {
            bytes.extend_from_slice(&point.to_le_bytes());
        }
        bytes
    }

    /// Reads [`Trend::to_bytes`]; if there are too many bytes, the last ones count.
    pub fn from_bytes(bytes: &[u8]) -> Trend {
        let mut trend = Trend::default();
        let (pairs, _) = bytes.as_chunks::<2>();
        let kept = &pairs[pairs.len().saturating_sub(Trend::LONGEST)..];
        for (point, pair) in trend.points.iter_mut().zip(kept) {
            *point = i16::from_le_bytes(*pair);
        }
        trend.len = u8::try_from(kept.len()).unwrap_or_default();
        trend
    }
}

/// Counts of a player's rated games in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// The number of different opponents.
    pub opponents: u32,
}

impl Totals {
    /// All rated games.
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts a game, but not the opponent.
    pub fn count(&mut self, score: Score) {
        match score {
            Score::Win => self.wins += 1,
            Score::Draw => self.draws += 1,
            Score::Loss => self.losses += 1,
        }
    }
}

/// A player in a pool.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The player's number in the store.
    pub player: i64,
    /// The name as shown.
    pub handle: Arc<str>,
    /// The name for sorting and searching.
    pub handle_key: Arc<str>,
    pub glicko: Glicko,
    pub totals: Totals,
    /// The day of the last rated game.
    pub last_day: Day,
    /// The highest rating, in hundredths, after a game that left it established.
    pub peak: Option<i32>,
    pub trend: Trend,
    /// Whether the player is excluded from leaderboards.
    pub keeps_off: bool,
}

impl Row {
    /// The figures that decide eligibility.
    pub const fn evidence(&self) -> Evidence {
        Evidence {
            games: self.totals.games(),
            opponents: self.totals.opponents,
            deviation: self.glicko.deviation,
            last_day: self.last_day,
            keeps_off: self.keeps_off,
        }
    }

    /// The title, if the rating is not provisional.
    pub fn title<'a>(&self, pool: &Pool, titles: &'a Titles) -> Option<AnyTitle<'a>> {
        let established = !pool.is_provisional(self.glicko.deviation);
        established.then(|| titles.of(self.glicko.rating)).flatten()
    }
}
