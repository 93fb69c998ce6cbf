//! Whether the store can be read and written: tried again and again, so that it is known before a visitor
//! meets it. What hangs is seen from outside, since who hangs says nothing.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::store::{Location, Store, TrackedConnection, game_writer, heartbeat};

use super::{App, Error};

/// How often it is tried.
const EVERY: Duration = Duration::from_millis(1_500);
/// Who does not answer within this time does not answer.
const WITHIN: Duration = Duration::from_millis(2_500);
/// How often it is seen whether somebody answers, and whether the end is wanted.
const LOOK: Duration = Duration::from_millis(100);
/// So long the end of one who hangs is waited for.
const PATIENCE: Duration = Duration::from_millis(300);

/// How something does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    Good,
    /// Nobody answers since then.
    Silent(Instant),
    /// What the engine says, and since when.
    Failing(String, Instant),
}

impl Condition {
    #[must_use]
    pub const fn is_good(&self) -> bool {
        matches!(self, Condition::Good)
    }
}

/// What is known of one of both.
#[derive(Debug)]
struct Tried {
    /// When a try began that is not over.
    under_way: Option<Instant>,
    condition: Condition,
    /// How long the last one took that succeeded.
    took: Duration,
    /// How many succeeded.
    times: u64,
}

impl Default for Tried {
    fn default() -> Tried {
        Tried { under_way: None, condition: Condition::Good, took: Duration::ZERO, times: 0 }
    }
}

#[derive(Debug, Default)]
struct State {
    reading: Mutex<Tried>,
    writing: Mutex<Tried>,
    stop: AtomicBool,
}

/// What is known; to be asked by whoever wants.
#[derive(Debug, Clone, Default)]
pub struct Health(Arc<State>);

/// The threads that try; they end when it is dropped.
pub struct Trying {
    state: Arc<State>,
    threads: Vec<JoinHandle<()>>,
}

impl Drop for Trying {
    fn drop(&mut self) {
        self.state.stop.store(true, Ordering::Release);
        let began = Instant::now();
        let ended = || self.threads.iter().all(JoinHandle::is_finished);
        while !ended() && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// How long the newest answer took and how many there were.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latency {
    pub took: Duration,
    pub times: u64,
}

impl Health {
    /// Begins to try; what it gives ends it.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where no thread can be made.
    pub fn watch(&self, app: &App) -> Result<Trying, Error> {
        let mut threads = Vec::new();
        let (state, store) = (Arc::clone(&self.0), app.store().clone());
        threads.push(thread("reading", move || {
            again_and_again(&state, &state.reading, || {
                let mut connection =
                    store.read_connection_within(WITHIN).map_err(|e| e.to_string())?;
                game_writer::check_readable(&mut connection).map_err(|e| e.to_string())
            });
        })?);
        let (state, store) = (Arc::clone(&self.0), app.store().clone());
        threads.push(thread("writing", move || {
            let mut beats = Beats { store: store.clone(), connection: None, count: 0 };
            again_and_again(&state, &state.writing, || beats.beat());
        })?);
        let (state, store) = (Arc::clone(&self.0), app.store().clone());
        threads.push(thread("answers", move || close_while_stalled(&state, &store))?);
        Ok(Trying { state: Arc::clone(&self.0), threads })
    }

    /// Whether the store is read.
    #[must_use]
    pub fn reading(&self) -> Condition {
        condition(&self.0.reading)
    }

    /// Whether it is written.
    #[must_use]
    pub fn writing(&self) -> Condition {
        condition(&self.0.writing)
    }

    /// How fast it is read, then how fast it is written.
    #[must_use]
    pub fn latencies(&self) -> [Latency; 2] {
        [&self.0.reading, &self.0.writing].map(|tried| {
            let tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
            Latency { took: tried.took, times: tried.times }
        })
    }
}

fn condition(tried: &Mutex<Tried>) -> Condition {
    let tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
    match (tried.under_way, &tried.condition) {
        (Some(since), Condition::Good) if since.elapsed() > WITHIN => Condition::Silent(since),
        (_, condition) => condition.clone(),
    }
}

fn thread(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>, Error> {
    std::thread::Builder::new()
        .name(format!("health-{name}"))
        .spawn(work)
        .map_err(|e| Error::Unavailable(format!("no thread can be made: {e}")))
}

fn again_and_again(
    state: &State,
    tried: &Mutex<Tried>,
    mut attempt: impl FnMut() -> Result<(), String>,
) {
    let tried = || tried.lock().unwrap_or_else(PoisonError::into_inner);
    while !state.stop.load(Ordering::Acquire) {
        let began = Instant::now();
        tried().under_way = Some(began);
        let done = attempt();
        let mut now = tried();
        now.under_way = None;
        match done {
            Ok(()) => {
                now.condition = Condition::Good;
                now.took = began.elapsed();
                now.times += 1;
            }
            Err(why) => {
                let since = match now.condition {
                    Condition::Failing(_, since) => since,
                    Condition::Good | Condition::Silent(_) => began,
                };
                now.condition = Condition::Failing(why, since);
            }
        }
        drop(now);
        let rested = Instant::now();
        while rested.elapsed() < EVERY && !state.stop.load(Ordering::Acquire) {
            std::thread::sleep(LOOK);
        }
    }
}

/// Who writes again and again.
struct Beats {
    store: Store,
    connection: Option<TrackedConnection>,
    count: i32,
}

impl Beats {
    fn beat(&mut self) -> Result<(), String> {
        let done = self.try_beat();
        if done.is_err() {
            self.connection = None;
        }
        done
    }

    fn try_beat(&mut self) -> Result<(), String> {
        if self.connection.as_ref().is_none_or(|held| self.store.is_superseded(held)) {
            self.connection = Some(self.store.tracked_connection().map_err(|e| e.to_string())?);
        }
        let connection = self.connection.as_mut().ok_or("no connection where one was made")?;
        self.count = self.count.wrapping_add(1) & i32::MAX;
        heartbeat::write_heartbeat(connection, self.count).map_err(|e| e.to_string())
    }
}

/// A server that does not answer what is written would hold every connection sooner or later; SQLite's
/// writers wait for each other and for nobody else.
fn close_while_stalled(state: &State, store: &Store) {
    let on_a_server = matches!(store.location(), Location::Postgres(_));
    while on_a_server && !state.stop.load(Ordering::Acquire) {
        let under_way = state.writing.lock().unwrap_or_else(PoisonError::into_inner).under_way;
        store.set_stalled(under_way.is_some_and(|since| since.elapsed() > WITHIN));
        std::thread::sleep(LOOK);
    }
    store.set_stalled(false);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_answer_fails_and_who_answers_again_does_not() {
        let tried = Mutex::new(Tried::default());
        assert!(condition(&tried).is_good());
        tried.lock().unwrap().under_way = Some(Instant::now());
        assert!(condition(&tried).is_good(), "it has only begun");
        tried.lock().unwrap().under_way = Instant::now().checked_sub(WITHIN * 2);
        assert!(!condition(&tried).is_good());
        tried.lock().unwrap().under_way = None;
        assert!(condition(&tried).is_good());
        let failing = Condition::Failing("the disk is full".to_owned(), Instant::now());
        tried.lock().unwrap().condition = failing.clone();
        assert_eq!(condition(&tried), failing);
    }
}
