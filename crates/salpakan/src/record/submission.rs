//! What a text claims about a game, before it is judged.

use crate::clock::TimeControl;
use crate::rules::{ByColor, Color, Draft, Move, Outcome, RuleSet, Termination, Verdict};

use super::{Annotations, Roster};

/// A game as stated by a file or request: drafts and unchecked plies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Submission {
    pub roster: Roster,
    pub rules: RuleSet,
    /// Who makes the first ply; White by default.
    pub first: Color,
    pub time_control: Option<TimeControl>,
    pub drafts: ByColor<Option<Draft>>,
    pub plies: Vec<SubmittedPly>,
    /// `None` if no result is stated; `Some(None)` is `*`.
    pub outcome: Option<Option<Outcome>>,
    pub termination: Option<Termination>,
    pub annotations: Annotations,
}

/// A ply as written; what is present has to agree with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmittedPly {
    pub mv: Move,
    /// Whether it is written with `x` (a challenge) or `-` (none).
    pub challenge: Option<bool>,
    pub verdict: Option<Verdict>,
    /// Whether `#` is written.
    pub ends: bool,
    /// The mover's clock after the ply, in seconds.
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
    pub(super) fn new(place: Place, message: impl Into<String>) -> Fault {
        Fault { place, message: message.into() }
    }
}
