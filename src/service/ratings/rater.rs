//! The one who rates: ledgers that changed are written in one transaction where they are few or no game is under way,
//! else staged, shown all at once, and moved, in transactions that no move waits for.

use crate::store::ledgers::{self, PoolState, staged};
use crate::store::sliced_writes::{SliceStep, SlicedWriter, WritePace};
use crate::store::{AnyConnection, RatingLock, Store};
use ledger_ratings::{Ledger, Pool};

use super::super::{Error, merging, refusals};

/// The changed ledgers of a pool, and what its rows amount to with them.
pub(super) struct Changes {
    pub pool: &'static Pool,
    pub ledgers: Vec<Ledger>,
    pub state: PoolState,
    /// How many games were rated for them.
    pub rated: usize,
}

/// So many ledgers, of so many bytes in all, are written at once whatever is under way.
const FEW_LEDGERS: usize = 32;
const FEW_BYTES: usize = 128 << 10;
/// Ledgers a step: while games are under way, and else.
const ROWS: (usize, usize) = (8, 4_000);
/// Bytes of ledgers that a step stages while games are under way, unless one alone is longer.
const STEP_BYTES: usize = 32 << 10;

/// Who holds the rating lock, with a connection.
pub(super) struct Rater {
    slices: SlicedWriter,
    _lock: RatingLock,
}

impl Rater {
    /// Waits until nobody else rates, and ends what one who was stopped had begun to show, and a merge of players, on
    /// which ratings depend.
    pub(super) fn take(store: &Store) -> Result<Rater, Error> {
        let mut slices = SlicedWriter::open(store)?;
        let lock = RatingLock::acquire(store, slices.connection())?;
        let mut rater = Rater { slices, _lock: lock };
        rater.move_staged()?;
        merging::finish(&mut rater.slices)?;
        Ok(rater)
    }

    pub(super) fn connection(&mut self) -> &mut AnyConnection {
        self.slices.connection()
    }

    pub(super) fn pace(&mut self) -> Result<WritePace, Error> {
        Ok(WritePace::current(self.slices.connection())?)
    }

    /// Does something in one transaction.
    pub(super) fn once<T>(
        &mut self,
        work: impl FnOnce(&mut AnyConnection) -> Result<T, Error>,
    ) -> Result<T, Error> {
        self.slices.run_short(work)
    }

    /// Makes these the ledgers of all games up to the number `through`, computed of what was there at the version `seen`.
    ///
    /// # Errors
    /// [`Error::Conflict`] where games or ratings were changed meanwhile: nobody sees anything of it then.
    pub(super) fn publish(
        &mut self,
        seen: i64,
        through: i64,
        changes: &[Changes],
    ) -> Result<(), Error> {
        let ledgers = || changes.iter().flat_map(|own| &own.ledgers);
        let bytes: usize = ledgers().map(|ledger| ledger.history.len()).sum();
        let few = ledgers().count() <= FEW_LEDGERS && bytes <= FEW_BYTES;
        if few || self.pace()? == WritePace::Alone {
            return self.slices.run_short(|connection| {
                expect_version(ledgers::bump_version(connection)?, seen + 1)?;
                for own in changes {
                    ledgers::upsert(connection, own.pool.id, &own.ledgers)?;
                    ledgers::set_pool_state(connection, own.pool.id, own.state)?;
                }
                Ok(ledgers::set_rated_through(connection, through)?)
            });
        }
        let run = self.begin()?;
        for own in changes {
            self.stage(run, own.pool, &own.ledgers)?;
        }
        let states: Vec<_> = changes.iter().map(|own| (own.pool.id, own.state)).collect();
        self.show(run, seen, through, &states)
    }

    /// Begins to stage; what a run left that came to nothing is removed.
    pub(super) fn begin(&mut self) -> Result<i64, Error> {
        self.slices.run_to_end(|connection, pace| {
            staged::clear_batch(connection, pace.rows_per_step(64, ROWS.1))
        })?;
        self.slices.run_short(|connection| Ok(staged::begin_run(connection)?))
    }

    pub(super) fn stage(&mut self, run: i64, pool: &Pool, ledgers: &[Ledger]) -> Result<(), Error> {
        let mut rest = ledgers;
        self.slices.run_to_end(|connection, pace| {
            let some = match pace {
                WritePace::Gentle => first_bytes(rest),
                WritePace::Alone => rest.len().min(ROWS.1),
            };
            let (now, later) = rest.split_at(some);
            staged::stage(connection, run, pool.id, now)?;
            rest = later;
            Ok::<_, Error>(if rest.is_empty() { SliceStep::Done } else { SliceStep::More })
        })
    }

    pub(super) fn stage_gone(
        &mut self,
        run: i64,
        pool: &Pool,
        players: &[i64],
    ) -> Result<(), Error> {
        let mut rest = players;
        self.slices.run_to_end(|connection, pace| {
            let (now, later) = rest.split_at(rest.len().min(pace.rows_per_step(64, ROWS.1)));
            staged::stage_removals(connection, run, pool.id, now)?;
            rest = later;
            Ok::<_, Error>(if rest.is_empty() { SliceStep::Done } else { SliceStep::More })
        })
    }

    /// Shows what was staged, all at once, and moves it.
    ///
    /// # Errors
    /// [`Error::Conflict`] as [`Rater::publish`].
    pub(super) fn show(
        &mut self,
        run: i64,
        seen: i64,
        through: i64,
        states: &[(i16, PoolState)],
    ) -> Result<(), Error> {
        self.slices.run_short(|connection| {
            expect_version(ledgers::bump_version(connection)?, seen + 1)?;
            for (pool, state) in states {
                ledgers::set_pool_state(connection, *pool, *state)?;
            }
            staged::publish(connection, run)?;
            Ok::<_, Error>(ledgers::set_rated_through(connection, through)?)
        })?;
        self.move_staged()
    }

    fn move_staged(&mut self) -> Result<(), Error> {
        if staged::published_run(self.slices.connection())?.is_none() {
            return Ok(());
        }
        self.slices.run_to_end(|connection, pace| {
            Ok(staged::move_batch(connection, pace.rows_per_step(ROWS.0, ROWS.1))?)
        })
    }
}

/// How many of these ledgers a step of a slice takes.
fn first_bytes(ledgers: &[Ledger]) -> usize {
    let mut bytes = 0;
    let fit = ledgers.iter().take(ROWS.0).take_while(|ledger| {
        bytes += ledger.history.len();
        bytes <= STEP_BYTES
    });
    fit.count().max(ledgers.len().min(1))
}

/// The version found, if it is the one that follows from what was read.
pub(super) fn expect_version(found: i64, expected: i64) -> Result<i64, Error> {
    if found == expected {
        return Ok(found);
    }
    Err(Error::conflict(refusals::RATINGS_CHANGED))
}
