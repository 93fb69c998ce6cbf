//! Hashed recovery codes.

use diesel::prelude::*;

use super::schema::recovery_codes;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// Replaces an account's codes, in a transaction that holds the writer lock.
pub fn replace(conn: &mut AnyConnection, account: i32, hashes: &[[u8; 32]]) -> Result<()> {
    let own = recovery_codes::table.filter(recovery_codes::account_id.eq(account));
    diesel::delete(own).execute(conn)?;
    let first = id_sequence::next_ids(conn, "recovery_codes", hashes.len())?;
    for (id, hash) in (first..).zip(hashes) {
        diesel::insert_into(recovery_codes::table)
            .values((
                recovery_codes::id.eq(id),
                recovery_codes::account_id.eq(account),
                recovery_codes::code_hash.eq(&hash[..]),
                recovery_codes::used_at.eq(0),
            ))
            .execute(conn)?;
    }
    Ok(())
}

/// Uses a code; `false` if the account has no such unused code.
pub fn consume(conn: &mut AnyConnection, account: i32, hash: &[u8], now: Micros) -> Result<bool> {
    let unused = recovery_codes::table
        .filter(recovery_codes::account_id.eq(account))
        .filter(recovery_codes::code_hash.eq(hash))
        .filter(recovery_codes::used_at.eq(0));
    Ok(diesel::update(unused).set(recovery_codes::used_at.eq(now)).execute(conn)? == 1)
}

/// The number of unused codes.
pub fn count_unused(conn: &mut AnyConnection, account: i32) -> Result<i64> {
    Ok(recovery_codes::table
        .filter(recovery_codes::account_id.eq(account))
        .filter(recovery_codes::used_at.eq(0))
        .count()
        .get_result(conn)?)
}
