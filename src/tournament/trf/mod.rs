//! TRF, the form in which tournaments go from program to program: TRF16 and TRF26 of FIDE, with the codes that
//! JaVaFo (XXR, XXC, XXA, XXP) and bbpPairings (BBW and its like) have added.

mod lines;
mod player;
mod reader;
mod settle;
mod writer;

use std::fmt;

pub use reader::read;
pub use writer::write;

/// What a tournament is read for: in the last column byes without a pairing are of the next round, or of one
/// that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    PairNext,
    Check,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Counted from 1; 0 where it is of no one line.
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.what),
            line => write!(f, "line {line}: {}", self.what),
        }
    }
}
