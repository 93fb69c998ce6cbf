//! Claims of accounts on players, with the account and roster data they need.

use diesel::prelude::*;

use super::columns::stored_enum;
use super::organisations::OrganisationState;
use super::players::have_games_outside_organisation;
use super::schema::{accounts, claims, members, organisations};
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// A claim; times are 0 for never.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct ClaimRow {
    pub id: i32,
    pub account_id: i32,
    pub player_id: i32,
    pub state: ClaimState,
    pub words: String,
    pub made_at: Micros,
    pub decided_at: Micros,
    pub decided_by: i32,
    pub organisation_id: i32,
}

stored_enum! {
    ClaimState, else Open {
        Open = 0 "open",
        Confirmed = 1 "confirmed",
        Refused = 2 "refused",
        Withdrawn = 3 "withdrawn",
    }
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<ClaimRow>> {
    Ok(claims::table.find(id).first(conn).optional()?)
}

/// An account's claims, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32, limit: i64) -> Result<Vec<ClaimRow>> {
    Ok(claims::table
        .filter(claims::account_id.eq(account))
        .order(claims::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Open claims, oldest first; with `organisation`, those on players of its roster.
pub fn open_claims(
    conn: &mut AnyConnection,
    organisation: Option<i32>,
    limit: i64,
) -> Result<Vec<ClaimRow>> {
    let open =
        claims::table.filter(claims::state.eq(ClaimState::Open)).order(claims::id).limit(limit);
    let Some(organisation) = organisation else { return Ok(open.load(conn)?) };
    let roster =
        members::table.filter(members::organisation_id.eq(organisation)).select(members::player_id);
    Ok(open.filter(claims::player_id.eq_any(roster)).load(conn)?)
}

/// Inserts an open claim; returns its id.
pub fn add(
    conn: &mut AnyConnection,
    (account, player): (i32, i32),
    words: &str,
    now: Micros,
) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "claims", 1)?;
    diesel::insert_into(claims::table)
        .values((
            claims::id.eq(id),
            claims::account_id.eq(account),
            claims::player_id.eq(player),
            claims::state.eq(ClaimState::Open),
            claims::words.eq(words),
            claims::made_at.eq(now),
            claims::decided_at.eq(0),
            claims::decided_by.eq(0),
            claims::organisation_id.eq(0),
        ))
        .execute(conn)?;
    Ok(id)
}

pub fn close(
    conn: &mut AnyConnection,
    id: i32,
    state: ClaimState,
    (at, by): (Micros, i32),
    organisation: i32,
) -> Result<()> {
    diesel::update(claims::table.find(id))
        .set((
            claims::state.eq(state),
            claims::decided_at.eq(at),
            claims::decided_by.eq(by),
            claims::organisation_id.eq(organisation),
        ))
        .execute(conn)?;
    Ok(())
}

/// The open claims on any of these players.
pub fn open_for_players(conn: &mut AnyConnection, players: &[i32]) -> Result<Vec<ClaimRow>> {
    Ok(claims::table
        .filter(claims::player_id.eq_any(players))
        .filter(claims::state.eq(ClaimState::Open))
        .load(conn)?)
}

/// Organisations with any of these players on their rosters, and whether each requires a second
/// factor of its officials.
pub fn organisations_with_members(
    conn: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<(i32, bool)>> {
    let rows: Vec<(i32, i16)> = members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq_any(players))
        .select((organisations::id, organisations::second_factor))
        .distinct()
        .load(conn)?;
    Ok(rows.into_iter().map(|(id, demands)| (id, demands != 0)).collect())
}

/// The organisation that can confirm the identity of these players, who are one person: the only
/// one with them on its roster, if it is open and all their games are its own. Having entered a
/// handle first is no knowledge of the person.
pub fn deciding_organisation(conn: &mut AnyConnection, players: &[i32]) -> Result<Option<i32>> {
    let rosters: Vec<(i32, OrganisationState)> = members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq_any(players))
        .select((organisations::id, organisations::state))
        .distinct()
        .limit(2)
        .load(conn)?;
    let [(organisation, OrganisationState::Open)] = rosters[..] else { return Ok(None) };
    let beyond = have_games_outside_organisation(conn, players, organisation)?;
    Ok((!beyond).then_some(organisation))
}

/// The organisations (0 for the operator) that have confirmed that one of these players belongs to
/// this account.
pub fn confirming_organisations(
    conn: &mut AnyConnection,
    account: i32,
    players: &[i32],
) -> Result<Vec<i32>> {
    Ok(claims::table
        .filter(claims::account_id.eq(account))
        .filter(claims::state.eq(ClaimState::Confirmed))
        .filter(claims::player_id.eq_any(players))
        .select(claims::organisation_id)
        .load(conn)?)
}

/// The name of the account with this lookalike key, if any.
pub fn account_by_look_key(conn: &mut AnyConnection, look: &str) -> Result<Option<String>> {
    Ok(accounts::table
        .filter(accounts::look_key.eq(look))
        .select(accounts::name)
        .first(conn)
        .optional()?)
}

/// The player of an account, if any.
pub fn player_of_account(conn: &mut AnyConnection, account: i32) -> Result<Option<i32>> {
    let row: Option<Option<i32>> =
        accounts::table.find(account).select(accounts::player_id).first(conn).optional()?;
    Ok(row.flatten())
}

pub fn set_account_player(
    conn: &mut AnyConnection,
    account: i32,
    player: Option<i32>,
) -> Result<()> {
    diesel::update(accounts::table.find(account))
        .set(accounts::player_id.eq(player))
        .execute(conn)?;
    Ok(())
}
