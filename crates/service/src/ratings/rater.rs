//! Writes changed ledgers: in one transaction if they are few or no live game is in progress;
//! otherwise they are staged, published at once, and then moved in small transactions.

use adjutant_store::ledgers::{self, PoolState, staged};
use adjutant_store::sliced_writes::{SliceStep, SlicedWriter, WritePace};
use adjutant_store::{RatingLock, Store};
use ledger_ratings::{Ledger, Pool};

use super::super::{Error, Result, merging, refusals};

/// The changed ledgers of a pool, and its new totals.
pub(super) struct Changes {
    pub pool: &'static Pool,
    pub ledgers: Vec<Ledger>,
    pub state: PoolState,
    pub rated: usize,
    /// Whether games that were rated before were rated again.
    pub redone: bool,
}

/// Up to this number of ledgers and bytes is written in one transaction in any case.
const FEW_LEDGERS: usize = 32;
const FEW_BYTES: usize = 128 << 10;
/// Ledgers per step, while live games are in progress and otherwise.
const ROWS: (usize, usize) = (8, 4_000);
/// Bytes staged per step while live games are in progress, unless a single ledger is longer.
const STEP_BYTES: usize = 32 << 10;

/// The holder of the rating lock, with a connection.
pub(super) struct Rater {
    pub slices: SlicedWriter,
    _lock: RatingLock,
}

impl Rater {
    /// Waits for the rating lock, then completes an interrupted publication and an interrupted
    /// merge of players, on which ratings depend.
    pub(super) fn take(store: &Store) -> Result<Rater> {
        let mut slices = SlicedWriter::open(store)?;
        let lock = RatingLock::acquire(store, slices.connection())?;
        let mut rater = Rater { slices, _lock: lock };
        rater.move_staged()?;
        merging::finish(&mut rater.slices)?;
        Ok(rater)
    }

    /// Publishes ledgers computed from the state at version `seen`, which rate all games up to the
    /// id `through`.
    ///
    /// # Errors
    /// Returns [`Error::Conflict`] if games or ratings have changed in the meantime; nothing is
    /// then visible.
    pub(super) fn publish(&mut self, seen: i64, through: i64, changes: &[Changes]) -> Result<()> {
        let ledgers = || changes.iter().flat_map(|own| &own.ledgers);
        let bytes: usize = ledgers().map(|ledger| ledger.history.len()).sum();
        let few = ledgers().count() <= FEW_LEDGERS && bytes <= FEW_BYTES;
        if few || WritePace::current(self.slices.connection())? == WritePace::Alone {
            let redone = changes.iter().any(|own| own.redone);
            return self.slices.run_short(|conn| {
                let version = match redone {
                    true => ledgers::bump_version(conn)?,
                    false => ledgers::bump_version_for_new_games(conn)?,
                };
                expect_version(version, seen + 1)?;
                for own in changes {
                    ledgers::upsert(conn, own.pool.id, &own.ledgers)?;
                    ledgers::set_pool_state(conn, own.pool.id, own.state)?;
                }
                Ok(ledgers::set_rated_through(conn, through)?)
            });
        }
        let run = self.begin()?;
        for own in changes {
            self.stage(run, own.pool, &own.ledgers)?;
        }
        let states: Vec<_> = changes.iter().map(|own| (own.pool.id, own.state)).collect();
        self.show(run, seen, through, &states)
    }

    /// Starts staging; removes leftovers of an abandoned run.
    pub(super) fn begin(&mut self) -> Result<i64> {
        self.slices
            .run_to_end(|conn, pace| staged::clear_batch(conn, pace.rows_per_step(64, ROWS.1)))?;
        self.slices.run_short(|conn| Ok(staged::begin_run(conn)?))
    }

    pub(super) fn stage(&mut self, run: i64, pool: &Pool, ledgers: &[Ledger]) -> Result<()> {
        let mut rest = ledgers;
        self.slices.run_to_end(|conn, pace| {
            let some = match pace {
                WritePace::Gentle => first_bytes(rest),
                WritePace::Alone => rest.len().min(ROWS.1),
            };
            let (now, later) = rest.split_at(some);
            staged::stage(conn, run, pool.id, now)?;
            rest = later;
            Ok::<_, Error>(if rest.is_empty() { SliceStep::Done } else { SliceStep::More })
        })
    }

    pub(super) fn stage_gone(&mut self, run: i64, pool: &Pool, players: &[i64]) -> Result<()> {
        let mut rest = players;
        self.slices.run_to_end(|conn, pace| {
            let (now, later) = rest.split_at(rest.len().min(pace.rows_per_step(64, ROWS.1)));
            staged::stage_removals(conn, run, pool.id, now)?;
            rest = later;
            Ok::<_, Error>(if rest.is_empty() { SliceStep::Done } else { SliceStep::More })
        })
    }

    /// Publishes the staged ledgers at once, then moves them.
    pub(super) fn show(
        &mut self,
        run: i64,
        seen: i64,
        through: i64,
        states: &[(i16, PoolState)],
    ) -> Result<()> {
        self.slices.run_short(|conn| {
            expect_version(ledgers::bump_version(conn)?, seen + 1)?;
            for (pool, state) in states {
                ledgers::set_pool_state(conn, *pool, *state)?;
            }
            staged::publish(conn, run)?;
            Ok::<_, Error>(ledgers::set_rated_through(conn, through)?)
        })?;
        self.move_staged()
    }

    fn move_staged(&mut self) -> Result<()> {
        if staged::published_run(self.slices.connection())?.is_none() {
            return Ok(());
        }
        self.slices.run_to_end(|conn, pace| {
            Ok(staged::move_batch(conn, pace.rows_per_step(ROWS.0, ROWS.1))?)
        })
    }
}

/// The number of ledgers in the next step.
fn first_bytes(ledgers: &[Ledger]) -> usize {
    let mut bytes = 0;
    let fit = ledgers.iter().take(ROWS.0).take_while(|ledger| {
        bytes += ledger.history.len();
        bytes <= STEP_BYTES
    });
    fit.count().max(ledgers.len().min(1))
}

/// Checks that the version is the expected one.
pub(super) fn expect_version(found: i64, expected: i64) -> Result<i64> {
    if found == expected {
        return Ok(found);
    }
    Err(Error::conflict(refusals::RATINGS_CHANGED))
}
