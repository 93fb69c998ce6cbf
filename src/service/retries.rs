//! What is due and fails is tried again, each time later: after a second, then after twice as long, up to five minutes.
//! So one thing that cannot be done costs next to nothing, and is done soon after it can be.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::play::PlayId;

/// Microseconds of a second.
const SECOND: i64 = 1_000_000;
/// The first pause.
const FIRST: i64 = SECOND;
/// The longest.
const LONGEST: i64 = 300 * SECOND;

/// Something that the server does by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chore {
    /// What is due in a play.
    Play(PlayId),
    /// Looking after the games of an event.
    Games(i32),
    /// What an event does with one of its games.
    GameOf(i32, PlayId),
    /// Making a game of an event for these players, White and Black.
    Making(i32, [i32; 2]),
    /// Reminders and the default rule of an event.
    Matches(i32),
    /// The end of the time of grace in an event.
    Grace(i32),
    /// Ratings that follow a record.
    Ratings,
}

/// What has failed, and when it is tried again.
#[derive(Debug, Default)]
pub struct Retries {
    failed: Mutex<HashMap<Chore, Failed>>,
    count: AtomicU64,
}

#[derive(Debug, Clone, Copy)]
struct Failed {
    times: u32,
    /// In microseconds since 1970, by the clock of whoever does it.
    again_at: i64,
}

impl Retries {
    fn failed(&self) -> MutexGuard<'_, HashMap<Chore, Failed>> {
        self.failed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// When this may be tried; `None` where it has not failed.
    #[must_use]
    pub fn again_at(&self, chore: Chore) -> Option<i64> {
        self.failed().get(&chore).map(|failed| failed.again_at)
    }

    /// Whether this may be tried at `now`.
    #[must_use]
    pub fn may(&self, chore: Chore, now: i64) -> bool {
        self.again_at(chore).is_none_or(|at| now >= at)
    }

    /// It has failed at `now`; gives when it is to be tried again.
    pub fn fail(&self, chore: Chore, now: i64) -> i64 {
        let mut all = self.failed();
        let failed = all.entry(chore).or_insert(Failed { times: 0, again_at: now });
        let pause = FIRST.checked_shl(failed.times).unwrap_or(LONGEST).clamp(FIRST, LONGEST);
        *failed = Failed { times: (failed.times + 1).min(16), again_at: now.saturating_add(pause) };
        self.count.fetch_add(1, Ordering::Relaxed);
        failed.again_at
    }

    /// It has been done, or is not to be done any more.
    pub fn done(&self, chore: Chore) {
        self.failed().remove(&chore);
    }

    /// What has failed in plays may be tried at once: why it did is over.
    pub fn forget_plays(&self) {
        self.failed().retain(|chore, _| !matches!(chore, Chore::Play(_)));
    }

    /// How often something had to be put off, and how much waits to be tried again.
    #[must_use]
    pub fn counted(&self) -> (u64, usize) {
        (self.count.load(Ordering::Relaxed), self.failed().len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_from_a_second_to_five_minutes_and_begin_anew_once_it_is_done() {
        let (retries, chore) = (Retries::default(), Chore::Games(7));
        assert!(retries.may(chore, 0));
        let mut now = 0;
        let pauses: Vec<i64> = (0..12)
            .map(|_| {
                let before = now;
                now = retries.fail(chore, now);
                assert!(!retries.may(chore, now - 1) && retries.may(chore, now));
                (now - before) / SECOND
            })
            .collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300, 300]);
        assert_eq!(retries.counted(), (12, 1));
        retries.done(chore);
        assert!(retries.may(chore, 0) && retries.counted() == (12, 0));
        assert_eq!(retries.fail(chore, 5), 5 + SECOND);
    }
}
