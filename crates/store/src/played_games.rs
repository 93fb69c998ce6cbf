//! The records of live games. The id of such a record covers the live game, so that identical games
//! have different records; stored here is the id that the content has when it is imported.

use std::collections::{HashMap, HashSet};

use diesel::dsl::exists;
use diesel::prelude::*;

use adjutant_domain::play::PlayId;

use super::columns::PlayIdColumn;
use super::game_writer::NewGame;
use super::owners::{OwnerColumns, OwnerId};
use super::queries::load_in_chunks;
use super::record_annulments::ANNULLED;
use super::schema::{games, played_games, plays};
use super::{AnyConnection, Result};

/// The live game of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedPlay {
    /// The row of the live game.
    pub play: i32,
    /// The id of the content alone.
    pub content_id: Vec<u8>,
}

/// Sets the live game of the record in this row, if it has one, replacing an earlier entry. Fails
/// if the live game has another record.
pub(super) fn put(conn: &mut AnyConnection, game: i32, new: &NewGame) -> Result<()> {
    let Some(played) = &new.played else { return Ok(()) };
    let before = played_games::game_id.eq(game).or(played_games::play_id.eq(played.play));
    diesel::delete(played_games::table.filter(before)).execute(conn)?;
    diesel::insert_into(played_games::table)
        .values((
            played_games::game_id.eq(game),
            played_games::play_id.eq(played.play),
            played_games::content_id.eq(&played.content_id),
        ))
        .execute(conn)?;
    Ok(())
}

/// The row of the same game as imported by a member or its own organisation, which the record of
/// the live game replaces.
pub(super) fn find_imported_copy(conn: &mut AnyConnection, new: &NewGame) -> Result<Option<i32>> {
    let Some(played) = &new.played else { return Ok(None) };
    let found: Option<(i32, OwnerColumns)> = games::table
        .filter(games::content_id.eq(&played.content_id))
        .filter(games::provenance.ne(new.provenance))
        .filter(games::rated_in.ne(ANNULLED))
        .select((games::id, (games::organisation_id, games::by_member)))
        .first(conn)
        .optional()?;
    let yields = |owner: OwnerId| owner == OwnerId::Members || owner == new.owner;
    Ok(found.filter(|(_, owner)| yields((*owner).into())).map(|(id, _)| id))
}

/// Which of these content ids belong to live games.
pub(super) fn known_content_ids(
    conn: &mut AnyConnection,
    ids: &[&[u8]],
) -> Result<HashSet<Vec<u8>>> {
    let found: Vec<Vec<u8>> = played_games::table
        .filter(played_games::content_id.eq_any(ids))
        .select(played_games::content_id)
        .load(conn)?;
    Ok(found.into_iter().collect())
}

/// The record of the first live game with this content.
pub(super) fn first_with_content(
    conn: &mut AnyConnection,
    content_id: &[u8],
) -> Result<Option<i32>> {
    Ok(played_games::table
        .filter(played_games::content_id.eq(content_id))
        .select(diesel::dsl::min(played_games::game_id))
        .first(conn)?)
}

/// The id of the content of a live game's record.
pub(super) fn content_id(conn: &mut AnyConnection, game: i32) -> Result<Option<Vec<u8>>> {
    let row = played_games::table.find(game).select(played_games::content_id);
    Ok(row.first(conn).optional()?)
}

/// For records of live games, the live game and the id of the content.
pub fn by_games(
    conn: &mut AnyConnection,
    games: &[i32],
) -> Result<HashMap<i32, (PlayId, Vec<u8>)>> {
    let rows: Vec<(i32, (PlayIdColumn, Vec<u8>))> = load_in_chunks(games, |games| {
        played_games::table
            .inner_join(plays::table)
            .filter(played_games::game_id.eq_any(games))
            .select((played_games::game_id, (plays::public_id, played_games::content_id)))
            .load(conn)
    })?;
    Ok(rows.into_iter().map(|(game, (play, content))| (game, (play.into(), content))).collect())
}

/// Whether another live game has the same record.
pub fn is_shared(conn: &mut AnyConnection, game: i32, play: i32) -> Result<bool> {
    let others = plays::table.filter(plays::game_id.eq(game)).filter(plays::id.ne(play));
    Ok(diesel::select(exists(others)).get_result(conn)?)
}

/// Records that several live games share, with these games by row.
pub fn shared(conn: &mut AnyConnection) -> Result<Vec<(i32, Vec<PlayId>)>> {
    let games: Vec<Option<i32>> = plays::table
        .filter(plays::game_id.is_not_null())
        .group_by(plays::game_id)
        .having(diesel::dsl::count(plays::id).gt(1))
        .select(plays::game_id)
        .load(conn)?;
    let mut found = Vec::with_capacity(games.len());
    for game in games.into_iter().flatten() {
        let ids: Vec<PlayIdColumn> = plays::table
            .filter(plays::game_id.eq(game))
            .order(plays::id)
            .select(plays::public_id)
            .load(conn)?;
        found.push((game, ids.into_iter().map(PlayId::from).collect()));
    }
    found.sort_unstable();
    Ok(found)
}
