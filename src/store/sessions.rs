//! Sessions: the one read that stands before every request of somebody signed in.

use diesel::prelude::*;

use super::connection::on_engine;
use super::schema::{accounts, roles, sessions};
use super::{AnyConnection, StoreError};

/// A session with its account and one of its roles; a row for each role, one at least.
#[derive(Debug, Clone, Queryable)]
pub struct SessionRow {
    pub id: i32,
    pub created_at: i64,
    pub seen_at: i64,
    pub proved_at: i64,
    pub second_factor: i16,
    pub account: i32,
    pub name: String,
    pub state: i16,
    pub site_role: i16,
    pub player: Option<i32>,
    pub totp_on: i16,
    pub role: Option<HeldRoleRow>,
}

/// A role as it is stored.
#[derive(Debug, Clone, Copy, Queryable)]
pub struct HeldRoleRow {
    pub organisation: i32,
    pub role: i16,
    pub event: i32,
    pub duties: i16,
}

/// What opens a door, found by this condition: these columns of it, those of its account, and one of the
/// account's roles or none.
macro_rules! with_holder {
    ($door:ident, $which:expr, $($column:expr),+) => {
        $door::table
            .inner_join(accounts::table)
            .left_join(roles::table.on(roles::account_id.eq(accounts::id)))
            .filter($which)
            .select((
                $($column,)+
                accounts::id,
                accounts::name,
                accounts::state,
                accounts::site_role,
                accounts::player_id,
                accounts::totp_on,
                (roles::organisation_id, roles::role, roles::event_id, roles::duties).nullable(),
            ))
    };
}
pub(super) use with_holder;

/// The session with this hash: one statement, whose every step is a search by key.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_hash(connection: &mut AnyConnection, hash: &[u8]) -> Result<Vec<SessionRow>, StoreError> {
    let query = with_holder!(
        sessions,
        sessions::token_hash.eq(hash),
        sessions::id,
        sessions::created_at,
        sessions::seen_at,
        sessions::proved_at,
        sessions::second_factor
    );
    Ok(on_engine!(connection, inner => query.load(inner)?))
}

/// The sessions with these numbers, the rows of each one behind another.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_ids(connection: &mut AnyConnection, ids: &[i32]) -> Result<Vec<SessionRow>, StoreError> {
    let mut found: Vec<SessionRow> = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let query = with_holder!(
            sessions,
            sessions::id.eq_any(chunk),
            sessions::id,
            sessions::created_at,
            sessions::seen_at,
            sessions::proved_at,
            sessions::second_factor
        );
        let rows: Vec<SessionRow> = on_engine!(connection, inner => query.load(inner)?);
        found.extend(rows);
    }
    found.sort_by_key(|row| row.id);
    Ok(found)
}

/// Notes that the session was used.
///
/// # Errors
/// [`StoreError::Database`].
pub fn record_use(connection: &mut AnyConnection, id: i32, now: i64) -> Result<(), StoreError> {
    diesel::update(sessions::table.filter(sessions::id.eq(id)))
        .set(sessions::seen_at.eq(now))
        .execute(connection)?;
    Ok(())
}
