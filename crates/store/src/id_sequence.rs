//! Counters. That of a table contains its highest id, which the program assigns.

use diesel::prelude::*;

use super::schema::counters;
use super::{AnyConnection, Result, StoreError};

/// The value of a counter, such as `games`, `players` or `events`.
pub fn counter(conn: &mut AnyConnection, name: &str) -> Result<i64> {
    Ok(counters::table.find(name).select(counters::value).first(conn)?)
}

/// All counters by name; every visible change increases one of them.
pub fn counters(conn: &mut AnyConnection) -> Result<Vec<(String, i64)>> {
    let all = counters::table.select((counters::name, counters::value));
    Ok(all.order(counters::name).load(conn)?)
}

/// Sets a counter that counts no rows.
pub fn set_counter(conn: &mut AnyConnection, name: &str, value: i64) -> Result<()> {
    diesel::update(counters::table.find(name)).set(counters::value.eq(value)).execute(conn)?;
    Ok(())
}

/// Adds to a counter and returns its new value. Whoever does so waits until the transactions of
/// others who did so have ended.
pub(super) fn add_to_counter(conn: &mut AnyConnection, name: &str, more: i64) -> Result<i64> {
    let more = counters::value.eq(counters::value + more);
    diesel::update(counters::table.find(name)).set(more).execute(conn)?;
    counter(conn, name)
}

/// Locks a counter until the transaction ends.
pub(super) fn lock_counter(conn: &mut AnyConnection, name: &str) -> Result<()> {
    let same = counters::value.eq(counters::value);
    diesel::update(counters::table.find(name)).set(same).execute(conn)?;
    Ok(())
}

/// Takes the writer lock, as the first statement of a transaction that writes people.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    lock_counter(conn, "players")
}

/// Like [`lock_writer`], for a transaction that begins with reads: SQLite immediately refuses later
/// writes of it if another connection has written since. PostgreSQL needs no lock, since it locks
/// rows.
pub fn lock_writer_before_reading(conn: &mut AnyConnection) -> Result<()> {
    if conn.is_sqlite() { lock_writer(conn) } else { Ok(()) }
}

/// Increases a counter by `count` and returns the first new id.
pub fn next_ids(conn: &mut AnyConnection, table: &str, count: usize) -> Result<i32> {
    let none_left = |_| StoreError::Damaged(format!("no ids for {table} are left"));
    let added = i64::try_from(count).unwrap_or(i64::MAX);
    let last = add_to_counter(conn, table, added)?;
    i32::try_from(last).map_err(none_left)?;
    i32::try_from(last - added + 1).map_err(none_left)
}

/// The stored form of an id that is 0 for none.
pub fn reference(id: i32) -> Option<i32> {
    (id != 0).then_some(id)
}
