//! Personal data of an account, for its export.

use diesel::prelude::*;

use super::schema::{accounts, events, members, organisations, roles, sessions, tokens};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// An account without credentials.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct ExportedAccountRow {
    pub name: String,
    pub email: String,
    pub email_confirmed: i16,
    pub site_role: i16,
    pub player_id: Option<i32>,
    pub totp_on: i16,
    pub language: String,
    pub created_at: Micros,
    pub signed_in_at: Micros,
    pub password_at: Micros,
}

pub fn account(conn: &mut AnyConnection, id: i32) -> Result<Option<ExportedAccountRow>> {
    Ok(accounts::table
        .find(id)
        .filter(accounts::state.ne(super::accounts::AccountState::Deleted))
        .select(ExportedAccountRow::as_select())
        .first(conn)
        .optional()?)
}

/// A roster entry with the organisation's slug.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = members)]
pub struct ExportedMembershipRow {
    pub organisation_id: i32,
    #[diesel(select_expression = organisations::slug)]
    pub organisation: String,
    pub reference: String,
    pub real_name: String,
    pub club: String,
    pub province: String,
    pub age_band: i16,
    pub verified_at: Micros,
    pub joined_at: Micros,
}

/// All roster entries of these players.
pub fn memberships(
    conn: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<ExportedMembershipRow>> {
    Ok(members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq_any(players))
        .order(members::id)
        .select(ExportedMembershipRow::as_select())
        .load(conn)?)
}

/// A role of an account: organisation, role, event (if any), duties, granted at.
pub type ExportedRoleRow = (String, i16, Option<String>, i16, Micros);

pub fn roles(conn: &mut AnyConnection, account: i32) -> Result<Vec<ExportedRoleRow>> {
    Ok(roles::table
        .inner_join(organisations::table)
        .left_join(events::table.on(roles::event_id.eq(events::id.nullable())))
        .filter(roles::account_id.eq(account))
        .order(roles::id)
        .select((
            organisations::slug,
            roles::role,
            events::slug.nullable(),
            roles::duties,
            roles::granted_at,
        ))
        .load(conn)?)
}

/// A session without its secret: created, last seen, second factor, browser.
pub type ExportedSessionRow = (Micros, Micros, i16, String);

pub fn sessions(conn: &mut AnyConnection, account: i32) -> Result<Vec<ExportedSessionRow>> {
    Ok(sessions::table
        .filter(sessions::account_id.eq(account))
        .order(sessions::id)
        .select((sessions::created_at, sessions::seen_at, sessions::second_factor, sessions::agent))
        .load(conn)?)
}

/// A token without its secret: name, scopes, created, expires, last used, revoked.
pub type ExportedTokenRow = (String, i32, Micros, Micros, Micros, Micros);

pub fn tokens(conn: &mut AnyConnection, account: i32) -> Result<Vec<ExportedTokenRow>> {
    Ok(tokens::table
        .filter(tokens::account_id.eq(account))
        .order(tokens::id)
        .select((
            tokens::name,
            tokens::scopes,
            tokens::created_at,
            tokens::expires_at,
            tokens::used_at,
            tokens::revoked_at,
        ))
        .load(conn)?)
}
