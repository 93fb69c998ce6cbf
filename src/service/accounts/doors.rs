//! What stands before every door of this process: the count of guesses, and the gate of hashing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::account::guesses::Guesses;

use super::hashing::Gate;

/// One for the whole service.
#[derive(Default)]
pub struct Doors {
    guesses: Mutex<Guesses>,
    pub(super) gate: Gate,
}

impl Doors {
    /// A panic while somebody counted leaves at most one guess uncounted.
    pub(super) fn guesses(&self) -> MutexGuard<'_, Guesses> {
        self.guesses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passwords that were hashed so far, right or wrong.
    #[must_use]
    pub fn computed(&self) -> u64 {
        self.gate.computed()
    }
}
