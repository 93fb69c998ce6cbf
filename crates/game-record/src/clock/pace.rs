//! The pace of a live game: the time of each side, and increments.

use std::fmt;
use std::str::FromStr;

use crate::ByColor;

use super::{SideControl, TimeControl};

/// Microseconds per second. All durations of live games are in microseconds.
pub const SECOND: i64 = 1_000_000;
/// Microseconds per day.
pub const DAY: i64 = 24 * 3600 * SECOND;

/// The time of each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Time for the whole game. All durations are in microseconds and whole seconds.
    Clocked {
        /// The initial time of each side.
        base: ByColor<i64>,
        /// What a ply adds to the mover's clock.
        increment: i64,
        /// The time of each ply before the mover's clock begins to run.
        delay: i64,
    },
    /// A number of days per ply.
    Correspondence { days: u8 },
    /// No clocks on the site: at a table with its own clock, or without any.
    Untimed,
}

/// What is wrong with a pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PaceFault {
    /// The text is malformed or not in canonical form.
    #[error(
        "a pace is seconds for the game + seconds added a ply, such as 1200+5; 1200/600+5 where \
         Black has less; 1200+0d5 for a delay of 5 seconds; 3d for three days a ply"
    )]
    Form,
    /// The base time is out of range or not in whole seconds.
    #[error("each side has 10 seconds to 60 days, in whole seconds")]
    Base,
    /// The increment is out of range or not in whole seconds.
    #[error("an increment is 0 to 3600 whole seconds")]
    Increment,
    /// The delay is out of range or not in whole seconds.
    #[error("a delay is 0 to 3600 whole seconds")]
    Delay,
    #[error("a pace has an increment or a delay, not both")]
    IncrementAndDelay,
    /// The number of days is out of range.
    #[error("a ply has 1 to 14 days")]
    Days,
}

impl Pace {
    /// The shortest base time: 10 seconds.
    pub const SHORTEST_BASE: i64 = 10 * SECOND;
    /// The longest base time: 60 days.
    pub const LONGEST_BASE: i64 = 60 * DAY;
    /// The longest increment and the longest delay: 1 hour.
    pub const LONGEST_STEP: i64 = 3600 * SECOND;
    /// The most days per ply.
    pub const MOST_DAYS: u8 = 14;

    /// The initial time of `color` in microseconds.
    pub fn base(self, color: crate::Color) -> i64 {
        match self {
            Pace::Clocked { base, .. } => base[color],
            Pace::Correspondence { days } => i64::from(days) * DAY,
            Pace::Untimed => 0,
        }
    }

    /// The delay of each ply in microseconds.
    pub const fn delay(self) -> i64 {
        match self {
            Pace::Clocked { delay, .. } => delay,
            Pace::Correspondence { .. } | Pace::Untimed => 0,
        }
    }

    /// What each ply adds to the mover's clock, in microseconds.
    pub const fn increment(self) -> i64 {
        match self {
            Pace::Clocked { increment, .. } => increment,
            Pace::Correspondence { .. } | Pace::Untimed => 0,
        }
    }

    /// Whether the time is in days per ply.
    pub const fn is_correspondence(self) -> bool {
        matches!(self, Pace::Correspondence { .. })
    }

    pub const fn is_untimed(self) -> bool {
        matches!(self, Pace::Untimed)
    }

    /// Checks that all values are in range.
    pub fn check(self) -> Result<(), PaceFault> {
        let whole = |time: i64| time % SECOND == 0;
        match self {
            Pace::Untimed => Ok(()),
            Pace::Correspondence { days } if (1..=Pace::MOST_DAYS).contains(&days) => Ok(()),
            Pace::Correspondence { .. } => Err(PaceFault::Days),
            Pace::Clocked { base, increment, delay } => {
                let bases = Pace::SHORTEST_BASE..=Pace::LONGEST_BASE;
                let steps = 0..=Pace::LONGEST_STEP;
                if !base.iter().all(|(_, base)| bases.contains(base) && whole(*base)) {
                    Err(PaceFault::Base)
                } else if !steps.contains(&increment) || !whole(increment) {
                    Err(PaceFault::Increment)
                } else if !steps.contains(&delay) || !whole(delay) {
                    Err(PaceFault::Delay)
                } else if increment > 0 && delay > 0 {
                    Err(PaceFault::IncrementAndDelay)
                } else {
                    Ok(())
                }
            }
        }
    }

    /// The frozen text form: `1200+5`, `1200/600+5` (base times of White and Black), `1200+0d5` (a
    /// delay of 5 seconds), `3d` (three days per ply), `-` (no clocks).
    pub fn key(self) -> String {
        self.to_string()
    }

    /// Parses the canonical form of [`Pace::key`], and only that.
    pub fn parse(text: &str) -> Result<Pace, PaceFault> {
        let pace = match text.strip_suffix('d') {
            None if text == "-" => Pace::Untimed,
            Some(days) => Pace::Correspondence { days: days.parse().map_err(|_| PaceFault::Form)? },
            None => parse_clocked(text)?,
        };
        pace.check()?;
        if pace.key() == text { Ok(pace) } else { Err(PaceFault::Form) }
    }

    /// The time control for a record; `None` without clocks.
    pub fn time_control(self) -> Option<TimeControl> {
        let seconds = |time: i64| u32::try_from(time / SECOND).ok();
        match self {
            Pace::Untimed => None,
            Pace::Correspondence { days } => {
                let seconds = seconds(i64::from(days) * DAY)?;
                Some(TimeControl::Same(SideControl::EachPly { seconds }))
            }
            Pace::Clocked { base, increment, delay } => {
                let (increment, delay) = (seconds(increment)?, seconds(delay)?);
                let side = |base: i64| {
                    let base = seconds(base)?;
                    Some(match delay {
                        0 => SideControl::Increment { base, increment },
                        delay => SideControl::Delay { base, delay },
                    })
                };
                Some(TimeControl::of_sides(side(base.white)?, side(base.black)?))
            }
        }
    }
}

fn parse_clocked(text: &str) -> Result<Pace, PaceFault> {
    let (bases, steps) = text.split_once('+').ok_or(PaceFault::Form)?;
    let (white, black) = bases.split_once('/').unwrap_or((bases, bases));
    let (increment, delay) = steps.split_once('d').unwrap_or((steps, "0"));
    Ok(Pace::Clocked {
        base: ByColor::new(seconds(white)?, seconds(black)?),
        increment: seconds(increment)?,
        delay: seconds(delay)?,
    })
}

/// Parses seconds and returns microseconds.
fn seconds(text: &str) -> Result<i64, PaceFault> {
    let seconds: u32 = text.parse().map_err(|_| PaceFault::Form)?;
    Ok(i64::from(seconds) * SECOND)
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Pace::Untimed => f.write_str("-"),
            Pace::Correspondence { days } => write!(f, "{days}d"),
            Pace::Clocked { base, increment, delay } => {
                write!(f, "{}", base.white / SECOND)?;
                if base.white != base.black {
                    write!(f, "/{}", base.black / SECOND)?;
                }
                write!(f, "+{}", increment / SECOND)?;
                if delay > 0 { write!(f, "d{}", delay / SECOND) } else { Ok(()) }
            }
        }
    }
}

impl FromStr for Pace {
    type Err = PaceFault;

    fn from_str(text: &str) -> Result<Pace, PaceFault> {
        Pace::parse(text)
    }
}
