//! Limits on authentication in this process: failed attempts, and concurrent password hashing.

use std::sync::{Mutex, MutexGuard};

use adjutant_domain::account::rate_limit::RateLimiter;

use super::password_hashing::HashLimiter;
use crate::threads::lock;

#[derive(Default)]
pub struct AuthLimits {
    rate_limiter: Mutex<RateLimiter>,
    pub(super) hash_limiter: HashLimiter,
}

impl AuthLimits {
    /// A panic during counting leaves at most one attempt uncounted.
    pub(super) fn rate_limiter(&self) -> MutexGuard<'_, RateLimiter> {
        lock(&self.rate_limiter)
    }

    /// The number of passwords hashed so far, right or wrong.
    pub fn hash_count(&self) -> u64 {
        self.hash_limiter.hash_count()
    }
}
