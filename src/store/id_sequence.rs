//! Ids that the program chooses: a counter's row is the highest id of its table.

use diesel::prelude::*;

use super::schema::counters;
use super::{AnyConnection, StoreError};

/// Takes the writer's lock, as the first statement of a transaction that writes people.
///
/// # Errors
/// [`StoreError::Database`].
pub fn lock_writer(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let row = counters::table.find("players");
    diesel::update(row).set(counters::value.eq(counters::value)).execute(connection)?;
    Ok(())
}

/// The same in a transaction that begins by reading: SQLite refuses it to write later if somebody else has
/// written since, and does so at once, however long it would wait for him. PostgreSQL's rows see to themselves.
///
/// # Errors
/// [`StoreError::Database`].
pub fn lock_writer_before_reading(connection: &mut AnyConnection) -> Result<(), StoreError> {
    if connection.is_sqlite() { lock_writer(connection) } else { Ok(()) }
}

/// Sets a counter that counts no rows.
///
/// # Errors
/// [`StoreError::Database`].
pub fn set_counter(
    connection: &mut AnyConnection,
    name: &'static str,
    value: i64,
) -> Result<(), StoreError> {
    let row = counters::table.find(name);
    diesel::update(row).set(counters::value.eq(value)).execute(connection)?;
    Ok(())
}

/// The first of `count` new ids of a table; the counter goes up by as many.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`] where no ids are left.
pub fn next_ids(
    connection: &mut AnyConnection,
    table: &'static str,
    count: usize,
) -> Result<i32, StoreError> {
    let none_left = |_| StoreError::Damaged(format!("no ids for {table} are left"));
    let row = counters::table.find(table);
    let added = i64::try_from(count).unwrap_or(i64::MAX);
    diesel::update(row).set(counters::value.eq(counters::value + added)).execute(connection)?;
    let last: i64 = row.select(counters::value).first(connection)?;
    i32::try_from(last).map_err(none_left)?;
    i32::try_from(last - added + 1).map_err(none_left)
}
