//! Profiles, and the visibility of players that follows from them.

use diesel::dsl::exists;
use diesel::prelude::*;

use adjutant_domain::account::age::AgeBand;

use super::claims::deciding_organisation;
use super::organisations::OrganisationState;
use super::players::{Privacy, have_games_outside_organisation};
use super::schema::{members, organisations, players, profiles};
use super::{AnyConnection, Result, accounts, id_sequence, players as player_rows};

#[derive(Debug, Clone, PartialEq, Eq, Default, HasQuery, Insertable, AsChangeset)]
#[diesel(table_name = profiles, treat_none_as_default_value = false)]
pub struct ProfileRow {
    pub display_name: String,
    pub real_name: String,
    pub real_name_public: i16,
    pub age_band: i16,
    pub guardian_agrees: i16,
    /// A line about themselves.
    pub about: String,
    pub club: String,
}

/// A player's profile; empty if there is none.
pub fn for_player(conn: &mut AnyConnection, player: i32) -> Result<ProfileRow> {
    let row: Option<ProfileRow> =
        ProfileRow::query().filter(profiles::player_id.eq(player)).first(conn).optional()?;
    Ok(row.unwrap_or_default())
}

/// Replaces a player's profile, in a transaction that holds the writer lock, and updates their
/// privacy, which is returned.
pub fn upsert(conn: &mut AnyConnection, player: i32, row: &ProfileRow) -> Result<Privacy> {
    let own = profiles::table.filter(profiles::player_id.eq(player));
    if diesel::update(own).set(row).execute(conn)? == 0 {
        let id = id_sequence::next_ids(conn, "profiles", 1)?;
        diesel::insert_into(profiles::table)
            .values((profiles::id.eq(id), profiles::player_id.eq(player), row))
            .execute(conn)?;
    }
    sync_privacy(conn, player)
}

/// The stored age bands of minors.
fn minor_age_bands() -> Vec<i16> {
    AgeBand::ALL.into_iter().filter(|band| band.is_minor()).map(|band| band as i16).collect()
}

/// Updates a player's privacy from their profile and all rosters, including those of players merged
/// into them. Guests are private.
///
/// A minor according to any of them is private; a guardian's consent only affects leaderboards.
/// Players who state that they are of age are believed over all rosters except that of the
/// organisation that [knows](deciding_organisation) them, so that nobody can hide them by adding them to a roster.
/// Of others the roster of any open organisation is believed: a child is rather hidden than shown. Must be called in each transaction that changes an age band, a
/// guardian's consent, a roster, or whether an organisation is open.
pub fn sync_privacy(conn: &mut AnyConnection, player: i32) -> Result<Privacy> {
    if accounts::is_guest(conn, player)? {
        player_rows::hide(conn, player)?;
        return Ok(Privacy::Private);
    }
    let own = for_player(conn, player)?;
    let everybody = with_merged_players(conn, player)?;
    let minor = match AgeBand::from_number(own.age_band) {
        AgeBand::Unknown => {
            is_minor_by_profile(conn, &everybody)? || is_minor_by_roster(conn, &everybody)?
        }
        band if band.is_minor() => true,
        _ => match deciding_organisation(conn, &everybody)? {
            Some(organisation) => rosters_with_minors(conn, &everybody)?
                .into_iter()
                .any(|(one, _)| one == organisation),
            None => false,
        },
    };
    let privacy = match minor {
        false => Privacy::Public,
        true if own.guardian_agrees != 0 => Privacy::OnBoards,
        true => Privacy::Private,
    };
    diesel::update(players::table.find(player)).set(players::private.eq(privacy)).execute(conn)?;
    Ok(privacy)
}

/// Whether any of these players is a minor according to a profile.
fn is_minor_by_profile(conn: &mut AnyConnection, players: &[i32]) -> Result<bool> {
    let found = profiles::table
        .filter(profiles::player_id.eq_any(players))
        .filter(profiles::age_band.eq_any(minor_age_bands()));
    Ok(diesel::select(exists(found)).get_result(conn)?)
}

/// Whether any of these players is a minor according to a roster: any roster of an open
/// organisation, but that of one closed by the operator only if all of the games are its own, so
/// that a malicious roster does not hide anybody forever.
fn is_minor_by_roster(conn: &mut AnyConnection, players: &[i32]) -> Result<bool> {
    for (organisation, state) in rosters_with_minors(conn, players)? {
        if state == OrganisationState::Open
            || !have_games_outside_organisation(conn, players, organisation)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The organisations, with their states, whose rosters list any of these players as a minor.
fn rosters_with_minors(
    conn: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<(i32, OrganisationState)>> {
    Ok(members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq_any(players))
        .filter(members::age_band.eq_any(minor_age_bands()))
        .select((organisations::id, organisations::state))
        .distinct()
        .load(conn)?)
}

/// An organisation's members who are minors according to its roster.
pub fn minor_members(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<i32>> {
    Ok(members::table
        .filter(members::organisation_id.eq(organisation))
        .filter(members::age_band.eq_any(minor_age_bands()))
        .select(members::player_id)
        .load(conn)?)
}

/// A player and all merged into them, directly or indirectly.
pub fn with_merged_players(conn: &mut AnyConnection, player: i32) -> Result<Vec<i32>> {
    let mut all = vec![player];
    let mut at = 0;
    while let Some(one) = all.get(at).copied() {
        let merged: Vec<i32> = super::merges::merged_into(conn, one)?;
        all.extend(merged.into_iter().filter(|id| !all.contains(id)).collect::<Vec<_>>());
        at += 1;
    }
    Ok(all)
}
