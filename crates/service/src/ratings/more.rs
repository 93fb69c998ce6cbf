//! Incremental rating of a few games from the stored ledgers.

use std::collections::HashMap;

use adjutant_store::ledgers::{self, PoolState, fingerprint};
use adjutant_store::{AnyConnection, rateable_games, unrecorded};
use ledger_ratings::history::{Entry, LedgerFault};
use ledger_ratings::{Addition, GameOrder, Going, Ledger, Mode, Pool, Source, go_on};

use super::super::pools::PoolList;
use super::super::{Error, Result};
use super::rater::Changes;
use super::sieve::{Sieve, order_of};

impl From<LedgerFault> for Error {
    fn from(fault: LedgerFault) -> Error {
        Error::Internal(fault.to_string())
    }
}

/// Rates the games `after < id <= through` without writing anything. `None` if the change affects
/// more than `limit` games, or a pool that is rated by events.
pub(super) fn rate(
    conn: &mut AnyConnection,
    after: i32,
    through: i32,
    limit: usize,
) -> Result<Option<Vec<Changes>>> {
    // A record replaces a result that was rated without one.
    if unrecorded::any_recorded_between(conn, after, through)? {
        return Ok(None);
    }
    let mut all = Vec::new();
    for (pool, additions) in additions(conn, after, through)? {
        if matches!(pool.mode, Mode::EventByEvent { .. }) {
            return Ok(None);
        }
        let mut shelf = Shelf { conn: &mut *conn, pool, old: HashMap::new() };
        let Going::Done { ledgers, rated } = go_on(pool, &mut shelf, additions, limit)? else {
            return Ok(None);
        };
        let old = shelf.old;
        let before = ledgers::pool_state(conn, pool.id)?;
        let state = account(before, pool, &old, &ledgers);
        let redone = i64::try_from(rated).unwrap_or(i64::MAX) != state.games - before.games;
        all.push(Changes { pool, ledgers, state, rated, redone });
    }
    Ok(Some(all))
}

/// The rated games among `after < id <= through`, by pool.
fn additions(
    conn: &mut AnyConnection,
    after: i32,
    through: i32,
) -> Result<Vec<(&'static Pool, Vec<Addition>)>> {
    let mut rows = Vec::new();
    rateable_games::scan(conn, after, through, |row| rows.push(row))?;
    let pools = PoolList::with(conn, rows.iter().map(|row| row.rated_in))?;
    let sieve = Sieve::read(conn, pools)?;
    let mut pools: Vec<(&'static Pool, Vec<Addition>)> =
        sieve.pools().iter().map(|pool| (*pool, Vec::new())).collect();
    for row in rows {
        let Ok((at, white_score)) = sieve.judge(&row) else { continue };
        let (game, white, black) =
            (i64::from(row.id), i64::from(row.white_id), i64::from(row.black_id));
        let (row, event) = rateable_games::find(conn, row.id)?;
        let order = order_of(row, event);
        pools[at].1.push(Addition { game, order, white, black, white_score });
    }
    pools.retain(|(_, additions)| !additions.is_empty());
    Ok(pools)
}

/// The stored ledgers of a pool; remembers their old state.
struct Shelf<'a> {
    conn: &'a mut AnyConnection,
    pool: &'static Pool,
    /// The number of games and the fingerprint of each ledger read.
    old: HashMap<i64, (u32, i64)>,
}

impl Source for Shelf<'_> {
    type Error = Error;

    fn entries(&mut self, player: i64) -> Result<Vec<Entry>> {
        let Some(ledger) = ledgers::find(self.conn, self.pool.id, number(player)?)? else {
            return Ok(Vec::new());
        };
        let entries = ledger.entries(self.pool)?;
        self.old.insert(player, (ledger.totals.games(), fingerprint(self.pool, &ledger)));
        Ok(entries)
    }

    fn order(&mut self, game: i64) -> Result<GameOrder> {
        let (row, event) = rateable_games::find(self.conn, number(game)?)?;
        Ok(order_of(row, event))
    }
}

/// Converts an id to its stored type.
pub(super) fn number(number: i64) -> Result<i32> {
    i32::try_from(number).map_err(|_| Error::Internal(format!("{number} is no stored number")))
}

/// The totals of a pool with the new ledgers.
fn account(
    mut state: PoolState,
    pool: &Pool,
    old: &HashMap<i64, (u32, i64)>,
    new: &[Ledger],
) -> PoolState {
    let mut entries = 0;
    for ledger in new {
        let before = old.get(&ledger.player);
        let (games, print) = before.copied().unwrap_or_default();
        entries += i64::from(ledger.totals.games()) - i64::from(games);
        state.players += i64::from(before.is_none());
        state.checksum = state.checksum.wrapping_sub(print).wrapping_add(fingerprint(pool, ledger));
    }
    // Each game is in two ledgers.
    state.games += entries / 2;
    state
}
