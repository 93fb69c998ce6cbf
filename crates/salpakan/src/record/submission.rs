//! What a text claims about a game, before anybody has judged it.

use crate::clock::TimeControl;
use crate::rules::{ByColor, Color, Draft, Move, Outcome, RuleSet, Termination, Verdict};

use super::{Annotations, Roster};

/// A game as a file or a request states it: drafts and unchecked plies.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Submission {
    pub roster: Roster,
    pub rules: RuleSet,
    /// Who has the first ply; White unless the text says otherwise.
    pub first: Color,
    pub time_control: Option<TimeControl>,
    pub drafts: ByColor<Option<Draft>>,
    pub plies: Vec<SubmittedPly>,
    /// `None` where no result is stated; `Some(None)` is `*`.
    pub outcome: Option<Option<Outcome>>,
    pub termination: Option<Termination>,
    pub annotations: Annotations,
}

/// A ply as written; what is present must agree with the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SubmittedPly {
    pub mv: Move,
    /// Whether `x` (a challenge) or `-` (none) is written.
    pub challenge: Option<bool>,
    pub verdict: Option<Verdict>,
    /// Whether `#` is written.
    pub ends: bool,
    /// The mover's clock after the ply, in seconds.
    pub clock: Option<u32>,
}

/// A place in a record, for readers to find its line and column.
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

/// The first thing that is wrong with a submission.
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
