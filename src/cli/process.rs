//! What the kernel grants a process: to the one that serves as many connections as it may have, and to others
//! no look into its memory, in which set-ups of games under way stand; to all an error where a file may not grow.

use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit,
};

use crate::service::Error;

/// Takes what is granted. What the kernel refuses is logged, and the server runs without it.
pub fn apply_limits() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(e) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::warn!(error = %e, "no more connections than usual may be open");
    }
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    if let Err(e) = setrlimit(Resource::Core, none) {
        tracing::warn!(error = %e, "a core file may be written");
    }
    if let Err(e) = set_dumpable_behavior(DumpableBehavior::NotDumpable) {
        tracing::warn!(error = %e, "others may read this program's memory");
    }
}

/// So many threads a server needs to begin: of the web, of the store, and of the arbiter.
const REQUIRED_THREADS: usize = 32;

/// Whether the kernel gives this user the threads that a server needs: libraries take a refusal for a fault
/// of the program.
///
/// # Errors
/// What it gives, and what to do.
pub fn check_thread_limit() -> Result<(), Error> {
    let gate = Arc::new(Mutex::new(()));
    let closed = gate.lock().unwrap_or_else(PoisonError::into_inner);
    let wait = || {
        let gate = Arc::clone(&gate);
        std::thread::Builder::new().spawn(move || drop(gate.lock()))
    };
    let made: Vec<_> = (0..REQUIRED_THREADS).map_while(|_| wait().ok()).collect();
    drop(closed);
    let count = made.len();
    made.into_iter().for_each(|thread| drop(thread.join()));
    if count == REQUIRED_THREADS {
        return Ok(());
    }
    Err(Error::Unavailable(format!(
        "no more than {count} threads can be made, and the server needs {REQUIRED_THREADS}: raise what this user may have \
         (ulimit -u; TasksMax of a systemd unit; pids.max of a container)"
    )))
}

/// Has a file that may not grow further be an error of the write, for every command and from its first write
/// on; without it the kernel would kill the program without a word.
pub fn ignore_file_size_signal() {
    /// SIGXFSZ, which has the same number on all systems that are served on.
    const SIGXFSZ: i32 = 25;
    let heard =
        tokio::runtime::Builder::new_current_thread().enable_io().build().and_then(|here| {
            let _here = here.enter();
            // Once a signal is heard it is heard until the process ends, whoever still listens.
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(SIGXFSZ))
        });
    if let Err(e) = heard {
        eprintln!("adjutant: where a limit of files is reached, the kernel ends the program: {e}");
    }
}
