//! The pace of a game played here: what time each side has, and what a ply gives back.

use std::fmt;
use std::str::FromStr;

use crate::rules::ByColor;

use super::{SideControl, TimeControl};

/// Microseconds of a second. All durations of running games are in microseconds.
pub const SECOND: i64 = 1_000_000;
/// Microseconds of a day.
pub const DAY: i64 = 24 * 3600 * SECOND;

/// How much time the sides of one game have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Pace {
    /// Time for the game. All durations are microseconds, in whole seconds.
    Clocked {
        /// What each side begins with.
        base: ByColor<i64>,
        /// What a ply adds to its mover's clock.
        increment: i64,
        /// What passes of each ply before its mover's clock begins to run.
        delay: i64,
    },
    /// So many days for each ply.
    Correspondence { days: u8 },
    /// No clocks here: at a table that has one of its own, or none.
    Untimed,
}

/// Why something is no pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PaceFault {
    /// The text has another form, or not the one written form.
    Form,
    /// A base out of bounds, or not in whole seconds.
    Base,
    /// An increment out of bounds, or not in whole seconds.
    Increment,
    /// A delay out of bounds, or not in whole seconds.
    Delay,
    /// Both an increment and a delay.
    IncrementAndDelay,
    /// A number of days out of bounds.
    Days,
}

impl Pace {
    /// Least base: 10 seconds.
    pub const SHORTEST_BASE: i64 = 10 * SECOND;
    /// Largest base: 60 days.
    pub const LONGEST_BASE: i64 = 60 * DAY;
    /// Largest increment and largest delay: an hour.
    pub const LONGEST_STEP: i64 = 3600 * SECOND;
    /// Most days a ply.
    pub const MOST_DAYS: u8 = 14;

    /// What `color`'s clock shows before the first ply, in microseconds.
    #[must_use]
    pub fn base(self, color: crate::rules::Color) -> i64 {
        match self {
            Pace::Clocked { base, .. } => base[color],
            Pace::Correspondence { days } => i64::from(days) * DAY,
            Pace::Untimed => 0,
        }
    }

    /// What passes of each ply before the clock runs, in microseconds.
    #[must_use]
    pub const fn delay(self) -> i64 {
        match self {
            Pace::Clocked { delay, .. } => delay,
            Pace::Correspondence { .. } | Pace::Untimed => 0,
        }
    }

    /// Whether a ply has days.
    #[must_use]
    pub const fn is_correspondence(self) -> bool {
        matches!(self, Pace::Correspondence { .. })
    }

    /// Whether no time is kept.
    #[must_use]
    pub const fn is_untimed(self) -> bool {
        matches!(self, Pace::Untimed)
    }

    /// Whether all is within its bounds.
    ///
    /// # Errors
    /// The first [`PaceFault`].
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

    /// The frozen written form: `1200+5`, `1200/600+5` (White's and Black's base),
    /// `1200+0d5` (a delay of 5 seconds), `3d` (three days a ply), `-` (no clocks).
    #[must_use]
    pub fn key(self) -> String {
        self.to_string()
    }

    /// Reads what [`Pace::key`] writes, and only that.
    ///
    /// # Errors
    /// [`PaceFault`] for another form or a value out of bounds.
    pub fn parse(text: &str) -> Result<Pace, PaceFault> {
        let pace = match text.strip_suffix('d') {
            None if text == "-" => Pace::Untimed,
            Some(days) => Pace::Correspondence { days: days.parse().map_err(|_| PaceFault::Form)? },
            None => parse_clocked(text)?,
        };
        pace.check()?;
        if pace.key() == text { Ok(pace) } else { Err(PaceFault::Form) }
    }

    /// The time control as a record states it; `None` where there are no clocks.
    #[must_use]
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

/// Seconds in a text as microseconds.
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

impl fmt::Display for PaceFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PaceFault::Form => {
                "a pace is seconds for the game + seconds added a ply, such as 1200+5; 1200/600+5 \
                 where Black has less; 1200+0d5 for a delay of 5 seconds; 3d for three days a ply"
            }
            PaceFault::Base => "each side has 10 seconds to 60 days, in whole seconds",
            PaceFault::Increment => "an increment is 0 to 3600 whole seconds",
            PaceFault::Delay => "a delay is 0 to 3600 whole seconds",
            PaceFault::IncrementAndDelay => "a pace has an increment or a delay, not both",
            PaceFault::Days => "a ply has 1 to 14 days",
        })
    }
}

impl std::error::Error for PaceFault {}
