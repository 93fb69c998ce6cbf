//! The writer: one thread through which everything of plays is written, many in one transaction.
//!
//! An answer comes after the commit, so that what was answered lasts. While one commit is under way
//! others gather, and the next takes all of them: the more is written, the more a commit carries.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

use crate::service::Error;
use crate::store::plays::{AppendOutcome, PlayAppend, append, append_all};
use crate::store::transaction::in_transaction;
use crate::store::{AnyConnection, Store, StoreError, TrackedConnection, id_sequence};

/// So much one transaction carries at most.
const MOST_TOGETHER: usize = 256;
/// So much waits for the thread at most; what comes beyond is refused.
const MOST_WAITING: usize = 2_048;
/// How often appends are tried that stood in the way of another transaction.
const TRIES: usize = 4;

/// How often who waits for an answer looks whether there will be one soon.
const LOOK: Duration = Duration::from_millis(100);

/// What else a write does in its transaction. It counts only together with the append.
pub(super) type Also = Box<dyn FnOnce(&mut AnyConnection) -> Result<Done, Error> + Send>;

/// What an [`Also`] did.
pub(super) enum Done {
    /// These events are to be appended with it.
    Append(PlayAppend),
    /// Nothing is left to append.
    Written,
    /// Somebody was faster: nothing of it counts.
    Conflict,
}

/// Why nothing was written.
#[derive(Debug)]
pub(super) enum Unwritten {
    /// The store failed: whether it was written is not known, and others meet the same.
    Store(Error),
    /// What was to be done with it failed, and nothing else is touched.
    Work(Error),
}

impl From<Unwritten> for Error {
    fn from(unwritten: Unwritten) -> Error {
        match unwritten {
            Unwritten::Store(e) | Unwritten::Work(e) => e,
        }
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

/// What the thread is told.
enum Told {
    Do(Job),
    Stop,
}

/// How often and how much was written, for figures.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pub(super) commits: AtomicU64,
    pub(super) writes: AtomicU64,
}

/// Gives work to the thread.
#[derive(Clone)]
pub(super) struct Writer {
    jobs: Sender<Told>,
    tally: Arc<Tally>,
    store: Store,
}

/// The thread; when this is dropped, it does what it was given and ends.
pub(super) struct Running {
    jobs: Sender<Told>,
    thread: Option<JoinHandle<()>>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _gone = self.jobs.send(Told::Stop);
        if let Some(thread) = self.thread.take() {
            let _ended = thread.join();
        }
    }
}

impl Writer {
    /// Starts the thread with a connection of its own.
    ///
    /// # Errors
    /// [`Error::Unavailable`] where no connection can be had or no thread made.
    pub(super) fn start(store: &Store) -> Result<(Writer, Running), Error> {
        let (jobs, waiting) = bounded(MOST_WAITING);
        let tally = Arc::<Tally>::default();
        let mut hand = Hand {
            store: store.clone(),
            connection: Some(store.tracked_connection()?),
            tally: tally.clone(),
        };
        let thread = std::thread::Builder::new()
            .name("plays".to_owned())
            .spawn(move || hand.work(&waiting))
            .map_err(|e| Error::Unavailable(format!("no thread can be made: {e}")))?;
        let running = Running { jobs: jobs.clone(), thread: Some(thread) };
        Ok((Writer { jobs, tally, store: store.clone() }, running))
    }

    /// Appends, and comes back when it is durable.
    ///
    /// # Errors
    /// [`Unwritten::Store`] where the store fails.
    pub(super) fn append(&self, append: PlayAppend) -> Result<AppendOutcome, Unwritten> {
        self.give(Work::Append(append))
    }

    /// Does something more in the same transaction as an append, and comes back when both are durable.
    ///
    /// # Errors
    /// [`Unwritten::Work`] with that of `also`; else as [`Writer::append`].
    pub(super) fn also(&self, also: Also) -> Result<AppendOutcome, Unwritten> {
        self.give(Work::Also(also))
    }

    /// How often and how much was written.
    #[must_use]
    pub(super) fn tally(&self) -> &Tally {
        &self.tally
    }

    /// How many wait to be written.
    #[must_use]
    pub(super) fn waiting(&self) -> usize {
        self.jobs.len()
    }

    fn give(&self, work: Work) -> Result<AppendOutcome, Unwritten> {
        let (answer, answered) = bounded(1);
        let gone = || Unwritten::Work(Error::Unavailable("the server is being stopped".to_owned()));
        self.jobs.try_send(Told::Do(Job { work, answer })).map_err(|e| match e {
            TrySendError::Full(_) => Unwritten::Work(Error::Busy { seconds: 1 }),
            TrySendError::Disconnected(_) => gone(),
        })?;
        loop {
            match answered.recv_timeout(LOOK) {
                Ok(done) => return done,
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
                // What becomes of it is seen once writes are answered: whoever sends it again finds out.
                Err(RecvTimeoutError::Timeout) if self.store.is_stalled() => {
                    return Err(Unwritten::Store(StoreError::Stalled.into()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

/// What the thread works with.
struct Hand {
    store: Store,
    /// `None` after a failure: the next work asks for a new one.
    connection: Option<TrackedConnection>,
    tally: Arc<Tally>,
}

impl Hand {
    fn work(&mut self, waiting: &Receiver<Told>) {
        while let Ok(Told::Do(first)) = waiting.recv() {
            let mut jobs = vec![first];
            let mut stop = false;
            while jobs.len() < MOST_TOGETHER && !stop {
                match waiting.try_recv() {
                    Ok(Told::Do(job)) => jobs.push(job),
                    Ok(Told::Stop) => stop = true,
                    Err(_) => break,
                }
            }
            self.tally.commits.fetch_add(1, Ordering::Relaxed);
            self.tally.writes.fetch_add(jobs.len() as u64, Ordering::Relaxed);
            // What one work does wrong must not end the thread that all need: who waits for an answer hears that none comes.
            if catch_unwind(AssertUnwindSafe(|| self.write(jobs))).is_err() {
                self.connection = None;
            }
            if stop {
                return;
            }
        }
    }

    /// Appends alone go first, in a transaction of their own: they take no counter, and whoever takes one takes it before
    /// any row, as all others do.
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
            let fates = self.connected().and_then(|connection| {
                in_transaction(connection, |connection| all(connection, also)).map_err(Error::from)
            });
            self.answer(more.1, fates);
        }
    }

    fn append(&mut self, all: &[PlayAppend]) -> Result<Vec<AppendOutcome>, Error> {
        let connection = self.connected()?;
        let mut tries = 1;
        loop {
            let done: Result<_, StoreError> =
                in_transaction(connection, |connection| append_all(connection, all));
            match done {
                Err(e) if e.is_retryable() && tries < TRIES => tries += 1,
                done => return Ok(done?),
            }
        }
    }

    fn answer(
        &mut self,
        answers: Vec<Sender<Result<AppendOutcome, Unwritten>>>,
        fates: Result<Vec<Result<AppendOutcome, Unwritten>>, Error>,
    ) {
        match fates {
            Ok(fates) => {
                for (answer, fate) in answers.into_iter().zip(fates) {
                    let _gone = answer.send(fate);
                }
            }
            // It is known that nothing was written, and the store is well.
            Err(Error::Busy { seconds }) => {
                for answer in answers {
                    let _gone = answer.send(Err(Unwritten::Work(Error::Busy { seconds })));
                }
            }
            Err(e) => {
                // What became of the transaction is not known: whoever asks again finds out.
                self.connection = None;
                for answer in answers {
                    let _gone = answer.send(Err(Unwritten::Store(same(&e))));
                }
            }
        }
    }

    fn connected(&mut self) -> Result<&mut AnyConnection, Error> {
        if self.connection.as_ref().is_none_or(|held| self.store.is_superseded(held)) {
            self.connection = None;
            self.connection = Some(self.store.tracked_connection()?);
        }
        self.connection
            .as_deref_mut()
            .ok_or_else(|| Error::Internal("no connection where one was made".to_owned()))
    }
}

/// The same failure for each that waited.
fn same(e: &Error) -> Error {
    match e {
        Error::Unavailable(words) => Error::Unavailable(words.clone()),
        Error::NotSaved { said, why } => Error::NotSaved { said: said.clone(), why: why.clone() },
        other => Error::Internal(other.to_string()),
    }
}

/// What became of each, in one transaction: each has a savepoint of its own, so that its failure harms no other.
fn all(
    connection: &mut AnyConnection,
    works: Vec<Also>,
) -> Result<Vec<Result<AppendOutcome, Unwritten>>, StoreError> {
    id_sequence::lock_writer(connection)?;
    works.into_iter().map(|also| one(connection, also)).collect()
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

/// # Errors
/// [`StoreError`] where the whole transaction is spoilt.
fn one(
    connection: &mut AnyConnection,
    also: Also,
) -> Result<Result<AppendOutcome, Unwritten>, StoreError> {
    let done = in_transaction(connection, |connection| match also(connection) {
        Ok(Done::Written) => Ok(AppendOutcome::Stored),
        Ok(Done::Conflict) => Err(Undone::Conflict),
        Ok(Done::Append(events)) => match append(connection, &events)? {
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
    use crate::store::Location;
    use crate::store::transaction::in_transaction;

    /// A file of one's own, with all tables.
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
        let done = writer.also(Box::new(move |connection| {
            crate::store::plays::by_id(connection, 1)?;
            std::thread::spawn(move || {
                let mut connection = other.connection().expect("a connection");
                let written: Result<(), StoreError> =
                    in_transaction(&mut connection, id_sequence::lock_writer);
                went.send(written).expect("somebody waits");
            });
            std::thread::sleep(Duration::from_millis(200));
            id_sequence::lock_writer(connection)?;
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
            writer.jobs.try_send(Told::Do(Job { work, answer })).is_ok()
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
