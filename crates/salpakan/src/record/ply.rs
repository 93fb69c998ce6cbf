//! One move of one side, with what everybody heard and saw of it.

use crate::rules::{Move, Verdict};

/// A ply: the move, the verdict where it was a challenge, and the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ply {
    pub mv: Move,
    /// Present exactly where the move was a challenge.
    pub verdict: Option<Verdict>,
    /// The mover's clock after the ply, in seconds.
    pub clock: Option<u32>,
}
