use std::fmt;

use salpakan::rules::Move;
use three_generals::{Ply, WrittenPly};

use super::GameKind;

/// A ply of one of the games as somebody asks for it, before it is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnyPly {
    Salpakan(Move),
    ThreeGenerals(WrittenPly),
}

impl AnyPly {
    /// Reads the notation of a game; `None` if it is not written so.
    pub fn parse(kind: GameKind, text: &str) -> Option<AnyPly> {
        match kind {
            GameKind::Salpakan => Move::parse(text).ok().map(AnyPly::Salpakan),
            GameKind::ThreeGenerals => text.parse().ok().map(AnyPly::ThreeGenerals),
        }
    }

    /// Where it starts: a square, or the letter of a piece in hand.
    pub fn source(&self) -> String {
        match self {
            AnyPly::Salpakan(mv) => mv.from.to_string(),
            AnyPly::ThreeGenerals(
                WrittenPly::Unsigned { from, .. }
                | WrittenPly::Whole(Ply::Move { from, .. } | Ply::Shot { from, .. }),
            ) => from.to_string(),
            AnyPly::ThreeGenerals(WrittenPly::Whole(Ply::Drop { troop, .. })) => {
                troop.letter().to_string()
            }
        }
    }
}

impl From<Move> for AnyPly {
    fn from(mv: Move) -> AnyPly {
        AnyPly::Salpakan(mv)
    }
}

impl From<three_generals::Ply> for AnyPly {
    fn from(ply: three_generals::Ply) -> AnyPly {
        AnyPly::ThreeGenerals(WrittenPly::Whole(ply))
    }
}

impl fmt::Display for AnyPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyPly::Salpakan(mv) => write!(f, "{}-{}", mv.from, mv.to),
            AnyPly::ThreeGenerals(ply) => ply.fmt(f),
        }
    }
}
