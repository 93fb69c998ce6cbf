//! Threads that work beside requests, and locks.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use salpakan_computer::rest_by;

use super::{Error, Result};

/// The lowest priority ("nice" value) of Linux.
const LOWEST: i32 = 19;
/// Long enough for the system to move waiting tasks over, and for some of them to be done; its timers add some 50 us.
const REST: Duration = Duration::from_micros(200);

/// Locks; what is locked here is valid after every statement, so also after a panic.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(super) fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> Result<JoinHandle<()>> {
    let thread = std::thread::Builder::new().name(name.to_owned());
    thread.spawn(work).map_err(|e| Error::Unavailable(format!("no thread can be made: {e}")))
}

/// Lowers the priority of the calling thread, and of those that it spawns, to a "nice" value of 1 to 19. Failure only means normal
/// priority.
pub fn lower_priority(nice: i32) {
    // On Linux the number of a process may be that of a thread, and none means the caller.
    if let Err(e) = rustix::process::setpriority_process(None, nice) {
        tracing::debug!(error = %e, "the priority of a thread could not be lowered");
    }
}

/// Gives the calling thread the lowest priority, so that it works with what nobody else needs. It rests again and
/// again in a search: others that wait are moved to its processor then, and not before.
pub(super) fn lowest_priority() {
    lower_priority(LOWEST);
    rest_by(|| std::thread::sleep(REST));
}

/// Waits for threads to end, which may hang.
pub(super) fn wait_for_end(threads: &[JoinHandle<()>], patience: Duration) {
    let began = Instant::now();
    while !threads.iter().all(JoinHandle::is_finished) && began.elapsed() < patience {
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// Wakes a [`Worker`].
#[derive(Clone)]
pub(super) struct Bell(SyncSender<bool>);

/// The other end of a [`Bell`].
pub(super) struct Rings(Receiver<bool>);

/// A thread that finishes its current work and ends when this is dropped.
pub(super) struct Worker {
    bell: Bell,
    thread: Option<JoinHandle<()>>,
}

impl Bell {
    pub(super) fn new() -> (Bell, Rings) {
        let (bell, rings) = sync_channel(1);
        (Bell(bell), Rings(rings))
    }

    /// Wakes the worker; while it works, once more after that.
    pub(super) fn ring(&self) {
        // A full channel means that it will wake anyway.
        let _rung = self.0.try_send(true);
    }
}

impl Rings {
    /// Waits for a ring, or until the time is over; returns whether there was one, and `None` once
    /// the worker shall end.
    pub(super) fn wait(&self, most: Option<Duration>) -> Option<bool> {
        let rung = match most {
            Some(most) => self.0.recv_timeout(most),
            None => self.0.recv().map_err(RecvTimeoutError::from),
        };
        match rung {
            Ok(goes_on) => goes_on.then_some(true),
            Err(RecvTimeoutError::Timeout) => Some(false),
            Err(RecvTimeoutError::Disconnected) => None,
        }
    }
}

impl Worker {
    pub(super) fn start(
        name: &str,
        bell: &Bell,
        work: impl FnOnce() + Send + 'static,
    ) -> Result<Worker> {
        Ok(Worker { bell: bell.clone(), thread: Some(spawn(name, work)?) })
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ended_already = self.bell.0.send(false);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}
