//! How the rules end a game.

use super::{Color, Outcome, Termination};

/// How a game may end, `RULES.md` "How a game ends" 1-8, or that it did not.
pub const TERMINATIONS: [Termination; 10] = [
    Termination::FlagCaptured,
    Termination::FlagReached,
    Termination::Resignation,
    Termination::Agreement,
    Termination::Time,
    Termination::Default,
    Termination::Adjudication,
    Termination::Abandoned,
    Termination::Unterminated,
    Termination::Left,
];

/// An ending by rule, with the winner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ending {
    pub winner: Color,
    pub termination: Termination,
}

impl Ending {
    pub const fn outcome(self) -> Outcome {
        Outcome::Win(self.winner)
    }
}
