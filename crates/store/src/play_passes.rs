//! Table passes, which permit somebody without an account one thing during a game.

use diesel::prelude::*;

use super::columns::PlayIdColumn;
use super::plays::{PlayRow, PublicId};
use super::schema::{play_passes, plays};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// The place of the device that two players share without an official.
pub const ONE_DEVICE: i16 = 3;

/// A new pass; it invalidates the previous one for the same place.
#[derive(Debug, Clone, Copy)]
pub struct NewPass {
    pub play: i32,
    pub place: i16,
    /// The SHA-256 hash of the link.
    pub hash: [u8; 32],
    /// The account of its creator.
    pub made_by: i32,
    pub made_at: Micros,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, HasQuery)]
#[diesel(table_name = play_passes)]
pub struct PassStatus {
    pub place: i16,
    /// 0 if unopened.
    pub opened_at: Micros,
}

/// Creates a pass, in a transaction of the caller. Fails if there is no such game.
pub fn replace(conn: &mut AnyConnection, new: &NewPass) -> Result<()> {
    diesel::delete(play_passes::table.find((new.play, new.place))).execute(conn)?;
    diesel::insert_into(play_passes::table)
        .values((
            play_passes::play_id.eq(new.play),
            play_passes::place.eq(new.place),
            play_passes::token_hash.eq(&new.hash[..]),
            play_passes::made_by.eq(new.made_by),
            play_passes::made_at.eq(new.made_at),
            play_passes::opened_at.eq(0),
        ))
        .execute(conn)?;
    Ok(())
}

/// Redeems an unopened link by replacing its hash with that of the browser's token; `false` if
/// there is none. Only one of several attempts succeeds.
pub fn redeem(
    conn: &mut AnyConnection,
    link: &[u8; 32],
    token: &[u8; 32],
    now: Micros,
) -> Result<bool> {
    let closed = play_passes::token_hash.eq(&link[..]).and(play_passes::opened_at.eq(0));
    let opened = diesel::update(play_passes::table.filter(closed))
        .set((play_passes::token_hash.eq(&token[..]), play_passes::opened_at.eq(now)))
        .execute(conn)?;
    Ok(opened == 1)
}

/// The game and place of a token, or of an unopened link.
pub fn by_hash(
    conn: &mut AnyConnection,
    hash: &[u8; 32],
    opened: bool,
) -> Result<Option<(PublicId, i16)>> {
    let found: Option<(PlayIdColumn, i16, Micros)> = play_passes::table
        .inner_join(plays::table)
        .filter(play_passes::token_hash.eq(&hash[..]))
        .select((plays::public_id, play_passes::place, play_passes::opened_at))
        .first(conn)
        .optional()?;
    let found = found.filter(|(_, _, at)| (*at != Micros::NEVER) == opened);
    Ok(found.map(|(play, place, _)| (play.into(), place)))
}

/// Notes what uncovers the army on the shared device of a game next.
pub fn set_look(conn: &mut AnyConnection, play: i32, hash: &[u8], version: i32) -> Result<()> {
    let look = (play_passes::look_hash.eq(Some(hash)), play_passes::look_version.eq(version));
    diesel::update(play_passes::table.find((play, ONE_DEVICE))).set(look).execute(conn)?;
    Ok(())
}

/// Whether something uncovers the army on the shared device of a game.
pub fn has_look(conn: &mut AnyConnection, play: i32) -> Result<bool> {
    let place = play_passes::table.find((play, ONE_DEVICE));
    let look = place.filter(play_passes::look_hash.is_not_null());
    Ok(diesel::select(diesel::dsl::exists(look)).get_result(conn)?)
}

/// Uses up what uncovers the army: `true` if it was this, for this number of events. Anything else is used
/// up, too.
pub fn use_look(
    conn: &mut AnyConnection,
    play: i32,
    hash: Option<&[u8]>,
    version: i32,
) -> Result<bool> {
    let place = play_passes::table.find((play, ONE_DEVICE));
    let look = (play_passes::look_hash, play_passes::look_version);
    let before: Option<(Option<Vec<u8>>, i32)> = place.select(look).first(conn).optional()?;
    let Some((Some(before), valid_for)) = before else { return Ok(false) };
    let none = play_passes::look_hash.eq(None::<Vec<u8>>);
    let is_first = diesel::update(place.filter(play_passes::look_hash.eq(Some(&before))))
        .set(none)
        .execute(conn)?
        == 1;
    Ok(is_first && hash == Some(&before[..]) && valid_for == version)
}

pub fn for_play(conn: &mut AnyConnection, play: i32) -> Result<Vec<PassStatus>> {
    Ok(PassStatus::query()
        .filter(play_passes::play_id.eq(play))
        .order(play_passes::place)
        .load(conn)?)
}

/// Up to `limit` running games on one device whose pass was made before this time.
pub fn running_on_one_device(
    conn: &mut AnyConnection,
    before: Micros,
    limit: i64,
) -> Result<Vec<PlayRow>> {
    let passes = play_passes::table
        .filter(play_passes::place.eq(ONE_DEVICE))
        .filter(play_passes::made_at.lt(before))
        .select(play_passes::play_id);
    Ok(PlayRow::query()
        .filter(plays::id.eq_any(passes))
        .filter(plays::ended_at.eq(0))
        .order(plays::id)
        .limit(limit)
        .load(conn)?)
}
