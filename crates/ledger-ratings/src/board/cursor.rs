//! Cursors between the pages of a leaderboard: the sort key of a row.

use std::fmt;
use std::str::FromStr;

use super::super::Day;
use super::{Row, Slot};

/// A position between two rows that stays valid while the board changes. Its text is
/// `rating.deviation.player.name`, with the numbers in hundredths; it has to be escaped in URLs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cursor(pub(super) Slot);

impl Cursor {
    pub fn of(row: &Row) -> Cursor {
        Cursor(Slot { last_day: Day::UNKNOWN, ..Slot::of(row) })
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Slot { rating, deviation, player, handle_key, .. } = &self.0;
        write!(f, "{rating}.{deviation}.{player}.{handle_key}")
    }
}

/// The text is not a cursor of any page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "this is no position on a leaderboard; take `next` or `previous` of an earlier page as it is, \
     or ask for a place"
)]
pub struct CursorError;

impl FromStr for Cursor {
    type Err = CursorError;

    fn from_str(text: &str) -> Result<Cursor, CursorError> {
        let mut parts = text.splitn(4, '.');
        let mut part = || parts.next().ok_or(CursorError);
        let (rating, deviation, player) = (part()?, part()?, part()?);
        Ok(Cursor(Slot {
            rating: rating.parse().map_err(|_| CursorError)?,
            deviation: deviation.parse().map_err(|_| CursorError)?,
            player: player.parse().map_err(|_| CursorError)?,
            handle_key: part()?.into(),
            last_day: Day::UNKNOWN,
        }))
    }
}
