//! Ids that records had before they were corrected, or opened after an embargo.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::id_sequence::next_ids;
use super::schema::former_record_ids;
use super::{AnyConnection, Result};

/// The first game that had this id before.
pub(super) fn first_game(conn: &mut AnyConnection, content_id: &[u8]) -> Result<Option<i32>> {
    Ok(former_record_ids::table
        .filter(former_record_ids::content_id.eq(content_id))
        .select(diesel::dsl::min(former_record_ids::game_id))
        .first(conn)?)
}

/// Has an id lead to a game from now on, in a transaction that holds the writer lock.
pub(super) fn add(conn: &mut AnyConnection, game: i32, content_id: &[u8]) -> Result<()> {
    let known = former_record_ids::table
        .filter(former_record_ids::content_id.eq(content_id))
        .filter(former_record_ids::game_id.eq(game));
    if diesel::select(exists(known)).get_result(conn)? {
        return Ok(());
    }
    let id = next_ids(conn, "former_record_ids", 1)?;
    diesel::insert_into(former_record_ids::table)
        .values((
            former_record_ids::id.eq(id),
            former_record_ids::game_id.eq(game),
            former_record_ids::content_id.eq(content_id),
        ))
        .execute(conn)?;
    Ok(())
}
