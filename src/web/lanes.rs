//! Lanes: each kind of work has threads of its own, so that no kind can fill those of another.
//!
//! - *Commands of plays* have threads that nothing else takes.
//! - *Heavy work* (drawing, what could be known, exports, imports, standings, set-ups under a filter) has about as many
//!   places as there are cores, a short queue behind them, and a refusal behind that. One caller never takes the last
//!   place. Its threads step back for all others.
//! - *Reading* takes fewer threads than the store has connections, so that one is free for whoever plays.

use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use actix_web::web;
use rustix::process::setpriority_process;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Semaphore;

use crate::parallel::workers;
use crate::service::Error;

use super::gate::{Bounds, Gate, Place};
use super::limits::Caller;

/// Threads for commands of plays: each waits for a commit that carries many of them.
const COMMAND_THREADS: usize = 256;
/// Commands under way at most, those included that wait for a thread.
const MOST_COMMANDS: usize = 1_024;
/// So many change something at once that is no play: they wait for each other in the store.
const ACTS: usize = 8;
/// So many look at plays at once.
const LOOKS: usize = 32;
/// So many read at once: fewer than the store has connections.
const READERS: usize = 6;
/// Heavy work that waits, for each place.
const QUEUE_A_PLACE: usize = 16;
/// So long heavy work waits for a place.
const PATIENCE: Duration = Duration::from_secs(10);
/// Whoever is refused is told to come again after so many seconds.
pub const COME_AGAIN: u64 = 5;
/// Niceness of threads that step back.
const NICE: i32 = 10;

/// The lanes of one site.
pub struct Lanes {
    heavy: Arc<Gate>,
    hashing: Arc<Gate>,
    exports: Arc<Gate>,
    readers: Arc<Semaphore>,
    acts: Arc<Semaphore>,
    looks: Arc<Semaphore>,
    commands: Threads,
    under_way: Arc<AtomicUsize>,
    drawers: Threads,
    writers: Threads,
}

/// Work with its types erased, so that spawning and awaiting a task is compiled once instead of for each of hundreds of
/// handlers.
type Work = Box<dyn FnOnce() -> Outcome + Send>;
type Outcome = Box<dyn Any + Send>;

fn untyped<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Work {
    Box::new(move || Box::new(work()))
}

/// The result of work that returns a `T`.
fn typed<T: 'static>(outcome: Outcome) -> T {
    *outcome.downcast().expect("work gives what its type says")
}

/// Threads of one lane.
struct Threads {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl Threads {
    fn start(name: &str, most: usize, step_back: bool) -> Result<Threads, Error> {
        let mut builder = Builder::new_current_thread();
        builder.thread_name(name).max_blocking_threads(most);
        // A thread that was had once is kept: another one may not be granted.
        builder.thread_keep_alive(Duration::from_secs(3_600));
        if step_back {
            builder.on_thread_start(stand_back);
        }
        let no_threads = |e| Error::Unavailable(format!("no threads can be made: {e}"));
        let runtime = builder.build().map_err(no_threads)?;
        let handle = runtime.handle().clone();
        drop(handle.spawn_blocking(|| ()));
        Ok(Threads { handle, runtime: Some(runtime) })
    }

    async fn run(&self, work: Work) -> Result<Outcome, Error> {
        self.handle.spawn_blocking(work).await.map_err(|_| cut_off())
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        // Not waited for: what is dropped may stand among tasks, which must not wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Has the calling thread, and those that it makes, wait for others. Without it the lane is as before.
fn stand_back() {
    if let Err(e) = setpriority_process(None, NICE) {
        tracing::debug!(error = %e, "a thread for heavy work does not step back");
    }
}

fn cut_off() -> Error {
    Error::Internal("a use case was cut off".into())
}

/// One of the commands under way.
struct UnderWay(Arc<AtomicUsize>);

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lanes {
    /// The lanes of this machine.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where no threads can be had.
    pub fn start() -> Result<Lanes, Error> {
        let places = workers().max(2);
        let queue = places * QUEUE_A_PLACE;
        let gate = |places: usize, of_one: usize, queue: usize| {
            let bounds = Bounds { places, of_one, queue, queue_of_one: queue / 2 };
            Arc::new(Gate::new(bounds, PATIENCE))
        };
        // What is shared out over all cores steps back likewise. Whoever shared out before keeps his threads.
        let shared = rayon::ThreadPoolBuilder::new().start_handler(|_| stand_back());
        let _had = shared.build_global();
        Ok(Lanes {
            heavy: gate(places, places - 1, queue),
            hashing: gate(4, 3, 96),
            exports: gate(4, 1, 8),
            readers: Arc::new(Semaphore::new(READERS)),
            acts: Arc::new(Semaphore::new(ACTS)),
            looks: Arc::new(Semaphore::new(LOOKS)),
            commands: Threads::start("commands", COMMAND_THREADS, false)?,
            under_way: Arc::default(),
            drawers: Threads::start("heavy", places, true)?,
            writers: Threads::start("imports", places, false)?,
        })
    }

    /// A command of a play.
    ///
    /// # Errors
    /// [`Error::Busy`] where very many are under way.
    pub async fn command<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let one = UnderWay(Arc::clone(&self.under_way));
        if self.under_way.fetch_add(1, Ordering::Relaxed) >= MOST_COMMANDS {
            return Err(Error::Busy { seconds: 1 });
        }
        let done = untyped(move || {
            let _one = one;
            work()
        });
        self.commands.run(done).await.map(typed)
    }

    /// Heavy work that reads.
    ///
    /// # Errors
    /// [`Error::Busy`] where too much waits already.
    pub async fn heavy<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = self.heavy.enter(caller).await?;
        self.drawers.run(within(place, untyped(work))).await.map(typed)
    }

    /// What is left of heavy work that had its place: it steps back like that, and waits for no place again.
    ///
    /// # Errors
    /// [`Error::Internal`] where it panics.
    pub async fn rest<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.drawers.run(untyped(work)).await.map(typed)
    }

    /// Heavy work that writes: it takes a place of heavy work and does not step back, because others wait for what it
    /// holds.
    ///
    /// # Errors
    /// As [`Lanes::heavy`].
    pub async fn import<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = self.heavy.enter(caller).await?;
        self.writers.run(within(place, untyped(work))).await.map(typed)
    }

    /// What checks or makes a password.
    ///
    /// # Errors
    /// As [`Lanes::heavy`].
    pub async fn hash<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        let place = self.hashing.enter(caller).await?;
        web::block(within(place, untyped(work))).await.map(typed).map_err(|_| cut_off())
    }

    /// A place for a file that is read while it is sent, for as long as it takes.
    ///
    /// # Errors
    /// As [`Lanes::heavy`].
    pub async fn export(&self, caller: Caller) -> Result<Place, Error> {
        self.exports.enter(caller).await
    }

    /// What reads a little.
    ///
    /// # Errors
    /// [`Error::Internal`] where it panics.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        among(&self.readers, untyped(work)).await.map(typed)
    }

    /// What changes something that is no play.
    ///
    /// # Errors
    /// As [`Lanes::read`].
    pub async fn act<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        among(&self.acts, untyped(work)).await.map(typed)
    }

    /// What looks at a play, and may wait for a command of it.
    ///
    /// # Errors
    /// As [`Lanes::read`].
    pub async fn look<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        among(&self.looks, untyped(work)).await.map(typed)
    }
}

/// The work, with its place until it ends: who asked may be gone long before.
fn within(place: impl Send + 'static, work: Work) -> Work {
    Box::new(move || {
        let _place = place;
        work()
    })
}

async fn among(places: &Arc<Semaphore>, work: Work) -> Result<Outcome, Error> {
    let place = Arc::clone(places).acquire_owned().await.map_err(|_| cut_off())?;
    web::block(within(place, work)).await.map_err(|_| cut_off())
}
