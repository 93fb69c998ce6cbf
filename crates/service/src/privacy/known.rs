//! The names of a player known to an actor.

use adjutant_store::players::{self, PlayerRowState};
use adjutant_store::profiles::{self, with_merged_players};
use adjutant_store::{AnyConnection, account_deletion, labels, members};

use super::super::Result;
use super::super::access::{Act, ActTarget, Actor, Credential, require};

/// The names of a player and of all merged into them, as visible to `seer`: handles and names in
/// records; on rosters, if they may read it; in profiles, their own or public ones.
pub(super) fn names(conn: &mut AnyConnection, seer: &Actor, player: i32) -> Result<Vec<String>> {
    let everybody = with_merged_players(conn, player)?;
    let all = seer.player == Some(player) || seer.credential == Credential::Command;
    let mut names = account_deletion::written_player_names(conn, &everybody)?;
    names.extend(players::by_ids(conn, &everybody)?.into_iter().map(|one| one.name));
    for (organisation, name) in members::real_names(conn, &everybody)? {
        if all || reads_roster(conn, seer, organisation)? {
            names.push(name);
        }
    }
    for id in everybody {
        let row = players::by_id(conn, id)?;
        let public = |row: players::PlayerRow| {
            !row.privacy.is_private() && row.state == PlayerRowState::Ordinary
        };
        let public = all || row.is_some_and(public);
        let profile = profiles::for_player(conn, id)?;
        if public {
            names.push(profile.display_name);
        }
        if public && (all || profile.real_name_public != 0) {
            names.push(profile.real_name);
        }
    }
    Ok(names)
}

fn reads_roster(conn: &mut AnyConnection, seer: &Actor, organisation: i32) -> Result<bool> {
    let demanded = labels::demands_second_factor(conn, organisation)?;
    Ok(require(seer, Act::ReadRoster, ActTarget::Organisation(organisation), demanded).is_ok())
}
