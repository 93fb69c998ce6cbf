//! Early reveals of an event's ranks by two officials: who requested and confirmed them, and why.

use diesel::prelude::*;

use super::schema::embargo_liftings;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = embargo_liftings, treat_none_as_default_value = false)]
pub struct LiftingRow {
    pub event_id: i32,
    /// Counted from 1 within the event.
    pub number: i32,
    /// Empty for the whole event.
    pub round: String,
    pub reason: String,
    pub asked_by: i32,
    pub asked_at: Micros,
    /// 0 while pending, like the next field.
    pub confirmed_by: i32,
    pub confirmed_at: Micros,
}

pub fn add(conn: &mut AnyConnection, row: &LiftingRow) -> Result<()> {
    diesel::insert_into(embargo_liftings::table).values(row).execute(conn)?;
    Ok(())
}

/// All requests of an event, newest first.
pub fn for_event(conn: &mut AnyConnection, event: i32) -> Result<Vec<LiftingRow>> {
    Ok(embargo_liftings::table
        .filter(embargo_liftings::event_id.eq(event))
        .order(embargo_liftings::number.desc())
        .load(conn)?)
}

/// Confirms a request by a second official.
pub fn confirm(
    conn: &mut AnyConnection,
    row: &LiftingRow,
    account: i32,
    now: Micros,
) -> Result<()> {
    let one = embargo_liftings::table.find((row.event_id, row.number));
    diesel::update(one)
        .set((embargo_liftings::confirmed_by.eq(account), embargo_liftings::confirmed_at.eq(now)))
        .execute(conn)?;
    Ok(())
}

/// Removes a pending request.
pub fn remove(conn: &mut AnyConnection, row: &LiftingRow) -> Result<()> {
    let one = embargo_liftings::table.find((row.event_id, row.number));
    diesel::delete(one.filter(embargo_liftings::confirmed_at.eq(0))).execute(conn)?;
    Ok(())
}
