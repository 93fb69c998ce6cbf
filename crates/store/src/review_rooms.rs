//! Review rooms.

use diesel::prelude::*;

use super::schema::review_rooms;
use super::{AnyConnection, Result};

#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = review_rooms, treat_none_as_default_value = false)]
pub struct RoomRow {
    /// The hash of its link.
    pub key_hash: Vec<u8>,
    /// Random; the link is derived from it.
    pub id: Vec<u8>,
    /// The content id of its game.
    pub game: Vec<u8>,
    pub plies: i32,
    /// The account that opened it.
    pub opener: i32,
    /// What is shown and who is there, as JSON.
    pub state: String,
}

pub fn add(conn: &mut AnyConnection, row: &RoomRow) -> Result<()> {
    diesel::insert_into(review_rooms::table).values(row).execute(conn)?;
    Ok(())
}

pub fn find(conn: &mut AnyConnection, key_hash: &[u8]) -> Result<Option<RoomRow>> {
    let own = RoomRow::query().filter(review_rooms::key_hash.eq(key_hash));
    Ok(own.first(conn).optional()?)
}

/// The rooms that an account has opened.
pub fn of_opener(conn: &mut AnyConnection, opener: i32) -> Result<Vec<RoomRow>> {
    Ok(RoomRow::query().filter(review_rooms::opener.eq(opener)).load(conn)?)
}

/// All rooms; there are never many.
pub fn all(conn: &mut AnyConnection) -> Result<Vec<RoomRow>> {
    Ok(RoomRow::query().load(conn)?)
}

pub fn count(conn: &mut AnyConnection) -> Result<i64> {
    Ok(review_rooms::table.count().get_result(conn)?)
}

pub fn set_state(conn: &mut AnyConnection, key_hash: &[u8], state: &str) -> Result<()> {
    let own = review_rooms::table.find(key_hash);
    diesel::update(own).set(review_rooms::state.eq(state)).execute(conn)?;
    Ok(())
}

/// Removes a room; returns whether there was one.
pub fn remove(conn: &mut AnyConnection, key_hash: &[u8]) -> Result<bool> {
    Ok(diesel::delete(review_rooms::table.find(key_hash)).execute(conn)? == 1)
}
