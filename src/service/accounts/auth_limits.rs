//! What stands before every door of this process: the count of guesses, and the gate of hashing.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::account::rate_limit::RateLimiter;

use super::password_hashing::HashLimiter;

/// One for the whole service.
#[derive(Default)]
pub struct AuthLimits {
    rate_limiter: Mutex<RateLimiter>,
    pub(super) hash_limiter: HashLimiter,
}

impl AuthLimits {
    /// A panic while somebody counted leaves at most one guess uncounted.
    pub(super) fn rate_limiter(&self) -> MutexGuard<'_, RateLimiter> {
        self.rate_limiter.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passwords that were hashed so far, right or wrong.
    #[must_use]
    pub fn hash_count(&self) -> u64 {
        self.hash_limiter.hash_count()
    }
}
