//! The public half of a game, which is enough for any view without ranks.

use crate::rules::{Board, ByColor, Color, Ending, Move, Rank, RuleSet, Square, Squares, Verdict};

/// A ply: the move, the verdict if it was a challenge, and the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ply {
    pub mv: Move,
    /// Present if and only if the move was a challenge.
    pub verdict: Option<Verdict>,
    /// The mover's clock after the ply, in seconds.
    pub clock: Option<u32>,
}

/// Two ranks that were declared publicly in a challenge (`open-challenges`).
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
    /// Public after this ply; 0 means from the deployment on.
    pub since: u32,
    pub origin: Square,
}

/// Everything that was public, from the deployment on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timeline {
    pub rules: RuleSet,
    /// Who makes the first ply.
    pub first: Color,
    /// The squares of each deployment; a record without plies may lack one.
    pub taken: ByColor<Option<Squares>>,
    pub plies: Vec<Ply>,
    /// Present if the last ply ended the game by rule.
    pub ending: Option<Ending>,
    /// One for each challenge under `open-challenges`, by ply; otherwise empty.
    pub declared: Vec<Declaration>,
    /// The Flags that are public, and since when.
    pub flags: ByColor<Option<PublicFlag>>,
}

impl Timeline {
    /// The number of plies.
    pub fn len(&self) -> u32 {
        self.plies.len() as u32
    }

    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Who makes the ply with this number, counted from 1.
    pub fn mover(&self, ply: u32) -> Color {
        if ply % 2 == 1 { self.first } else { self.first.opponent() }
    }

    /// The position before the first ply.
    pub fn start(&self) -> Board {
        Board::new(self.taken.map(Option::unwrap_or_default), self.first)
    }

    /// The position after `plies` plies, or the last one if there are fewer.
    pub fn board_after(&self, plies: u32) -> Board {
        let mut board = self.start();
        for ply in self.plies.iter().take(plies as usize) {
            board.apply(ply.mv, ply.verdict);
        }
        board
    }
}
