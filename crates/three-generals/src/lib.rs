#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod codec;
mod game;
mod illegal;
mod lines;
mod moves;
mod piece;
mod ply;
mod position;
pub mod record;
mod square;
mod text;
mod zobrist;

pub use game::{Ending, Game, OCCURRENCES};
pub use game_record::Color;
pub use illegal::{IllegalDrop, IllegalPly, IllegalShot};
pub use piece::{General, Hand, Kind, Piece, Troop};
pub use ply::{Expected, ParsePlyError, Ply, Turn, WrittenPly};
pub use position::{Position, PositionFault};
pub use square::{ParseSquareError, SQUARES, Square, Squares, WIDTH};
pub use text::{ParsePositionError, PositionTextFault};
