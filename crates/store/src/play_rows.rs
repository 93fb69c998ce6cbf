//! Batch updates of the rows of live games: one statement for all games of a commit.

use std::collections::HashSet;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, SmallInt};

use super::plays::{PlayAppend, PlayRowUpdate};
use super::queries::on_engine;
use super::schema::plays;
use super::{AnyConnection, Engine, Result};

#[derive(QueryableByName)]
struct AdvancedRow {
    #[diesel(sql_type = Integer)]
    id: i32,
}

/// Updates each row whose version is the one its append follows, and returns those games. There is
/// one append per game, and none sets a record. `versions` are the new ones, in the same order.
pub(super) fn advance_versions(
    conn: &mut AnyConnection,
    appends: &[&PlayAppend],
    versions: &[i32],
) -> Result<HashSet<i32>> {
    if appends.is_empty() {
        return Ok(HashSet::new());
    }
    if let Engine::Postgres(inner) = conn.engine() {
        // Locks rows in order, since the update takes them in an order of its own: concurrent
        // updates must not deadlock.
        let ids: Vec<i32> = appends.iter().map(|one| one.play).collect();
        let held = plays::table.filter(plays::id.eq_any(ids)).order(plays::id).for_update();
        held.select(plays::id).load::<i32>(inner)?;
    }
    let sql = update_statement(appends.len());
    let rows: Vec<AdvancedRow> = on_engine!(conn, inner => {
        let mut query = diesel::sql_query(sql).into_boxed();
        for (one, version) in appends.iter().zip(versions) {
            let PlayRowUpdate { state, due_at, ended_at, game_id: _ } = one.after;
            query = query
                .bind::<Integer, _>(one.play)
                .bind::<Integer, _>(one.version)
                .bind::<Integer, _>(*version)
                .bind::<SmallInt, _>(state as i16)
                .bind::<BigInt, _>(due_at)
                .bind::<BigInt, _>(ended_at);
        }
        query.load(inner)?
    });
    Ok(rows.into_iter().map(|moved| moved.id).collect())
}

/// Builds the statement directly: the query builder would prepare each UPDATE anew, which costs
/// more than the update.
fn update_statement(count: usize) -> String {
    const TYPES: [&str; 6] = ["INTEGER", "INTEGER", "INTEGER", "SMALLINT", "BIGINT", "BIGINT"];
    let tuple = |row: usize| {
        let places = TYPES.iter().zip(row * TYPES.len() + 1..);
        let places: Vec<String> =
            places.map(|(kind, place)| format!("CAST(${place} AS {kind})")).collect();
        format!("({})", places.join(","))
    };
    let tuples: Vec<String> = (0..count).map(tuple).collect();
    format!(
        "UPDATE plays SET version = said.column3, state = said.column4, due_at = said.column5, \
         ended_at = said.column6 FROM (VALUES {}) AS said \
         WHERE plays.id = said.column1 AND plays.version = said.column2 RETURNING plays.id AS id",
        tuples.join(",")
    )
}
