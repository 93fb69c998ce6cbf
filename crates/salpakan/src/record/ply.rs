//! Plies with their public result.

use crate::rules::{Move, Verdict};

/// A ply: the move, the verdict if it was a challenge, and the clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Ply {
    pub mv: Move,
    /// Present if and only if the move was a challenge.
    pub verdict: Option<Verdict>,
    /// The mover's clock after the ply, in seconds.
    pub clock: Option<u32>,
}
