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
    let mut text = String::with_capacity(8);
    push_clock(&mut text, seconds);
    text
}

/// Appends a clock as [`format_clock`] writes it; records hold two of them a move.
pub fn push_clock(text: &mut String, seconds: u32) {
    match seconds / 3600 {
        hours @ 0..=9 => text.push(digit(hours)),
        hours => text.push_str(&hours.to_string()),
    }
    for part in [seconds / 60 % 60, seconds % 60] {
        text.push(':');
        text.push(digit(part / 10));
        text.push(digit(part % 10));
    }
}

/// The digit for 0 to 9.
fn digit(value: u32) -> char {
    char::from(b'0' + (value % 10) as u8)
}

/// Reads `H:MM:SS` into seconds.
#[must_use]
pub fn parse_clock(text: &str) -> Option<u32> {
    let (hours, rest) = text.split_once(':')?;
    let [tens, ones, b':', second_tens, second_ones] = rest.as_bytes() else { return None };
    if hours.is_empty() || !hours.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let two = |tens: &u8, ones: &u8| match (tens, ones) {
        (b'0'..=b'5', b'0'..=b'9') => Some(u32::from(tens - b'0') * 10 + u32::from(ones - b'0')),
        _ => None,
    };
    let rest = two(tens, ones)? * 60 + two(second_tens, second_ones)?;
    let hours: u32 = hours.parse().ok()?;
    hours.checked_mul(3600)?.checked_add(rest)
}
