//! Roles in organisations.

use diesel::prelude::*;

use super::accounts::AccountState;
use super::players::Privacy;
use super::queries::distinct;
use super::schema::{accounts, players, roles};
use super::sessions::HeldRoleRow as Grant;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::account::roles::Duties;
use adjutant_domain::moment::Micros;

/// The stored role of owners.
const OWNER: i16 = 1;
/// The stored role of organizers.
const ORGANIZER: i16 = 2;

/// A role with the name of its holder.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = roles, base_query = roles::table.inner_join(accounts::table))]
pub struct RoleRow {
    pub id: i32,
    #[diesel(column_name = account_id)]
    pub account: i32,
    #[diesel(select_expression = accounts::name)]
    pub name: String,
    /// 1 if an authenticator app is set up.
    #[diesel(select_expression = accounts::totp_on)]
    pub totp_on: i16,
    #[diesel(select_expression = accounts::passkeys)]
    pub passkeys: i16,
    pub role: i16,
    /// `None` for all events.
    #[diesel(column_name = event_id)]
    pub event: Option<i32>,
    pub duties: i16,
    pub granted_by: Option<i32>,
    pub granted_at: Micros,
}

#[derive(Debug, Clone, Copy, Insertable)]
#[diesel(table_name = roles, treat_none_as_default_value = false)]
pub struct NewRoleRow {
    #[diesel(column_name = account_id)]
    pub account: i32,
    #[diesel(column_name = organisation_id)]
    pub organisation: i32,
    pub role: i16,
    #[diesel(column_name = event_id)]
    pub event: Option<i32>,
    pub duties: i16,
    pub granted_by: Option<i32>,
    pub granted_at: Micros,
}

/// All roles in an organisation, owners first.
pub fn for_organisation(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<RoleRow>> {
    Ok(RoleRow::query()
        .filter(roles::organisation_id.eq(organisation))
        .order((roles::role, accounts::name_key, roles::event_id.is_not_null(), roles::event_id))
        .load(conn)?)
}

/// A role of an organisation by its id.
pub fn find(conn: &mut AnyConnection, organisation: i32, id: i32) -> Result<Option<RoleRow>> {
    Ok(RoleRow::query()
        .filter(roles::organisation_id.eq(organisation))
        .filter(roles::id.eq(id))
        .first(conn)
        .optional()?)
}

/// The number of owners with active accounts.
pub fn count_active_owners(conn: &mut AnyConnection, organisation: i32) -> Result<i64> {
    Ok(roles::table
        .inner_join(accounts::table)
        .filter(roles::organisation_id.eq(organisation))
        .filter(roles::role.eq(OWNER))
        .filter(accounts::state.eq(AccountState::Active))
        .count()
        .get_result(conn)?)
}

/// Whether the account has this role for the same event, with any duties.
pub fn is_held(conn: &mut AnyConnection, role: NewRoleRow) -> Result<bool> {
    let same = roles::table
        .filter(roles::account_id.eq(role.account))
        .filter(roles::organisation_id.eq(role.organisation))
        .filter(roles::role.eq(role.role))
        .select(roles::event_id);
    let events: Vec<Option<i32>> = same.load(conn)?;
    Ok(events.contains(&role.event))
}

/// The handles of an organisation's owners and organizers, owners first, with active accounts and
/// publicly listed players only.
pub fn public_organizer_handles(
    conn: &mut AnyConnection,
    organisation: i32,
    limit: i64,
) -> Result<Vec<(i16, String)>> {
    Ok(roles::table
        .inner_join(accounts::table)
        .inner_join(players::table.on(accounts::player_id.eq(players::id.nullable())))
        .filter(roles::organisation_id.eq(organisation))
        .filter(roles::role.eq_any([OWNER, ORGANIZER]))
        .filter(accounts::state.eq(AccountState::Active))
        .filter(players::private.eq(Privacy::Public))
        .order((roles::role, players::name_key))
        .limit(limit)
        .select((roles::role, players::handle))
        .load(conn)?)
}

/// The active accounts that may enter results of an event: owners, organizers, and officials with that
/// duty in it or in all events.
pub fn accounts_for_results(
    conn: &mut AnyConnection,
    organisation: i32,
    event: i32,
) -> Result<Vec<i32>> {
    let all: Vec<(i32, i16, Option<i32>, i16)> = roles::table
        .inner_join(accounts::table)
        .filter(roles::organisation_id.eq(organisation))
        .filter(accounts::state.eq(AccountState::Active))
        .order(roles::id)
        .select((roles::account_id, roles::role, roles::event_id, roles::duties))
        .load(conn)?;
    let decides = |(_, role, own, duties): &(i32, i16, Option<i32>, i16)| {
        let has_duty = Duties::from_bits(*duties).contains(Duties::RESULTS);
        matches!(*role, OWNER | ORGANIZER) || (has_duty && own.is_none_or(|own| own == event))
    };
    Ok(distinct(all.into_iter().filter(decides).map(|(account, ..)| account)))
}

/// Inserts a role, in a transaction that holds the writer lock; returns its id. Fails if the
/// account has it.
pub fn add(conn: &mut AnyConnection, new: NewRoleRow) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "roles", 1)?;
    diesel::insert_into(roles::table).values((roles::id.eq(id), new)).execute(conn)?;
    Ok(id)
}

pub fn set_duties(conn: &mut AnyConnection, id: i32, duties: i16) -> Result<()> {
    diesel::update(roles::table.find(id)).set(roles::duties.eq(duties)).execute(conn)?;
    Ok(())
}

pub fn remove(conn: &mut AnyConnection, id: i32) -> Result<()> {
    diesel::delete(roles::table.find(id)).execute(conn)?;
    Ok(())
}

/// The roles of an account in all organisations.
pub fn grants_of_account(conn: &mut AnyConnection, account: i32) -> Result<Vec<Grant>> {
    Ok(roles::table.filter(roles::account_id.eq(account)).select(Grant::as_select()).load(conn)?)
}
