//! The notation's `TimeControl`: `1200+5`, `1200d5`, `1/259200`, `1200+5|600+5`, or `-` for none.

use std::fmt;
use std::str::FromStr;

use crate::rules::Color;

/// What time one side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SideControl {
    /// Seconds for the game, and seconds added a ply: `1200+5`.
    Increment { base: u32, increment: u32 },
    /// Seconds for the game, and seconds of each ply before they count, one at least: `1200d5`.
    Delay { base: u32, delay: u32 },
    /// Seconds for each ply, one at least: `1/259200`.
    EachPly { seconds: u32 },
}

/// What time both sides have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TimeControl {
    Same(SideControl),
    /// White's and Black's, which differ: `1200+5|600+5`.
    Unequal(SideControl, SideControl),
}

impl SideControl {
    /// What the clock shows before the first ply, in seconds.
    #[must_use]
    pub const fn base(self) -> u32 {
        match self {
            SideControl::Increment { base, .. } | SideControl::Delay { base, .. } => base,
            SideControl::EachPly { seconds } => seconds,
        }
    }

    /// What a ply adds to the clock, in seconds.
    #[must_use]
    pub const fn increment(self) -> u32 {
        match self {
            SideControl::Increment { increment, .. } => increment,
            SideControl::Delay { .. } | SideControl::EachPly { .. } => 0,
        }
    }

    /// How long a ply took, in seconds, by the clock before it and after it; with a delay, so long at least.
    #[must_use]
    pub fn used(self, before: u32, after: u32) -> Option<u32> {
        match self {
            SideControl::EachPly { seconds } => seconds.checked_sub(after),
            other => before.checked_add(other.increment())?.checked_sub(after),
        }
    }

    /// Seconds for the game and seconds that each ply gives, by increment or delay; `None` where each ply has its own.
    const fn base_and_step(self) -> Option<(u32, u32)> {
        match self {
            SideControl::Increment { base, increment } => Some((base, increment)),
            SideControl::Delay { base, delay } => Some((base, delay)),
            SideControl::EachPly { .. } => None,
        }
    }
}

/// The seconds that a side would use in a game of 60 own plies.
const fn expected((base, step): (u32, u32)) -> u32 {
    base.saturating_add(step.saturating_mul(60))
}

impl TimeControl {
    /// Longest base, increment, delay and time for a ply that a record may state: 60 days, in seconds.
    pub const LONGEST: u32 = 60 * 24 * 3600;

    /// The same seconds for the game and seconds added a ply for both sides.
    #[must_use]
    pub const fn new(base: u32, increment: u32) -> TimeControl {
        TimeControl::Same(SideControl::Increment { base, increment })
    }

    /// White's and Black's, told apart only where they differ.
    #[must_use]
    pub fn of_sides(white: SideControl, black: SideControl) -> TimeControl {
        if white == black { TimeControl::Same(white) } else { TimeControl::Unequal(white, black) }
    }

    #[must_use]
    pub const fn side(self, color: Color) -> SideControl {
        match (self, color) {
            (TimeControl::Same(side), _) => side,
            (TimeControl::Unequal(white, _), Color::White) => white,
            (TimeControl::Unequal(_, black), Color::Black) => black,
        }
    }

    /// Whether both sides have seconds for the game and an increment alone.
    #[must_use]
    pub const fn is_plain(self) -> bool {
        matches!(self, TimeControl::Same(SideControl::Increment { .. }))
    }

    /// Seconds for the game and seconds that each ply gives, by increment or delay, of the side that has less time: by it
    /// a game has its speed. `None` where each ply has its own time.
    #[must_use]
    pub fn base_and_step(self) -> Option<(u32, u32)> {
        let [white, black] = Color::ALL.map(|color| self.side(color).base_and_step());
        match (white, black) {
            (Some(white), Some(black)) if expected(black) < expected(white) => Some(black),
            (Some(one), _) | (None, Some(one)) => Some(one),
            (None, None) => None,
        }
    }

    /// The seconds that one side would use in a game of 60 own plies, if not each ply has its own time.
    #[must_use]
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

/// Why a text is no time control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeControlError;

impl fmt::Display for TimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a time control is seconds for the game + seconds added a ply, such as 1200+5; 1200d5 for \
             a delay, 1/259200 for each ply, 1200+5|600+5 for White and Black, or - for none",
        )
    }
}

impl std::error::Error for TimeControlError {}

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        match text.split_once('|') {
            Some((white, black)) => Ok(TimeControl::of_sides(side(white)?, side(black)?)),
            None => side(text).map(TimeControl::Same),
        }
    }
}

/// Reads what one side has.
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
            // Without a delay there is none to write.
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
