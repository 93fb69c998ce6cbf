//! Saved set-ups of accounts, with sealed bodies.

use diesel::prelude::*;

use super::id_sequence::lock_counter;
use super::schema::own_set_ups;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// A saved set-up.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = own_set_ups, treat_none_as_default_value = false)]
pub struct OwnSetUpRow {
    pub id: i32,
    #[diesel(column_name = account_id)]
    pub account: i32,
    /// The key of a rule-set.
    pub rule_set: String,
    pub body: Vec<u8>,
    pub created_at: Micros,
    pub changed_at: Micros,
}

/// Takes the lock of writers of set-ups, as the first statement of a transaction that updates one
/// after reading others.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    lock_counter(conn, "own_set_ups")
}

/// Inserts a set-up, whose id the counter provided.
pub fn add(conn: &mut AnyConnection, row: &OwnSetUpRow) -> Result<()> {
    diesel::insert_into(own_set_ups::table).values(row).execute(conn)?;
    Ok(())
}

/// An account's set-ups in order of creation.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<OwnSetUpRow>> {
    Ok(OwnSetUpRow::query()
        .filter(own_set_ups::account_id.eq(account))
        .order(own_set_ups::id)
        .load(conn)?)
}

pub fn find(conn: &mut AnyConnection, account: i32, id: i32) -> Result<Option<OwnSetUpRow>> {
    Ok(OwnSetUpRow::query()
        .filter(own_set_ups::id.eq(id))
        .filter(own_set_ups::account_id.eq(account))
        .first(conn)
        .optional()?)
}

/// Replaces the body of a set-up; returns whether the account has it.
pub fn update(conn: &mut AnyConnection, row: &OwnSetUpRow) -> Result<bool> {
    let own = own_set_ups::table
        .filter(own_set_ups::id.eq(row.id))
        .filter(own_set_ups::account_id.eq(row.account));
    let changed = diesel::update(own).set((
        own_set_ups::rule_set.eq(&row.rule_set),
        own_set_ups::body.eq(&row.body),
        own_set_ups::changed_at.eq(row.changed_at),
    ));
    Ok(changed.execute(conn)? > 0)
}

/// Deletes a set-up of an account; returns whether it had it.
pub fn remove(conn: &mut AnyConnection, account: i32, id: i32) -> Result<bool> {
    let own = own_set_ups::table
        .filter(own_set_ups::id.eq(id))
        .filter(own_set_ups::account_id.eq(account));
    Ok(diesel::delete(own).execute(conn)? > 0)
}

/// Set-ups of all accounts after the id `after`, for integrity checks and to test the key.
pub fn page_after(conn: &mut AnyConnection, after: i32, limit: i64) -> Result<Vec<OwnSetUpRow>> {
    Ok(OwnSetUpRow::query()
        .filter(own_set_ups::id.gt(after))
        .order(own_set_ups::id)
        .limit(limit)
        .load(conn)?)
}
