//! Deletion of expired rows.

use diesel::prelude::*;

use super::schema::{links, seeks, sessions, tokens};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// Deletes at most `limit` rows of a table that meet a condition; returns their number.
macro_rules! delete_some {
    ($conn:expr, $table:ident, $condition:expr, $limit:expr) => {{
        let some: Vec<i32> =
            $table::table.filter($condition).select($table::id).limit($limit).load($conn)?;
        if some.is_empty() {
            return Ok(0);
        }
        Ok(diesel::delete($table::table.filter($table::id.eq_any(some))).execute($conn)?)
    }};
}

/// Deletes up to `limit` sessions last used before a time.
pub fn delete_idle_sessions(conn: &mut AnyConnection, before: Micros, limit: i64) -> Result<usize> {
    delete_some!(conn, sessions, sessions::seen_at.lt(before), limit)
}

/// Deletes up to `limit` links, used or not, that expired before a time.
pub fn delete_expired_links(conn: &mut AnyConnection, before: Micros, limit: i64) -> Result<usize> {
    delete_some!(conn, links, links::expires_at.lt(before), limit)
}

/// Deletes up to `limit` tokens that expired before a time.
pub fn delete_expired_tokens(
    conn: &mut AnyConnection,
    before: Micros,
    limit: i64,
) -> Result<usize> {
    delete_some!(conn, tokens, tokens::expires_at.lt(before), limit)
}

/// Deletes up to `limit` tokens that were revoked before a time.
pub fn delete_revoked_tokens(
    conn: &mut AnyConnection,
    before: Micros,
    limit: i64,
) -> Result<usize> {
    let revoked = tokens::revoked_at.gt(0).and(tokens::revoked_at.lt(before));
    delete_some!(conn, tokens, revoked, limit)
}

/// Deletes up to `limit` seeks that have expired at a time.
pub fn delete_expired_seeks(conn: &mut AnyConnection, at: Micros, limit: i64) -> Result<usize> {
    delete_some!(conn, seeks, seeks::expires_at.le(at), limit)
}
