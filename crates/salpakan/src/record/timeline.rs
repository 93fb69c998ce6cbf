//! The public half of a game: enough for every view that knows no rank.

use crate::rules::{Board, ByColor, Color, Ending, Rank, RuleSet, Square, Squares};

use super::Ply;

/// Two ranks that a challenge declared to everybody (`open-challenges`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declaration {
    /// The ply of the challenge, counted from 1.
    pub ply: u32,
    pub challenger: Rank,
    pub defender: Rank,
}

/// A Flag whose place is public: under `open-flag`, or revealed by its owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublicFlag {
    /// Public after this ply; 0 is from the deployment on.
    pub since: u32,
    pub origin: Square,
}

/// What everybody at the board saw, from the deployment on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    pub rules: RuleSet,
    /// Who has the first ply.
    pub first: Color,
    /// The squares that each deployment takes; a record without plies may lack one.
    pub taken: ByColor<Option<Squares>>,
    pub plies: Vec<Ply>,
    /// Present where the last ply ended the game by rule.
    pub ending: Option<Ending>,
    /// One for each challenge under `open-challenges`, by ply; else empty.
    pub declared: Vec<Declaration>,
    /// The Flags that are public, and since when.
    pub flags: ByColor<Option<PublicFlag>>,
}

impl Timeline {
    /// Number of plies.
    #[must_use]
    pub fn len(&self) -> u32 {
        self.plies.len() as u32
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Who makes the ply with this number, counted from 1.
    #[must_use]
    pub fn mover(&self, ply: u32) -> Color {
        if ply % 2 == 1 { self.first } else { self.first.opponent() }
    }

    /// The position before the first ply.
    #[must_use]
    pub fn start(&self) -> Board {
        Board::new(self.taken.map(Option::unwrap_or_default), self.first)
    }

    /// The position after so many plies (or after the last, if there are fewer).
    #[must_use]
    pub fn board_after(&self, plies: u32) -> Board {
        let mut board = self.start();
        for ply in self.plies.iter().take(plies as usize) {
            board.apply(ply.mv, ply.verdict);
        }
        board
    }
}
