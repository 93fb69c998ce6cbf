//! Set-ups that accounts keep for themselves: their bodies come and go sealed.

use diesel::prelude::*;

use super::schema::{counters, own_set_ups};
use super::{AnyConnection, StoreError};

/// A set-up as it rests; moments in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct OwnSetUpRow {
    pub id: i32,
    pub account: i32,
    /// A rule-set's key.
    pub rule_set: String,
    /// Sealed.
    pub body: Vec<u8>,
    pub created_at: i64,
    pub changed_at: i64,
}

/// Takes the lock of who writes set-ups: the first statement of a transaction that changes one
/// after reading others.
///
/// # Errors
/// [`StoreError::Database`].
pub fn lock_writer(connection: &mut AnyConnection) -> Result<(), StoreError> {
    let row = counters::table.find("own_set_ups");
    diesel::update(row).set(counters::value.eq(counters::value)).execute(connection)?;
    Ok(())
}

/// Keeps a new one, whose id the counter gave.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(connection: &mut AnyConnection, row: &OwnSetUpRow) -> Result<(), StoreError> {
    diesel::insert_into(own_set_ups::table)
        .values((
            own_set_ups::id.eq(row.id),
            own_set_ups::account_id.eq(row.account),
            own_set_ups::rule_set.eq(&row.rule_set),
            own_set_ups::body.eq(&row.body),
            own_set_ups::created_at.eq(row.created_at),
            own_set_ups::changed_at.eq(row.changed_at),
        ))
        .execute(connection)?;
    Ok(())
}

/// All of an account, in the order in which they were made.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_account(
    connection: &mut AnyConnection,
    account: i32,
) -> Result<Vec<OwnSetUpRow>, StoreError> {
    Ok(own_set_ups::table
        .filter(own_set_ups::account_id.eq(account))
        .order(own_set_ups::id)
        .select(own_set_ups::all_columns)
        .load(connection)?)
}

/// One of an account.
///
/// # Errors
/// [`StoreError::Database`].
pub fn find(
    connection: &mut AnyConnection,
    account: i32,
    id: i32,
) -> Result<Option<OwnSetUpRow>, StoreError> {
    Ok(own_set_ups::table
        .filter(own_set_ups::id.eq(id))
        .filter(own_set_ups::account_id.eq(account))
        .select(own_set_ups::all_columns)
        .first(connection)
        .optional()?)
}

/// Puts another body in the place of one's; whether the account has it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn update(connection: &mut AnyConnection, row: &OwnSetUpRow) -> Result<bool, StoreError> {
    let own = own_set_ups::table
        .filter(own_set_ups::id.eq(row.id))
        .filter(own_set_ups::account_id.eq(row.account));
    let changed = diesel::update(own).set((
        own_set_ups::rule_set.eq(&row.rule_set),
        own_set_ups::body.eq(&row.body),
        own_set_ups::changed_at.eq(row.changed_at),
    ));
    Ok(changed.execute(connection)? > 0)
}

/// Removes one of an account; whether it had it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove(connection: &mut AnyConnection, account: i32, id: i32) -> Result<bool, StoreError> {
    let own = own_set_ups::table
        .filter(own_set_ups::id.eq(id))
        .filter(own_set_ups::account_id.eq(account));
    Ok(diesel::delete(own).execute(connection)? > 0)
}

/// Some of all accounts', after the id `after`: for the check, and to try the key on.
///
/// # Errors
/// [`StoreError::Database`].
pub fn page_after(
    connection: &mut AnyConnection,
    after: i32,
    limit: i64,
) -> Result<Vec<OwnSetUpRow>, StoreError> {
    Ok(own_set_ups::table
        .filter(own_set_ups::id.gt(after))
        .order(own_set_ups::id)
        .select(own_set_ups::all_columns)
        .limit(limit)
        .load(connection)?)
}
