//! Records that say something else now: an official has set their result right, or an embargo on their ranks
//! is over. The game keeps its row, and gets the id and the bodies that follow from what it says.

use diesel::prelude::*;

use super::game_writer::{NewGame, update_bodies};
use super::schema::{counters, games};
use super::{AnyConnection, StoreError, ledgers, played_games};

/// Puts what the game says now in the place of what it said, in a transaction of the caller's. Every
/// rating is to be worked out anew: the game may count otherwise, and stands elsewhere in their order.
///
/// # Errors
/// [`StoreError::Database`], also where another row has the new id.
pub fn replace_record(
    connection: &mut AnyConnection,
    game_id: i32,
    new: &NewGame,
) -> Result<(), StoreError> {
    let before = update_bodies(connection, game_id, new)?;
    let more = i64::from(new.sealed) - i64::from(before);
    if more != 0 {
        diesel::update(counters::table.filter(counters::name.eq("sealed")))
            .set(counters::value.eq(counters::value + more))
            .execute(connection)?;
    }
    diesel::update(games::table.find(game_id))
        .set((
            games::revealed.eq(i16::from(new.revealed)),
            games::content_id.eq(&new.content_id),
            games::outcome.eq(new.outcome),
            games::termination.eq(new.termination),
            games::base_seconds.eq(new.base_seconds),
            games::increment_seconds.eq(new.increment_seconds),
            games::time_control.eq(&new.time_control),
        ))
        .execute(connection)?;
    played_games::put(connection, game_id, new)?;
    ledgers::reset_rated_through(connection)
}

/// Of each of these games, whether its ranks are open.
///
/// # Errors
/// [`StoreError::Database`].
pub fn revealed_flags(
    connection: &mut AnyConnection,
    ids: &[i32],
) -> Result<Vec<(i32, bool)>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let rows: Vec<(i32, i16)> = games::table
            .filter(games::id.eq_any(chunk))
            .select((games::id, games::revealed))
            .load(connection)?;
        found.extend(rows.into_iter().map(|(id, revealed)| (id, revealed != 0)));
    }
    Ok(found)
}
