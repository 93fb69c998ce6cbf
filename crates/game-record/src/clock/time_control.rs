//! The notation's `TimeControl`: `1200+5`, `1200d5`, `1/259200`, `1200+5|600+5`, or `-` for none.

use std::fmt;
use std::str::FromStr;

use crate::Color;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideControl {
    /// Seconds for the game, and an increment per ply: `1200+5`.
    Increment { base: u32, increment: u32 },
    /// Seconds for the game, and a delay per ply of at least one second: `1200d5`.
    Delay { base: u32, delay: u32 },
    /// Seconds per ply, at least one: `1/259200`.
    EachPly { seconds: u32 },
}

/// The time of both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeControl {
    Same(SideControl),
    /// Different times of White and Black: `1200+5|600+5`.
    Unequal(SideControl, SideControl),
}

impl SideControl {
    /// The initial time in seconds.
    pub const fn base(self) -> u32 {
        match self {
            SideControl::Increment { base, .. } | SideControl::Delay { base, .. } => base,
            SideControl::EachPly { seconds } => seconds,
        }
    }

    /// The increment in seconds.
    pub const fn increment(self) -> u32 {
        match self {
            SideControl::Increment { increment, .. } => increment,
            SideControl::Delay { .. } | SideControl::EachPly { .. } => 0,
        }
    }

    /// How long a ply took, in seconds, by the clock before and after it; a lower bound if there is a delay.
    pub fn used(self, before: u32, after: u32) -> Option<u32> {
        match self {
            SideControl::EachPly { seconds } => seconds.checked_sub(after),
            other => before.checked_add(other.increment())?.checked_sub(after),
        }
    }

    /// The seconds for the game, and the increment or delay per ply; `None` if the time is per ply.
    const fn base_and_step(self) -> Option<(u32, u32)> {
        match self {
            SideControl::Increment { base, increment } => Some((base, increment)),
            SideControl::Delay { base, delay } => Some((base, delay)),
            SideControl::EachPly { .. } => None,
        }
    }
}

/// The expected seconds of a side in a game with 60 plies of its own.
const fn expected((base, step): (u32, u32)) -> u32 {
    base.saturating_add(step.saturating_mul(60))
}

impl TimeControl {
    /// The longest base, increment, delay and time per ply in a record: 60 days, in seconds.
    pub const LONGEST: u32 = 60 * 24 * 3600;

    /// The same base and increment for both sides, in seconds.
    pub const fn new(base: u32, increment: u32) -> TimeControl {
        TimeControl::Same(SideControl::Increment { base, increment })
    }

    /// The time control with these sides, in canonical form.
    pub fn of_sides(white: SideControl, black: SideControl) -> TimeControl {
        if white == black { TimeControl::Same(white) } else { TimeControl::Unequal(white, black) }
    }

    pub const fn side(self, color: Color) -> SideControl {
        match (self, color) {
            (TimeControl::Same(side), _) => side,
            (TimeControl::Unequal(white, _), Color::White) => white,
            (TimeControl::Unequal(_, black), Color::Black) => black,
        }
    }

    /// Whether both sides have the same base and increment, without a delay.
    pub const fn is_plain(self) -> bool {
        matches!(self, TimeControl::Same(SideControl::Increment { .. }))
    }

    /// The seconds for the game, and the increment or delay per ply, of the side with less time, which decides the
    /// speed. `None` if the time is per ply.
    pub fn base_and_step(self) -> Option<(u32, u32)> {
        let [white, black] = Color::ALL.map(|color| self.side(color).base_and_step());
        match (white, black) {
            (Some(white), Some(black)) if expected(black) < expected(white) => Some(black),
            (Some(one), _) | (None, Some(one)) => Some(one),
            (None, None) => None,
        }
    }

    /// The expected seconds of a side in a game with 60 plies of its own; `None` if the time is per ply.
    pub fn expected_seconds(self) -> Option<u32> {
        self.base_and_step().map(expected)
    }
}

impl fmt::Display for SideControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SideControl::Increment { base, increment } => write!(f, "{base}+{increment}"),
            SideControl::Delay { base, delay } => write!(f, "{base}d{delay}"),
            SideControl::EachPly { seconds } => write!(f, "1/{seconds}"),
        }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TimeControl::Same(side) => side.fmt(f),
            TimeControl::Unequal(white, black) => write!(f, "{white}|{black}"),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "a time control is seconds for the game + seconds added a ply, such as 1200+5; 1200d5 for a \
     delay, 1/259200 for each ply, 1200+5|600+5 for White and Black, or - for none"
)]
pub struct TimeControlError;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        match text.split_once('|') {
            Some((white, black)) => Ok(TimeControl::of_sides(side(white)?, side(black)?)),
            None => side(text).map(TimeControl::Same),
        }
    }
}

/// Parses one side's time.
fn side(text: &str) -> Result<SideControl, TimeControlError> {
    if let Some(each) = text.strip_prefix("1/") {
        return match seconds(each)? {
            0 => Err(TimeControlError),
            seconds => Ok(SideControl::EachPly { seconds }),
        };
    }
    if let Some((base, delay)) = text.split_once('d') {
        let base = seconds(base)?;
        return Ok(match seconds(delay)? {
            // A delay of 0 is written as no increment.
            0 => SideControl::Increment { base, increment: 0 },
            delay => SideControl::Delay { base, delay },
        });
    }
    let (base, increment) = text.split_once('+').ok_or(TimeControlError)?;
    Ok(SideControl::Increment { base: seconds(base)?, increment: seconds(increment)? })
}

fn seconds(text: &str) -> Result<u32, TimeControlError> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value: u32 = text.parse().map_err(|_| TimeControlError)?;
    if digits && value <= TimeControl::LONGEST { Ok(value) } else { Err(TimeControlError) }
}

/// A clock in the format of `[%clk]`: `0:19:58`.
pub fn format_clock(seconds: u32) -> String {
    let mut text = String::with_capacity(8);
    push_clock(&mut text, seconds);
    text
}

/// Appends a clock in the format of [`format_clock`]; avoids an allocation per ply.
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

/// Parses `H:MM:SS` as seconds.
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
