//! Passkeys, and the challenges that await their answer.

use diesel::prelude::*;

use super::schema::{accounts, passkey_challenges, passkeys};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = passkeys)]
pub struct PasskeyRow {
    pub id: i32,
    pub account_id: i32,
    /// How authenticators know the account: the same for all its passkeys.
    pub user_handle: Vec<u8>,
    pub name: String,
    /// The public key and the counter.
    pub credential: Vec<u8>,
    pub made_at: Micros,
    /// Zero if it was never used.
    pub used_at: Micros,
}

#[derive(Debug, Clone, Copy)]
pub struct NewPasskey<'a> {
    pub account: i32,
    /// The hash of the credential's id.
    pub hash: &'a [u8],
    pub user_handle: &'a [u8],
    pub name: &'a str,
    pub credential: &'a [u8],
    pub now: Micros,
}

/// Inserts a passkey, in a transaction that holds the writer lock. Fails if the credential is known.
pub fn add(conn: &mut AnyConnection, new: NewPasskey<'_>) -> Result<()> {
    let id = id_sequence::next_ids(conn, "passkeys", 1)?;
    diesel::insert_into(passkeys::table)
        .values((
            passkeys::id.eq(id),
            passkeys::account_id.eq(new.account),
            passkeys::credential_hash.eq(new.hash),
            passkeys::user_handle.eq(new.user_handle),
            passkeys::name.eq(new.name),
            passkeys::credential.eq(new.credential),
            passkeys::made_at.eq(new.now),
            passkeys::used_at.eq(0),
        ))
        .execute(conn)?;
    update_count(conn, new.account)
}

/// Keeps the number in the account's row, which every request reads.
fn update_count(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let own = passkeys::table.filter(passkeys::account_id.eq(account));
    let count: i64 = own.count().get_result(conn)?;
    diesel::update(accounts::table.find(account))
        .set(accounts::passkeys.eq(i16::try_from(count).unwrap_or(i16::MAX)))
        .execute(conn)?;
    Ok(())
}

/// The passkeys of an account, oldest first.
pub fn for_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<PasskeyRow>> {
    Ok(PasskeyRow::query()
        .filter(passkeys::account_id.eq(account))
        .order(passkeys::id)
        .load(conn)?)
}

/// The passkey whose credential's id has this hash.
pub fn by_hash(conn: &mut AnyConnection, hash: &[u8]) -> Result<Option<PasskeyRow>> {
    Ok(PasskeyRow::query().filter(passkeys::credential_hash.eq(hash)).first(conn).optional()?)
}

/// Records the use of a passkey; `false` if it was used or removed since `before` was read.
pub fn record_use(
    conn: &mut AnyConnection,
    id: i32,
    before: &[u8],
    credential: &[u8],
    now: Micros,
) -> Result<bool> {
    let row = passkeys::table.find(id).filter(passkeys::credential.eq(before));
    let used = (passkeys::credential.eq(credential), passkeys::used_at.eq(now));
    Ok(diesel::update(row).set(used).execute(conn)? == 1)
}

/// Removes a passkey of an account; returns its name, or `None` if the account has no such passkey.
pub fn remove(conn: &mut AnyConnection, account: i32, id: i32) -> Result<Option<String>> {
    let own = passkeys::table.find(id).filter(passkeys::account_id.eq(account));
    let name: Option<String> = own.select(passkeys::name).first(conn).optional()?;
    if name.is_some() {
        diesel::delete(own).execute(conn)?;
        update_count(conn, account)?;
    }
    Ok(name)
}

/// Removes all passkeys of an account, and challenges for further ones.
pub fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let own = passkeys::table.filter(passkeys::account_id.eq(account));
    diesel::delete(own).execute(conn)?;
    let asked = passkey_challenges::table.filter(passkey_challenges::account_id.eq(account));
    diesel::delete(asked).execute(conn)?;
    update_count(conn, account)
}

/// A challenge that awaits its answer.
#[derive(Debug, Clone, Copy)]
pub struct NewChallenge<'a> {
    pub hash: &'a [u8],
    /// Who adds a passkey; `None` for a sign-in.
    pub account: Option<i32>,
    pub state: &'a [u8],
    pub expires_at: Micros,
}

/// Inserts a challenge, in a transaction that holds the writer lock.
pub fn add_challenge(conn: &mut AnyConnection, new: NewChallenge<'_>) -> Result<()> {
    let id = id_sequence::next_ids(conn, "passkey_challenges", 1)?;
    diesel::insert_into(passkey_challenges::table)
        .values((
            passkey_challenges::id.eq(id),
            passkey_challenges::token_hash.eq(new.hash),
            passkey_challenges::account_id.eq(new.account),
            passkey_challenges::state.eq(new.state),
            passkey_challenges::expires_at.eq(new.expires_at),
        ))
        .execute(conn)?;
    Ok(())
}

/// Deletes the challenge with this hash; returns its state and its end if it was for `account`.
pub fn take_challenge(
    conn: &mut AnyConnection,
    hash: &[u8],
    account: Option<i32>,
) -> Result<Option<(Vec<u8>, Micros)>> {
    let asked = passkey_challenges::table.filter(passkey_challenges::token_hash.eq(hash));
    let found: Option<(Option<i32>, Vec<u8>, Micros)> = asked
        .select((
            passkey_challenges::account_id,
            passkey_challenges::state,
            passkey_challenges::expires_at,
        ))
        .first(conn)
        .optional()?;
    // Of two who answer at once, one deletes the row.
    if diesel::delete(asked).execute(conn)? == 0 {
        return Ok(None);
    }
    Ok(found.filter(|(own, ..)| *own == account).map(|(_, state, end)| (state, end)))
}
