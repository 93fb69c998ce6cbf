//! Who writes next in this process: plays before whatever writes very much.
//!
//! SQLite has one lock for writing, and whoever waits for it looks again only now and then, so that a writer who takes
//! it again at once keeps everybody else out. Turns are a courtesy: nothing depends on them but time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest a play waits for a slice that has begun: it then asks the database itself.
const PLAYS_WAIT: Duration = Duration::from_millis(200);
/// The longest a slice waits for plays, so that it comes to an end where they never rest.
const SLICES_WAIT: Duration = Duration::from_millis(100);

/// The turns of everybody who shares a store in this process.
#[derive(Debug, Default)]
pub struct Turns {
    state: Mutex<State>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// Writes of plays that wait or are under way.
    plays: usize,
    /// Whether a slice is being written.
    slice: bool,
    /// Whether plays have ever been written from here.
    shared: bool,
}

/// Held while plays are written.
#[derive(Debug)]
#[must_use]
pub struct PlayTurn<'a>(&'a Turns);

/// Held while a slice is written.
#[derive(Debug)]
#[must_use]
pub struct SliceTurn<'a>(&'a Turns);

impl Turns {
    fn state(&self) -> MutexGuard<'_, State> {
        // Counts are changed in one step, so poison carries no meaning.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of plays: next after the slice that is being written, if there is one.
    pub fn play(&self) -> PlayTurn<'_> {
        let mut state = self.state();
        state.shared = true;
        state.plays += 1;
        let waited = self.freed.wait_timeout_while(state, PLAYS_WAIT, |state| state.slice);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        PlayTurn(self)
    }

    /// The turn of one slice of a large writer: after all plays that wait.
    pub fn slice(&self) -> SliceTurn<'_> {
        let until = Instant::now() + SLICES_WAIT;
        let mut state = self.state();
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            if !state.slice && (state.plays == 0 || rest.is_zero()) {
                state.slice = true;
                return SliceTurn(self);
            }
            // Another slice is waited for however long it takes; it wakes us.
            let rest = rest.max(Duration::from_millis(1));
            let waited = self.freed.wait_timeout(state, rest);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether plays are written from this process, so that they need not find the lock free by chance.
    pub fn are_shared(&self) -> bool {
        self.state().shared
    }
}

impl Drop for PlayTurn<'_> {
    fn drop(&mut self) {
        self.0.state().plays -= 1;
        self.0.freed.notify_all();
    }
}

impl Drop for SliceTurn<'_> {
    fn drop(&mut self) {
        self.0.state().slice = false;
        self.0.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_play_that_waits_comes_before_the_next_slice() {
        let turns = Arc::new(Turns::default());
        let slice = turns.slice();
        let (order, seen) = channel();
        let play = std::thread::spawn({
            let (turns, order) = (turns.clone(), order.clone());
            move || {
                let _turn = turns.play();
                order.send("play").unwrap();
            }
        });
        while turns.state().plays == 0 {
            std::thread::yield_now();
        }
        let next = std::thread::spawn({
            let turns = turns.clone();
            move || {
                let _turn = turns.slice();
                order.send("slice").unwrap();
            }
        });
        drop(slice);
        play.join().unwrap();
        next.join().unwrap();
        assert_eq!(seen.iter().collect::<Vec<_>>(), ["play", "slice"]);
    }

    #[test]
    fn plays_that_never_rest_do_not_stop_slices_for_ever() {
        let turns = Turns::default();
        let _play = turns.play();
        assert!(turns.are_shared());
        let _slice = turns.slice();
        assert!(turns.state().slice);
    }
}
