//! Moves from one square to a neighbouring one.

use std::fmt;

use super::Square;

/// A move. Whether it is legal depends on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    pub from: Square,
    pub to: Square,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseMoveError;

impl Move {
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// Parses `e3e4`, `e3-e4` or `e3xe4`.
    pub fn parse(text: &str) -> Result<Move, ParseMoveError> {
        let (from, to) = match text.len() {
            4 => (text.get(..2), text.get(2..)),
            5 if matches!(text.as_bytes()[2], b'-' | b'x') => (text.get(..2), text.get(3..)),
            _ => return Err(ParseMoveError),
        };
        match (from.and_then(|t| t.parse().ok()), to.and_then(|t| t.parse().ok())) {
            (Some(from), Some(to)) => Ok(Move { from, to }),
            _ => Err(ParseMoveError),
        }
    }
}

/// Why a move is illegal. Every cause is public.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IllegalMove {
    GameOver,
    /// There is no piece on the square it starts from.
    NoPiece(Square),
    /// The piece belongs to the opponent.
    NotYours(Square),
    /// Pieces move one square forward, backward or sideways.
    NotOneStep(Move),
    /// There is a piece of the same side on the target.
    OwnPiece(Square),
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IllegalMove::GameOver => f.write_str("the game is already over"),
            IllegalMove::NoPiece(square) => write!(f, "no piece stands on {square}"),
            IllegalMove::NotYours(square) => {
                write!(f, "the piece on {square} belongs to the side that is not to move")
            }
            IllegalMove::NotOneStep(m) => {
                write!(f, "{} to {} is not one step forward, backward or sideways", m.from, m.to)
            }
            IllegalMove::OwnPiece(square) => write!(f, "an own piece stands on {square}"),
        }
    }
}

impl std::error::Error for IllegalMove {}
