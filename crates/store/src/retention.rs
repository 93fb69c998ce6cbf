//! Deletion of expired rows.

use diesel::prelude::*;

use super::schema::{links, seeks, sessions, tokens};
use super::{AnyConnection, StoreError};

/// Deletes at most `limit` rows of a table that meet a condition; returns their number.
macro_rules! delete_some {
    ($connection:expr, $table:ident, $condition:expr, $limit:expr) => {{
        let some: Vec<i32> =
            $table::table.filter($condition).select($table::id).limit($limit).load($connection)?;
        if some.is_empty() {
            return Ok(0);
        }
        Ok(diesel::delete($table::table.filter($table::id.eq_any(some))).execute($connection)?)
    }};
}

/// Deletes up to `limit` sessions last used before a time.
pub fn delete_idle_sessions(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, sessions, sessions::seen_at.lt(before), limit)
}

/// Deletes up to `limit` links, used or not, that expired before a time.
pub fn delete_expired_links(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, links, links::expires_at.lt(before), limit)
}

/// Deletes up to `limit` tokens that expired before a time.
pub fn delete_expired_tokens(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, tokens, tokens::expires_at.lt(before), limit)
}

/// Deletes up to `limit` tokens that were revoked before a time.
pub fn delete_revoked_tokens(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    let revoked = tokens::revoked_at.gt(0).and(tokens::revoked_at.lt(before));
    delete_some!(connection, tokens, revoked, limit)
}

/// Deletes up to `limit` seeks that have expired at a time.
pub fn delete_expired_seeks(
    connection: &mut AnyConnection,
    at: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, seeks, seeks::expires_at.le(at), limit)
}
