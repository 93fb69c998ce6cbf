//! Limits on authentication in this process: failed attempts, and concurrent password hashing.

use std::sync::{Mutex, MutexGuard};

use crate::threads::lock;
use crate::{App, Result};
use adjutant_domain::account::rate_limit::{Attempt, RateLimiter, SignInAttempt};
use adjutant_domain::moment::Micros;
use adjutant_store::accounts::AccountRow;
use adjutant_store::devices;

use super::password_hashing::HashLimiter;
use super::{AccountError, ClientInfo};

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

/// The rate limit key of a known account; no name looks like it.
pub(super) fn rate_limit_key(row: &AccountRow) -> String {
    format!("#{}", row.id)
}

/// Whether the browser has signed in to this account before, and its device row.
pub(super) fn known_device(
    app: &App,
    found: Option<&AccountRow>,
    arrival: &ClientInfo<'_>,
) -> Result<Option<i32>> {
    let Some(device) = arrival.device else { return Ok(None) };
    // Without an account the same query runs, with account 0.
    let account = found.map_or(0, |row| row.id);
    Ok(devices::find(&mut *app.store().read_connection()?, account, &device.hash())?)
}

/// Checks a secret of a known account; unless that succeeds, it counts towards the rate limit.
pub(super) fn attempt<T>(
    app: &App,
    kind: Attempt,
    row: &AccountRow,
    arrival: &ClientInfo<'_>,
    now: Micros,
    check: impl FnOnce() -> Result<T, AccountError>,
) -> Result<T, AccountError> {
    let device = known_device(app, Some(row), arrival)?;
    let (account, network) = (rate_limit_key(row), arrival.network());
    let guess = SignInAttempt { attempt: kind, account: &account, network, device };
    app.doors().rate_limiter().check_attempt(&guess, now)?;
    let done = check()?;
    app.doors().rate_limiter().record_success(&guess, now);
    Ok(done)
}
