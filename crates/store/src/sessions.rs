//! Sessions: the query behind every request of a signed-in user.

use diesel::prelude::*;

use super::queries::{columns_of, load_in_chunks, on_engine};
use super::schema::{accounts, roles, sessions};
use super::{AnyConnection, Result};

/// A session with its account and one of its roles; one row per role, at least one.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct SessionRow {
    pub id: i32,
    pub created_at: i64,
    pub seen_at: i64,
    pub proved_at: i64,
    pub second_factor: i16,
    #[diesel(embed)]
    pub holder: HolderRow,
    #[diesel(embed)]
    pub role: Option<HeldRoleRow>,
}

/// The account of a credential.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct HolderRow {
    pub id: i32,
    pub name: String,
    pub state: i16,
    pub site_role: i16,
    pub player_id: Option<i32>,
    pub totp_on: i16,
}

/// A role as stored.
#[derive(Debug, Clone, Copy, Queryable, Selectable)]
#[diesel(table_name = roles)]
pub struct HeldRoleRow {
    pub organisation_id: i32,
    pub role: i16,
    /// `None` for all events.
    pub event_id: Option<i32>,
    pub duties: i16,
}

/// Selects credentials by a condition, with their accounts, and one of their roles or none.
macro_rules! with_holder {
    ($credentials:ident, $which:expr, $row:ty) => {
        $credentials::table
            .inner_join(accounts::table)
            .left_join(roles::table.on(roles::account_id.eq(accounts::id)))
            .filter($which)
            .select(columns_of::<$row>())
    };
}
pub(super) use with_holder;

/// The session with this hash, in one query of key lookups.
pub fn by_hash(conn: &mut AnyConnection, hash: &[u8]) -> Result<Vec<SessionRow>> {
    let query = with_holder!(sessions, sessions::token_hash.eq(hash), SessionRow);
    Ok(on_engine!(conn, inner => query.load(inner)?))
}

/// The sessions with these ids; the rows of each are adjacent.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<SessionRow>> {
    let mut found: Vec<SessionRow> = load_in_chunks(ids, |ids| {
        let query = with_holder!(sessions, sessions::id.eq_any(ids), SessionRow);
        on_engine!(conn, inner => query.load(inner))
    })?;
    found.sort_by_key(|row| row.id);
    Ok(found)
}

/// Records the use of a session.
pub fn record_use(conn: &mut AnyConnection, id: i32, now: i64) -> Result<()> {
    diesel::update(sessions::table.filter(sessions::id.eq(id)))
        .set(sessions::seen_at.eq(now))
        .execute(conn)?;
    Ok(())
}
