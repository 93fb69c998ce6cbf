//! The index of set-ups in memory: a snapshot that is made again when the store's counters say so. At a start it is the
//! one that was left on disk (`on_disk.rs`); where many games are there and no file, nobody waits for it.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::formation::Index;
use crate::service::{App, Error};
use crate::store::games;

use super::{index_builder, index_file};

/// The snapshot; read in the background, or, where few games are there, by the first who asks.
#[derive(Default)]
pub struct FormationCache {
    current: RwLock<Option<Arc<IndexSnapshot>>>,
    /// One at a time; readers of an older snapshot do not wait for it. Holds when the file was written last.
    reading: Mutex<Option<Instant>>,
}

/// Mute: it holds set-ups.
impl std::fmt::Debug for FormationCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept(..)")
    }
}

/// The index at one moment.
pub(super) struct IndexSnapshot {
    pub index: Index,
    /// The counters when it was read.
    counters: CounterValues,
    /// When, and how long that took.
    built_at: Instant,
    build_time: Duration,
    /// Whether its set-ups are certain: those of a file are not where the counters say something else since.
    is_fresh: bool,
}

/// What changes whenever a game is revealed, corrected or taken over, players are merged, or ratings change: each of
/// these has games rated, or rated anew.
type CounterValues = Vec<i64>;

const COUNTERS: [&str; 4] = ["games", "rated_through", "ratings_version", "sealed"];

/// Where reading takes no longer, whoever asks has it read anew; else it is done in the background.
const MAX_INLINE_BUILD: Duration = Duration::from_millis(100);
/// So many games are read by the first who asks, where there is no snapshot at all.
const FEW_GAMES: i64 = 2_000;
/// Between two writings of the file lies at least this.
const WRITE_INTERVAL: Duration = Duration::from_secs(600);
/// Between two readings in the background lies this many times what one takes.
const PAUSE_FACTOR: u32 = 20;

fn read_counters(app: &App) -> Result<CounterValues, Error> {
    let all = games::counters(&mut *app.store().connection()?)?;
    let counters = all.into_iter().filter(|(name, _)| COUNTERS.contains(&name.as_str()));
    Ok(counters.map(|(_, value)| value).collect())
}

impl FormationCache {
    fn current(&self) -> Option<Arc<IndexSnapshot>> {
        // A panic while a pointer is copied is not possible, so poison carries no meaning.
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the store, unless somebody else did so just before; at the start what is on disk.
    fn refresh(&self, app: &App) -> Result<Arc<IndexSnapshot>, Error> {
        let mut written = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = self.current();
        // Read first: games may be newer than it says, and are then read once more.
        let seen = read_counters(app)?;
        if before.is_none()
            && let Some(found) = index_file::read(app)?
        {
            let certain = found.counters == seen;
            let made = Instant::now();
            let _ = found.index.first();
            // Whoever asks is never to wait for what comes after it.
            let took = MAX_INLINE_BUILD + Duration::from_millis(1);
            let index_file::IndexFile { index, counters: seen } = found;
            before = Some(self.replace(IndexSnapshot {
                index,
                counters: seen,
                built_at: made,
                build_time: took,
                is_fresh: certain,
            }));
        }
        if let Some(same) = before.as_ref().filter(|own| own.counters == seen) {
            return Ok(same.clone());
        }
        let made = Instant::now();
        let certain = before.as_ref().filter(|own| own.is_fresh);
        let index = index_builder::build_index(app, certain.map(|own| &own.index))?;
        // Here, so that nobody who looks waits for it.
        let _ = index.first();
        let took = made.elapsed();
        let snapshot = self.replace(IndexSnapshot {
            index,
            counters: seen,
            built_at: made,
            build_time: took,
            is_fresh: true,
        });
        let due = written.is_none_or(|written| written.elapsed() >= WRITE_INTERVAL);
        if due && snapshot.index.games() as i64 > FEW_GAMES {
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

/// The index as it is now, or, where reading it takes long, as it was when it was last read; `None` while it is read
/// for the first time and that takes long.
pub(super) fn current_snapshot(app: &App) -> Result<Option<Arc<IndexSnapshot>>, Error> {
    let kept = app.formations();
    match kept.current() {
        Some(own) if own.build_time > MAX_INLINE_BUILD || own.counters == read_counters(app)? => {
            Ok(Some(own))
        }
        None if games::counter(&mut *app.store().connection()?, "games")? > FEW_GAMES => Ok(None),
        _ => kept.refresh(app).map(Some),
    }
}

/// Reads what has changed, at the start all: to be called again and again in the background. Gives whether
/// anything was to do.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn refresh_index(app: &App) -> Result<bool, Error> {
    let kept = app.formations();
    let before = kept.current();
    if let Some(own) = &before
        && (own.built_at.elapsed() < own.build_time * PAUSE_FACTOR
            || own.counters == read_counters(app)?)
    {
        return Ok(false);
    }
    let now = kept.refresh(app)?;
    // Answers may have been made of an older snapshot, where one that took long to read was there, or of none.
    let many = now.index.games() as i64 > FEW_GAMES;
    if before.map_or(many, |own| own.build_time > MAX_INLINE_BUILD) {
        app.editions().raise();
    }
    Ok(true)
}
