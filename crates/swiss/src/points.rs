//! Points, and point systems.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

use super::entrant::{Bye, Entry, Score};

/// Points, in tenths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Points(pub i32);

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl Sub for Points {
    type Output = Points;

    fn sub(self, other: Points) -> Points {
        Points(self.0 - other.0)
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(all: I) -> Points {
        all.fold(Points(0), Add::add)
    }
}

impl fmt::Display for Points {
    /// Formats as `2.5`, like a TRF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        write!(f, "{sign}{}.{}", self.0.abs() / 10, self.0.abs() % 10)
    }
}

impl Points {
    /// Parses `2.5` or `2`, up to 9,999 points.
    pub fn parse(text: &str) -> Option<Points> {
        let (whole, tenth) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str, most: usize| {
            let fits =
                (1..=most).contains(&text.len()) && text.bytes().all(|one| one.is_ascii_digit());
            fits.then(|| text.parse::<i32>().ok()).flatten()
        };
        Some(Points(digits(whole, 4)? * 10 + digits(tenth, 1)?))
    }
}

/// The points for each result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointSystem {
    pub win: Points,
    pub draw: Points,
    pub loss: Points,
    /// For a game lost by forfeit.
    pub forfeit_loss: Points,
    /// For an absence.
    pub zero_bye: Points,
    pub allocated_bye: Points,
}

impl Default for PointSystem {
    /// 1 for a win, 0.5 for a draw, 1 for the pairing-allocated bye.
    fn default() -> PointSystem {
        PointSystem {
            win: Points(10),
            draw: Points(5),
            loss: Points(0),
            forfeit_loss: Points(0),
            zero_bye: Points(0),
            allocated_bye: Points(10),
        }
    }
}

impl PointSystem {
    /// The points for a round.
    pub const fn of(&self, entry: &Entry) -> Points {
        match entry {
            Entry::Played { score: Score::Win, .. } | Entry::Forfeit { score: Score::Win, .. } => {
                self.win
            }
            Entry::Played { score: Score::Draw, .. }
            | Entry::Forfeit { score: Score::Draw, .. }
            | Entry::Bye(Bye::Half) => self.draw,
            Entry::Played { score: Score::Loss, .. } => self.loss,
            Entry::Forfeit { score: Score::Loss, .. } => self.forfeit_loss,
            Entry::Bye(Bye::Allocated) => self.allocated_bye,
            Entry::Bye(Bye::Full) => self.win,
            Entry::Bye(Bye::Zero) => self.zero_bye,
        }
    }
}
