//! Password hashing with Argon2id, with limited concurrency so that many sign-ins cannot starve
//! other work.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params, PasswordHasher, PasswordVerifier};

use crate::threads::lock;
use crate::{Error, Result};
use adjutant_domain::account::password::Password;

/// Memory in KiB, passes and lanes of a hash. Above OWASP's minimum for Argon2id (19 MiB, 2, 1);
/// takes 71 ms of one core of the machine on which it was measured.
const MEMORY_KIB: u32 = 32 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// The prefix of all hashes with these parameters.
const CURRENT_PREFIX: &str = "$argon2id$v=19$m=32768,t=2,p=1$";
const SALT_BYTES: usize = 16;

/// Concurrent hashes: of two cores, one stays free for games.
const MAX_CONCURRENT_HASHES: usize = 1;
/// The queue length; further requests are refused. The last in the queue waits 2.5 seconds.
const MAX_WAITING: usize = 32;
/// The `Retry-After` of refused requests, in seconds.
const RETRY_AFTER_SECONDS: u64 = 3;

/// Limits concurrent hashes and the queue.
#[derive(Default)]
pub(super) struct HashLimiter {
    state: Mutex<LimiterState>,
    released: Condvar,
    hash_count: AtomicU64,
}

#[derive(Default)]
struct LimiterState {
    computing: usize,
    waiting: usize,
}

/// A permit, released when dropped.
struct HashPermit<'a>(&'a HashLimiter);

impl Drop for HashPermit<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).computing -= 1;
        self.0.released.notify_one();
    }
}

impl HashLimiter {
    fn acquire(&self) -> Result<HashPermit<'_>> {
        let mut inside = lock(&self.state);
        if inside.computing >= MAX_CONCURRENT_HASHES {
            if inside.waiting >= MAX_WAITING {
                return Err(Error::TooOften { seconds: RETRY_AFTER_SECONDS });
            }
            inside.waiting += 1;
            while inside.computing >= MAX_CONCURRENT_HASHES {
                inside = self.released.wait(inside).unwrap_or_else(PoisonError::into_inner);
            }
            inside.waiting -= 1;
        }
        inside.computing += 1;
        self.hash_count.fetch_add(1, Ordering::Relaxed);
        Ok(HashPermit(self))
    }

    /// The number of hashes computed so far.
    pub(super) fn hash_count(&self) -> u64 {
        self.hash_count.load(Ordering::Relaxed)
    }

    /// Hashes a password with a new salt, as a PHC string.
    ///
    /// # Errors
    /// Returns [`Error::TooOften`] if too many are waiting.
    pub(super) fn hash(&self, password: &Password) -> Result<String> {
        let _turn = self.acquire()?;
        let salt: [u8; SALT_BYTES] = rand::random();
        let hashed = hasher()?.hash_password_with_salt(password.as_bytes(), &salt);
        Ok(hashed.map_err(internal_error)?.to_string())
    }

    /// Checks a password. Without a hash, does the same work and returns `false`.
    pub(super) fn verify(&self, password: &Password, hashed: Option<&str>) -> Result<bool> {
        let parsed = hashed.and_then(|hashed| PasswordHash::new(hashed).ok());
        let _turn = self.acquire()?;
        match parsed {
            Some(parsed) => {
                Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
            }
            None => {
                let salt = [0; SALT_BYTES];
                hasher()?
                    .hash_password_with_salt(password.as_bytes(), &salt)
                    .map_err(internal_error)?;
                Ok(false)
            }
        }
    }
}

/// Whether the hash has other parameters than the current ones.
pub(super) fn is_outdated(hashed: &str) -> bool {
    !hashed.starts_with(CURRENT_PREFIX)
}

fn hasher() -> Result<Argon2<'static>> {
    Ok(Argon2::from(Params::new(MEMORY_KIB, PASSES, LANES, None).map_err(internal_error)?))
}

fn internal_error(e: impl std::fmt::Display) -> Error {
    Error::Internal(format!("a password could not be hashed: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Password {
        Password::from_input(text).expect("short enough")
    }

    #[test]
    fn a_password_is_known_again_and_no_other() {
        let gate = HashLimiter::default();
        let hashed = gate.hash(&typed("tatlong bibe")).expect("hashed");
        assert!(hashed.starts_with(CURRENT_PREFIX) && !is_outdated(&hashed), "{hashed}");
        assert_ne!(gate.hash(&typed("tatlong bibe")).expect("hashed"), hashed, "another salt");
        assert!(gate.verify(&typed("tatlong bibe"), Some(&hashed)).expect("computed"));
        assert!(!gate.verify(&typed("tatlong biba"), Some(&hashed)).expect("computed"));
    }

    #[test]
    fn no_hash_takes_the_work_of_one_and_is_never_right() {
        let gate = HashLimiter::default();
        for hashed in [None, Some(""), Some("*"), Some("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ")] {
            let before = gate.hash_count();
            assert!(!gate.verify(&typed(""), hashed).expect("computed"), "{hashed:?}");
            assert_eq!(gate.hash_count() - before, 1);
        }
    }

    #[test]
    fn a_hash_of_other_parameters_is_known_and_outdated() {
        let old = Argon2::from(Params::new(64, 1, 1, None).expect("parameters"));
        let hashed = old.hash_password_with_salt(b"tatlong bibe", &[7; 16]).expect("hashed");
        let hashed = hashed.to_string();
        assert!(
            HashLimiter::default().verify(&typed("tatlong bibe"), Some(&hashed)).expect("computed")
        );
        assert!(is_outdated(&hashed));
    }

    #[test]
    fn a_flood_is_sent_away_and_nobody_stays_in_the_gate() {
        let gate = HashLimiter::default();
        let turn = gate.acquire().expect("the first");
        lock(&gate.state).waiting = MAX_WAITING;
        assert!(matches!(gate.acquire(), Err(Error::TooOften { .. })));
        lock(&gate.state).waiting = 0;
        drop(turn);
        let panicked = std::thread::scope(|scope| {
            let inside = scope.spawn(|| {
                let _turn = gate.acquire().expect("free again");
                panic!("a hash fails");
            });
            inside.join().is_err()
        });
        assert!(panicked);
        assert!(gate.acquire().is_ok(), "a panic gives its place back");
    }
}
