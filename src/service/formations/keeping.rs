//! The index of set-ups in memory: a snapshot that is made again when the store's counters say so. At a start it is the
//! one that was left on disk (`on_disk.rs`); where many games are there and no file, nobody waits for it.

use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use crate::formation::Index;
use crate::service::{App, Error};
use crate::store::games;

use super::{gather, on_disk};

/// The snapshot; read in the background, or, where few games are there, by the first who asks.
#[derive(Default)]
pub struct Kept {
    current: RwLock<Option<Arc<Snapshot>>>,
    /// One at a time; readers of an older snapshot do not wait for it. Holds when the file was written last.
    reading: Mutex<Option<Instant>>,
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
    /// Whether its set-ups are certain: those of a file are not where the counters say something else since.
    certain: bool,
}

/// What changes whenever a game is revealed, corrected or taken over, players are merged, or ratings change: each of
/// these has games rated, or rated anew.
type Seen = Vec<i64>;

const COUNTERS: [&str; 4] = ["games", "rated_through", "ratings_version", "sealed"];

/// Where reading takes no longer, whoever asks has it read anew; else it is done in the background.
const AT_ONCE: Duration = Duration::from_millis(100);
/// So many games are read by the first who asks, where there is no snapshot at all.
const FEW_GAMES: i64 = 2_000;
/// Between two writings of the file lies at least this.
const WRITTEN_EVERY: Duration = Duration::from_secs(600);
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

    /// Reads the store, unless somebody else did so just before; at the start what is on disk.
    fn read(&self, app: &App) -> Result<Arc<Snapshot>, Error> {
        let mut written = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        let mut before = self.current();
        // Read first: games may be newer than it says, and are then read once more.
        let seen = seen(app)?;
        if before.is_none()
            && let Some(found) = on_disk::read(app)?
        {
            let certain = found.seen == seen;
            let made = Instant::now();
            let _ = found.index.first();
            // Whoever asks is never to wait for what comes after it.
            let took = AT_ONCE + Duration::from_millis(1);
            let on_disk::OnDisk { index, seen } = found;
            before = Some(self.replace(Snapshot { index, seen, made, took, certain }));
        }
        if let Some(same) = before.as_ref().filter(|own| own.seen == seen) {
            return Ok(same.clone());
        }
        let made = Instant::now();
        let certain = before.as_ref().filter(|own| own.certain);
        let index = gather::index(app, certain.map(|own| &own.index))?;
        // Here, so that nobody who looks waits for it.
        let _ = index.first();
        let took = made.elapsed();
        let snapshot = self.replace(Snapshot { index, seen, made, took, certain: true });
        let due = written.is_none_or(|written| written.elapsed() >= WRITTEN_EVERY);
        if due && snapshot.index.games() as i64 > FEW_GAMES {
            *written = Some(Instant::now());
            if let Err(e) = on_disk::write(app, &snapshot.index, &snapshot.seen) {
                tracing::warn!(error = %e, "set-ups will be counted anew at the next start");
            }
        }
        Ok(snapshot)
    }

    fn replace(&self, snapshot: Snapshot) -> Arc<Snapshot> {
        let snapshot = Arc::new(snapshot);
        let mut current = self.current.write().unwrap_or_else(PoisonError::into_inner);
        *current = Some(snapshot.clone());
        snapshot
    }
}

/// The index as it is now, or, where reading it takes long, as it was when it was last read; `None` while it is read
/// for the first time and that takes long.
pub(super) fn current(app: &App) -> Result<Option<Arc<Snapshot>>, Error> {
    let kept = app.formations();
    match kept.current() {
        Some(own) if own.took > AT_ONCE || own.seen == seen(app)? => Ok(Some(own)),
        None if games::counter(&mut *app.store().connection()?, "games")? > FEW_GAMES => Ok(None),
        _ => kept.read(app).map(Some),
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
    let now = kept.read(app)?;
    // Answers may have been made of an older snapshot, where one that took long to read was there, or of none.
    let many = now.index.games() as i64 > FEW_GAMES;
    if before.map_or(many, |own| own.took > AT_ONCE) {
        app.editions().raise();
    }
    Ok(true)
}
