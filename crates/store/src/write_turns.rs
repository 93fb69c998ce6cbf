//! Turns of the writers in this process: live games before bulk writes.
//!
//! SQLite has a single write lock and waiters poll it only now and then, so that a writer who takes
//! it again at once would lock out all others. Turns affect timing only, not correctness.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The longest a game waits for a slice in progress; then it goes to the database anyway.
const MAX_PLAY_WAIT: Duration = Duration::from_millis(200);
/// The longest a slice waits for games, so that it makes progress even if they never pause.
const MAX_SLICE_WAIT: Duration = Duration::from_millis(100);

/// The turns of all who share a store in this process.
#[derive(Debug, Default)]
pub struct WriteTurns {
    state: Mutex<TurnState>,
    freed: Condvar,
}

#[derive(Debug, Default)]
struct TurnState {
    /// Waiting or current writes of games.
    plays: usize,
    /// Whether a slice is being written.
    slice: bool,
    /// Whether games have ever been written by this process.
    has_play_writers: bool,
}

/// Held while games are written.
#[derive(Debug)]
#[must_use]
pub struct PlayTurn<'a>(&'a WriteTurns);

/// Held while a slice is written.
#[derive(Debug)]
#[must_use]
pub struct SliceTurn<'a>(&'a WriteTurns);

impl WriteTurns {
    fn lock_state(&self) -> MutexGuard<'_, TurnState> {
        // Counts are changed in one step, so poison has no meaning.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the turn of a game: next after the current slice, if any.
    pub fn take_play_turn(&self) -> PlayTurn<'_> {
        let mut state = self.lock_state();
        state.has_play_writers = true;
        state.plays += 1;
        let waited = self.freed.wait_timeout_while(state, MAX_PLAY_WAIT, |state| state.slice);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        PlayTurn(self)
    }

    /// Waits for the turn of a slice: after all waiting games.
    pub fn take_slice_turn(&self) -> SliceTurn<'_> {
        let until = Instant::now() + MAX_SLICE_WAIT;
        let mut state = self.lock_state();
        loop {
            let rest = until.saturating_duration_since(Instant::now());
            if !state.slice && (state.plays == 0 || rest.is_zero()) {
                state.slice = true;
                return SliceTurn(self);
            }
            // Another slice is waited for without limit; its end wakes this thread.
            let rest = rest.max(Duration::from_millis(1));
            let waited = self.freed.wait_timeout(state, rest);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Whether games are written by this process, so that they take turns.
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
