//! API tokens, with the query behind every request by token.

use diesel::prelude::*;

use super::queries::load_in_chunks;
use super::schema::{accounts, roles, tokens};
use super::sessions::{HeldRoleRow, HolderRow, with_holder};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// A new token; only the hash of its text is stored.
#[derive(Debug, Clone, PartialEq, Eq, Insertable)]
#[diesel(table_name = tokens, treat_none_as_default_value = false)]
pub struct NewTokenRow<'a> {
    #[diesel(column_name = token_hash)]
    pub hash: &'a [u8],
    #[diesel(column_name = account_id)]
    pub account: i32,
    pub name: &'a str,
    /// The scopes as a bit set.
    pub scopes: i32,
    pub created_at: Micros,
    pub expires_at: Micros,
}

/// A token without its hash.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = tokens)]
pub struct TokenRow {
    pub id: i32,
    pub name: String,
    pub scopes: i32,
    pub created_at: Micros,
    pub expires_at: Micros,
    /// 0 for never.
    pub used_at: Micros,
    pub revoked_at: Micros,
}

/// A token with its account and one of its roles; one row per role, at least one.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = tokens)]
pub struct TokenRoleRow {
    pub id: i32,
    pub scopes: i32,
    pub created_at: Micros,
    pub expires_at: Micros,
    pub used_at: Micros,
    pub revoked_at: Micros,
    #[diesel(embed)]
    pub holder: HolderRow,
    #[diesel(embed)]
    pub role: Option<HeldRoleRow>,
}

/// Inserts a token; returns its id.
pub fn add(conn: &mut AnyConnection, new: &NewTokenRow<'_>) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "tokens", 1)?;
    diesel::insert_into(tokens::table)
        .values((tokens::id.eq(id), new, tokens::used_at.eq(0), tokens::revoked_at.eq(0)))
        .execute(conn)?;
    Ok(id)
}

/// Up to `limit` tokens of an account, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32, limit: i64) -> Result<Vec<TokenRow>> {
    let rows = TokenRow::query()
        .filter(tokens::account_id.eq(account))
        .order(tokens::id.desc())
        .limit(limit)
        .load(conn)?;
    Ok(rows)
}

/// The number of an account's valid tokens.
pub fn count_active(conn: &mut AnyConnection, account: i32, now: Micros) -> Result<i64> {
    let open = tokens::table
        .filter(tokens::account_id.eq(account))
        .filter(tokens::revoked_at.eq(0))
        .filter(tokens::expires_at.gt(now));
    Ok(open.count().get_result(conn)?)
}

/// Revokes a token of an account; `false` if there is none, or it is revoked already.
pub fn revoke(conn: &mut AnyConnection, account: i32, id: i32, now: Micros) -> Result<bool> {
    let own = tokens::table
        .filter(tokens::id.eq(id))
        .filter(tokens::account_id.eq(account))
        .filter(tokens::revoked_at.eq(0));
    Ok(diesel::update(own).set(tokens::revoked_at.eq(now)).execute(conn)? > 0)
}

/// Revokes all tokens of an account; returns their number.
pub fn revoke_for_account(conn: &mut AnyConnection, account: i32, now: Micros) -> Result<usize> {
    let own = tokens::table.filter(tokens::account_id.eq(account)).filter(tokens::revoked_at.eq(0));
    Ok(diesel::update(own).set(tokens::revoked_at.eq(now)).execute(conn)?)
}

pub fn revoke_all_accounts(conn: &mut AnyConnection, now: Micros) -> Result<usize> {
    let open = tokens::table.filter(tokens::revoked_at.eq(0));
    Ok(diesel::update(open).set(tokens::revoked_at.eq(now)).execute(conn)?)
}

/// The token with this hash, in one query of key lookups.
pub fn by_hash(conn: &mut AnyConnection, hash: &[u8]) -> Result<Vec<TokenRoleRow>> {
    let query = with_holder!(tokens, tokens::token_hash.eq(hash), TokenRoleRow);
    Ok(query.load(conn)?)
}

/// The tokens with these ids; the rows of each are adjacent.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<TokenRoleRow>> {
    let mut found: Vec<TokenRoleRow> = load_in_chunks(ids, |ids| {
        let query = with_holder!(tokens, tokens::id.eq_any(ids), TokenRoleRow);
        query.load(conn)
    })?;
    found.sort_by_key(|row| row.id);
    Ok(found)
}

/// Records the use of a token.
pub fn record_use(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<()> {
    diesel::update(tokens::table.filter(tokens::id.eq(id)))
        .set(tokens::used_at.eq(now))
        .execute(conn)?;
    Ok(())
}
