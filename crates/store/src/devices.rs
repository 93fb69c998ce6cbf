//! Browsers that have signed in to an account before.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::schema::devices;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// The number of most recently used browsers remembered per account.
const MAX_DEVICES: i64 = 30;

/// The id of this browser, if it has signed in to the account before.
pub fn find(conn: &mut AnyConnection, account: i32, hash: &[u8]) -> Result<Option<i32>> {
    Ok(devices::table
        .filter(devices::token_hash.eq(hash))
        .filter(devices::account_id.eq(account))
        .select(devices::id)
        .first(conn)
        .optional()?)
}

/// Whether any browser has signed in to the account.
pub fn has_any(conn: &mut AnyConnection, account: i32) -> Result<bool> {
    let own = devices::table.filter(devices::account_id.eq(account));
    Ok(diesel::select(exists(own)).get_result(conn)?)
}

pub fn touch(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<()> {
    diesel::update(devices::table.find(id)).set(devices::seen_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Remembers a browser, in a transaction that holds the writer lock, and forgets the least recently
/// used ones.
pub fn add(conn: &mut AnyConnection, account: i32, hash: &[u8], now: Micros) -> Result<()> {
    let id = id_sequence::next_ids(conn, "devices", 1)?;
    diesel::insert_into(devices::table)
        .values((
            devices::id.eq(id),
            devices::token_hash.eq(hash),
            devices::account_id.eq(account),
            devices::created_at.eq(now),
            devices::seen_at.eq(now),
        ))
        .execute(conn)?;
    let old: Vec<i32> = devices::table
        .filter(devices::account_id.eq(account))
        .order((devices::seen_at.desc(), devices::id.desc()))
        .select(devices::id)
        .offset(MAX_DEVICES)
        .limit(MAX_DEVICES)
        .load(conn)?;
    diesel::delete(devices::table.filter(devices::id.eq_any(old))).execute(conn)?;
    Ok(())
}
