//! The lock of the single serving instance.

use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender, bounded};

use adjutant_store::{ServingLock, Store, StoreError};

use super::Result;
use super::threads::{spawn, wait_for_end};

/// How often to check that the lock is held, and which of several servers is the primary.
const LOOKED_AT_EVERY: Duration = Duration::from_secs(2);
/// How long to wait for the checking thread to end, which may hang.
const PATIENCE: Duration = Duration::from_secs(3);

/// The lock, released when dropped.
#[derive(Debug)]
pub struct Serving {
    ends: Option<Sender<()>>,
    keeper: JoinHandle<()>,
}

impl Serving {
    /// Acquires the lock and keeps checking it; `lost` is called if another instance got it.
    pub(super) fn begin(store: &Store, lost: fn(&str)) -> Result<Serving> {
        let lock = ServingLock::acquire(store)?;
        let (ends, ended) = bounded(0);
        let store = store.clone();
        let keeper = spawn("serving", move || keep(lock, &store, &ended, lost))?;
        Ok(Serving { ends: Some(ends), keeper })
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.ends.take());
        wait_for_end(std::slice::from_ref(&self.keeper), PATIENCE);
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
