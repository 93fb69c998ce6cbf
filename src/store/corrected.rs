//! Records whose result an official has set right: the game keeps its row, and gets the id and the bodies
//! that follow from what it says now.

use diesel::prelude::*;

use super::schema::{deployments, games, timelines};
use super::write::NewGame;
use super::{AnyConnection, StoreError, ledgers};

/// Puts what the game says now in the place of what it said, in a transaction of the caller's. Every
/// rating is to be worked out anew: the game may count otherwise, and stands elsewhere in their order.
///
/// # Errors
/// [`StoreError::Database`], also where another row has the new id.
pub fn replace(
    connection: &mut AnyConnection,
    game_id: i32,
    new: &NewGame,
) -> Result<(), StoreError> {
    diesel::update(games::table.find(game_id))
        .set((
            games::content_id.eq(&new.content_id),
            games::outcome.eq(new.outcome),
            games::termination.eq(new.termination),
        ))
        .execute(connection)?;
    diesel::update(timelines::table.find(game_id))
        .set((
            timelines::body.eq(&new.timeline),
            timelines::annotations.eq(&new.annotations),
            timelines::checksum.eq(new.checksum),
        ))
        .execute(connection)?;
    diesel::update(deployments::table.find(game_id))
        .set((
            deployments::sealed.eq(i16::from(new.sealed)),
            deployments::body.eq(&new.deployments),
            deployments::annotations.eq(&new.sealed_annotations),
        ))
        .execute(connection)?;
    ledgers::rate_all_again(connection)
}
