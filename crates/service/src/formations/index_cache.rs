//! The in-memory index of set-ups, rebuilt when database counters change. At the start it is read
//! from a file (`index_file.rs`); without one nobody waits while many games are indexed.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::edition::Topic;
use crate::{App, Result};
use adjutant_domain::formation::Index;
use adjutant_store::id_sequence;

use super::{index_builder, index_file};

/// The current snapshot, built in the background or, for few games, by the first request.
#[derive(Default)]
pub struct FormationCache {
    current: RwLock<Option<Arc<IndexSnapshot>>>,
    /// Serialises rebuilds, for which readers do not wait; holds the time of the last write of the
    /// file.
    reading: Mutex<Option<Instant>>,
}

/// Omits the contents, which are set-ups.
impl std::fmt::Debug for FormationCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept(..)")
    }
}

pub(super) struct IndexSnapshot {
    pub index: Index,
    /// The counters when it was built.
    counters: CounterValues,
    /// When it was built, and how long that took.
    built_at: Instant,
    build_time: Duration,
    /// Whether its set-ups are known to be current; those of a file with different counters are
    /// not.
    is_fresh: bool,
}

/// Counters that change whenever a game is revealed, corrected or transferred, players are merged,
/// or ratings change: all of these rate games.
type CounterValues = Vec<i64>;

const COUNTERS: [&str; 4] = ["games", "rated_through", "ratings_version", "sealed"];

/// Up to this build time requests rebuild an index of many games themselves; beyond it is done in
/// the background.
const MAX_INLINE_BUILD: Duration = Duration::from_millis(100);
/// Up to this number of games requests build the index, however slow the machine is at the moment.
const FEW_GAMES: i64 = 2_000;
const WRITE_INTERVAL: Duration = Duration::from_secs(600);
/// The pause between background rebuilds as a multiple of the build time.
const PAUSE_FACTOR: u32 = 20;

fn read_counters(app: &App) -> Result<CounterValues> {
    let all = id_sequence::counters(&mut *app.store().connection()?)?;
    let counters = all.into_iter().filter(|(name, _)| COUNTERS.contains(&name.as_str()));
    Ok(counters.map(|(_, value)| value).collect())
}

impl IndexSnapshot {
    /// Whether requests do not wait for the next one.
    fn is_slow(&self) -> bool {
        self.build_time > MAX_INLINE_BUILD && self.has_many_games()
    }

    fn has_many_games(&self) -> bool {
        self.index.games() as i64 > FEW_GAMES
    }
}

impl FormationCache {
    fn current(&self) -> Option<Arc<IndexSnapshot>> {
        // No panic is possible while the pointer is copied, so poison has no meaning.
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Rebuilds the index unless another thread has just done so; at the start reads the file.
    fn refresh(&self, app: &App) -> Result<Arc<IndexSnapshot>> {
        let mut written = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = self.current();
        // Read first: games added since are read again.
        let seen = read_counters(app)?;
        if before.is_none()
            && let Some(found) = index_file::read(app)?
        {
            let built_at = Instant::now();
            let _ = found.index.first();
            before = Some(self.replace(IndexSnapshot {
                is_fresh: found.counters == seen,
                index: found.index,
                counters: found.counters,
                built_at,
                // Prevents requests from waiting for the rebuild that follows.
                build_time: MAX_INLINE_BUILD + Duration::from_millis(1),
            }));
        }
        if let Some(same) = before.as_ref().filter(|own| own.counters == seen) {
            return Ok(same.clone());
        }
        let built_at = Instant::now();
        let certain = before.as_ref().filter(|own| own.is_fresh);
        let index = index_builder::build_index(app, certain.map(|own| &own.index))?;
        // Computed here, so that no request waits for it.
        let _ = index.first();
        let (counters, build_time) = (seen, built_at.elapsed());
        let snapshot =
            self.replace(IndexSnapshot { index, counters, built_at, build_time, is_fresh: true });
        let due = written.is_none_or(|written| written.elapsed() >= WRITE_INTERVAL);
        if due && snapshot.has_many_games() {
            *written = Some(Instant::now());
            if let Err(e) = index_file::write(app, &snapshot.index, &snapshot.counters) {
                tracing::warn!(error = %e, "set-ups will be counted anew at the next start");
            }
        }
        Ok(snapshot)
    }

    fn replace(&self, snapshot: IndexSnapshot) -> Arc<IndexSnapshot> {
        let snapshot = Arc::new(snapshot);
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Some(snapshot.clone());
        snapshot
    }
}

/// The current index or, if rebuilding is slow, the last snapshot. `None` during a slow first
/// build.
pub(super) fn current_snapshot(app: &App) -> Result<Option<Arc<IndexSnapshot>>> {
    // The index is kept for everybody.
    let app = &app.at_primary();
    let kept = &app.memory.formations;
    match kept.current() {
        Some(own) if own.is_slow() || own.counters == read_counters(app)? => Ok(Some(own)),
        None if id_sequence::counter(&mut *app.store().connection()?, "games")? > FEW_GAMES => {
            Ok(None)
        }
        _ => kept.refresh(app).map(Some),
    }
}

/// Rebuilds the index after changes, at the start completely; called regularly in the background.
/// Returns whether there was anything to do.
pub fn refresh_index(app: &App) -> Result<bool> {
    let kept = &app.memory.formations;
    let before = kept.current();
    if let Some(own) = &before
        && (own.built_at.elapsed() < own.build_time * PAUSE_FACTOR
            || own.counters == read_counters(app)?)
    {
        return Ok(false);
    }
    let now = kept.refresh(app)?;
    // Cached responses may be based on an outdated snapshot, or on none.
    if before.map_or(now.has_many_games(), |own| own.is_slow()) {
        app.editions().touch([Topic::Formations]);
    }
    Ok(true)
}
