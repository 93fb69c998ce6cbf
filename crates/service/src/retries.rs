//! Retries of failed automatic actions with exponential delays, from one second to five minutes: a
//! permanent failure costs little, and a temporary one is soon overcome.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use adjutant_domain::moment::{MINUTE, Micros, SECOND};
use adjutant_domain::play::PlayId;

use super::threads::lock;

/// Microseconds per second.
/// The first delay.
const FIRST: i64 = SECOND;
/// The longest delay.
const LONGEST: i64 = 5 * MINUTE;

/// An automatic action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Chore {
    /// Due actions of a live game.
    Play(PlayId),
    /// Following the games of an event.
    Games(i32),
    /// An action of an event on one of its games.
    GameOf(i32, PlayId),
    /// Creating a game of an event for these players, White and Black.
    Making(i32, [i32; 2]),
    /// Reminders and the default rule of an event.
    Matches(i32),
    /// The end of a grace period of an event.
    Grace(i32),
    /// A turn of the computer's.
    Computer(PlayId),
    /// Updating ratings after a record.
    Ratings,
}

/// Failed actions and the times of their retries.
#[derive(Debug, Default)]
pub struct Retries {
    failed: Mutex<HashMap<Chore, Failed>>,
    count: AtomicU64,
}

#[derive(Debug, Clone, Copy)]
struct Failed {
    times: u32,
    /// By the clock of the caller.
    again_at: Micros,
}

impl Retries {
    /// When the action may be retried; `None` if it has not failed.
    pub fn again_at(&self, chore: Chore) -> Option<Micros> {
        lock(&self.failed).get(&chore).map(|failed| failed.again_at)
    }

    /// Whether the action may be tried at `now`.
    pub fn may(&self, chore: Chore, now: Micros) -> bool {
        self.again_at(chore).is_none_or(|at| now >= at)
    }

    /// Records a failure at `now`; returns the time of the retry.
    pub fn fail(&self, chore: Chore, now: Micros) -> Micros {
        let mut all = lock(&self.failed);
        let failed = all.entry(chore).or_insert(Failed { times: 0, again_at: now });
        let pause = FIRST.checked_shl(failed.times).unwrap_or(LONGEST).clamp(FIRST, LONGEST);
        *failed = Failed { times: (failed.times + 1).min(16), again_at: now.saturating_add(pause) };
        self.count.fetch_add(1, Ordering::Relaxed);
        failed.again_at
    }

    /// Records that the action succeeded or is no longer needed.
    pub fn done(&self, chore: Chore) {
        lock(&self.failed).remove(&chore);
    }

    /// Tries an action unless its retry is still to come; `None` if it was not tried, or failed.
    pub(super) fn attempt<T, E>(
        &self,
        chore: Chore,
        now: Micros,
        action: impl FnOnce() -> Result<T, E>,
    ) -> Option<T> {
        if !self.may(chore, now) {
            return None;
        }
        match action() {
            Ok(done) => {
                self.done(chore);
                Some(done)
            }
            Err(_) => {
                self.fail(chore, now);
                None
            }
        }
    }

    /// Allows immediate retries for live games, after their common cause is gone.
    pub fn forget_plays(&self) {
        lock(&self.failed).retain(|chore, _| !matches!(chore, Chore::Play(_)));
    }

    /// The number of failures so far, and the number of pending retries.
    pub fn counted(&self) -> (u64, usize) {
        (self.count.load(Ordering::Relaxed), lock(&self.failed).len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_from_a_second_to_five_minutes_and_begin_anew_once_it_is_done() {
        let (retries, chore) = (Retries::default(), Chore::Games(7));
        assert!(retries.may(chore, Micros(0)));
        let mut now = Micros(0);
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
        assert!(retries.may(chore, Micros(0)) && retries.counted() == (12, 0));
        assert_eq!(retries.fail(chore, Micros(5)), Micros(5 + SECOND));
    }
}
