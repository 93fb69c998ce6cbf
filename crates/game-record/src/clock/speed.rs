//! Speeds, by which pools and pages classify time controls.

use super::TimeControl;

/// The speed of a game, by the time that a side is expected to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Speed {
    Blitz = 0,
    Rapid = 1,
    Classical = 2,
    /// No clock is recorded, or the time is per ply.
    Untimed = 3,
}

/// The limits of expected seconds (see [`TimeControl::expected_seconds`]) below which a game has
/// this speed.
const THRESHOLDS: [(u32, Speed); 2] = [(10 * 60, Speed::Blitz), (60 * 60, Speed::Rapid)];

impl Speed {
    pub const ALL: [Speed; 4] = [Speed::Blitz, Speed::Rapid, Speed::Classical, Speed::Untimed];

    pub fn of(control: Option<TimeControl>) -> Speed {
        let expected = control.and_then(TimeControl::expected_seconds);
        let Some(expected) = expected else { return Speed::Untimed };
        THRESHOLDS
            .into_iter()
            .find(|(below, _)| expected < *below)
            .map_or(Speed::Classical, |(_, speed)| speed)
    }

    pub const fn key(self) -> &'static str {
        match self {
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Untimed => "untimed",
        }
    }

    pub fn parse(text: &str) -> Option<Speed> {
        Speed::ALL.into_iter().find(|speed| speed.key() == text)
    }
}
