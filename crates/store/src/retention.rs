//! Deletion of expired rows.

use diesel::prelude::*;

use super::schema::{
    links, notices, outbox, passkey_challenges, play_passes, seeks, sessions, steward_links, tokens,
};
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

/// What is deleted some time after it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// By their last use.
    Sessions,
    /// Used or not.
    Links,
    /// Of passkeys, answered or not.
    Challenges,
    Tokens,
    RevokedTokens,
    Seeks,
    /// Of games at a table, by their creation.
    Passes,
    StewardLinks,
    ReadNotices,
    /// Read or not, by their creation.
    Notices,
    /// By when they were delivered or given up.
    Deliveries,
}

/// Deletes some of what ended before a time, or at it; returns the number of rows, 0 if none is
/// left.
pub fn delete(conn: &mut AnyConnection, what: Ended, before: Micros, limit: i64) -> Result<usize> {
    match what {
        Ended::Sessions => delete_some!(conn, sessions, sessions::seen_at.lt(before), limit),
        Ended::Links => delete_some!(conn, links, links::expires_at.lt(before), limit),
        Ended::Challenges => {
            delete_some!(conn, passkey_challenges, passkey_challenges::expires_at.lt(before), limit)
        }
        Ended::Tokens => delete_some!(conn, tokens, tokens::expires_at.lt(before), limit),
        Ended::RevokedTokens => {
            let revoked = tokens::revoked_at.gt(0).and(tokens::revoked_at.lt(before));
            delete_some!(conn, tokens, revoked, limit)
        }
        Ended::Seeks => delete_some!(conn, seeks, seeks::expires_at.le(before), limit),
        Ended::Passes => {
            let made = play_passes::table.filter(play_passes::made_at.lt(before));
            Ok(diesel::delete(made).execute(conn)?)
        }
        Ended::ReadNotices => {
            let read = notices::read_at.gt(Micros::NEVER).and(notices::read_at.lt(before));
            delete_some!(conn, notices, read, limit)
        }
        Ended::Deliveries => {
            let done = outbox::done_at.gt(Micros::NEVER).and(outbox::done_at.lt(before));
            delete_some!(conn, outbox, done, limit)
        }
        Ended::Notices => delete_some!(conn, notices, notices::made_at.lt(before), limit),
        Ended::StewardLinks => {
            let expired = steward_links::table.filter(steward_links::expires_at.lt(before));
            Ok(diesel::delete(expired).execute(conn)?)
        }
    }
}
