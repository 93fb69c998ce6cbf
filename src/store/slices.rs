//! Large writers in slices: transactions so short, while games are under way, that no move waits long for one.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;

use super::transaction::in_transaction;
use super::{AnyConnection, Engine, Store, StoreError, counted, play_lists};

/// How long the steps of a slice may take while games are under way; its commit comes on top.
const STEPS_TAKE: Duration = Duration::from_millis(8);
/// Steps of such a slice, however fast they are.
const MOST_STEPS: u32 = 16;
/// Between two such slices, where plays are written from this process and wait in turn.
const PAUSE: Duration = Duration::from_millis(5);
/// The same where another process writes them: longer than the pauses between its looks at SQLite's lock.
const LONG_PAUSE: Duration = Duration::from_millis(25);
/// Slices between two checkpoints of SQLite's log, which nobody waits for.
const SLICES_A_CHECKPOINT: u32 = 4;
/// Pages of SQLite's log before whoever commits has to empty it, while no game is under way.
const PAGES_ALONE: u32 = 50_000;

/// How large writers go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// Games are under way: little at a time.
    Gentle,
    /// None is: as much as is fast.
    Alone,
}

impl Pace {
    /// The pace of now.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn of_now(connection: &mut AnyConnection) -> Result<Pace, StoreError> {
        Ok(if play_lists::any_is_running(connection)? { Pace::Gentle } else { Pace::Alone })
    }

    /// Rows that one step takes: the smallest that may be, or the other number.
    #[must_use]
    pub const fn rows(self, gentle: usize, alone: usize) -> usize {
        match self {
            Pace::Gentle => gentle,
            Pace::Alone => alone,
        }
    }
}

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    More,
    Done,
}

/// A large writer and its connection.
pub struct Slices {
    store: Store,
    connection: AnyConnection,
    /// What the connection was last prepared for.
    pace: Option<Pace>,
    since_checkpoint: u32,
}

impl Slices {
    /// One with a connection of its own.
    ///
    /// # Errors
    /// [`StoreError::Open`].
    pub fn open(store: &Store) -> Result<Slices, StoreError> {
        let connection = store.bulk()?;
        Ok(Slices { store: store.clone(), connection, pace: None, since_checkpoint: 0 })
    }

    /// The connection, for reading and for what is short.
    pub fn connection(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }

    /// Does steps in one transaction until they are done or the slice is full. While games are under way a slice ends
    /// after a few milliseconds or so many steps, and what plays write comes before the next; else it ends with its steps.
    ///
    /// # Errors
    /// Those of `step`: the slice counts for nothing then, and slices before it stay.
    pub fn one<E: From<StoreError>>(
        &mut self,
        mut step: impl FnMut(&mut AnyConnection, Pace) -> Result<Step, E>,
    ) -> Result<Step, E> {
        let pace = self.prepare()?;
        let turn = self.store.turns().slice();
        let done = in_transaction(&mut self.connection, |connection| {
            counted::claim_before_reading(connection)?;
            let (began, mut steps) = (Instant::now(), 0);
            while step(connection, pace)? == Step::More {
                steps += 1;
                if pace == Pace::Gentle && (steps == MOST_STEPS || began.elapsed() >= STEPS_TAKE) {
                    return Ok(Step::More);
                }
            }
            Ok(Step::Done)
        });
        drop(turn);
        if pace == Pace::Gentle {
            self.give_way()?;
        }
        done
    }

    /// Does steps, slice after slice, until they are done.
    ///
    /// # Errors
    /// As [`Slices::one`].
    pub fn all<E: From<StoreError>>(
        &mut self,
        mut step: impl FnMut(&mut AnyConnection, Pace) -> Result<Step, E>,
    ) -> Result<(), E> {
        while self.one(&mut step)? == Step::More {}
        Ok(())
    }

    /// Does something short in a transaction of its own, in turn with plays.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn once<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let _turn = self.store.turns().slice();
        in_transaction(&mut self.connection, |connection| {
            counted::claim_before_reading(connection)?;
            work(connection)
        })
    }

    /// The pace of now, with the connection prepared for it: in a slice the log is not emptied, for that takes long.
    fn prepare(&mut self) -> Result<Pace, StoreError> {
        let pace = Pace::of_now(&mut self.connection)?;
        if self.pace != Some(pace) {
            if let Engine::Sqlite(inner) = self.connection.engine() {
                let pages = pace.rows(0, PAGES_ALONE as usize);
                inner.batch_execute(&format!("PRAGMA wal_autocheckpoint = {pages}"))?;
            }
            self.pace = Some(pace);
        }
        Ok(pace)
    }

    /// Lets others write, and meanwhile empties SQLite's log, which would else be left to whoever commits a move.
    fn give_way(&mut self) -> Result<(), StoreError> {
        self.since_checkpoint += 1;
        if let Engine::Sqlite(inner) = self.connection.engine()
            && self.since_checkpoint >= SLICES_A_CHECKPOINT
        {
            self.since_checkpoint = 0;
            inner.batch_execute("PRAGMA wal_checkpoint(PASSIVE)")?;
        }
        let shared = self.store.turns().are_shared();
        std::thread::sleep(if shared { PAUSE } else { LONG_PAUSE });
        Ok(())
    }
}
