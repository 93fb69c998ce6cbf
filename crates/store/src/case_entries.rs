//! Entries of cases about fair play in events.

use diesel::prelude::*;

use super::schema::case_entries;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = case_entries, treat_none_as_default_value = false)]
pub struct CaseEntryRow {
    pub contest_id: i32,
    /// Counted from 1 in each event.
    pub number: i32,
    /// The case, counted from 1 in each event.
    pub case_number: i32,
    pub at: Micros,
    pub account_id: i32,
    pub body: String,
}

/// Inserts an entry, in a transaction of the caller. Fails if its number is taken.
pub fn add(conn: &mut AnyConnection, row: &CaseEntryRow) -> Result<()> {
    diesel::insert_into(case_entries::table).values(row).execute(conn)?;
    Ok(())
}

/// The entries of all cases of an event, in order.
pub fn for_contest(conn: &mut AnyConnection, contest: i32) -> Result<Vec<CaseEntryRow>> {
    Ok(CaseEntryRow::query()
        .filter(case_entries::contest_id.eq(contest))
        .order(case_entries::number)
        .load(conn)?)
}

/// The entries that an account wrote, by event and in order.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<CaseEntryRow>> {
    Ok(CaseEntryRow::query()
        .filter(case_entries::account_id.eq(account))
        .order((case_entries::contest_id, case_entries::number))
        .load(conn)?)
}

/// All entries, by event and in order: there are few.
pub fn all(conn: &mut AnyConnection) -> Result<Vec<CaseEntryRow>> {
    let order = (case_entries::contest_id, case_entries::number);
    Ok(CaseEntryRow::query().order(order).load(conn)?)
}

/// Replaces the body of an entry, to erase what belongs to a deleted account.
pub fn replace_body(conn: &mut AnyConnection, row: &CaseEntryRow, body: &str) -> Result<()> {
    diesel::update(case_entries::table.find((row.contest_id, row.number)))
        .set(case_entries::body.eq(body))
        .execute(conn)?;
    Ok(())
}
