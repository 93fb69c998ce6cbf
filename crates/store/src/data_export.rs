//! Personal data of an account, for its export: what no other list has.

use diesel::prelude::*;

use super::schema::{events, members, organisations, roles};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

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
