//! What people say of themselves, and what follows from it: who keeps off lists.

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::account::age::AgeBand;

use super::claims::deciding_organisation;
use super::organisations::OPEN;
use super::players::{Privacy, have_games_outside_organisation};
use super::schema::{members, organisations, players, profiles};
use super::{AnyConnection, StoreError, id_sequence};

/// A profile's row.
#[derive(Debug, Clone, PartialEq, Eq, Default, Queryable)]
pub struct ProfileRow {
    pub display_name: String,
    pub real_name: String,
    pub real_name_public: i16,
    pub age_band: i16,
    pub guardian_agrees: i16,
}

/// A player's profile; empty where he has none.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_player(connection: &mut AnyConnection, player: i32) -> Result<ProfileRow, StoreError> {
    let row: Option<ProfileRow> = profiles::table
        .filter(profiles::player_id.eq(player))
        .select((
            profiles::display_name,
            profiles::real_name,
            profiles::real_name_public,
            profiles::age_band,
            profiles::guardian_agrees,
        ))
        .first(connection)
        .optional()?;
    Ok(row.unwrap_or_default())
}

/// Writes a player's profile over what there was, in a transaction that holds the writer's
/// lock, and keeps his privacy in step; gives it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn upsert(
    connection: &mut AnyConnection,
    player: i32,
    row: &ProfileRow,
) -> Result<Privacy, StoreError> {
    let values = (
        profiles::display_name.eq(&row.display_name),
        profiles::real_name.eq(&row.real_name),
        profiles::real_name_public.eq(row.real_name_public),
        profiles::age_band.eq(row.age_band),
        profiles::guardian_agrees.eq(row.guardian_agrees),
    );
    let own = profiles::table.filter(profiles::player_id.eq(player));
    if diesel::update(own).set(values).execute(connection)? == 0 {
        let id = id_sequence::next_ids(connection, "profiles", 1)?;
        diesel::insert_into(profiles::table)
            .values((profiles::id.eq(id), profiles::player_id.eq(player), values))
            .execute(connection)?;
    }
    sync_privacy(connection, player)
}

/// The bands of minors as they are stored.
fn minor_age_bands() -> Vec<i16> {
    AgeBand::ALL.into_iter().filter(|band| band.is_minor()).map(|band| band as i16).collect()
}

/// Brings a player's privacy in step with his profile and all rosters, those of players who
/// were merged into him included. A minor by any of them is private, and his guardian's word
/// counts for leaderboards alone. Who says of himself that he is of age is believed against all
/// rosters but that of the organisation that [knows](deciding_organisation) him, so that nobody can make a
/// champion disappear by writing him on a roster. To be called in each transaction that changes
/// an age band, a guardian's word, who is on a roster, or whether an organisation is open.
///
/// # Errors
/// [`StoreError::Database`].
pub fn sync_privacy(connection: &mut AnyConnection, player: i32) -> Result<Privacy, StoreError> {
    let own = for_player(connection, player)?;
    let everybody = with_merged_players(connection, player)?;
    let minor = match AgeBand::from_number(own.age_band) {
        AgeBand::Unknown => {
            is_minor_by_profile(connection, &everybody)?
                || is_minor_by_roster(connection, &everybody)?
        }
        band if band.is_minor() => true,
        _ => match deciding_organisation(connection, &everybody)? {
            Some(organisation) => rosters_with_minors(connection, &everybody)?
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
    diesel::update(players::table.find(player))
        .set(players::private.eq(privacy as i16))
        .execute(connection)?;
    Ok(privacy)
}

/// Whether a profile of any of these players says so.
fn is_minor_by_profile(
    connection: &mut AnyConnection,
    players: &[i32],
) -> Result<bool, StoreError> {
    let found = profiles::table
        .filter(profiles::player_id.eq_any(players))
        .filter(profiles::age_band.eq_any(minor_age_bands()));
    Ok(diesel::select(exists(found)).get_result(connection)?)
}

/// Whether a roster says so: of an open organisation any, of one that the operator has closed
/// only where all the games are its own, so that nobody stays hidden by a roster that was made to
/// harm him.
fn is_minor_by_roster(connection: &mut AnyConnection, players: &[i32]) -> Result<bool, StoreError> {
    for (organisation, state) in rosters_with_minors(connection, players)? {
        if state == OPEN || !have_games_outside_organisation(connection, players, organisation)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Organisations, with their states, whose rosters say that any of these players is a minor.
fn rosters_with_minors(
    connection: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<(i32, i16)>, StoreError> {
    Ok(members::table
        .inner_join(organisations::table)
        .filter(members::player_id.eq_any(players))
        .filter(members::age_band.eq_any(minor_age_bands()))
        .select((organisations::id, organisations::state))
        .distinct()
        .load(connection)?)
}

/// An organisation's members whom its roster has as minors.
///
/// # Errors
/// [`StoreError::Database`].
pub fn minor_members(
    connection: &mut AnyConnection,
    organisation: i32,
) -> Result<Vec<i32>, StoreError> {
    Ok(members::table
        .filter(members::organisation_id.eq(organisation))
        .filter(members::age_band.eq_any(minor_age_bands()))
        .select(members::player_id)
        .load(connection)?)
}

/// A player and all who were merged into him, over several merges too.
///
/// # Errors
/// [`StoreError::Database`].
pub fn with_merged_players(
    connection: &mut AnyConnection,
    player: i32,
) -> Result<Vec<i32>, StoreError> {
    let mut all = vec![player];
    let mut at = 0;
    while let Some(one) = all.get(at).copied() {
        let merged: Vec<i32> = super::merges::merged_into(connection, one)?;
        all.extend(merged.into_iter().filter(|id| !all.contains(id)).collect::<Vec<_>>());
        at += 1;
    }
    Ok(all)
}
