//! Sessions as their owner keeps them: opened, listed, ended.

use diesel::prelude::*;

use super::schema::sessions;
use super::{AnyConnection, StoreError, id_sequence};

/// Sessions that an account may have at once; the oldest end first.
const MAX_SESSIONS: i64 = 50;

/// A session that is to be opened.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    pub hash: &'a [u8],
    pub account: i32,
    pub second_factor: bool,
    pub agent: &'a str,
    pub now: i64,
}

/// A session in its owner's list.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = sessions)]
pub struct OpenSession {
    pub id: i32,
    pub created_at: i64,
    pub seen_at: i64,
    pub second_factor: i16,
    pub agent: String,
}

/// Opens one whose password was just given, in a transaction that holds the writer's lock.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(connection: &mut AnyConnection, new: NewSession<'_>) -> Result<(), StoreError> {
    let id = id_sequence::next_ids(connection, "sessions", 1)?;
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
        .execute(connection)?;
    let old: Vec<i32> = sessions::table
        .filter(sessions::account_id.eq(new.account))
        .order(sessions::id.desc())
        .select(sessions::id)
        .offset(MAX_SESSIONS)
        .limit(MAX_SESSIONS)
        .load(connection)?;
    diesel::delete(sessions::table.filter(sessions::id.eq_any(old))).execute(connection)?;
    Ok(())
}

/// An account's sessions, the newest first.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_account(
    connection: &mut AnyConnection,
    account: i32,
) -> Result<Vec<OpenSession>, StoreError> {
    Ok(sessions::table
        .filter(sessions::account_id.eq(account))
        .order(sessions::id.desc())
        .select(OpenSession::as_select())
        .load(connection)?)
}

/// Ends one session of an account; false where it has none of this number.
///
/// # Errors
/// [`StoreError::Database`].
pub fn end(connection: &mut AnyConnection, account: i32, id: i32) -> Result<bool, StoreError> {
    let one = sessions::table.find(id).filter(sessions::account_id.eq(account));
    Ok(diesel::delete(one).execute(connection)? > 0)
}

/// Ends the session that this hash opens, whosever it is.
///
/// # Errors
/// [`StoreError::Database`].
pub fn end_by_hash(connection: &mut AnyConnection, hash: &[u8]) -> Result<(), StoreError> {
    diesel::delete(sessions::table.filter(sessions::token_hash.eq(hash))).execute(connection)?;
    Ok(())
}

/// Ends all sessions of an account but one (0 for all); gives how many.
///
/// # Errors
/// [`StoreError::Database`].
pub fn end_others(
    connection: &mut AnyConnection,
    account: i32,
    except: i32,
) -> Result<usize, StoreError> {
    let all = sessions::table.filter(sessions::account_id.eq(account));
    Ok(diesel::delete(all.filter(sessions::id.ne(except))).execute(connection)?)
}

/// Notes that the password was given in a session.
///
/// # Errors
/// [`StoreError::Database`].
pub fn record_password_proof(
    connection: &mut AnyConnection,
    id: i32,
    now: i64,
) -> Result<(), StoreError> {
    diesel::update(sessions::table.find(id))
        .set(sessions::proved_at.eq(now))
        .execute(connection)?;
    Ok(())
}
