//! Lanes: thread pools and queues by kind of work, so that no kind can starve another.
//!
//! - *Game commands* have threads of their own.
//! - *Heavy work* (drawing, inference, exports, imports, standings, filtered set-ups) has about one
//!   slot per core and a short queue, beyond which it is refused. No single caller gets the last
//!   slot. Its threads run at a lower priority.
//! - *Reads* use fewer threads than there are database connections, which leaves one for game
//!   commands.
//! - What is read at a *replica* has threads of its own, since one that hangs there cannot be ended: its request goes on
//!   without it.

use std::any::Any;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::web;
use pin_project_lite::pin_project;
use tokio::runtime::{Builder, Handle, Runtime};
use tokio::sync::Semaphore;

use adjutant_domain::parallel::available_workers;
use adjutant_service::Error;
use adjutant_service::threads::lower_priority;

use adjutant_service::replicas::ReplicaTicket;

use crate::fair_semaphore::{FairLimits, FairPermit, FairSemaphore};
use crate::replica_reads;
use crate::request_limits::Caller;

/// Threads for game commands; each waits for a commit shared by many commands.
const COMMAND_THREADS: usize = 256;
/// The largest number of commands in progress or waiting for a thread.
const MAX_COMMANDS: usize = 1_024;
/// The largest number of concurrent writes outside live games, which the database serialises
/// anyway.
const MAX_WRITES: usize = 8;
/// The largest number of concurrent reads of live games.
const MAX_PLAY_READS: usize = 32;
/// The largest number of concurrent reads, less than the number of database connections.
const MAX_READS: usize = 6;
/// The largest number of concurrent reads at each replica, less than the number of connections to it.
const MAX_READS_AT_REPLICA: usize = 6;
/// How often a read at a replica looks whether that still answers.
const REPLICA_CHECK_INTERVAL: Duration = Duration::from_millis(50);
/// Threads for reads at replicas, and for heavy work there. Those that hang end with their connections.
const REPLICA_THREADS: usize = 64;
/// Queue length of heavy work per slot.
const QUEUE_PER_PERMIT: usize = 16;
/// How long heavy work waits for a slot.
const MAX_WAIT: Duration = Duration::from_secs(10);
/// The `Retry-After` of refused requests, in seconds.
pub const BUSY_RETRY_SECONDS: u64 = 5;
/// The niceness of background threads.
const BACKGROUND_NICENESS: i32 = 10;

/// The lanes of a server.
pub struct Lanes {
    heavy: Arc<FairSemaphore>,
    hashing: Arc<FairSemaphore>,
    exports: Arc<FairSemaphore>,
    pairing_checks: Arc<FairSemaphore>,
    read_permits: Arc<Semaphore>,
    write_permits: Arc<Semaphore>,
    play_read_permits: Arc<Semaphore>,
    commands: LaneThreads,
    in_flight: Arc<AtomicUsize>,
    heavy_threads: LaneThreads,
    import_threads: LaneThreads,
    replica_read_permits: Arc<Semaphore>,
    replica_threads: LaneThreads,
    heavy_replica_threads: LaneThreads,
}

/// Work with its types erased, so that spawning and awaiting is compiled once instead of for each
/// of hundreds of handlers.
type ErasedTask = Box<dyn FnOnce() -> ErasedOutput + Send>;
type ErasedOutput = Box<dyn Any + Send>;

/// Which threads run something, and for whom where nobody may take all of them.
enum Lane {
    Command,
    Heavy(Caller),
    FinishHeavy,
    Import(Caller),
    Hash(Caller),
    Read,
    Write,
    ReadPlay,
}

fn erase_output<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> ErasedTask {
    Box::new(move || Box::new(work()))
}

/// Restores the result of work that returns a `T`.
fn downcast_output<T: 'static>(outcome: ErasedOutput) -> T {
    *outcome.downcast().expect("work gives what its type says")
}

pin_project! {
    /// Work with its type restored, compiled once for each type and not for each use.
    struct Downcast<F, T> {
        #[pin]
        future: F,
        output: PhantomData<fn() -> T>,
    }
}

impl<F, T: 'static> Future for Downcast<F, T>
where
    F: Future<Output = Result<ErasedOutput, Error>>,
{
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<T, Error>> {
        self.project().future.poll(context).map_ok(downcast_output)
    }
}

struct LaneThreads {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl LaneThreads {
    fn start(name: &str, most: usize, step_back: bool) -> Result<LaneThreads, Error> {
        let mut builder = Builder::new_current_thread();
        builder.thread_name(name).max_blocking_threads(most);
        // Threads are kept, because the system may refuse to create new ones later.
        builder.thread_keep_alive(Duration::from_secs(3_600));
        if step_back {
            builder.on_thread_start(|| lower_priority(BACKGROUND_NICENESS));
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
        // A runtime must not be joined when it is dropped within a task.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

fn cancelled_error() -> Error {
    Error::Internal("a use case was cut off".into())
}

/// Counts a command in progress while it lives.
struct InFlightCommand(Arc<AtomicUsize>);

impl Drop for InFlightCommand {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Lanes {
    /// Starts the threads.
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
        // Rayon's threads run at low priority too, unless its pool was started before.
        let shared =
            rayon::ThreadPoolBuilder::new().start_handler(|_| lower_priority(BACKGROUND_NICENESS));
        let _had = shared.build_global();
        Ok(Lanes {
            heavy: gate(places, places - 1, queue),
            hashing: gate(4, 3, 96),
            exports: gate(4, 1, 8),
            pairing_checks: gate(1, 1, 4),
            read_permits: Arc::new(Semaphore::new(MAX_READS)),
            write_permits: Arc::new(Semaphore::new(MAX_WRITES)),
            play_read_permits: Arc::new(Semaphore::new(MAX_PLAY_READS)),
            commands: LaneThreads::start("commands", COMMAND_THREADS, false)?,
            in_flight: Arc::default(),
            heavy_threads: LaneThreads::start("heavy", places, true)?,
            import_threads: LaneThreads::start("imports", places, false)?,
            replica_read_permits: Arc::new(Semaphore::new(MAX_READS_AT_REPLICA)),
            replica_threads: LaneThreads::start("replica", REPLICA_THREADS, false)?,
            heavy_replica_threads: LaneThreads::start("replica-heavy", REPLICA_THREADS, true)?,
        })
    }

    /// Runs a game command.
    pub fn command<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::Command, work)
    }

    /// Runs heavy work that reads.
    pub fn heavy<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::Heavy(caller), work)
    }

    /// Runs the rest of heavy work that has had its slot: at the same priority, without queueing
    /// again.
    pub fn finish_heavy<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::FinishHeavy, work)
    }

    /// Runs heavy work that writes: it takes a slot of heavy work but runs at normal priority,
    /// because others wait for its locks.
    pub fn import<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::Import(caller), work)
    }

    /// Runs work that hashes or verifies a password.
    pub fn hash<T: Send + 'static>(
        &self,
        caller: Caller,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::Hash(caller), work)
    }

    /// Acquires a slot for streaming a file, held until it is sent.
    pub async fn export(&self, caller: Caller) -> Result<FairPermit, Error> {
        self.exports.acquire(caller).await
    }

    /// Acquires the turn of checking a visitor's tournament: there is one, so that these never hold
    /// more than one slot of heavy work, and only a few wait for it.
    pub async fn pairing_check(&self, caller: Caller) -> Result<FairPermit, Error> {
        self.pairing_checks.acquire(caller).await
    }

    /// Runs a short read.
    pub fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::Read, work)
    }

    /// Runs a write outside live games.
    pub fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::Write, work)
    }

    /// Runs a read of a live game, which may wait for a command of that game.
    pub fn read_play<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        self.run(Lane::ReadPlay, work)
    }

    fn run<T: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> impl Future<Output = Result<T, Error>> {
        Downcast { future: self.run_erased(lane, erase_output(work)), output: PhantomData }
    }

    /// Not generic, like all that it calls: it is compiled once.
    async fn run_erased(&self, lane: Lane, work: ErasedTask) -> Result<ErasedOutput, Error> {
        match lane {
            Lane::Command => {
                let one = InFlightCommand(Arc::clone(&self.in_flight));
                if self.in_flight.fetch_add(1, Ordering::Relaxed) >= MAX_COMMANDS {
                    return Err(Error::Busy { seconds: 1 });
                }
                self.commands.run(holding_permit(one, work)).await
            }
            Lane::Heavy(caller) => {
                let place = self.heavy.acquire(caller).await?;
                let Some(ticket) = replica_reads::current_ticket() else {
                    return self.heavy_threads.run(holding_permit(place, work)).await;
                };
                let done = while_answering(&ticket, self.heavy_replica_threads.run(work)).await;
                drop(place);
                done
            }
            Lane::FinishHeavy => self.heavy_threads.run(work).await,
            Lane::Import(caller) => {
                let place = self.heavy.acquire(caller).await?;
                self.import_threads.run(holding_permit(place, work)).await
            }
            Lane::Hash(caller) => {
                let place = self.hashing.acquire(caller).await?;
                web::block(holding_permit(place, work)).await.map_err(|_| cancelled_error())
            }
            Lane::Read => {
                let Some(ticket) = replica_reads::current_ticket() else {
                    return run_with_permit(&self.read_permits, work).await;
                };
                let at_replica = async {
                    let permit = self.replica_read_permits.acquire().await;
                    let _permit = permit.map_err(|_| cancelled_error())?;
                    self.replica_threads.run(work).await
                };
                while_answering(&ticket, at_replica).await
            }
            Lane::Write => run_with_permit(&self.write_permits, work).await,
            Lane::ReadPlay => run_with_permit(&self.play_read_permits, work).await,
        }
    }
}

/// Waits for work at a replica as long as that answers. Later the work may still run, without its permits: it ends with
/// its connection.
async fn while_answering(
    ticket: &ReplicaTicket,
    work: impl Future<Output = Result<ErasedOutput, Error>>,
) -> Result<ErasedOutput, Error> {
    let silent = async {
        while ticket.answers() {
            tokio::time::sleep(REPLICA_CHECK_INTERVAL).await;
        }
    };
    tokio::select! {
        done = work => done,
        () = silent => Err(Error::Unavailable("the replica does not answer".to_owned())),
    }
}

/// The work holding its permit until it ends, even if the request is dropped before.
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
