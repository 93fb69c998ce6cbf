//! Who writes next in this process: plays before whatever writes very much.
//!
//! SQLite has one lock for writing, and whoever waits for it looks again only now and then, so that a writer who takes
//! it again at once keeps everybody else out. Turns are a courtesy: nothing depends on them but time.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest a play waits for a slice that has begun: it then asks the database itself.
const MAX_PLAY_WAIT: Duration = Duration::from_millis(200);
/// The longest a slice waits for plays, so that it comes to an end where they never rest.
const MAX_SLICE_WAIT: Duration = Duration::from_millis(100);

/// The turns of everybody who shares a store in this process.
#[derive(Debug, Default)]
pub struct WriteTurns {
    state: Mutex<TurnState>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct TurnState {
    /// Writes of plays that wait or are under way.
    plays: usize,
    /// Whether a slice is being written.
    slice: bool,
    /// Whether plays have ever been written from here.
    has_play_writers: bool,
}

/// Held while plays are written.
#[derive(Debug)]
#[must_use]
pub struct PlayTurn<'a>(&'a WriteTurns);

/// Held while a slice is written.
#[derive(Debug)]
#[must_use]
pub struct SliceTurn<'a>(&'a WriteTurns);

impl WriteTurns {
    fn lock_state(&self) -> MutexGuard<'_, TurnState> {
        // Counts are changed in one step, so poison carries no meaning.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The turn of plays: next after the slice that is being written, if there is one.
    pub fn take_play_turn(&self) -> PlayTurn<'_> {
        let mut state = self.lock_state();
        state.has_play_writers = true;
        state.plays += 1;
        let waited = self.freed.wait_timeout_while(state, MAX_PLAY_WAIT, |state| state.slice);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        PlayTurn(self)
    }

    /// The turn of one slice of a large writer: after all plays that wait.
    pub fn take_slice_turn(&self) -> SliceTurn<'_> {
        let until = Instant::now() + MAX_SLICE_WAIT;
        let mut state = self.lock_state();
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
    pub fn has_play_writers(&self) -> bool {
        self.lock_state().has_play_writers
    }
}

impl Drop for PlayTurn<'_> {
    fn drop(&mut self) {
        self.0.lock_state().plays -= 1;
        self.0.freed.notify_all();
    }
}

impl Drop for SliceTurn<'_> {
    fn drop(&mut self) {
        self.0.lock_state().slice = false;
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
        let turns = Arc::new(WriteTurns::default());
        let slice = turns.take_slice_turn();
        let (order, seen) = channel();
        let play = std::thread::spawn({
            let (turns, order) = (turns.clone(), order.clone());
            move || {
                let _turn = turns.take_play_turn();
                order.send("play").unwrap();
            }
        });
        while turns.lock_state().plays == 0 {
            std::thread::yield_now();
        }
        let next = std::thread::spawn({
            let turns = turns.clone();
            move || {
                let _turn = turns.take_slice_turn();
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
        let turns = WriteTurns::default();
        let _play = turns.take_play_turn();
        assert!(turns.has_play_writers());
        let _slice = turns.take_slice_turn();
        assert!(turns.lock_state().slice);
    }
}
