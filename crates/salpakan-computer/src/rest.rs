//! Short rests in long searches, for threads that search beside others' work.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long a thread searches between two rests.
const WORK: Duration = Duration::from_micros(500);

#[derive(Clone, Copy)]
struct Rests {
    how: fn(),
    rested_at: Instant,
}

thread_local! {
    static RESTS: Cell<Option<Rests>> = const { Cell::new(None) };
}

/// Has the calling thread call `how` about twice a millisecond of every search from now on, of this crate and of those that
/// search by [`rest`]. No result depends on it.
///
/// A thread of low priority that never waits keeps its processor from tasks that wait for another one: the system moves them
/// only to a processor that is idle for a moment.
pub fn rest_by(how: fn()) {
    RESTS.set(Some(Rests { how, rested_at: Instant::now() }));
}

/// Rests if it is time to, where [`rest_by`] was called. To be called a few times a millisecond.
#[inline]
pub fn rest() {
    if let Some(Rests { how, rested_at }) = RESTS.get()
        && rested_at.elapsed() >= WORK
    {
        how();
        rest_by(how);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::{Duration, Instant};

    use super::{rest, rest_by};

    thread_local! {
        static RESTED: Cell<u32> = const { Cell::new(0) };
    }

    fn counted() {
        RESTED.set(RESTED.get() + 1);
    }

    fn search(time: Duration) {
        let began = Instant::now();
        while began.elapsed() < time {
            rest();
        }
    }

    #[test]
    fn a_thread_rests_again_and_again_in_its_searches_and_only_where_it_was_told_to() {
        search(Duration::from_millis(5));
        assert_eq!(RESTED.get(), 0);
        rest_by(counted);
        search(Duration::from_millis(20));
        assert!((1..=40).contains(&RESTED.get()), "{} rests", RESTED.get());
        let other = std::thread::spawn(|| {
            search(Duration::from_millis(5));
            RESTED.get()
        });
        assert_eq!(other.join().expect("it ends"), 0);
    }
}
