//! Versions of the public data: a kept response is valid while nothing that it concerns has changed.
//!
//! Every change increases one number. Most of them (a name, a merge, a hidden game) concern every
//! kept response. Those that come all the time, new games and what is told of an event, concern only
//! the players, games and events named by their rows. Both are read from the database, so that
//! changes by other processes reach kept responses in the same way.

mod concerns;
mod following;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError, RwLock};

use adjutant_store::id_sequence;
use ledger_ratings::Day;

use super::threads::lock;
use super::{App, Result};
use super::{contests, leaderboard};
use leaderboard::Refreshed;

pub use concerns::{Concerns, Topic};
use following::Counters;

/// The number of topics remembered; beyond it, everything counts as changed.
const MAX_TOPICS: usize = 200_000;

/// A number that every change increases, and its value at the last change of each topic.
#[derive(Default)]
pub struct Edition {
    number: AtomicU64,
    /// At the last change that concerned everything.
    everything: AtomicU64,
    /// At the last change of these; they have not changed since `everything` if they are absent.
    topics: RwLock<HashMap<Topic, u64>>,
    /// The database counters at the last check.
    seen: Mutex<Counters>,
    /// Called after each change by this process.
    listener: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Edition {
    /// The current version.
    pub(super) fn number(&self) -> u64 {
        self.number.load(Ordering::Acquire)
    }

    /// Notes a change by this process that is already committed, and concerns everything.
    pub(super) fn raise(&self) {
        self.note();
        self.tell();
    }

    /// Notes a change by this process that is already committed, and concerns these topics only,
    /// besides responses that declare none.
    pub(super) fn touch(&self, touched: impl IntoIterator<Item = Topic>) {
        self.note_topics(touched);
        self.tell();
    }

    fn note(&self) {
        let number = self.number.fetch_add(1, Ordering::AcqRel) + 1;
        self.everything.fetch_max(number, Ordering::AcqRel);
        self.topics.write().unwrap_or_else(PoisonError::into_inner).retain(|_, at| *at > number);
    }

    fn note_topics(&self, touched: impl IntoIterator<Item = Topic>) {
        let mut topics = self.topics.write().unwrap_or_else(PoisonError::into_inner);
        let number = self.number.fetch_add(1, Ordering::AcqRel) + 1;
        topics.extend(touched.into_iter().map(|topic| (topic, number)));
        if topics.len() > MAX_TOPICS {
            topics.clear();
            self.everything.fetch_max(number, Ordering::AcqRel);
        }
    }

    /// The version at the last change of one of these topics.
    pub(super) fn last_change(&self, of: &[Topic]) -> u64 {
        let everything = self.everything.load(Ordering::Acquire);
        if of.is_empty() {
            return everything;
        }
        let topics = self.topics.read().unwrap_or_else(PoisonError::into_inner);
        of.iter().filter_map(|topic| topics.get(topic).copied()).fold(everything, u64::max)
    }

    fn tell(&self) {
        if let Some(tell) = self.listener.get() {
            tell();
        }
    }

    /// Sets what is called after each change by this process; later calls are ignored.
    pub(super) fn set_listener(&self, tell: Box<dyn Fn() + Send + Sync>) {
        let _second = self.listener.set(tell);
    }
}

/// Looks for changes by other processes, such as an import by command, and for a new day: refreshes
/// the leaderboards, then notes what has changed. Costs a few point queries.
pub fn look_for_changes(app: &App, today: Day) -> Result<()> {
    app.set_today(today);
    follow(app, leaderboard::refresh)
}

/// Notes what has changed in the database since the last check, after a `refresh` of the leaderboards.
fn follow(app: &App, refresh: impl FnOnce(&App) -> Result<Refreshed>) -> Result<()> {
    let mut seen = lock(&app.editions().seen);
    // Read before the leaderboards, so that a change in between is noticed the next time.
    let mut conn = app.store().connection()?;
    let mut now = Counters::new(id_sequence::counters(&mut conn)?);
    contests::refresh_former_addresses(app, &mut conn)?;
    drop(conn);
    if refresh(app)? == Refreshed::Day {
        app.editions().note();
        *seen = now;
        return Ok(());
    }
    if leaderboard::version_at_hand(app).is_some_and(|version| !now.has_ratings_version(version)) {
        // The leaderboards do not show these ratings yet.
        now.forget_ratings(&seen);
    }
    match seen.changes_to(&now) {
        following::Change::Nothing => {}
        following::Change::Everything => app.editions().note(),
        following::Change::Rows(rows) => {
            let mut conn = app.store().connection()?;
            match rows.topics(&mut conn)? {
                Some(topics) => app.editions().note_topics(topics),
                None => app.editions().note(),
            }
        }
    }
    *seen = now;
    Ok(())
}

/// Notes a committed change of this process. It has happened whether or not it can be read back: if
/// not, everything counts as changed.
pub(super) fn follow_own(app: &App) {
    if let Err(e) = follow(app, |_| Ok(Refreshed::Nothing)) {
        tracing::warn!(error = %e, "changes could not be followed; every kept page is made anew");
        app.editions().note();
    }
    // Whoever noticed it here first, the other servers are told.
    app.editions().tell();
}
