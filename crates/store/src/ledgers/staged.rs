//! Staged ledgers: written invisibly in small steps, published at once, then moved to their rows in
//! small steps.
//!
//! An interrupted run leaves nothing visible, unless its ledgers are published: then they remain
//! so, and the next rating update moves the rest. Only the holder of the rating lock stages
//! ledgers.

use diesel::prelude::*;

use ledger_ratings::Ledger;

use super::super::queries::{distinct, insert_all};
use super::super::schema::staged_ratings;
use super::super::sliced_writes::SliceStep;
use super::super::{AnyConnection, Result, id_sequence};
use super::{LedgerRow, StagedRow, remove, upsert as put_rows};

const RUN_COUNTER: &str = "ratings_run";
const PUBLISHED_RUN_COUNTER: &str = "ratings_shown";

pub fn begin_run(conn: &mut AnyConnection) -> Result<i64> {
    Ok(i64::from(id_sequence::next_ids(conn, RUN_COUNTER, 1)?))
}

/// The published run whose ledgers have not all been moved, if any.
pub fn published_run(conn: &mut AnyConnection) -> Result<Option<i64>> {
    Ok(Some(id_sequence::counter(conn, PUBLISHED_RUN_COUNTER)?).filter(|run| *run != 0))
}

/// Publishes the ledgers of a run, which replace the rows; 0 for none.
pub fn publish(conn: &mut AnyConnection, run: i64) -> Result<()> {
    id_sequence::set_counter(conn, PUBLISHED_RUN_COUNTER, run)
}

/// Stages ledgers that this run has not staged yet.
pub fn stage(conn: &mut AnyConnection, run: i64, pool: i16, ledgers: &[Ledger]) -> Result<()> {
    let rows = ledgers.iter().map(|ledger| StagedRow::from_ledger(pool, ledger, run, 0));
    let rows = rows.collect::<Result<Vec<StagedRow<'_>>>>()?;
    insert_all!(conn, staged_ratings::table, rows);
    Ok(())
}

/// Stages the removal of these players' ledgers from the pool.
pub fn stage_removals(
    conn: &mut AnyConnection,
    run: i64,
    pool: i16,
    players: &[i64],
) -> Result<()> {
    let players = players.iter().filter_map(|player| i32::try_from(*player).ok());
    let removal = |player_id| StagedRow { player_id, pool, run, gone: 1, ..StagedRow::default() };
    let rows: Vec<StagedRow<'_>> = players.map(removal).collect();
    insert_all!(conn, staged_ratings::table, rows);
    Ok(())
}

/// A staged row, and whether it is a removal.
type StagedLedger = (LedgerRow, i16);

fn next_batch(conn: &mut AnyConnection, most: usize) -> Result<Vec<StagedLedger>> {
    Ok(staged_ratings::table
        .order((staged_ratings::player_id, staged_ratings::pool))
        .select((LedgerRow::as_select(), staged_ratings::gone))
        .limit(i64::try_from(most).unwrap_or(i64::MAX))
        .load(conn)?)
}

/// Removes the staged rows up to this one.
fn remove_through(conn: &mut AnyConnection, (player, pool): (i32, i16)) -> Result<()> {
    let before = staged_ratings::table.filter(staged_ratings::player_id.lt(player));
    diesel::delete(before).execute(conn)?;
    let own = staged_ratings::table
        .filter(staged_ratings::player_id.eq(player))
        .filter(staged_ratings::pool.le(pool));
    diesel::delete(own).execute(conn)?;
    Ok(())
}

/// Moves up to `most` published ledgers to their rows; the last step ends the publication.
pub fn move_batch(conn: &mut AnyConnection, most: usize) -> Result<SliceStep> {
    let there = next_batch(conn, most)?;
    let done = there.len() < most;
    let last = there.last().map(|(row, _)| (row.player_id, row.pool));
    let pools = distinct(there.iter().map(|(row, _)| row.pool));
    let (gone, kept): (Vec<StagedLedger>, Vec<StagedLedger>) =
        there.into_iter().partition(|(_, gone)| *gone != 0);
    for pool in pools {
        let own = |there: &&StagedLedger| there.0.pool == pool;
        let ledgers: Vec<Ledger> =
            kept.iter().filter(own).map(|(row, _)| row.clone().into_ledger()).collect();
        put_rows(conn, pool, &ledgers)?;
        let players: Vec<i64> =
            gone.iter().filter(own).map(|(row, _)| i64::from(row.player_id)).collect();
        remove(conn, pool, &players)?;
    }
    if let Some(last) = last {
        remove_through(conn, last)?;
    }
    if done {
        publish(conn, 0)?;
    }
    Ok(if done { SliceStep::Done } else { SliceStep::More })
}

/// Removes up to `most` ledgers of an abandoned run.
pub fn clear_batch(conn: &mut AnyConnection, most: usize) -> Result<SliceStep> {
    let keys: Vec<(i32, i16)> = staged_ratings::table
        .order((staged_ratings::player_id, staged_ratings::pool))
        .select((staged_ratings::player_id, staged_ratings::pool))
        .limit(i64::try_from(most).unwrap_or(i64::MAX))
        .load(conn)?;
    if let Some(last) = keys.last() {
        remove_through(conn, *last)?;
    }
    Ok(if keys.len() < most { SliceStep::Done } else { SliceStep::More })
}
