//! Ratings: one row per player and pool, with the packed ledger.
//!
//! They are read through a view in which published staged ledgers ([`staged`]) replace the rows.

pub mod staged;

use diesel::prelude::*;
use diesel::upsert::excluded;

use ledger_ratings::board::{Totals, Trend};
use ledger_ratings::history::{Entry, Reader};
use ledger_ratings::{Day, Glicko, Ledger, Pool};

use super::queries::insert_all;
use super::schema::{player_ratings, rating_pools, shown_ratings, staged_ratings};
use super::{AnyConnection, Engine, Result, StoreError, id_sequence};

/// A row for reading; the view and the table of staged ledgers begin with the same columns.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = staged_ratings)]
struct LedgerRow {
    player_id: i32,
    pool: i16,
    rating: i32,
    deviation: i32,
    volatility: i32,
    wins: i32,
    draws: i32,
    losses: i32,
    opponents: i32,
    last_day: i32,
    peak: Option<i32>,
    trend: Vec<u8>,
    history: Vec<u8>,
}

/// Declares a row for writing, which borrows the ledger's history, with the columns of its table
/// beyond those of a ledger.
macro_rules! new_ledger_row {
    ($row:ident for $table:ident { $($column:ident: $kind:ty),* }) => {
        #[derive(Debug, Clone, Default, Insertable)]
        #[diesel(table_name = $table, treat_none_as_default_value = false)]
        struct $row<'a> {
            player_id: i32,
            pool: i16,
            rating: i32,
            deviation: i32,
            volatility: i32,
            wins: i32,
            draws: i32,
            losses: i32,
            opponents: i32,
            last_day: i32,
            peak: Option<i32>,
            trend: Vec<u8>,
            history: &'a [u8],
            $($column: $kind,)*
        }

        impl<'a> $row<'a> {
            fn from_ledger(pool: i16, ledger: &'a Ledger $(, $column: $kind)*) -> Result<$row<'a>> {
                let player_id = i32::try_from(ledger.player)
                    .map_err(|_| StoreError::Damaged(format!("player number {}", ledger.player)))?;
                Ok($row {
                    player_id,
                    pool,
                    rating: ledger.glicko.rating,
                    deviation: ledger.glicko.deviation,
                    volatility: ledger.glicko.volatility,
                    wins: to_sql_count(ledger.totals.wins),
                    draws: to_sql_count(ledger.totals.draws),
                    losses: to_sql_count(ledger.totals.losses),
                    opponents: to_sql_count(ledger.totals.opponents),
                    last_day: ledger.last_day.0,
                    peak: ledger.peak,
                    trend: ledger.trend.to_bytes(),
                    history: &ledger.history,
                    $($column,)*
                })
            }
        }
    };
}

new_ledger_row!(NewLedgerRow for player_ratings {});
new_ledger_row!(StagedRow for staged_ratings { run: i64, gone: i16 });

fn new_rows(pool: i16, ledgers: &[Ledger]) -> Result<Vec<NewLedgerRow<'_>>> {
    ledgers.iter().map(|ledger| NewLedgerRow::from_ledger(pool, ledger)).collect()
}

fn to_sql_count(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

fn from_sql_count(value: i32) -> u32 {
    u32::try_from(value).unwrap_or_default()
}

impl LedgerRow {
    fn into_ledger(self) -> Ledger {
        Ledger {
            player: i64::from(self.player_id),
            glicko: Glicko {
                rating: self.rating,
                deviation: self.deviation,
                volatility: self.volatility,
            },
            totals: totals(self.wins, self.draws, self.losses, self.opponents),
            last_day: Day(self.last_day),
            peak: self.peak,
            trend: Trend::from_bytes(&self.trend),
            history: self.history,
        }
    }
}

pub(super) fn totals(wins: i32, draws: i32, losses: i32, opponents: i32) -> Totals {
    Totals {
        wins: from_sql_count(wins),
        draws: from_sql_count(draws),
        losses: from_sql_count(losses),
        opponents: from_sql_count(opponents),
    }
}

pub fn find(conn: &mut AnyConnection, pool: i16, player: i32) -> Result<Option<Ledger>> {
    let row: Option<LedgerRow> = shown_ratings::table
        .filter(shown_ratings::player_id.eq(player))
        .filter(shown_ratings::pool.eq(pool))
        .first(conn)
        .optional()?;
    Ok(row.map(LedgerRow::into_ledger))
}

/// The packed history of a player's ledger in a pool.
pub fn packed_history(conn: &mut AnyConnection, pool: i16, player: i32) -> Result<Option<Vec<u8>>> {
    Ok(shown_ratings::table
        .filter(shown_ratings::player_id.eq(player))
        .filter(shown_ratings::pool.eq(pool))
        .select(shown_ratings::history)
        .first(conn)
        .optional()?)
}

/// A player's ledgers in all pools, by pool id.
pub fn for_player(conn: &mut AnyConnection, player: i32) -> Result<Vec<(i16, Ledger)>> {
    let rows: Vec<LedgerRow> = shown_ratings::table
        .filter(shown_ratings::player_id.eq(player))
        .order(shown_ratings::pool)
        .load(conn)?;
    Ok(rows.into_iter().map(|row| (row.pool, row.into_ledger())).collect())
}

/// The ledgers in a pool of the players `first..=last`, by player.
pub fn in_player_range(
    conn: &mut AnyConnection,
    pool: i16,
    first: i32,
    last: i32,
) -> Result<Vec<Ledger>> {
    let rows: Vec<LedgerRow> = shown_ratings::table
        .filter(shown_ratings::player_id.between(first, last))
        .filter(shown_ratings::pool.eq(pool))
        .order(shown_ratings::player_id)
        .load(conn)?;
    Ok(rows.into_iter().map(LedgerRow::into_ledger).collect())
}

/// Whether the pool has no ledgers.
pub fn is_pool_empty(conn: &mut AnyConnection, pool: i16) -> Result<bool> {
    let ledgers = shown_ratings::table.filter(shown_ratings::pool.eq(pool));
    let first = ledgers.select(shown_ratings::player_id).first::<i32>(conn).optional()?;
    Ok(first.is_none())
}

/// Writes ledgers of different players, replacing old ones.
pub fn upsert(conn: &mut AnyConnection, pool: i16, ledgers: &[Ledger]) -> Result<()> {
    let rows = new_rows(pool, ledgers)?;
    match conn.engine() {
        Engine::Sqlite(inner) => {
            for row in &rows {
                diesel::replace_into(player_ratings::table).values(row).execute(inner)?;
            }
        }
        Engine::Postgres(inner) => {
            // A statement takes at most 65,535 values.
            for rows in rows.chunks(4_000) {
                diesel::insert_into(player_ratings::table)
                    .values(rows)
                    .on_conflict((player_ratings::player_id, player_ratings::pool))
                    .do_update()
                    .set((
                        player_ratings::rating.eq(excluded(player_ratings::rating)),
                        player_ratings::deviation.eq(excluded(player_ratings::deviation)),
                        player_ratings::volatility.eq(excluded(player_ratings::volatility)),
                        player_ratings::wins.eq(excluded(player_ratings::wins)),
                        player_ratings::draws.eq(excluded(player_ratings::draws)),
                        player_ratings::losses.eq(excluded(player_ratings::losses)),
                        player_ratings::opponents.eq(excluded(player_ratings::opponents)),
                        player_ratings::last_day.eq(excluded(player_ratings::last_day)),
                        player_ratings::peak.eq(excluded(player_ratings::peak)),
                        player_ratings::trend.eq(excluded(player_ratings::trend)),
                        player_ratings::history.eq(excluded(player_ratings::history)),
                    ))
                    .execute(inner)?;
            }
        }
    }
    Ok(())
}

/// Writes ledgers of players who have none in the pool; the fastest way.
pub fn insert_new(conn: &mut AnyConnection, pool: i16, ledgers: &[Ledger]) -> Result<()> {
    let rows = new_rows(pool, ledgers)?;
    insert_all!(conn, player_ratings::table, rows);
    Ok(())
}

pub fn remove(conn: &mut AnyConnection, pool: i16, players: &[i64]) -> Result<()> {
    for player in players {
        let Ok(player) = i32::try_from(*player) else { continue };
        let row = player_ratings::table
            .filter(player_ratings::player_id.eq(player))
            .filter(player_ratings::pool.eq(pool));
        diesel::delete(row).execute(conn)?;
    }
    Ok(())
}

/// The totals of a pool.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Queryable, Selectable, Insertable, AsChangeset,
)]
#[diesel(table_name = rating_pools, treat_none_as_default_value = false)]
pub struct PoolState {
    pub games: i64,
    /// Players with a rated game.
    pub players: i64,
    /// The sum of the [`fingerprint`]s of all ledgers.
    pub checksum: i64,
}

/// A 64-bit fingerprint of a ledger's entries. It does not cover database ids, and so is the same
/// in any database and for any order of imports. It detects accidental differences, not deliberate
/// ones: it multiplies and folds, as fast as the entries can be read.
pub fn fingerprint(pool: &Pool, ledger: &Ledger) -> i64 {
    let reader = Reader::new(pool.system.start, &ledger.history).ok();
    let entries = reader
        .into_iter()
        .flat_map(|mut reader| std::iter::from_fn(move || reader.next_entry().ok().flatten()));
    fingerprint_entries(pool, entries)
}

/// The [`fingerprint`] of the ledger with these entries.
pub fn fingerprint_entries(pool: &Pool, entries: impl Iterator<Item = Entry>) -> i64 {
    let mut print = u64::from(pool.id.unsigned_abs()) + 1;
    let mut mix = |value: i32| {
        print = (print ^ u64::from(value.cast_unsigned())).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        print ^= print >> 32;
    };
    for entry in entries {
        mix(entry.day.0);
        mix(entry.change.before.deviation);
        mix(entry.change.after.rating);
        mix(entry.change.after.deviation);
        mix(entry.change.after.volatility);
    }
    print.cast_signed()
}

pub fn pool_state(conn: &mut AnyConnection, pool: i16) -> Result<PoolState> {
    let row = rating_pools::table.filter(rating_pools::pool.eq(pool));
    let state: Option<PoolState> = row.select(PoolState::as_select()).first(conn).optional()?;
    Ok(state.unwrap_or_default())
}

/// The ids of the pools with stored data.
pub fn pools(conn: &mut AnyConnection) -> Result<Vec<i16>> {
    Ok(rating_pools::table.select(rating_pools::pool).load(conn)?)
}

pub fn set_pool_state(conn: &mut AnyConnection, pool: i16, state: PoolState) -> Result<()> {
    let row = rating_pools::table.filter(rating_pools::pool.eq(pool));
    if diesel::update(row).set(state).execute(conn)? == 0 {
        diesel::insert_into(rating_pools::table)
            .values((rating_pools::pool.eq(pool), state))
            .execute(conn)?;
    }
    Ok(())
}

const VERSION_COUNTER: &str = "ratings_version";
/// Counts the changes of ratings that are not just those of new games.
const REDONE_COUNTER: &str = "ratings_redone";
const RATED_THROUGH_COUNTER: &str = "rated_through";

/// Increases the version as the first statement of a transaction, which blocks other rating
/// updates; returns the new version.
pub fn bump_version(conn: &mut AnyConnection) -> Result<i64> {
    let version = bump_version_for_new_games(conn)?;
    id_sequence::add_to_counter(conn, REDONE_COUNTER, 1)?;
    Ok(version)
}

/// Like [`bump_version`], if new games are rated and no rating of an old one changes: then their
/// rows say whom it concerns.
pub fn bump_version_for_new_games(conn: &mut AnyConnection) -> Result<i64> {
    id_sequence::add_to_counter(conn, VERSION_COUNTER, 1)
}

/// A number that every rating change increases.
pub fn version(conn: &mut AnyConnection) -> Result<i64> {
    id_sequence::counter(conn, VERSION_COUNTER)
}

/// The id of the last rated game; ids follow the order in which games became durable.
pub fn rated_through(conn: &mut AnyConnection) -> Result<i64> {
    id_sequence::counter(conn, RATED_THROUGH_COUNTER)
}

/// Causes all games to be rated again, after a change to stored games. Increases the version, so
/// that a concurrent rating update starts over.
pub fn reset_rated_through(conn: &mut AnyConnection) -> Result<()> {
    bump_version(conn)?;
    set_rated_through(conn, -1)
}

pub fn set_rated_through(conn: &mut AnyConnection, game: i64) -> Result<()> {
    id_sequence::set_counter(conn, RATED_THROUGH_COUNTER, game)
}

/// Causes the games from this id on to be rated again, because one of them has another owner.
/// Increases the version, so that a concurrent rating update starts over.
pub(super) fn rewind_rated_through(conn: &mut AnyConnection, game: i64) -> Result<()> {
    bump_version(conn)?;
    let through = id_sequence::counter(conn, RATED_THROUGH_COUNTER)?;
    set_rated_through(conn, through.min(game - 1))
}
