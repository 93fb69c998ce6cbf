//! What somebody may know a player to be called.

use crate::store::players::{self, State};
use crate::store::profiles::{self, with_merged};
use crate::store::{AnyConnection, labels, leaving, members};

use super::super::Error;
use super::super::access::{Act, Actor, On, Through, require};

/// Every name of a player, and of all who were merged into him, that this one may see: handles and
/// what records say; on a roster, who may read it; of a profile, who it is of, and everybody what is
/// public in it.
pub(super) fn names(
    connection: &mut AnyConnection,
    seer: &Actor,
    player: i32,
) -> Result<Vec<String>, Error> {
    let everybody = with_merged(connection, player)?;
    let all = seer.player == Some(player) || seer.through == Through::Command;
    let mut names = leaving::written_names(connection, &everybody)?;
    names.extend(players::by_ids(connection, &everybody)?.into_iter().map(|one| one.name));
    for (organisation, name) in members::real_names(connection, &everybody)? {
        if all || reads_roster(connection, seer, organisation)? {
            names.push(name);
        }
    }
    for id in everybody {
        let row = players::row(connection, id)?;
        let public =
            |row: players::PlayerRow| !row.privacy.is_private() && row.state == State::Ordinary;
        let public = all || row.is_some_and(public);
        let profile = profiles::of_player(connection, id)?;
        if public {
            names.push(profile.display_name);
        }
        if public && (all || profile.real_name_public != 0) {
            names.push(profile.real_name);
        }
    }
    Ok(names)
}

fn reads_roster(
    connection: &mut AnyConnection,
    seer: &Actor,
    organisation: i32,
) -> Result<bool, Error> {
    let demanded = labels::demands_second_factor(connection, organisation)?;
    Ok(require(seer, Act::ReadRoster, On::Organisation(organisation), demanded).is_ok())
}
