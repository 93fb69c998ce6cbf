//! The rules, each as a sentence, on small boards in text; and all of them together against a second referee.

mod board;
mod drops;
mod endings;
mod generals;
mod notation;
mod pawns;
mod pieces;
mod positions;
mod properties;
mod random;
mod referee;
mod turning;
