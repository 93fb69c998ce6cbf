//! Process limits: as many connections as possible for the server; for other processes no access to its memory, which
//! contains set-ups of live games; and an error when a file may not grow.

use std::sync::{Arc, Mutex, PoisonError};

use rustix::process::{
    DumpableBehavior, Resource, Rlimit, getrlimit, set_dumpable_behavior, setrlimit,
};

use adjutant_service::Error;

/// Raises and sets the limits. What the kernel refuses is logged, and the server continues without it.
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

/// The number of threads that a server needs at the start: for the web, the store and the arbiter.
const REQUIRED_THREADS: usize = 32;

/// Checks that this user may create the threads that a server needs, because libraries treat a refusal as a bug.
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

/// Turns the signal for a file that may not grow further into an error of the write, for every command; otherwise the
/// kernel would kill the process silently.
pub fn ignore_file_size_signal() {
    /// SIGXFSZ has the same number on all supported systems.
    const SIGXFSZ: i32 = 25;
    let heard =
        tokio::runtime::Builder::new_current_thread().enable_io().build().and_then(|here| {
            let _here = here.enter();
            // Once installed, the handler stays for the lifetime of the process.
            tokio::signal::unix::signal(tokio::signal::unix::SignalKind::from_raw(SIGXFSZ))
        });
    if let Err(e) = heard {
        eprintln!("adjutant: where a limit of files is reached, the kernel ends the program: {e}");
    }
}
