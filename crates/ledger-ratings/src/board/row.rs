//! What a leaderboard row shows.

use std::sync::Arc;

use super::super::{AnyTitle, Day, Evidence, Glicko, Pool, Score, Titles};

/// Ratings after a player's last games, oldest first, in whole points: a sparkline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Trend {
    points: [i16; Trend::LONGEST],
    len: u8,
}

impl Trend {
    /// How many games it covers.
    pub const LONGEST: usize = 12;

    /// Adds the rating after one more game and forgets the oldest if there are too many.
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
    #[must_use]
    pub fn points(&self) -> &[i16] {
        &self.points[..usize::from(self.len)]
    }

    /// Two bytes a point, low byte first: as the store keeps it.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(2 * Trend::LONGEST);
        for point in self.points() {
            bytes.extend_from_slice(&point.to_le_bytes());
        }
        bytes
    }

    /// Reads [`Trend::to_bytes`]; of too many bytes the last count.
    #[must_use]
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

/// Counts over a player's rated games in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Totals {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Different opponents.
    pub opponents: u32,
}

impl Totals {
    /// All rated games.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more game, not the opponent.
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
    /// The name as ordered and searched.
    pub handle_key: Arc<str>,
    pub glicko: Glicko,
    pub totals: Totals,
    /// The day of the last rated game.
    pub last_day: Day,
    /// Highest rating after a game that left the player established, in hundredths.
    pub peak: Option<i32>,
    pub trend: Trend,
    /// Whether he keeps off the leaderboards.
    pub keeps_off: bool,
}

impl Row {
    /// What eligibility looks at.
    #[must_use]
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
    #[must_use]
    pub fn title<'a>(&self, pool: &Pool, titles: &'a Titles) -> Option<AnyTitle<'a>> {
        let established = !pool.is_provisional(self.glicko.deviation);
        established.then(|| titles.of(self.glicko.rating)).flatten()
    }
}
