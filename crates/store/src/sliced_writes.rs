//! Bulk writes in slices: while live games are in progress, transactions are so short that no move
//! waits long for one.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;

use super::transaction::in_transaction;
use super::{AnyConnection, Engine, Result, Store, StoreError, id_sequence, play_queries};

/// The maximum duration of a slice while games are in progress, without its commit.
const SLICE_TIME: Duration = Duration::from_millis(8);
/// The maximum number of steps in such a slice.
const MAX_STEPS_PER_SLICE: u32 = 16;
/// The pause between such slices if games are written by this process, which takes turns.
const SLICE_PAUSE: Duration = Duration::from_millis(5);
/// The pause if another process writes games: longer than its retry interval for SQLite's lock.
const SHARED_DATABASE_PAUSE: Duration = Duration::from_millis(25);
/// Slices per checkpoint of SQLite's log, for which nobody waits.
const SLICES_PER_CHECKPOINT: u32 = 4;
/// The size of SQLite's log, in pages, at which a commit has to checkpoint while no game is in
/// progress.
const IDLE_CHECKPOINT_PAGES: u32 = 50_000;

/// The pace of bulk writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WritePace {
    /// Live games are in progress: small steps.
    Gentle,
    /// No live game is in progress: as fast as possible.
    Alone,
}

impl WritePace {
    pub fn current(conn: &mut AnyConnection) -> Result<WritePace> {
        Ok(if play_queries::has_running(conn)? { WritePace::Gentle } else { WritePace::Alone })
    }

    /// The number of rows per step for this pace.
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

/// A bulk writer with its connection.
pub struct SlicedWriter {
    store: Store,
    connection: AnyConnection,
    /// The pace for which the connection was prepared.
    pace: Option<WritePace>,
    since_checkpoint: u32,
}

impl SlicedWriter {
    /// Opens a writer with its own connection.
    pub fn open(store: &Store) -> Result<SlicedWriter> {
        let connection = store.bulk_connection()?;
        Ok(SlicedWriter { store: store.clone(), connection, pace: None, since_checkpoint: 0 })
    }

    /// The connection, for reads and short writes.
    pub fn connection(&mut self) -> &mut AnyConnection {
        &mut self.connection
    }

    /// Runs steps in one transaction until they are done or the slice is full. While games are in
    /// progress a slice ends after a few milliseconds or steps, and writes of games come before the
    /// next one.
    ///
    /// # Errors
    /// Returns the errors of `step`; the slice is then rolled back, and earlier ones remain.
    pub fn run_slice<E: From<StoreError>>(
        &mut self,
        mut step: impl FnMut(&mut AnyConnection, WritePace) -> Result<SliceStep, E>,
    ) -> Result<SliceStep, E> {
        let pace = self.prepare()?;
        let turn = self.store.write_turns().take_slice_turn();
        let done = in_transaction(&mut self.connection, |conn| {
            id_sequence::lock_writer_before_reading(conn)?;
            let (began, mut steps) = (Instant::now(), 0);
            while step(conn, pace)? == SliceStep::More {
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

    /// Runs steps in slices until they are done.
    pub fn run_to_end<E: From<StoreError>>(
        &mut self,
        mut step: impl FnMut(&mut AnyConnection, WritePace) -> Result<SliceStep, E>,
    ) -> Result<(), E> {
        while self.run_slice(&mut step)? == SliceStep::More {}
        Ok(())
    }

    /// Runs short work in a transaction of its own, taking turns with games.
    pub fn run_short<T, E: From<StoreError>>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
    ) -> Result<T, E> {
        let _turn = self.store.write_turns().take_slice_turn();
        in_transaction(&mut self.connection, |conn| {
            id_sequence::lock_writer_before_reading(conn)?;
            work(conn)
        })
    }

    /// The current pace, with the connection prepared for it: no checkpoint during a slice, because
    /// it is slow.
    fn prepare(&mut self) -> Result<WritePace> {
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

    /// Lets others write and meanwhile runs checkpoints of SQLite's log, which would otherwise fall
    /// to the commit of a move.
    fn yield_to_writers(&mut self) -> Result<()> {
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
