//! Rows of what is over, found by their ends.

use diesel::prelude::*;

use super::schema::{links, seeks, sessions, tokens};
use super::{AnyConnection, StoreError};

/// Deletes at most `limit` rows of a table that meet a condition; gives how many.
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

/// Sessions that were last used before a moment; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn delete_idle_sessions(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, sessions, sessions::seen_at.lt(before), limit)
}

/// Links, used or not, that expired before a moment; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn delete_expired_links(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, links, links::expires_at.lt(before), limit)
}

/// Tokens that expired before a moment; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn delete_expired_tokens(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, tokens, tokens::expires_at.lt(before), limit)
}

/// Tokens that were revoked before a moment; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn delete_revoked_tokens(
    connection: &mut AnyConnection,
    before: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    let revoked = tokens::revoked_at.gt(0).and(tokens::revoked_at.lt(before));
    delete_some!(connection, tokens, revoked, limit)
}

/// Seeks that were over at a moment; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn delete_expired_seeks(
    connection: &mut AnyConnection,
    at: i64,
    limit: i64,
) -> Result<usize, StoreError> {
    delete_some!(connection, seeks, seeks::expires_at.le(at), limit)
}
