//! The lock of the single serving instance.

use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, bounded};

use adjutant_store::{ServingLock, Store, StoreError};

use super::Error;

/// How often to check that the lock is held, and which of several servers is the primary.
const LOOKED_AT_EVERY: Duration = Duration::from_secs(2);
/// How long to wait for the checking thread to end, which may hang.
const PATIENCE: Duration = Duration::from_secs(3);

/// The lock, released when dropped.
#[derive(Debug)]
pub struct Serving {
    ends: Option<Sender<()>>,
    keeper: Option<JoinHandle<()>>,
}

impl Serving {
    /// Acquires the lock and keeps checking it; `lost` is called if another instance got it.
    pub(super) fn begin(store: &Store, lost: fn(&str)) -> Result<Serving, Error> {
        let lock = ServingLock::acquire(store)?;
        let (ends, ended) = bounded(0);
        let store = store.clone();
        let keeper = std::thread::Builder::new()
            .name("serving".to_owned())
            .spawn(move || keep(lock, &store, &ended, lost))
            .map_err(|e| Error::Unavailable(format!("no thread can be made: {e}")))?;
        Ok(Serving { ends: Some(ends), keeper: Some(keeper) })
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.ends.take());
        let began = Instant::now();
        let Some(keeper) = self.keeper.take() else { return };
        while !keeper.is_finished() && began.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

fn keep(mut lock: ServingLock, store: &Store, ended: &Receiver<()>, lost: fn(&str)) {
    use crossbeam_channel::RecvTimeoutError::Timeout;
    while ended.recv_timeout(LOOKED_AT_EVERY) == Err(Timeout) {
        match lock.ensure_held(store) {
            Ok(()) => {}
            Err(StoreError::InUse(why)) => return lost(&why),
            // Nobody can write while the database server is down; who holds the lock is known once
            // it is back.
            Err(e) => {
                tracing::warn!(error = %e, "whether this is the one that serves is not known")
            }
        }
    }
}
