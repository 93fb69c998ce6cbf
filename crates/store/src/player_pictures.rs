//! Pictures that players show of themselves.

use diesel::prelude::*;

use super::schema::player_pictures;
use super::{AnyConnection, Result};

/// The digest of a player's picture, if there is one.
pub fn digest(conn: &mut AnyConnection, player: i32) -> Result<Option<String>> {
    let own = player_pictures::table.find(player).select(player_pictures::digest);
    Ok(own.first(conn).optional()?)
}

/// The picture of a player and its digest.
pub fn find(conn: &mut AnyConnection, player: i32) -> Result<Option<(Vec<u8>, String)>> {
    let own = player_pictures::table.find(player);
    let columns = (player_pictures::picture, player_pictures::digest);
    Ok(own.select(columns).first(conn).optional()?)
}

/// Replaces the picture of a player, in a transaction that holds the writer lock.
pub fn put(conn: &mut AnyConnection, player: i32, picture: &[u8], digest: &str) -> Result<()> {
    remove(conn, &[player])?;
    diesel::insert_into(player_pictures::table)
        .values((
            player_pictures::player_id.eq(player),
            player_pictures::picture.eq(picture),
            player_pictures::digest.eq(digest),
        ))
        .execute(conn)?;
    Ok(())
}

/// Removes the pictures of these players; returns their number.
pub fn remove(conn: &mut AnyConnection, players: &[i32]) -> Result<usize> {
    let own = player_pictures::table.filter(player_pictures::player_id.eq_any(players));
    Ok(diesel::delete(own).execute(conn)?)
}
