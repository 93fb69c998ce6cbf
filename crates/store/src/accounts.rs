use diesel::prelude::*;

use adjutant_domain::account::handle::look_key;

use super::names::name_key;
use super::schema::accounts;
use super::{AnyConnection, StoreError, id_sequence};

/// The `state` of an account that may sign in.
pub const ACTIVE: i16 = 0;
/// The `state` of a suspended account.
pub const SUSPENDED: i16 = 1;

#[derive(Clone, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct AccountRow {
    pub id: i32,
    pub name: String,
    pub name_key: String,
    /// Empty for none.
    pub email: String,
    /// The folded address, once confirmed.
    pub email_key: Option<String>,
    /// A PHC string; empty for none.
    pub password: String,
    pub state: i16,
    pub site_role: i16,
    pub player_id: Option<i32>,
    /// Sealed; empty for none.
    pub totp: Vec<u8>,
    pub totp_on: i16,
    pub totp_step: i64,
    pub language: String,
    pub created_at: i64,
    pub signed_in_at: i64,
    pub password_at: i64,
}

#[derive(Clone, Copy)]
pub struct NewAccount<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub password: &'a str,
    pub site_role: i16,
    pub player: Option<i32>,
    pub language: &'a str,
    pub now: i64,
}

/// Selects one account by a condition.
macro_rules! one {
    ($connection:expr, $condition:expr) => {{
        let found = accounts::table.filter($condition).select(AccountRow::as_select());
        Ok(found.first($connection).optional()?)
    }};
}

pub fn by_id(connection: &mut AnyConnection, id: i32) -> Result<Option<AccountRow>, StoreError> {
    one!(connection, accounts::id.eq(id))
}

/// The account with this name, ignoring case.
pub fn by_name(
    connection: &mut AnyConnection,
    name: &str,
) -> Result<Option<AccountRow>, StoreError> {
    one!(connection, accounts::name_key.eq(name_key(name)))
}

/// The account with this player.
pub fn by_player(
    connection: &mut AnyConnection,
    player: i32,
) -> Result<Option<AccountRow>, StoreError> {
    one!(connection, accounts::player_id.eq(player))
}

/// The account with this confirmed, folded address.
pub fn by_email(
    connection: &mut AnyConnection,
    key: &str,
) -> Result<Option<AccountRow>, StoreError> {
    one!(connection, accounts::email_key.eq(key))
}

/// Inserts an account with an unconfirmed address, in a transaction that holds the writer lock;
/// returns its id.
///
/// # Errors
/// Returns [`StoreError::Database`], also if the name is taken.
pub fn add(connection: &mut AnyConnection, new: NewAccount<'_>) -> Result<i32, StoreError> {
    let id = id_sequence::next_ids(connection, "accounts", 1)?;
    diesel::insert_into(accounts::table)
        .values((
            accounts::id.eq(id),
            accounts::name.eq(new.name),
            accounts::name_key.eq(name_key(new.name)),
            accounts::look_key.eq(look_key(new.name)),
            accounts::email.eq(new.email),
            accounts::email_confirmed.eq(0),
            accounts::password.eq(new.password),
            accounts::state.eq(ACTIVE),
            accounts::site_role.eq(new.site_role),
            accounts::player_id.eq(new.player),
            accounts::totp.eq(&[][..] as &[u8]),
            accounts::totp_on.eq(0),
            accounts::totp_step.eq(0),
            accounts::language.eq(new.language),
            accounts::created_at.eq(new.now),
            accounts::signed_in_at.eq(0),
            accounts::password_at.eq(new.now),
        ))
        .execute(connection)?;
    Ok(id)
}

/// Updates columns of an account.
macro_rules! change {
    ($connection:expr, $id:expr, $set:expr) => {{
        diesel::update(accounts::table.find($id)).set($set).execute($connection)?;
        Ok(())
    }};
}

pub fn set_password(
    connection: &mut AnyConnection,
    id: i32,
    password: &str,
    now: i64,
) -> Result<(), StoreError> {
    change!(connection, id, (accounts::password.eq(password), accounts::password_at.eq(now)))
}

/// Replaces the hash of the same password.
pub fn update_password_hash(
    connection: &mut AnyConnection,
    id: i32,
    password: &str,
) -> Result<(), StoreError> {
    change!(connection, id, accounts::password.eq(password))
}

pub fn record_sign_in(connection: &mut AnyConnection, id: i32, now: i64) -> Result<(), StoreError> {
    change!(connection, id, accounts::signed_in_at.eq(now))
}

pub fn set_state(connection: &mut AnyConnection, id: i32, state: i16) -> Result<(), StoreError> {
    change!(connection, id, accounts::state.eq(state))
}

pub fn set_site_role(connection: &mut AnyConnection, id: i32, role: i16) -> Result<(), StoreError> {
    change!(connection, id, accounts::site_role.eq(role))
}

/// Sets an unconfirmed address.
pub fn set_unconfirmed_email(
    connection: &mut AnyConnection,
    id: i32,
    email: &str,
) -> Result<(), StoreError> {
    let none: Option<&str> = None;
    change!(
        connection,
        id,
        (accounts::email.eq(email), accounts::email_key.eq(none), accounts::email_confirmed.eq(0))
    )
}

/// Sets a confirmed address.
///
/// # Errors
/// Returns [`StoreError::Database`], also if another account has confirmed it.
pub fn confirm_email(
    connection: &mut AnyConnection,
    id: i32,
    email: &str,
    key: &str,
) -> Result<(), StoreError> {
    change!(
        connection,
        id,
        (
            accounts::email.eq(email),
            accounts::email_key.eq(Some(key)),
            accounts::email_confirmed.eq(1)
        )
    )
}

/// Sets the sealed TOTP key, enabled if `on`; an empty one removes it.
pub fn set_totp(
    connection: &mut AnyConnection,
    id: i32,
    sealed: &[u8],
    on: bool,
    step: i64,
) -> Result<(), StoreError> {
    change!(
        connection,
        id,
        (
            accounts::totp.eq(sealed),
            accounts::totp_on.eq(i16::from(on)),
            accounts::totp_step.eq(step)
        )
    )
}

/// Records a used TOTP step; `false` if another step was used since `before` was read.
pub fn use_totp_step(
    connection: &mut AnyConnection,
    id: i32,
    before: i64,
    step: i64,
) -> Result<bool, StoreError> {
    let row = accounts::table.find(id).filter(accounts::totp_step.eq(before));
    Ok(diesel::update(row).set(accounts::totp_step.eq(step)).execute(connection)? == 1)
}

/// Some account with a second factor, and its sealed key.
pub fn any_sealed_totp(
    connection: &mut AnyConnection,
) -> Result<Option<(i32, Vec<u8>)>, StoreError> {
    // Without a bound value, so that SQLite recognises the partial index.
    let on = "accounts.totp_on <> 0 AND length(accounts.totp) > 0";
    let on = diesel::dsl::sql::<diesel::sql_types::Bool>(on);
    let found = accounts::table.filter(on).select((accounts::id, accounts::totp));
    Ok(found.first(connection).optional()?)
}

/// The number of active accounts with this role on the site.
pub fn count_active_with_role(
    connection: &mut AnyConnection,
    role: i16,
) -> Result<i64, StoreError> {
    let all = accounts::table.filter(accounts::site_role.eq(role));
    Ok(all.filter(accounts::state.eq(ACTIVE)).count().get_result(connection)?)
}

/// Accounts that are not deleted, by name after `after`, only those that begin with `prefix`.
pub fn page(
    connection: &mut AnyConnection,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<AccountRow>, StoreError> {
    let (prefix, after) = (name_key(prefix), name_key(after));
    let mut query = accounts::table
        .filter(accounts::state.le(SUSPENDED))
        .select(AccountRow::as_select())
        .order(accounts::name_key)
        .limit(limit)
        .into_boxed();
    if !prefix.is_empty() {
        let end = format!("{prefix}\u{10ffff}");
        query = query.filter(accounts::name_key.ge(prefix)).filter(accounts::name_key.lt(end));
    }
    // No name is before the empty one; the condition makes SQLite search the index of names.
    query = query.filter(accounts::name_key.gt(after));
    Ok(query.load(connection)?)
}
