//! The notation's `TimeControl`: `1200+5`, or `-` for none.

use std::fmt;
use std::str::FromStr;

/// Seconds for the game and seconds added a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimeControl {
    pub base: u32,
    pub increment: u32,
}

impl TimeControl {
    /// Longest base and increment that a record may state: 60 days, in seconds.
    pub const LONGEST: u32 = 60 * 24 * 3600;

    /// The seconds that one side would use in a game of 60 own plies.
    #[must_use]
    pub const fn expected_seconds(self) -> u32 {
        self.base.saturating_add(self.increment.saturating_mul(60))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}", self.base, self.increment)
    }
}

/// Why a text is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControlError;

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a time control is seconds for the game + seconds added a ply, such as 1200+5, or - \
             for none",
        )
    }
}

impl std::error::Error for TimeControlError {}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let (base, increment) = text.split_once('+').ok_or(TimeControlError)?;
        Ok(TimeControl { base: seconds(base)?, increment: seconds(increment)? })
    }
}

fn seconds(text: &str) -> Result<u32, TimeControlError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value: u32 = text.parse().map_err(|_| TimeControlError)?;
    if digits && value <= TimeControl::LONGEST { Ok(value) } else { Err(TimeControlError) }
}

/// A clock as `[%clk]` writes it: `0:19:58`.
#[must_use]
pub fn format_clock(seconds: u32) -> String {
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Reads `H:MM:SS` into seconds.
#[must_use]
pub fn parse_clock(text: &str) -> Option<u32> {
    let mut parts = text.split(':');
    let (hours, minutes, seconds) = (parts.next()?, parts.next()?, parts.next()?);
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let two = |part: &str| part.len() == 2 && digits(part) && part < "60";
    if parts.next().is_some() || !digits(hours) || !two(minutes) || !two(seconds) {
        return None;
    }
    let hours: u32 = hours.parse().ok()?;
    let rest = minutes.parse::<u32>().ok()? * 60 + seconds.parse::<u32>().ok()?;
    hours.checked_mul(3600)?.checked_add(rest)
}
