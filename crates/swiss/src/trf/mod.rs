//! TRF, the exchange format for tournaments: FIDE's TRF16 and TRF26, with the extensions of JaVaFo (XXR, XXC, XXA, XXP)
//! and bbpPairings (BBW and similar).

mod lines;
mod player;
mod reader;
mod settle;
mod writer;

use std::fmt;

use super::Tournament;
use super::entrant::Bye;

pub use reader::{read, read_file};
pub use writer::{Edition, Heading, write, write_file};

/// What a file is read for. This decides whether unpaired byes in the last column belong to the next round or to a
/// finished one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    PairNext,
    Check,
    /// The tournament is continued, or stored if all of its rounds are over.
    GoOn,
}

/// A bye in an unfinished round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByeAhead {
    pub line: usize,
    /// Counted from 0.
    pub round: usize,
    /// An index into [`Tournament::entrants`].
    pub entrant: usize,
    pub bye: Bye,
}

/// The sex of a player, as FIDE's tables have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    Man,
    Woman,
}

/// What a player line (001) tells of the person, who plays the same without it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Person {
    pub sex: Option<Sex>,
    /// The number in the federation's list, of which a file has 11 characters; may be empty.
    pub federation_number: String,
    /// From 1000 to 9999.
    pub birth_year: Option<u16>,
}

/// A file with everything that is needed to continue its tournament. Lines are counted from 1; 0 means none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrfFile {
    /// Entrants have exactly one entry per finished round.
    pub tournament: Tournament,
    /// The first day as written in the file (`042`); may be empty.
    pub first_day: String,
    /// The tie-breaks (`202`) with their line; may be empty.
    pub tie_breaks: (usize, String),
    /// The remarks (`###`), in their order.
    pub remarks: Vec<String>,
    /// The person of each entrant.
    pub people: Vec<Person>,
    /// The line of each entrant.
    pub lines: Vec<usize>,
    /// The line of each element of [`Tournament::apart`].
    pub apart_lines: Vec<usize>,
    pub acceleration_line: usize,
    pub byes: Vec<ByeAhead>,
}

/// What is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Counted from 1; 0 if it concerns no single line.
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
