//! Ranks of an event that two officials open before its plan is over: who asked, who confirmed, and why.

use diesel::prelude::*;

use super::schema::embargo_liftings;
use super::{AnyConnection, StoreError};

/// One that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = embargo_liftings)]
pub struct LiftingRow {
    pub event_id: i32,
    /// From 1 on, in its event.
    pub number: i32,
    /// Empty for the whole event.
    pub round: String,
    pub reason: String,
    pub asked_by: i32,
    /// Microseconds since 1970.
    pub asked_at: i64,
    /// 0 while nobody has, as in the next.
    pub confirmed_by: i32,
    pub confirmed_at: i64,
}

/// Keeps one that is asked for, in a transaction of the caller's.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(connection: &mut AnyConnection, row: &LiftingRow) -> Result<(), StoreError> {
    diesel::insert_into(embargo_liftings::table).values(row).execute(connection)?;
    Ok(())
}

/// All of an event, the newest first.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_event(
    connection: &mut AnyConnection,
    event: i32,
) -> Result<Vec<LiftingRow>, StoreError> {
    Ok(embargo_liftings::table
        .filter(embargo_liftings::event_id.eq(event))
        .order(embargo_liftings::number.desc())
        .load(connection)?)
}

/// A second official confirms it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn confirm(
    connection: &mut AnyConnection,
    row: &LiftingRow,
    account: i32,
    now: i64,
) -> Result<(), StoreError> {
    let one = embargo_liftings::table.find((row.event_id, row.number));
    diesel::update(one)
        .set((embargo_liftings::confirmed_by.eq(account), embargo_liftings::confirmed_at.eq(now)))
        .execute(connection)?;
    Ok(())
}

/// One that nobody has confirmed is not asked for any more.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove(connection: &mut AnyConnection, row: &LiftingRow) -> Result<(), StoreError> {
    let one = embargo_liftings::table.find((row.event_id, row.number));
    diesel::delete(one.filter(embargo_liftings::confirmed_at.eq(0))).execute(connection)?;
    Ok(())
}
