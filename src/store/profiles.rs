//! What people say of themselves, and what follows from it: who keeps off lists.

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::account::age::AgeBand;

use super::claims::knowing;
use super::players::Privacy;
use super::schema::{members, players, profiles};
use super::{AnyConnection, StoreError, counted};

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
pub fn of_player(connection: &mut AnyConnection, player: i32) -> Result<ProfileRow, StoreError> {
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
pub fn put(
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
        let id = counted::next_ids(connection, "profiles", 1)?;
        diesel::insert_into(profiles::table)
            .values((profiles::id.eq(id), profiles::player_id.eq(player), values))
            .execute(connection)?;
    }
    keep_privacy(connection, player)
}

/// The bands of minors as they are stored.
fn minors() -> Vec<i16> {
    AgeBand::ALL.into_iter().filter(|band| band.is_minor()).map(|band| band as i16).collect()
}

/// Brings a player's privacy in step with his profile and all rosters, those of players who
/// were merged into him included. A minor by any of them is private, and his guardian's word
/// counts for leaderboards alone. Who says of himself that he is of age is believed against all
/// rosters but that of the organisation that [knows](knowing) him, so that nobody can make a
/// champion disappear by writing him on a roster. To be called in each transaction that changes
/// an age band, a guardian's word, or who is on a roster.
///
/// # Errors
/// [`StoreError::Database`].
pub fn keep_privacy(connection: &mut AnyConnection, player: i32) -> Result<Privacy, StoreError> {
    let own = of_player(connection, player)?;
    let everybody = with_merged(connection, player)?;
    let minor = match AgeBand::of(own.age_band) {
        AgeBand::Unknown => {
            said_to_be_minor(connection, &everybody)?
                || minor_on_roster(connection, &everybody, None)?
        }
        band if band.is_minor() => true,
        _ => match knowing(connection, &everybody)? {
            Some(organisation) => minor_on_roster(connection, &everybody, Some(organisation))?,
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
fn said_to_be_minor(connection: &mut AnyConnection, players: &[i32]) -> Result<bool, StoreError> {
    let found = profiles::table
        .filter(profiles::player_id.eq_any(players))
        .filter(profiles::age_band.eq_any(minors()));
    Ok(diesel::select(exists(found)).get_result(connection)?)
}

/// Whether any roster, or that of one organisation, says so.
fn minor_on_roster(
    connection: &mut AnyConnection,
    players: &[i32],
    organisation: Option<i32>,
) -> Result<bool, StoreError> {
    let on_rosters = members::table
        .filter(members::player_id.eq_any(players))
        .filter(members::age_band.eq_any(minors()));
    Ok(match organisation {
        None => diesel::select(exists(on_rosters)).get_result(connection)?,
        Some(one) => diesel::select(exists(on_rosters.filter(members::organisation_id.eq(one))))
            .get_result(connection)?,
    })
}

/// A player and all who were merged into him, over several merges too.
///
/// # Errors
/// [`StoreError::Database`].
pub fn with_merged(connection: &mut AnyConnection, player: i32) -> Result<Vec<i32>, StoreError> {
    let mut all = vec![player];
    let mut at = 0;
    while let Some(one) = all.get(at).copied() {
        let merged: Vec<i32> = super::merges::merged_into(connection, one)?;
        all.extend(merged.into_iter().filter(|id| !all.contains(id)).collect::<Vec<_>>());
        at += 1;
    }
    Ok(all)
}
