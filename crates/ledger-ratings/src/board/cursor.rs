//! Cursors between the pages of a leaderboard: the sort key of a row.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use super::super::Day;
use super::{Row, Slot};

/// A position between two rows that stays valid while the board changes. Its text is
/// `rating.deviation.player.name`, with the numbers in hundredths; it has to be escaped in URLs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor {
    rating: i32,
    deviation: i32,
    player: i64,
    handle_key: Arc<str>,
}

impl Cursor {
    pub fn of(row: &Row) -> Cursor {
        Cursor {
            rating: row.glicko.rating,
            deviation: row.glicko.deviation,
            player: row.player,
            handle_key: row.handle_key.clone(),
        }
    }

    pub(super) fn slot(&self) -> Slot {
        Slot {
            rating: self.rating,
            deviation: self.deviation,
            handle_key: self.handle_key.clone(),
            player: self.player,
            last_day: Day::UNKNOWN,
        }
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.{}", self.rating, self.deviation, self.player, self.handle_key)
    }
}

/// The text is not a cursor of any page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CursorError;

impl fmt::Display for CursorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "this is no position on a leaderboard; take `next` or `previous` of an earlier page \
             as it is, or ask for a place",
        )
    }
}

impl std::error::Error for CursorError {}

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Cursor, CursorError> {
        let mut parts = text.splitn(4, '.');
        let mut part = || parts.next().ok_or(CursorError);
        let (rating, deviation, player) = (part()?, part()?, part()?);
        Ok(Cursor {
            rating: rating.parse().map_err(|_| CursorError)?,
            deviation: deviation.parse().map_err(|_| CursorError)?,
            player: player.parse().map_err(|_| CursorError)?,
            handle_key: part()?.into(),
        })
    }
}
