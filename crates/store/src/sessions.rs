//! Sessions: opening, listing and ending them, and the query behind every request of a signed-in
//! user.

use diesel::prelude::*;

use super::accounts::AccountState;
use super::queries::load_in_chunks;
use super::schema::{accounts, roles, sessions};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// The number of sessions per account; beyond it the oldest end.
const MAX_SESSIONS: i64 = 50;

/// A session with its account and one of its roles; one row per role, at least one.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct SessionRow {
    pub id: i32,
    pub created_at: Micros,
    pub seen_at: Micros,
    pub proved_at: Micros,
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
    pub state: AccountState,
    pub site_role: i16,
    pub player_id: Option<i32>,
    pub totp_on: i16,
    /// How many passkeys it has.
    pub passkeys: i16,
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
            .select(<$row>::as_select())
    };
}
pub(super) use with_holder;

/// The session with this hash, in one query of key lookups.
pub fn by_hash(conn: &mut AnyConnection, hash: &[u8]) -> Result<Vec<SessionRow>> {
    let query = with_holder!(sessions, sessions::token_hash.eq(hash), SessionRow);
    Ok(query.load(conn)?)
}

/// The sessions with these ids; the rows of each are adjacent.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<SessionRow>> {
    let mut found: Vec<SessionRow> = load_in_chunks(ids, |ids| {
        let query = with_holder!(sessions, sessions::id.eq_any(ids), SessionRow);
        query.load(conn)
    })?;
    found.sort_by_key(|row| row.id);
    Ok(found)
}

/// Records the use of a session.
pub fn record_use(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<()> {
    diesel::update(sessions::table.filter(sessions::id.eq(id)))
        .set(sessions::seen_at.eq(now))
        .execute(conn)?;
    Ok(())
}

#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    pub hash: &'a [u8],
    pub account: i32,
    pub second_factor: bool,
    pub agent: &'a str,
    pub now: Micros,
}

/// A session in its owner's list.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = sessions)]
pub struct OpenSession {
    pub id: i32,
    pub created_at: Micros,
    pub seen_at: Micros,
    pub second_factor: i16,
    pub agent: String,
}

/// Inserts a session with a password just given, in a transaction that holds the writer lock.
pub fn add(conn: &mut AnyConnection, new: NewSession<'_>) -> Result<()> {
    let id = id_sequence::next_ids(conn, "sessions", 1)?;
    diesel::insert_into(sessions::table)
        .values((
            sessions::id.eq(id),
            sessions::token_hash.eq(new.hash),
            sessions::account_id.eq(new.account),
            sessions::created_at.eq(new.now),
            sessions::seen_at.eq(new.now),
            sessions::proved_at.eq(new.now),
            sessions::second_factor.eq(i16::from(new.second_factor)),
            sessions::agent.eq(new.agent),
        ))
        .execute(conn)?;
    let old: Vec<i32> = sessions::table
        .filter(sessions::account_id.eq(new.account))
        .order(sessions::id.desc())
        .select(sessions::id)
        .offset(MAX_SESSIONS)
        .limit(MAX_SESSIONS)
        .load(conn)?;
    diesel::delete(sessions::table.filter(sessions::id.eq_any(old))).execute(conn)?;
    Ok(())
}

/// An account's sessions, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<OpenSession>> {
    Ok(OpenSession::query()
        .filter(sessions::account_id.eq(account))
        .order(sessions::id.desc())
        .load(conn)?)
}

/// Ends a session of an account; `false` if it has no session with this id.
pub fn end(conn: &mut AnyConnection, account: i32, id: i32) -> Result<bool> {
    let one = sessions::table.find(id).filter(sessions::account_id.eq(account));
    Ok(diesel::delete(one).execute(conn)? > 0)
}

/// Ends the session with this hash.
pub fn end_by_hash(conn: &mut AnyConnection, hash: &[u8]) -> Result<()> {
    diesel::delete(sessions::table.filter(sessions::token_hash.eq(hash))).execute(conn)?;
    Ok(())
}

/// Ends all sessions of an account but one (0 for none); returns their number.
pub fn end_others(conn: &mut AnyConnection, account: i32, except: i32) -> Result<usize> {
    let all = sessions::table.filter(sessions::account_id.eq(account));
    Ok(diesel::delete(all.filter(sessions::id.ne(except))).execute(conn)?)
}

/// Records that the password, or a passkey, was given in a session.
pub fn record_password_proof(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<()> {
    diesel::update(sessions::table.find(id)).set(sessions::proved_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Records that the second factor was given in a session of an account.
pub fn record_second_factor(conn: &mut AnyConnection, account: i32, id: i32) -> Result<()> {
    let one = sessions::table.find(id).filter(sessions::account_id.eq(account));
    diesel::update(one).set(sessions::second_factor.eq(1)).execute(conn)?;
    Ok(())
}
