//! Ids assigned by the program: a counter contains the highest id of its table.

use diesel::prelude::*;

use super::schema::counters;
use super::{AnyConnection, Result, StoreError};

/// Takes the writer lock, as the first statement of a transaction that writes people.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    let row = counters::table.find("players");
    diesel::update(row).set(counters::value.eq(counters::value)).execute(conn)?;
    Ok(())
}

/// Like [`lock_writer`], for a transaction that begins with reads: SQLite immediately refuses later
/// writes of it if another connection has written since. PostgreSQL needs no lock, since it locks
/// rows.
pub fn lock_writer_before_reading(conn: &mut AnyConnection) -> Result<()> {
    if conn.is_sqlite() { lock_writer(conn) } else { Ok(()) }
}

/// Sets a counter that counts no rows.
pub fn set_counter(conn: &mut AnyConnection, name: &'static str, value: i64) -> Result<()> {
    let row = counters::table.find(name);
    diesel::update(row).set(counters::value.eq(value)).execute(conn)?;
    Ok(())
}

/// Increases a counter by `count` and returns the first new id.
pub fn next_ids(conn: &mut AnyConnection, table: &'static str, count: usize) -> Result<i32> {
    let none_left = |_| StoreError::Damaged(format!("no ids for {table} are left"));
    let row = counters::table.find(table);
    let added = i64::try_from(count).unwrap_or(i64::MAX);
    diesel::update(row).set(counters::value.eq(counters::value + added)).execute(conn)?;
    let last: i64 = row.select(counters::value).first(conn)?;
    i32::try_from(last).map_err(none_left)?;
    i32::try_from(last - added + 1).map_err(none_left)
}

/// The stored form of an id that is 0 for none.
pub fn reference(id: i32) -> Option<i32> {
    (id != 0).then_some(id)
}
