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

use crate::parallel::available_workers;
use crate::service::Error;

use super::fair_semaphore::{FairLimits, FairPermit, FairSemaphore};
use super::request_limits::Caller;

/// Threads for commands of plays: each waits for a commit that carries many of them.
const COMMAND_THREADS: usize = 256;
/// Commands under way at most, those included that wait for a thread.
const MAX_COMMANDS: usize = 1_024;
/// So many change something at once that is no play: they wait for each other in the store.
const MAX_WRITES: usize = 8;
/// So many look at plays at once.
const MAX_PLAY_READS: usize = 32;
/// So many read at once: fewer than the store has connections.
const MAX_READS: usize = 6;
/// Heavy work that waits, for each place.
const QUEUE_PER_PERMIT: usize = 16;
/// So long heavy work waits for a place.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// Whoever is refused is told to come again after so many seconds.
pub const BUSY_RETRY_SECONDS: u64 = 5;
/// Niceness of threads that step back.
const BACKGROUND_NICENESS: i32 = 10;

/// The lanes of one site.
pub struct Lanes {
    heavy: Arc<FairSemaphore>,
    hashing: Arc<FairSemaphore>,
    exports: Arc<FairSemaphore>,
    read_permits: Arc<Semaphore>,
    write_permits: Arc<Semaphore>,
    play_read_permits: Arc<Semaphore>,
    commands: LaneThreads,
    in_flight: Arc<AtomicUsize>,
    heavy_threads: LaneThreads,
    import_threads: LaneThreads,
}

/// Work with its types erased, so that spawning and awaiting a task is compiled once instead of for each of hundreds of
/// handlers.
type ErasedTask = Box<dyn FnOnce() -> ErasedOutput + Send>;
type ErasedOutput = Box<dyn Any + Send>;

fn erase_output<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> ErasedTask {
    Box::new(move || Box::new(work()))
}

/// The result of work that returns a `T`.
fn downcast_output<T: 'static>(outcome: ErasedOutput) -> T {
    *outcome.downcast().expect("work gives what its type says")
}

/// Threads of one lane.
struct LaneThreads {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl LaneThreads {
    fn start(name: &str, most: usize, step_back: bool) -> Result<LaneThreads, Error> {
        let mut builder = Builder::new_current_thread();
        builder.thread_name(name).max_blocking_threads(most);
        // A thread that was had once is kept: another one may not be granted.
        builder.thread_keep_alive(Duration::from_secs(3_600));
        if step_back {
            builder.on_thread_start(lower_priority);
        }
        let no_threads = |e| Error::Unavailable(format!("no threads can be made: {e}"));
        let runtime = builder.build().map_err(no_threads)?;
        let handle = runtime.handle().clone();
        drop(handle.spawn_blocking(|| ()));
        Ok(LaneThreads { handle, runtime: Some(runtime) })
    }

    async fn run(&self, work: ErasedTask) -> Result<ErasedOutput, Error> {
        self.handle.spawn_blocking(work).await.map_err(|_| cancelled_error())
    }
}

impl Drop for LaneThreads {
    fn drop(&mut self) {
        // Not waited for: what is dropped may stand among tasks, which must not wait.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// Has the calling thread, and those that it makes, wait for others. Without it the lane is as before.
fn lower_priority() {
    if let Err(e) = setpriority_process(None, BACKGROUND_NICENESS) {
        tracing::debug!(error = %e, "a thread for heavy work does not step back");
    }
}

fn cancelled_error() -> Error {
    Error::Internal("a use case was cut off".into())
}

/// One of the commands under way.
struct InFlightCommand(Arc<AtomicUsize>);

impl Drop for InFlightCommand {
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
        let places = available_workers().max(2);
        let queue = places * QUEUE_PER_PERMIT;
        let gate = |places: usize, of_one: usize, queue: usize| {
            let bounds = FairLimits {
                permits: places,
                per_caller: of_one,
                queue,
                queue_per_caller: queue / 2,
            };
            Arc::new(FairSemaphore::new(bounds, MAX_WAIT))
        };
        // What is shared out over all cores steps back likewise. Whoever shared out before keeps his threads.
        let shared = rayon::ThreadPoolBuilder::new().start_handler(|_| lower_priority());
        let _had = shared.build_global();
        Ok(Lanes {
            heavy: gate(places, places - 1, queue),
            hashing: gate(4, 3, 96),
            exports: gate(4, 1, 8),
            read_permits: Arc::new(Semaphore::new(MAX_READS)),
            write_permits: Arc::new(Semaphore::new(MAX_WRITES)),
            play_read_permits: Arc::new(Semaphore::new(MAX_PLAY_READS)),
            commands: LaneThreads::start("commands", COMMAND_THREADS, false)?,
            in_flight: Arc::default(),
            heavy_threads: LaneThreads::start("heavy", places, true)?,
            import_threads: LaneThreads::start("imports", places, false)?,
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
        let one = InFlightCommand(Arc::clone(&self.in_flight));
        if self.in_flight.fetch_add(1, Ordering::Relaxed) >= MAX_COMMANDS {
            return Err(Error::Busy { seconds: 1 });
        }
        let done = erase_output(move || {
            let _one = one;
            work()
        });
        self.commands.run(done).await.map(downcast_output)
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
        let place = self.heavy.acquire(caller).await?;
        self.heavy_threads.run(holding_permit(place, erase_output(work))).await.map(downcast_output)
    }

    /// What is left of heavy work that had its place: it steps back like that, and waits for no place again.
    ///
    /// # Errors
    /// [`Error::Internal`] where it panics.
    pub async fn finish_heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        self.heavy_threads.run(erase_output(work)).await.map(downcast_output)
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
        let place = self.heavy.acquire(caller).await?;
        self.import_threads
            .run(holding_permit(place, erase_output(work)))
            .await
            .map(downcast_output)
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
        let place = self.hashing.acquire(caller).await?;
        web::block(holding_permit(place, erase_output(work)))
            .await
            .map(downcast_output)
            .map_err(|_| cancelled_error())
    }

    /// A place for a file that is read while it is sent, for as long as it takes.
    ///
    /// # Errors
    /// As [`Lanes::heavy`].
    pub async fn export(&self, caller: Caller) -> Result<FairPermit, Error> {
        self.exports.acquire(caller).await
    }

    /// What reads a little.
    ///
    /// # Errors
    /// [`Error::Internal`] where it panics.
    pub async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        run_with_permit(&self.read_permits, erase_output(work)).await.map(downcast_output)
    }

    /// What changes something that is no play.
    ///
    /// # Errors
    /// As [`Lanes::read`].
    pub async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        run_with_permit(&self.write_permits, erase_output(work)).await.map(downcast_output)
    }

    /// What looks at a play, and may wait for a command of it.
    ///
    /// # Errors
    /// As [`Lanes::read`].
    pub async fn read_play<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Error> {
        run_with_permit(&self.play_read_permits, erase_output(work)).await.map(downcast_output)
    }
}

/// The work, with its place until it ends: who asked may be gone long before.
fn holding_permit(place: impl Send + 'static, work: ErasedTask) -> ErasedTask {
    Box::new(move || {
        let _place = place;
        work()
    })
}

async fn run_with_permit(places: &Arc<Semaphore>, work: ErasedTask) -> Result<ErasedOutput, Error> {
    let place = Arc::clone(places).acquire_owned().await.map_err(|_| cancelled_error())?;
    web::block(holding_permit(place, work)).await.map_err(|_| cancelled_error())
}
