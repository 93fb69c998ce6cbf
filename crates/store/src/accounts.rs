use std::collections::HashSet;

use diesel::prelude::*;

use adjutant_domain::account::handle::look_key;
use adjutant_domain::moment::Micros;

use super::claims::ClaimState;
use super::columns::stored_enum;
use super::names::name_key;
use super::queries::load_in_chunks;
use super::schema::{accounts, claims};
use super::{AnyConnection, Result, id_sequence, players, profiles};

stored_enum! {
    AccountState, else Deleted {
        /// It may sign in.
        Active = 0 "active",
        Suspended = 1 "suspended",
        Deleted = 2 "deleted",
        /// Plays without having signed up; it has no password.
        Guest = 3 "guest",
        SuspendedGuest = 4 "suspended-guest",
    }
}

impl AccountState {
    /// Whether it is a guest's, who has no password.
    pub const fn is_guest(self) -> bool {
        matches!(self, AccountState::Guest | AccountState::SuspendedGuest)
    }

    pub const fn is_suspended(self) -> bool {
        matches!(self, AccountState::Suspended | AccountState::SuspendedGuest)
    }
}

#[derive(Clone, HasQuery)]
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
    pub state: AccountState,
    pub site_role: i16,
    pub player_id: Option<i32>,
    /// Sealed; empty for none.
    pub totp: Vec<u8>,
    pub totp_on: i16,
    pub totp_step: i64,
    pub language: String,
    pub created_at: Micros,
    pub signed_in_at: Micros,
    pub password_at: Micros,
    /// How many passkeys it has.
    pub passkeys: i16,
}

impl AccountRow {
    pub const fn has_second_factor(&self) -> bool {
        self.totp_on != 0 || self.passkeys != 0
    }
}

#[derive(Clone, Copy)]
pub struct NewAccount<'a> {
    pub name: &'a str,
    pub email: &'a str,
    pub password: &'a str,
    pub site_role: i16,
    pub player: Option<i32>,
    pub language: &'a str,
    pub state: AccountState,
    pub now: Micros,
}

/// Selects one account by a condition.
macro_rules! one {
    ($conn:expr, $condition:expr) => {{
        let found = AccountRow::query().filter($condition);
        Ok(found.first($conn).optional()?)
    }};
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<AccountRow>> {
    one!(conn, accounts::id.eq(id))
}

/// The account with this id, unless it is deleted.
pub fn undeleted(conn: &mut AnyConnection, id: i32) -> Result<Option<AccountRow>> {
    one!(conn, accounts::id.eq(id).and(accounts::state.ne(AccountState::Deleted)))
}

/// The account with this name, ignoring case.
pub fn by_name(conn: &mut AnyConnection, name: &str) -> Result<Option<AccountRow>> {
    one!(conn, accounts::name_key.eq(name_key(name)))
}

pub fn by_player(conn: &mut AnyConnection, player: i32) -> Result<Option<AccountRow>> {
    one!(conn, accounts::player_id.eq(player))
}

/// The players of these accounts, unordered; accounts without a player are left out.
pub fn players_of(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    let found: Vec<Option<i32>> = load_in_chunks(ids, |ids| {
        accounts::table.filter(accounts::id.eq_any(ids)).select(accounts::player_id).load(conn)
    })?;
    Ok(found.into_iter().flatten().collect())
}

/// The account with this confirmed, folded address.
pub fn by_email(conn: &mut AnyConnection, key: &str) -> Result<Option<AccountRow>> {
    one!(conn, accounts::email_key.eq(key))
}

/// Inserts an account with an unconfirmed address, in a transaction that holds the writer lock;
/// returns its id. Fails if the name is taken.
pub fn add(conn: &mut AnyConnection, new: NewAccount<'_>) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "accounts", 1)?;
    diesel::insert_into(accounts::table)
        .values((
            accounts::id.eq(id),
            accounts::name.eq(new.name),
            accounts::name_key.eq(name_key(new.name)),
            accounts::look_key.eq(look_key(new.name)),
            accounts::email.eq(new.email),
            accounts::email_confirmed.eq(0),
            accounts::password.eq(new.password),
            accounts::state.eq(new.state),
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
        .execute(conn)?;
    Ok(id)
}

/// Turns a guest into an account, with everything that it has played; fails if the name is taken.
pub fn claim_guest(conn: &mut AnyConnection, id: i32, new: NewAccount<'_>) -> Result<()> {
    diesel::update(accounts::table.find(id))
        .set((
            accounts::name.eq(new.name),
            accounts::name_key.eq(name_key(new.name)),
            accounts::look_key.eq(look_key(new.name)),
            accounts::email.eq(new.email),
            accounts::password.eq(new.password),
            accounts::state.eq(AccountState::Active),
            accounts::language.eq(new.language),
            accounts::created_at.eq(new.now),
            accounts::password_at.eq(new.now),
        ))
        .execute(conn)?;
    Ok(())
}

/// Up to `limit` guests, suspended or not, that were created before this time.
pub fn guests_before(conn: &mut AnyConnection, before: Micros, limit: i64) -> Result<Vec<i32>> {
    // Without a bound value, so that both engines recognise the partial index.
    let guests = diesel::dsl::sql::<diesel::sql_types::Bool>("accounts.state >= 3");
    Ok(accounts::table
        .filter(guests)
        .filter(accounts::created_at.lt(before))
        .order(accounts::created_at)
        .select(accounts::id)
        .limit(limit)
        .load(conn)?)
}

/// Whether a guest plays for this player.
pub fn is_guest(conn: &mut AnyConnection, player: i32) -> Result<bool> {
    Ok(by_player(conn, player)?.is_some_and(|account| account.state.is_guest()))
}

/// Updates columns of an account.
macro_rules! change {
    ($conn:expr, $id:expr, $set:expr) => {{
        diesel::update(accounts::table.find($id)).set($set).execute($conn)?;
        Ok(())
    }};
}

pub fn set_password(conn: &mut AnyConnection, id: i32, password: &str, now: Micros) -> Result<()> {
    change!(conn, id, (accounts::password.eq(password), accounts::password_at.eq(now)))
}

/// Replaces the hash of the same password.
pub fn update_password_hash(conn: &mut AnyConnection, id: i32, password: &str) -> Result<()> {
    change!(conn, id, accounts::password.eq(password))
}

pub fn record_sign_in(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<()> {
    change!(conn, id, accounts::signed_in_at.eq(now))
}

pub fn set_state(conn: &mut AnyConnection, id: i32, state: AccountState) -> Result<()> {
    change!(conn, id, accounts::state.eq(state))
}

pub fn set_site_role(conn: &mut AnyConnection, id: i32, role: i16) -> Result<()> {
    change!(conn, id, accounts::site_role.eq(role))
}

/// Sets an unconfirmed address.
pub fn set_unconfirmed_email(conn: &mut AnyConnection, id: i32, email: &str) -> Result<()> {
    let none: Option<&str> = None;
    change!(
        conn,
        id,
        (accounts::email.eq(email), accounts::email_key.eq(none), accounts::email_confirmed.eq(0))
    )
}

/// Sets a confirmed address. Fails if another account has confirmed it.
pub fn confirm_email(conn: &mut AnyConnection, id: i32, email: &str, key: &str) -> Result<()> {
    change!(
        conn,
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
    conn: &mut AnyConnection,
    id: i32,
    sealed: &[u8],
    on: bool,
    step: i64,
) -> Result<()> {
    change!(
        conn,
        id,
        (
            accounts::totp.eq(sealed),
            accounts::totp_on.eq(i16::from(on)),
            accounts::totp_step.eq(step)
        )
    )
}

/// Records a used TOTP step; `false` if another step was used since `before` was read.
pub fn use_totp_step(conn: &mut AnyConnection, id: i32, before: i64, step: i64) -> Result<bool> {
    let row = accounts::table.find(id).filter(accounts::totp_step.eq(before));
    Ok(diesel::update(row).set(accounts::totp_step.eq(step)).execute(conn)? == 1)
}

/// Some account with a second factor, and its sealed key.
pub fn any_sealed_totp(conn: &mut AnyConnection) -> Result<Option<(i32, Vec<u8>)>> {
    // Without a bound value, so that SQLite recognises the partial index.
    let on = "accounts.totp_on <> 0 AND length(accounts.totp) > 0";
    let on = diesel::dsl::sql::<diesel::sql_types::Bool>(on);
    let found = accounts::table.filter(on).select((accounts::id, accounts::totp));
    Ok(found.first(conn).optional()?)
}

/// The number of active accounts with this role on the site.
pub fn count_active_with_role(conn: &mut AnyConnection, role: i16) -> Result<i64> {
    let all = accounts::table.filter(accounts::site_role.eq(role));
    Ok(all.filter(accounts::state.eq(AccountState::Active)).count().get_result(conn)?)
}

/// Accounts that are not deleted, by name after `after`, only those that begin with `prefix`.
pub fn page(
    conn: &mut AnyConnection,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<AccountRow>> {
    let (prefix, after) = (name_key(prefix), name_key(after));
    let mut query = AccountRow::query()
        .filter(accounts::state.ne(AccountState::Deleted))
        .order(accounts::name_key)
        .limit(limit)
        .into_boxed();
    if !prefix.is_empty() {
        let end = format!("{prefix}\u{10ffff}");
        query = query.filter(accounts::name_key.ge(prefix)).filter(accounts::name_key.lt(end));
    }
    // No name is before the empty one; the condition makes SQLite search the index of names.
    query = query.filter(accounts::name_key.gt(after));
    Ok(query.load(conn)?)
}

/// For recognising an importer's own games, which are not rated: the name keys of an account, of its player, of claimed players, and of all merged into them;
/// empty if there is no such account.
pub fn name_keys(conn: &mut AnyConnection, account: i32) -> Result<HashSet<String>> {
    let row: Option<(String, Option<i32>)> = accounts::table
        .find(account)
        .select((accounts::name, accounts::player_id))
        .first(conn)
        .optional()?;
    let Some((name, player)) = row else { return Ok(HashSet::new()) };
    let mut own: Vec<i32> = claims::table
        .filter(claims::account_id.eq(account))
        .filter(claims::state.eq(ClaimState::Open))
        .select(claims::player_id)
        .load(conn)?;
    own.extend(player);
    let mut keys = HashSet::from([name_key(&name)]);
    for player in own {
        let everybody = profiles::with_merged_players(conn, player)?;
        let named = players::by_ids(conn, &everybody)?;
        keys.extend(named.iter().map(|one| name_key(&one.name)));
    }
    Ok(keys)
}
