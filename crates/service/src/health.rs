//! Health checks of the database by repeated reads and writes. Hanging checks are detected from
//! another thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use adjutant_store::{Location, Store, TrackedConnection, game_writer, heartbeat};

use super::threads::{lock, spawn, wait_for_end};
use super::{App, Result};

/// The interval between checks.
const EVERY: Duration = Duration::from_millis(1_500);
/// The time after which a check counts as hanging.
const WITHIN: Duration = Duration::from_millis(2_500);
/// How often threads look for hanging checks and for the end.
const LOOK: Duration = Duration::from_millis(100);
/// How long to wait for a hanging thread to end.
const PATIENCE: Duration = Duration::from_millis(300);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Condition {
    Good,
    /// No response since this time.
    Silent(Instant),
    Failing {
        /// The error of the database engine.
        why: String,
        since: Instant,
        /// When the last check began.
        checked_at: Instant,
    },
}

impl Condition {
    pub const fn is_good(&self) -> bool {
        matches!(self, Condition::Good)
    }
}

/// The state of one kind of check.
#[derive(Debug)]
struct Tried {
    /// When the current check began.
    under_way: Option<Instant>,
    condition: Condition,
    /// The duration of the last success.
    took: Duration,
    /// The number of successes.
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

#[derive(Debug, Clone, Default)]
pub struct Health(Arc<State>);

/// The checking threads; dropping it ends them.
pub struct Trying {
    state: Arc<State>,
    threads: Vec<JoinHandle<()>>,
}

impl Drop for Trying {
    fn drop(&mut self) {
        self.state.stop.store(true, Ordering::Release);
        wait_for_end(&self.threads, PATIENCE);
    }
}

/// The duration of the last success, and the number of successes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Latency {
    pub took: Duration,
    pub times: u64,
}

impl Health {
    /// Starts the checks, which end when the result is dropped.
    pub fn watch(&self, app: &App) -> Result<Trying> {
        let mut threads = Vec::new();
        let (state, store) = (Arc::clone(&self.0), app.store().clone());
        threads.push(spawn("health-reading", move || {
            again_and_again(&state, &state.reading, || {
                let mut conn = store.read_connection_within(WITHIN).map_err(|e| e.to_string())?;
                game_writer::check_readable(&mut conn).map_err(|e| e.to_string())
            });
        })?);
        let (state, store) = (Arc::clone(&self.0), app.store().clone());
        threads.push(spawn("health-writing", move || {
            let mut beats = Beats { store: store.clone(), conn: None, count: 0 };
            again_and_again(&state, &state.writing, || beats.beat());
        })?);
        let (state, store) = (Arc::clone(&self.0), app.store().clone());
        threads.push(spawn("health-answers", move || close_while_stalled(&state, &store))?);
        Ok(Trying { state: Arc::clone(&self.0), threads })
    }

    pub fn reading(&self) -> Condition {
        condition(&self.0.reading)
    }

    pub fn writing(&self) -> Condition {
        condition(&self.0.writing)
    }

    /// Latencies of reads, then of writes.
    pub fn latencies(&self) -> [Latency; 2] {
        [&self.0.reading, &self.0.writing].map(|tried| {
            let tried = lock(tried);
            Latency { took: tried.took, times: tried.times }
        })
    }
}

fn condition(tried: &Mutex<Tried>) -> Condition {
    let tried = lock(tried);
    match (tried.under_way, &tried.condition) {
        (Some(since), Condition::Good) if since.elapsed() > WITHIN => Condition::Silent(since),
        (_, condition) => condition.clone(),
    }
}

fn again_and_again(
    state: &State,
    tried: &Mutex<Tried>,
    mut attempt: impl FnMut() -> Result<(), String>,
) {
    while !state.stop.load(Ordering::Acquire) {
        let began = Instant::now();
        lock(tried).under_way = Some(began);
        let done = attempt();
        let mut now = lock(tried);
        now.under_way = None;
        match done {
            Ok(()) => {
                now.condition = Condition::Good;
                now.took = began.elapsed();
                now.times += 1;
            }
            Err(why) => {
                let since = match now.condition {
                    Condition::Failing { since, .. } => since,
                    Condition::Good | Condition::Silent(_) => began,
                };
                now.condition = Condition::Failing { why, since, checked_at: began };
            }
        }
        drop(now);
        let rested = Instant::now();
        while rested.elapsed() < EVERY && !state.stop.load(Ordering::Acquire) {
            std::thread::sleep(LOOK);
        }
    }
}

/// Writes heartbeats.
struct Beats {
    store: Store,
    conn: Option<TrackedConnection>,
    count: i32,
}

impl Beats {
    fn beat(&mut self) -> Result<(), String> {
        // A connection that broke when the database restarted says nothing of the database now.
        let is_held = self.conn.is_some();
        let done = self.try_beat();
        if done.is_ok() {
            return done;
        }
        self.conn = None;
        if !is_held {
            return done;
        }
        let again = self.try_beat();
        if again.is_err() {
            self.conn = None;
        }
        again
    }

    fn try_beat(&mut self) -> Result<(), String> {
        if self.conn.as_ref().is_none_or(|held| self.store.is_superseded(held)) {
            self.conn = Some(self.store.tracked_connection().map_err(|e| e.to_string())?);
        }
        let conn = self.conn.as_mut().ok_or("no connection where one was made")?;
        self.count = self.count.wrapping_add(1) & i32::MAX;
        heartbeat::write_heartbeat(conn, self.count).map_err(|e| e.to_string())
    }
}

/// Closes connections to a PostgreSQL server that does not respond to writes, which would otherwise
/// use up all of them. SQLite's writers only wait for each other.
fn close_while_stalled(state: &State, store: &Store) {
    let on_a_server = matches!(store.location(), Location::Postgres(_));
    while on_a_server && !state.stop.load(Ordering::Acquire) {
        let under_way = lock(&state.writing).under_way;
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
        lock(&tried).under_way = Some(Instant::now());
        assert!(condition(&tried).is_good(), "it has only begun");
        lock(&tried).under_way = Instant::now().checked_sub(WITHIN * 2);
        assert!(!condition(&tried).is_good());
        lock(&tried).under_way = None;
        assert!(condition(&tried).is_good());
        let now = Instant::now();
        let why = "the disk is full".to_owned();
        let failing = Condition::Failing { why, since: now, checked_at: now };
        lock(&tried).condition = failing.clone();
        assert_eq!(condition(&tried), failing);
    }
}
