//! Large writers in slices: transactions so short, while games are under way, that no move waits long for one.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;

use super::transaction::in_transaction;
use super::{AnyConnection, Engine, Store, StoreError, id_sequence, play_queries};

/// How long the steps of a slice may take while games are under way; its commit comes on top.
const SLICE_TIME: Duration = Duration::from_millis(8);
/// Steps of such a slice, however fast they are.
const MAX_STEPS_PER_SLICE: u32 = 16;
/// Between two such slices, where plays are written from this process and wait in turn.
const SLICE_PAUSE: Duration = Duration::from_millis(5);
/// The same where another process writes them: longer than the pauses between its looks at SQLite's lock.
const SHARED_DATABASE_PAUSE: Duration = Duration::from_millis(25);
/// Slices between two checkpoints of SQLite's log, which nobody waits for.
const SLICES_PER_CHECKPOINT: u32 = 4;
/// Pages of SQLite's log before whoever commits has to empty it, while no game is under way.
const IDLE_CHECKPOINT_PAGES: u32 = 50_000;

/// How large writers go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WritePace {
    /// Games are under way: little at a time.
    Gentle,
    /// None is: as much as is fast.
    Alone,
}

impl WritePace {
    /// The pace of now.
    ///
    /// # Errors
    /// [`StoreError::Database`].
    pub fn current(connection: &mut AnyConnection) -> Result<WritePace, StoreError> {
        Ok(if play_queries::has_running(connection)? {
            WritePace::Gentle
        } else {
            WritePace::Alone
        })
    }

    /// Rows that one step takes: the smallest that may be, or the other number.
    #[must_use]
    pub const fn rows_per_step(self, gentle: usize, alone: usize) -> usize {
        match self {
            WritePace::Gentle => gentle,
            WritePace::Alone => alone,
        }
    }
}

/// Whether there is more to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SliceStep {
    More,
    Done,
}

/// A large writer and its connection.
pub struct SlicedWriter {
    store: Store,
    connection: AnyConnection,
    /// What the connection was last prepared for.
    pace: Option<WritePace>,
    since_checkpoint: u32,
}

impl SlicedWriter {
    /// One with a connection of its own.
    ///
    /// # Errors
    /// [`StoreError::Open`].
    pub fn open(store: &Store) -> Result<SlicedWriter, StoreError> {
        let connection = store.bulk_connection()?;
        Ok(SlicedWriter { store: store.clone(), connection, pace: None, since_checkpoint: 0 })
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
    pub fn run_slice<E: From<StoreError>>(
        &mut self,
        mut step: impl FnMut(&mut AnyConnection, WritePace) -> Result<SliceStep, E>,
    ) -> Result<SliceStep, E> {
        let pace = self.prepare()?;
        let turn = self.store.write_turns().take_slice_turn();
        let done = in_transaction(&mut self.connection, |connection| {
            id_sequence::lock_writer_before_reading(connection)?;
            let (began, mut steps) = (Instant::now(), 0);
            while step(connection, pace)? == SliceStep::More {
                steps += 1;
                if pace == WritePace::Gentle
                    && (steps == MAX_STEPS_PER_SLICE || began.elapsed() >= SLICE_TIME)
                {
                    return Ok(SliceStep::More);
                }
            }
            Ok(SliceStep::Done)
        });
        drop(turn);
        if pace == WritePace::Gentle {
            self.yield_to_writers()?;
        }
        done
    }

    /// Does steps, slice after slice, until they are done.
    ///
    /// # Errors
    /// As [`SlicedWriter::run_slice`].
    pub fn run_to_end<E: From<StoreError>>(
        &mut self,
        mut step: impl FnMut(&mut AnyConnection, WritePace) -> Result<SliceStep, E>,
    ) -> Result<(), E> {
        while self.run_slice(&mut step)? == SliceStep::More {}
        Ok(())
    }

    /// Does something short in a transaction of its own, in turn with plays.
    ///
    /// # Errors
    /// Those of `work`.
    pub fn run_short<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let _turn = self.store.write_turns().take_slice_turn();
        in_transaction(&mut self.connection, |connection| {
            id_sequence::lock_writer_before_reading(connection)?;
            work(connection)
        })
    }

    /// The pace of now, with the connection prepared for it: in a slice the log is not emptied, for that takes long.
    fn prepare(&mut self) -> Result<WritePace, StoreError> {
        let pace = WritePace::current(&mut self.connection)?;
        if self.pace != Some(pace) {
            if let Engine::Sqlite(inner) = self.connection.engine() {
                let pages = pace.rows_per_step(0, IDLE_CHECKPOINT_PAGES as usize);
                inner.batch_execute(&format!("PRAGMA wal_autocheckpoint = {pages}"))?;
            }
            self.pace = Some(pace);
        }
        Ok(pace)
    }

    /// Lets others write, and meanwhile empties SQLite's log, which would else be left to whoever commits a move.
    fn yield_to_writers(&mut self) -> Result<(), StoreError> {
        self.since_checkpoint += 1;
        if let Engine::Sqlite(inner) = self.connection.engine()
            && self.since_checkpoint >= SLICES_PER_CHECKPOINT
        {
            self.since_checkpoint = 0;
            inner.batch_execute("PRAGMA wal_checkpoint(PASSIVE)")?;
        }
        let shared = self.store.write_turns().has_play_writers();
        std::thread::sleep(if shared { SLICE_PAUSE } else { SHARED_DATABASE_PAUSE });
        Ok(())
    }
}
