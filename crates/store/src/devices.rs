//! Browsers that have signed in to an account before.

use diesel::prelude::*;

use super::schema::devices;
use super::{AnyConnection, StoreError, id_sequence};

/// The number of most recently used browsers remembered per account.
const MAX_DEVICES: i64 = 30;

/// The id of this browser, if it has signed in to the account before.
pub fn find(
    connection: &mut AnyConnection,
    account: i32,
    hash: &[u8],
) -> Result<Option<i32>, StoreError> {
    Ok(devices::table
        .filter(devices::token_hash.eq(hash))
        .filter(devices::account_id.eq(account))
        .select(devices::id)
        .first(connection)
        .optional()?)
}

/// Whether any browser has signed in to the account.
pub fn has_any(connection: &mut AnyConnection, account: i32) -> Result<bool, StoreError> {
    let found = devices::table.filter(devices::account_id.eq(account)).select(devices::id);
    Ok(found.first::<i32>(connection).optional()?.is_some())
}

pub fn touch(connection: &mut AnyConnection, id: i32, now: i64) -> Result<(), StoreError> {
    diesel::update(devices::table.find(id)).set(devices::seen_at.eq(now)).execute(connection)?;
    Ok(())
}

/// Remembers a browser, in a transaction that holds the writer lock, and forgets the least recently
/// used ones.
pub fn add(
    connection: &mut AnyConnection,
    account: i32,
    hash: &[u8],
    now: i64,
) -> Result<(), StoreError> {
    let id = id_sequence::next_ids(connection, "devices", 1)?;
    diesel::insert_into(devices::table)
        .values((
            devices::id.eq(id),
            devices::token_hash.eq(hash),
            devices::account_id.eq(account),
            devices::created_at.eq(now),
            devices::seen_at.eq(now),
        ))
        .execute(connection)?;
    let old: Vec<i32> = devices::table
        .filter(devices::account_id.eq(account))
        .order((devices::seen_at.desc(), devices::id.desc()))
        .select(devices::id)
        .offset(MAX_DEVICES)
        .limit(MAX_DEVICES)
        .load(connection)?;
    diesel::delete(devices::table.filter(devices::id.eq_any(old))).execute(connection)?;
    Ok(())
}

pub fn remove_all(connection: &mut AnyConnection, account: i32) -> Result<(), StoreError> {
    diesel::delete(devices::table.filter(devices::account_id.eq(account))).execute(connection)?;
    Ok(())
}
