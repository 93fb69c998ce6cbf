//! What both players revealed, risked and bluffed in revealed games, encoded by the service: derived from the records,
//! and left out of backups.

use std::collections::{HashMap, HashSet};

use diesel::dsl::{exists, not};
use diesel::prelude::*;

use super::queries::load_in_chunks;
use super::schema::{game_tallies, games};
use super::{AnyConnection, Engine, Result};

/// The figures of a game.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = game_tallies, treat_none_as_default_value = false)]
pub struct GameTally {
    pub game_id: i32,
    /// The id of the content that the figures are of.
    pub content_id: Vec<u8>,
    /// The version of the calculation.
    pub form: i16,
    pub body: Vec<u8>,
}

/// The figures of these games, as far as they are stored in this form, by content id.
pub fn by_games(
    conn: &mut AnyConnection,
    ids: &[i32],
    form: i16,
) -> Result<HashMap<Vec<u8>, Vec<u8>>> {
    load_in_chunks(ids, |ids| {
        game_tallies::table
            .filter(game_tallies::game_id.eq_any(ids))
            .filter(game_tallies::form.eq(form))
            .select((game_tallies::content_id, game_tallies::body))
            .load(conn)
    })
}

/// The revealed games `after < id <= through` whose figures are not stored in this form, newest first.
pub fn lacking(
    conn: &mut AnyConnection,
    (after, through): (i32, i32),
    form: i16,
) -> Result<Vec<i32>> {
    let stored = game_tallies::table
        .filter(game_tallies::game_id.eq(games::id))
        .filter(game_tallies::content_id.eq(games::content_id))
        .filter(game_tallies::form.eq(form));
    let rows = games::table.filter(games::id.gt(after)).filter(games::id.le(through));
    let rows = rows.filter(games::revealed.ne(0)).filter(not(exists(stored)));
    Ok(rows.order(games::id.desc()).select(games::id).load(conn)?)
}

/// Stores the figures of these games in place of earlier ones, in a transaction of the caller; but not where the record
/// that they are of has been replaced or hidden since, or is being replaced.
pub fn replace(conn: &mut AnyConnection, tallies: &[GameTally]) -> Result<()> {
    let ids: Vec<i32> = tallies.iter().map(|tally| tally.game_id).collect();
    let held = hold(conn, &ids)?;
    // In one order, so that two servers do not wait for each other.
    let mut current: Vec<&GameTally> =
        tallies.iter().filter(|tally| held.contains(&tally.content_id)).collect();
    current.sort_by_key(|tally| tally.game_id);
    for tally in current {
        forget(conn, tally.game_id)?;
        // Another server may have been first.
        let put = diesel::insert_into(game_tallies::table).values(tally).on_conflict_do_nothing();
        put.execute(conn)?;
    }
    Ok(())
}

/// The content ids of those of these games that are revealed. Nobody replaces their records before the transaction ends;
/// where somebody is about to, PostgreSQL leaves the game out instead of waiting, and SQLite has one writer at a time.
fn hold(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashSet<Vec<u8>>> {
    let revealed = games::table.filter(games::id.eq_any(ids)).filter(games::revealed.ne(0));
    let found = revealed.select(games::content_id);
    let held: Vec<Vec<u8>> = if let Engine::Postgres(inner) = conn.engine() {
        found.for_share().skip_locked().load(inner)?
    } else {
        found.load(conn)?
    };
    Ok(held.into_iter().collect())
}

/// Deletes what is stored of a game, in the transaction that changes its record and has changed its row before: whoever
/// stores figures holds that row, so that none of the old record come after this.
pub(super) fn forget(conn: &mut AnyConnection, game: i32) -> Result<()> {
    diesel::delete(game_tallies::table.find(game)).execute(conn)?;
    Ok(())
}
