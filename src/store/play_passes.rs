//! Passes: what lets somebody without an account do one thing at a table, for as long as the game goes on.

use diesel::prelude::*;

use super::plays::PublicId;
use super::schema::{play_passes, plays};
use super::{AnyConnection, StoreError};

/// A pass that is to be made; the one before for the same place opens nothing any more.
#[derive(Debug, Clone, Copy)]
pub struct NewPass {
    pub play: i32,
    pub place: i16,
    /// SHA-256 of the link.
    pub hash: [u8; 32],
    /// The account of who makes it.
    pub made_by: i32,
    /// Microseconds since 1970.
    pub made_at: i64,
}

/// Whether a place has a pass, and whether it was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable)]
pub struct PassStatus {
    pub place: i16,
    /// Microseconds since 1970; 0 while nobody has.
    pub opened_at: i64,
}

/// Makes a pass, in a transaction of the caller's.
///
/// # Errors
/// [`StoreError::Database`], also where there is no such play.
pub fn replace(connection: &mut AnyConnection, new: &NewPass) -> Result<(), StoreError> {
    diesel::delete(play_passes::table.find((new.play, new.place))).execute(connection)?;
    diesel::insert_into(play_passes::table)
        .values((
            play_passes::play_id.eq(new.play),
            play_passes::place.eq(new.place),
            play_passes::token_hash.eq(&new.hash[..]),
            play_passes::made_by.eq(new.made_by),
            play_passes::made_at.eq(new.made_at),
            play_passes::opened_at.eq(0),
        ))
        .execute(connection)?;
    Ok(())
}

/// Opens a link that nobody has opened, by putting the browser's token in its place; `false` where there
/// is none. Of two who do, one does.
///
/// # Errors
/// [`StoreError::Database`].
pub fn redeem(
    connection: &mut AnyConnection,
    link: &[u8; 32],
    token: &[u8; 32],
    now: i64,
) -> Result<bool, StoreError> {
    let closed = play_passes::token_hash.eq(&link[..]).and(play_passes::opened_at.eq(0));
    let opened = diesel::update(play_passes::table.filter(closed))
        .set((play_passes::token_hash.eq(&token[..]), play_passes::opened_at.eq(now)))
        .execute(connection)?;
    Ok(opened == 1)
}

/// The play and the place that a token, or a link that nobody has opened, is for.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn by_hash(
    connection: &mut AnyConnection,
    hash: &[u8; 32],
    opened: bool,
) -> Result<Option<(PublicId, i16)>, StoreError> {
    let found: Option<(Vec<u8>, i16, i64)> = play_passes::table
        .inner_join(plays::table.on(plays::id.eq(play_passes::play_id)))
        .filter(play_passes::token_hash.eq(&hash[..]))
        .select((plays::public_id, play_passes::place, play_passes::opened_at))
        .first(connection)
        .optional()?;
    let Some((id, place, _)) = found.filter(|(_, _, at)| (*at != 0) == opened) else {
        return Ok(None);
    };
    let damaged = |_| StoreError::Damaged("a pass to a play with an id of another length".into());
    Ok(Some((id.try_into().map_err(damaged)?, place)))
}

/// The passes of a play.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_play(connection: &mut AnyConnection, play: i32) -> Result<Vec<PassStatus>, StoreError> {
    Ok(play_passes::table
        .filter(play_passes::play_id.eq(play))
        .order(play_passes::place)
        .select((play_passes::place, play_passes::opened_at))
        .load(connection)?)
}

/// Takes away what was made before a moment.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_made_before(
    connection: &mut AnyConnection,
    before: i64,
) -> Result<usize, StoreError> {
    Ok(diesel::delete(play_passes::table.filter(play_passes::made_at.lt(before)))
        .execute(connection)?)
}
