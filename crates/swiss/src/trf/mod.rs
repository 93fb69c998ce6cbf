//! TRF, the form in which tournaments go from program to program: TRF16 and TRF26 of FIDE, with the codes that
//! JaVaFo (XXR, XXC, XXA, XXP) and bbpPairings (BBW and its like) have added.

mod going_on;
mod lines;
mod player;
mod reader;
mod settle;
mod writer;

use std::fmt;

use super::Tournament;
use super::entrant::Bye;

pub use reader::{read, read_file};
pub use writer::{Heading, write, write_file};

/// What a tournament is read for: in the last column byes without a pairing are of the next round, or of one
/// that is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    PairNext,
    Check,
    /// It is gone on with elsewhere, or kept where all of its rounds are over.
    GoOn,
}

/// A bye of a round that is not over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByeAhead {
    pub line: usize,
    /// Counted from 0.
    pub round: usize,
    /// A place in [`Tournament::entrants`].
    pub entrant: usize,
    pub bye: Bye,
}

/// A file with what a tournament has no place for, as it takes to go on with it. Lines are counted from 1; 0 is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfFile {
    /// Entrants have an entry for each round that is over, and no more.
    pub tournament: Tournament,
    /// The first day as the file writes it (`042`); empty where it does not.
    pub first_day: String,
    /// The tie-breaks (`202`), with their line; empty where it has none.
    pub tie_breaks: (usize, String),
    /// The line of each entrant.
    pub lines: Vec<usize>,
    /// The line of each of [`Tournament::apart`].
    pub apart_lines: Vec<usize>,
    /// The first line that accelerates.
    pub acceleration_line: usize,
    pub byes: Vec<ByeAhead>,
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
