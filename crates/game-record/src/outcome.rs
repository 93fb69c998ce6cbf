//! The outcome (who won) and the termination (how the game ended).

use crate::Color;

/// Who won a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    Win(Color),
    Draw,
}

impl Outcome {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub const fn notation(self) -> &'static str {
        match self {
            Outcome::Win(Color::White) => "1-0",
            Outcome::Win(Color::Black) => "0-1",
            Outcome::Draw => "1/2-1/2",
        }
    }

    /// Parses [`Outcome::notation`].
    pub fn parse(text: &str) -> Option<Outcome> {
        match text {
            "1-0" => Some(Outcome::Win(Color::White)),
            "0-1" => Some(Outcome::Win(Color::Black)),
            "1/2-1/2" => Some(Outcome::Draw),
            _ => None,
        }
    }

    pub const fn winner(self) -> Option<Color> {
        match self {
            Outcome::Win(color) => Some(color),
            Outcome::Draw => None,
        }
    }
}

/// How a game ended, or that it did not. No game knows all of them: see [`Game::TERMINATIONS`](crate::Game::TERMINATIONS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Termination {
    FlagCaptured = 0,
    FlagReached = 1,
    Resignation = 2,
    Agreement = 3,
    Time = 4,
    Default = 5,
    Adjudication = 6,
    Abandoned = 7,
    Unterminated = 8,
    /// The loser was away for the agreed time, and the opponent claimed the win.
    Left = 9,
    /// The side to move has no legal ply, and loses (Three Generals).
    Stalemate = 10,
    /// A position occurred for the fourth time: a draw (Three Generals).
    Repetition = 11,
}

impl Termination {
    pub const ALL: [Termination; 12] = [
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
        Termination::Stalemate,
        Termination::Repetition,
    ];

    /// The name in the notation.
    pub const fn name(self) -> &'static str {
        match self {
            Termination::FlagCaptured => "flag-captured",
            Termination::FlagReached => "flag-reached",
            Termination::Resignation => "resignation",
            Termination::Agreement => "agreement",
            Termination::Time => "time",
            Termination::Default => "default",
            Termination::Adjudication => "adjudication",
            Termination::Abandoned => "abandoned",
            Termination::Unterminated => "unterminated",
            Termination::Left => "left",
            Termination::Stalemate => "stalemate",
            Termination::Repetition => "repetition",
        }
    }

    pub fn parse(text: &str) -> Option<Termination> {
        Termination::ALL.into_iter().find(|termination| termination.name() == text)
    }

    /// Whether the rules end the game, on the board.
    pub const fn is_by_rule(self) -> bool {
        matches!(
            self,
            Termination::FlagCaptured
                | Termination::FlagReached
                | Termination::Stalemate
                | Termination::Repetition
        )
    }

    /// Whether the game is over with a result.
    pub const fn is_final(self) -> bool {
        !matches!(self, Termination::Abandoned | Termination::Unterminated)
    }

    /// Whether `outcome` is possible with this termination (`NOTATION.md`, "Verdict of the
    /// verifier"); `None` is `*`.
    pub const fn allows(self, outcome: Option<Outcome>) -> bool {
        match self {
            Termination::FlagCaptured
            | Termination::FlagReached
            | Termination::Resignation
            | Termination::Time
            | Termination::Left
            | Termination::Default
            | Termination::Stalemate => matches!(outcome, Some(Outcome::Win(_))),
            Termination::Agreement | Termination::Repetition => {
                matches!(outcome, Some(Outcome::Draw))
            }
            Termination::Adjudication => outcome.is_some(),
            Termination::Abandoned | Termination::Unterminated => outcome.is_none(),
        }
    }
}
