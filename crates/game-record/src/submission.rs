//! What a text claims about a game, before it is judged.

use crate::clock::TimeControl;
use crate::{Annotations, Color, Game, Outcome, Roster, Termination};

/// A game as stated by a file or request: unchecked plies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Submission<G: Game> {
    pub roster: Roster,
    pub terms: G::Terms,
    pub time_control: Option<TimeControl>,
    pub plies: Vec<Written<G::Ply>>,
    /// `None` if no result is stated; `Some(None)` is `*`.
    pub outcome: Option<Option<Outcome>>,
    pub termination: Option<Termination>,
    pub annotations: Annotations,
}

impl<G: Game> Default for Submission<G> {
    fn default() -> Self {
        Submission {
            roster: Roster::default(),
            terms: G::Terms::default(),
            time_control: None,
            plies: Vec::new(),
            outcome: None,
            termination: None,
            annotations: Annotations::default(),
        }
    }
}

/// A ply as it is written, with the mover's clock after it in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written<P> {
    pub ply: P,
    pub clock: Option<u32>,
}

/// A place in a record, from which readers find line and column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// A side's set-up; the number is the character within it, from 0.
    Setup(Color, usize),
    /// A ply, counted from 1.
    Ply(u32),
    Result,
    Termination,
    /// The record as a whole.
    Record,
}

/// The first error of a submission.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    pub place: Place,
    pub message: String,
}

impl Fault {
    pub fn new(place: Place, message: impl Into<String>) -> Fault {
        Fault { place, message: message.into() }
    }
}
