//! The index of set-ups in memory: a snapshot that is made again when the store's counters say so.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::formation::Index;
use crate::service::{App, Error};
use crate::store::games;

use super::gather;

/// The snapshot; read from the store in the background, or by the first who asks.
#[derive(Default)]
pub struct Kept {
    current: RwLock<Option<Arc<Snapshot>>>,
    /// One at a time; readers of an older snapshot do not wait for it.
    reading: Mutex<()>,
}

/// Mute: it holds set-ups.
impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept(..)")
    }
}

/// The index at one moment.
pub(super) struct Snapshot {
    pub index: Index,
    /// The counters when it was read.
    seen: Seen,
    /// When, and how long that took.
    made: Instant,
    took: Duration,
}

/// What changes whenever a game is revealed, corrected or taken over, players are merged, or ratings change: each of
/// these has games rated, or rated anew.
type Seen = Vec<i64>;

const COUNTERS: [&str; 4] = ["games", "rated_through", "ratings_version", "sealed"];

/// Where reading takes no longer, whoever asks has it read anew; else it is done in the background.
const AT_ONCE: Duration = Duration::from_millis(100);
/// Between two readings in the background lies this many times what one takes.
const PAUSE: u32 = 20;

fn seen(app: &App) -> Result<Seen, Error> {
    let all = games::counters(&mut *app.store().connection()?)?;
    let counters = all.into_iter().filter(|(name, _)| COUNTERS.contains(&name.as_str()));
    Ok(counters.map(|(_, value)| value).collect())
}

impl Kept {
    fn current(&self) -> Option<Arc<Snapshot>> {
        // A panic while a pointer is copied is not possible, so poison carries no meaning.
        self.current.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Reads the store, unless somebody else did so just before.
    fn read(&self, app: &App) -> Result<Arc<Snapshot>, Error> {
        let _one = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.current();
        // Read first: games may be newer than it says, and are then read once more.
        let seen = seen(app)?;
        if let Some(same) = before.as_ref().filter(|own| own.seen == seen) {
            return Ok(same.clone());
        }
        let made = Instant::now();
        let index = gather::index(app, before.as_ref().map(|own| &own.index))?;
        // Here, so that nobody who looks waits for it.
        let _ = index.first();
        let snapshot = Arc::new(Snapshot { index, seen, made, took: made.elapsed() });
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Some(snapshot.clone());
        Ok(snapshot)
    }
}

/// The index as it is now, or, where reading it takes long, as it was when it was last read.
pub(super) fn current(app: &App) -> Result<Arc<Snapshot>, Error> {
    let kept = app.formations();
    match kept.current() {
        Some(own) if own.took > AT_ONCE || own.seen == seen(app)? => Ok(own),
        _ => kept.read(app),
    }
}

/// Reads what has changed, at the start all: to be called again and again in the background. Gives whether
/// anything was to do.
///
/// # Errors
/// [`Error`] where the store fails.
pub fn bring_up_to_date(app: &App) -> Result<bool, Error> {
    let kept = app.formations();
    let before = kept.current();
    if let Some(own) = &before
        && (own.made.elapsed() < own.took * PAUSE || own.seen == seen(app)?)
    {
        return Ok(false);
    }
    kept.read(app)?;
    // Answers may have been made of an older snapshot, where one that took long to read was there.
    if before.is_some_and(|own| own.took > AT_ONCE) {
        app.editions().raise();
    }
    Ok(true)
}
