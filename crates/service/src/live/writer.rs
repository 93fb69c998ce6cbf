//! The writer: one thread writes everything about live games, many writes per transaction.
//!
//! Responses follow the commit, so that they are durable. Writes that arrive during a commit are
//! batched in the next one: the higher the load, the larger the batches.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

use crate::threads::spawn;
use crate::{Error, Result};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{self, Event, Fact, Play};
use adjutant_store::plays::{
    AppendOutcome, NewEvent, PlayAppend, PlayRowUpdate, append, append_all,
};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{AnyConnection, Store, StoreError, TrackedConnection, id_sequence};

/// The largest number of writes per transaction.
const MOST_TOGETHER: usize = 256;
/// The queue length; further writes are refused.
const MOST_WAITING: usize = 2_048;
/// How often conflicting appends are tried.
const TRIES: usize = 4;

/// How often a waiting caller checks for a stalled database.
const LOOK: Duration = Duration::from_millis(100);

/// Additional work in the transaction of an append; both succeed or fail together.
pub(super) type Also = Box<dyn FnOnce(&mut AnyConnection) -> Result<Done> + Send>;

pub(super) enum Done {
    /// These events are to be appended.
    Append(PlayAppend),
    /// Nothing is to be appended.
    Written,
    /// Another write came first; the work is rolled back.
    Conflict,
}

/// Why nothing was written.
#[derive(Debug)]
pub(super) enum Unwritten {
    /// The database failed: the outcome is unknown, and other writes fail too.
    Store(Error),
    /// The additional work failed; other writes are not affected.
    Work(Error),
}

impl From<Unwritten> for Error {
    fn from(unwritten: Unwritten) -> Error {
        match unwritten {
            Unwritten::Store(e) | Unwritten::Work(e) => e,
        }
    }
}

/// The append of `event` after `before`, which turns the game into `next`.
pub(super) fn append_of(play: i32, before: &[Event], next: &Play, event: &Event) -> PlayAppend {
    let state = next.state();
    let ended = before.iter().chain([event]).find(|event| is_end(&event.fact));
    PlayAppend {
        play,
        version: i32::try_from(before.len()).unwrap_or(i32::MAX),
        after: PlayRowUpdate {
            state,
            due_at: next.due().map_or(Micros::NEVER, |due| due.at.max(Micros(1))),
            ended_at: if state.is_over() {
                ended.map_or(Micros(1), |event| event.at)
            } else {
                Micros::NEVER
            },
            game_id: None,
        },
        events: vec![NewEvent { at: event.at, body: play::write(event) }],
    }
}

fn is_end(fact: &Fact) -> bool {
    match fact {
        Fact::Ply(ply) => ply.made.ending().is_some(),
        Fact::Over { .. } | Fact::Aborted { .. } => true,
        _ => false,
    }
}

enum Work {
    Append(PlayAppend),
    Also(Also),
}

struct Job {
    work: Work,
    answer: Sender<Result<AppendOutcome, Unwritten>>,
}

enum Message {
    Do(Job),
    Stop,
}

/// The numbers of commits and of writes, for metrics.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) commits: AtomicU64,
    pub(super) writes: AtomicU64,
}

/// A handle for submitting writes.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: Sender<Message>,
    tally: Arc<Tally>,
    /// Whether the thread is to open a new connection before it writes again.
    is_broken: Arc<AtomicBool>,
    store: Store,
}

/// The thread; dropping this finishes its queue and ends it.
pub(super) struct Running {
    jobs: Sender<Message>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _gone = self.jobs.send(Message::Stop);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

impl Writer {
    /// Starts the thread with its own connection.
    pub(super) fn start(store: &Store) -> Result<(Writer, Running)> {
        let (jobs, waiting) = bounded(MOST_WAITING);
        let tally = Arc::<Tally>::default();
        let is_broken = Arc::<AtomicBool>::default();
        let mut writer_thread = WriterThread {
            store: store.clone(),
            conn: Some(store.tracked_connection()?),
            is_broken: is_broken.clone(),
            tally: tally.clone(),
        };
        let thread = spawn("plays", move || writer_thread.work(&waiting))?;
        let running = Running { jobs: jobs.clone(), thread: Some(thread) };
        Ok((Writer { jobs, tally, is_broken, store: store.clone() }, running))
    }

    /// Appends events and waits until they are durable.
    pub(super) fn append(&self, append: PlayAppend) -> Result<AppendOutcome, Unwritten> {
        self.give(Work::Append(append))
    }

    /// Runs additional work in the same transaction as an append and waits until both are durable.
    pub(super) fn also(&self, also: Also) -> Result<AppendOutcome, Unwritten> {
        self.give(Work::Also(also))
    }

    /// Runs work in a transaction that holds the writer lock; returns its result once it is durable.
    pub(super) fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (told, done) = bounded(1);
        let _stored = self.also(Box::new(move |conn| {
            let _gone = told.send(work(conn)?);
            Ok(Done::Written)
        }))?;
        done.recv().map_err(|_| Error::Internal("a write has no result".to_owned()))
    }

    /// Has the next write open a new connection: after a failure of the database the one that is
    /// held may be broken, which only its use would tell.
    pub(super) fn reconnect(&self) {
        self.is_broken.store(true, Ordering::Relaxed);
    }

    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    pub(super) fn waiting(&self) -> usize {
        self.jobs.len()
    }

    fn give(&self, work: Work) -> Result<AppendOutcome, Unwritten> {
        let (answer, answered) = bounded(1);
        let gone = || Unwritten::Work(Error::Unavailable("the server is being stopped".to_owned()));
        self.jobs.try_send(Message::Do(Job { work, answer })).map_err(|e| match e {
            TrySendError::Full(_) => Unwritten::Work(Error::Busy { seconds: 1 }),
            TrySendError::Disconnected(_) => gone(),
        })?;
        loop {
            match answered.recv_timeout(LOOK) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                // The outcome will be known once writes respond again; a repeated command finds
                // out.
                Err(RecvTimeoutError::Timeout) if self.store.is_stalled() => {
                    return Err(Unwritten::Store(StoreError::Stalled.into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

struct WriterThread {
    store: Store,
    /// `None` after a failure; the next write opens a new one.
    conn: Option<TrackedConnection>,
    is_broken: Arc<AtomicBool>,
    tally: Arc<Tally>,
}

impl WriterThread {
    fn work(&mut self, waiting: &Receiver<Message>) {
        while let Ok(Message::Do(first)) = waiting.recv() {
            let mut jobs = vec![first];
            let mut stop = false;
            while jobs.len() < MOST_TOGETHER && !stop {
                match waiting.try_recv() {
                    Ok(Message::Do(job)) => jobs.push(job),
                    Ok(Message::Stop) => stop = true,
                    Err(_) => break,
                }
            }
            self.tally.commits.fetch_add(1, Ordering::Relaxed);
            self.tally.writes.fetch_add(jobs.len() as u64, Ordering::Relaxed);
            // A panic must not end the shared thread; the waiting callers get an error.
            if catch_unwind(AssertUnwindSafe(|| self.write(jobs))).is_err() {
                self.conn = None;
            }
            if stop {
                return;
            }
        }
    }

    /// Plain appends are written first in their own transaction: they use no counter, and
    /// transactions that use one lock it before any row, as all others do.
    fn write(&mut self, jobs: Vec<Job>) {
        let store = self.store.clone();
        let _turn = store.write_turns().take_play_turn();
        let (mut plain, mut more) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
        for Job { work, answer } in jobs {
            match work {
                Work::Append(append) => {
                    plain.0.push(append);
                    plain.1.push(answer);
                }
                Work::Also(also) => {
                    more.0.push(also);
                    more.1.push(answer);
                }
            }
        }
        if !plain.0.is_empty() {
            let fates = self.append(&plain.0);
            self.answer(plain.1, fates.map(|fates| fates.into_iter().map(Ok).collect()));
        }
        if !more.0.is_empty() {
            let also = more.0;
            let fates = self
                .connected()
                .and_then(|conn| in_transaction(conn, |conn| all(conn, also)).map_err(Error::from));
            self.answer(more.1, fates);
        }
    }

    fn append(&mut self, all: &[PlayAppend]) -> Result<Vec<AppendOutcome>> {
        let conn = self.connected()?;
        let mut tries = 1;
        loop {
            let done: Result<_, StoreError> = in_transaction(conn, |conn| append_all(conn, all));
            match done {
                Err(e) if e.is_retryable() && tries < TRIES => tries += 1,
                done => return Ok(done?),
            }
        }
    }

    fn answer(
        &mut self,
        answers: Vec<Sender<Result<AppendOutcome, Unwritten>>>,
        fates: Result<Vec<Result<AppendOutcome, Unwritten>>>,
    ) {
        match fates {
            Ok(fates) => {
                for (answer, fate) in answers.into_iter().zip(fates) {
                    let _gone = answer.send(fate);
                }
            }
            // Certainly nothing was written, and the database works.
            Err(Error::Busy { seconds }) => {
                for answer in answers {
                    let _gone = answer.send(Err(Unwritten::Work(Error::Busy { seconds })));
                }
            }
            Err(e) => {
                // The outcome of the transaction is unknown; a repeated command finds out.
                self.conn = None;
                for answer in answers {
                    let _gone = answer.send(Err(Unwritten::Store(same(&e))));
                }
            }
        }
    }

    fn connected(&mut self) -> Result<&mut AnyConnection> {
        let is_broken = self.is_broken.swap(false, Ordering::Relaxed);
        if is_broken || self.conn.as_ref().is_none_or(|held| self.store.is_superseded(held)) {
            self.conn = None;
            self.conn = Some(self.store.tracked_connection()?);
        }
        self.conn
            .as_deref_mut()
            .ok_or_else(|| Error::Internal("no connection where one was made".to_owned()))
    }
}

/// A copy of an error for each waiting caller.
fn same(e: &Error) -> Error {
    match e {
        Error::Unavailable(words) => Error::Unavailable(words.clone()),
        Error::NotSaved { said, why } => Error::NotSaved { said: said.clone(), why: why.clone() },
        other => Error::Internal(other.to_string()),
    }
}

/// Runs all works in one transaction with a savepoint each, so that failures are isolated.
fn all(
    conn: &mut AnyConnection,
    works: Vec<Also>,
) -> Result<Vec<Result<AppendOutcome, Unwritten>>, StoreError> {
    id_sequence::lock_writer(conn)?;
    works.into_iter().map(|also| one(conn, also)).collect()
}

/// Why a savepoint is rolled back.
enum Undone {
    Conflict,
    Refused(Error),
    Store(StoreError),
}

impl From<StoreError> for Undone {
    fn from(e: StoreError) -> Undone {
        Undone::Store(e)
    }
}

/// Runs one work in a savepoint.
fn one(
    conn: &mut AnyConnection,
    also: Also,
) -> Result<Result<AppendOutcome, Unwritten>, StoreError> {
    let done = in_transaction(conn, |conn| match also(conn) {
        Ok(Done::Written) => Ok(AppendOutcome::Stored),
        Ok(Done::Conflict) => Err(Undone::Conflict),
        Ok(Done::Append(events)) => match append(conn, &events)? {
            AppendOutcome::Stored => Ok(AppendOutcome::Stored),
            AppendOutcome::Conflict => Err(Undone::Conflict),
        },
        Err(e) => Err(Undone::Refused(e)),
    });
    match done {
        Ok(fate) => Ok(Ok(fate)),
        Err(Undone::Conflict) => Ok(Ok(AppendOutcome::Conflict)),
        Err(Undone::Refused(e)) => Ok(Err(Unwritten::Work(e))),
        Err(Undone::Store(e)) => Err(e),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_store::Location;
    use adjutant_store::transaction::in_transaction;

    fn store(dir: &std::path::Path) -> Store {
        let location = Location::Sqlite(dir.join("a.sqlite"));
        let store = Store::open(location).expect("it opens");
        store.migrate().expect("its tables");
        store
    }

    #[test]
    fn what_reads_before_it_writes_is_not_refused_because_somebody_else_has_written_since() {
        let dir = tempfile::tempdir().expect("a directory");
        let store = store(dir.path());
        let (writer, running) = Writer::start(&store).expect("a writer");
        let other = store.clone();
        let (went, gone) = bounded(1);
        let done = writer.also(Box::new(move |conn| {
            adjutant_store::plays::by_id(conn, 1)?;
            std::thread::spawn(move || {
                let mut conn = other.connection().expect("a connection");
                let written: Result<(), StoreError> =
                    in_transaction(&mut conn, id_sequence::lock_writer);
                went.send(written).expect("somebody waits");
            });
            std::thread::sleep(Duration::from_millis(200));
            id_sequence::lock_writer(conn)?;
            Ok(Done::Written)
        }));
        assert_eq!(done.expect("it is written"), AppendOutcome::Stored);
        gone.recv().expect("an answer").expect("the other is written, too");
        drop(running);
    }

    #[test]
    fn what_panics_ends_neither_the_thread_nor_what_comes_after_it() {
        let dir = tempfile::tempdir().expect("a directory");
        let (writer, running) = Writer::start(&store(dir.path())).expect("a writer");
        assert!(writer.also(Box::new(|_| panic!("a work has a fault"))).is_err());
        let done = writer.also(Box::new(|_| Ok(Done::Written)));
        assert_eq!(done.expect("it is written"), AppendOutcome::Stored);
        drop(running);
    }

    #[test]
    fn more_than_may_wait_is_refused_at_once() {
        let dir = tempfile::tempdir().expect("a directory");
        let (writer, running) = Writer::start(&store(dir.path())).expect("a writer");
        let (go, gate) = bounded::<()>(0);
        let own = writer.clone();
        let first = std::thread::spawn(move || {
            own.also(Box::new(move |_| {
                let _told = gate.recv();
                Ok(Done::Written)
            }))
        });
        let waits = || {
            let (answer, _) = bounded(1);
            let work = Work::Also(Box::new(|_| Ok(Done::Written)));
            writer.jobs.try_send(Message::Do(Job { work, answer })).is_ok()
        };
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!((0..=MOST_WAITING).filter(|_| waits()).count(), MOST_WAITING);
        assert_eq!(writer.waiting(), MOST_WAITING);
        let refused = writer.also(Box::new(|_| Ok(Done::Written)));
        assert!(matches!(refused, Err(Unwritten::Work(Error::Busy { .. }))), "{refused:?}");
        drop(go);
        let written = first.join().expect("it ends");
        assert!(written.is_ok(), "{written:?}");
        drop(running);
    }
}
