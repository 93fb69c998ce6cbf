//! Hashing passwords: Argon2id, a few at a time, so that a flood of sign-ins starves nothing else.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, Params, PasswordHasher, PasswordVerifier};
use rand::Rng;

use crate::account::password::Password;
use crate::service::Error;

/// Memory of a hash in KiB, passes, lanes. Above OWASP's least for Argon2id (19 MiB, 2, 1); 71 ms
/// of one core of the machine that this was measured on.
const MEMORY: u32 = 32 * 1024;
const PASSES: u32 = 2;
const LANES: u32 = 1;
/// What every hash with these begins with.
const OURS: &str = "$argon2id$v=19$m=32768,t=2,p=1$";
const SALT_BYTES: usize = 16;

/// Hashes that are computed at once: one core of two stays free for games.
const AT_ONCE: usize = 1;
/// Who waits for his turn; who comes beyond is sent away. The last waits two seconds and a half.
const WAITING: usize = 32;
/// Seconds after which whoever was sent away may come again.
const COME_AGAIN: u64 = 3;

/// Lets so many compute at once, and so many wait.
#[derive(Default)]
pub(super) struct Gate {
    inside: Mutex<Inside>,
    left: Condvar,
    computed: AtomicU64,
}

#[derive(Default)]
struct Inside {
    computing: usize,
    waiting: usize,
}

/// A place within the gate; it is free again when this is dropped.
struct Turn<'a>(&'a Gate);

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.inside().computing -= 1;
        self.0.left.notify_one();
    }
}

impl Gate {
    /// A panic while somebody held the lock leaves two numbers that are whole.
    fn inside(&self) -> std::sync::MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self) -> Result<Turn<'_>, Error> {
        let mut inside = self.inside();
        if inside.computing >= AT_ONCE {
            if inside.waiting >= WAITING {
                return Err(Error::TooOften { seconds: COME_AGAIN });
            }
            inside.waiting += 1;
            while inside.computing >= AT_ONCE {
                inside = self.left.wait(inside).unwrap_or_else(PoisonError::into_inner);
            }
            inside.waiting -= 1;
        }
        inside.computing += 1;
        self.computed.fetch_add(1, Ordering::Relaxed);
        Ok(Turn(self))
    }

    /// Hashes that were computed so far.
    pub(super) fn computed(&self) -> u64 {
        self.computed.load(Ordering::Relaxed)
    }

    /// The PHC string of a password with a new salt.
    ///
    /// # Errors
    /// [`Error::TooOften`] where too many wait; [`Error::Internal`] without memory.
    pub(super) fn hash(&self, password: &Password) -> Result<String, Error> {
        let _turn = self.enter()?;
        let mut salt = [0; SALT_BYTES];
        rand::rng().fill_bytes(&mut salt);
        let hashed = hasher()?.hash_password_with_salt(password.as_bytes(), &salt);
        Ok(hashed.map_err(internal)?.to_string())
    }

    /// Whether this is the password that was hashed so. Where there is no hash, the same work is
    /// done, and it is not.
    ///
    /// # Errors
    /// Those of [`Gate::hash`].
    pub(super) fn verify(&self, password: &Password, hashed: Option<&str>) -> Result<bool, Error> {
        let parsed = hashed.and_then(|hashed| PasswordHash::new(hashed).ok());
        let _turn = self.enter()?;
        match parsed {
            Some(parsed) => {
                Ok(Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok())
            }
            None => {
                let salt = [0; SALT_BYTES];
                hasher()?.hash_password_with_salt(password.as_bytes(), &salt).map_err(internal)?;
                Ok(false)
            }
        }
    }
}

/// Whether it was hashed with other parameters than today's.
pub(super) fn is_outdated(hashed: &str) -> bool {
    !hashed.starts_with(OURS)
}

fn hasher() -> Result<Argon2<'static>, Error> {
    Ok(Argon2::from(Params::new(MEMORY, PASSES, LANES, None).map_err(internal)?))
}

fn internal(e: impl std::fmt::Display) -> Error {
    Error::Internal(format!("a password could not be hashed: {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn typed(text: &str) -> Password {
        Password::typed(text).expect("short enough")
    }

    #[test]
    fn a_password_is_known_again_and_no_other() {
        let gate = Gate::default();
        let hashed = gate.hash(&typed("tatlong bibe")).expect("hashed");
        assert!(hashed.starts_with(OURS) && !is_outdated(&hashed), "{hashed}");
        assert_ne!(gate.hash(&typed("tatlong bibe")).expect("hashed"), hashed, "another salt");
        assert!(gate.verify(&typed("tatlong bibe"), Some(&hashed)).expect("computed"));
        assert!(!gate.verify(&typed("tatlong biba"), Some(&hashed)).expect("computed"));
    }

    #[test]
    fn no_hash_takes_the_work_of_one_and_is_never_right() {
        let gate = Gate::default();
        for hashed in [None, Some(""), Some("*"), Some("$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ")] {
            let before = gate.computed();
            assert!(!gate.verify(&typed(""), hashed).expect("computed"), "{hashed:?}");
            assert_eq!(gate.computed() - before, 1);
        }
    }

    #[test]
    fn a_hash_of_other_parameters_is_known_and_outdated() {
        let old = Argon2::from(Params::new(64, 1, 1, None).expect("parameters"));
        let hashed = old.hash_password_with_salt(b"tatlong bibe", &[7; 16]).expect("hashed");
        let hashed = hashed.to_string();
        assert!(Gate::default().verify(&typed("tatlong bibe"), Some(&hashed)).expect("computed"));
        assert!(is_outdated(&hashed));
    }

    #[test]
    fn a_flood_is_sent_away_and_nobody_stays_in_the_gate() {
        let gate = Gate::default();
        let turn = gate.enter().expect("the first");
        gate.inside().waiting = WAITING;
        assert!(matches!(gate.enter(), Err(Error::TooOften { .. })));
        gate.inside().waiting = 0;
        drop(turn);
        let panicked = std::thread::scope(|scope| {
            let inside = scope.spawn(|| {
                let _turn = gate.enter().expect("free again");
                panic!("a hash fails");
            });
            inside.join().is_err()
        });
        assert!(panicked);
        assert!(gate.enter().is_ok(), "a panic gives its place back");
    }
}
