//! Seeks: open games, and game requests to one player. They expire.

use diesel::prelude::*;

use salpakan::rules::Color;

use super::columns::{PlayIdColumn, SeekColorColumn};
use super::plays::PublicId;
use super::schema::seeks;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeekRow<'a> {
    /// Random and unique.
    pub public_id: PublicId,
    pub player_id: i32,
    pub account_id: i32,
    /// The requested opponent; `None` for an open game.
    pub to_player: Option<i32>,
    /// Encoded by `adjutant_domain::play`.
    pub terms: &'a [u8],
    /// The colour of the seeker; `None` for random.
    pub color: Option<Color>,
    /// Whether only who has its link may see and accept it.
    pub by_link: bool,
    pub created_at: Micros,
    pub expires_at: Micros,
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = seeks)]
pub struct SeekRow {
    pub id: i32,
    #[diesel(deserialize_as = PlayIdColumn)]
    pub public_id: PublicId,
    /// The player at the time of creation, who may have been merged into another one since.
    pub player_id: i32,
    pub account_id: i32,
    #[diesel(column_name = to_player_id)]
    pub to_player: Option<i32>,
    pub terms: Vec<u8>,
    #[diesel(deserialize_as = SeekColorColumn)]
    pub color: Option<Color>,
    pub created_at: Micros,
    pub expires_at: Micros,
    pub by_link: i16,
}

/// Inserts a seek, in a transaction of the caller; returns its id. Fails if the public id is taken.
pub fn add(conn: &mut AnyConnection, new: &NewSeekRow<'_>) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "seeks", 1)?;
    diesel::insert_into(seeks::table)
        .values((
            seeks::id.eq(id),
            seeks::public_id.eq(&new.public_id[..]),
            seeks::player_id.eq(new.player_id),
            seeks::account_id.eq(new.account_id),
            seeks::to_player_id.eq(new.to_player),
            seeks::terms.eq(new.terms),
            seeks::color.eq(new.color.map_or(0, |color| color as i16 + 1)),
            seeks::created_at.eq(new.created_at),
            seeks::expires_at.eq(new.expires_at),
            seeks::by_link.eq(i16::from(new.by_link)),
        ))
        .execute(conn)?;
    Ok(id)
}

/// The seek with this public id, even if expired.
pub fn by_public_id(conn: &mut AnyConnection, id: &PublicId) -> Result<Option<SeekRow>> {
    Ok(SeekRow::query().filter(seeks::public_id.eq(&id[..])).first(conn).optional()?)
}

/// Up to `limit` open games before the id `before` that are valid at `now`, newest first.
pub fn open_seeks(
    conn: &mut AnyConnection,
    now: Micros,
    before: i32,
    limit: i64,
) -> Result<Vec<SeekRow>> {
    Ok(SeekRow::query()
        .filter(seeks::to_player_id.is_null())
        .filter(seeks::by_link.eq(0))
        .filter(seeks::id.lt(before))
        .filter(seeks::expires_at.gt(now))
        .order(seeks::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Up to `limit` game requests to any of these players (a person with those merged into them) that
/// are valid at `now`, newest first.
pub fn invitations_to_players(
    conn: &mut AnyConnection,
    players: &[i32],
    now: Micros,
    limit: usize,
) -> Result<Vec<SeekRow>> {
    let mut found: Vec<SeekRow> = SeekRow::query()
        .filter(seeks::to_player_id.eq_any(players))
        .filter(seeks::expires_at.gt(now))
        .load(conn)?;
    found.sort_by_key(|row| std::cmp::Reverse(row.id));
    found.truncate(limit);
    Ok(found)
}

/// Up to `limit` seeks of an account, also expired ones, newest first.
pub fn for_account(conn: &mut AnyConnection, account: i32, limit: i64) -> Result<Vec<SeekRow>> {
    Ok(SeekRow::query()
        .filter(seeks::account_id.eq(account))
        .order(seeks::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Removes a seek to create a game from it; `false` if it is gone or has expired at `now`. Only one
/// of several attempts succeeds.
pub fn accept(conn: &mut AnyConnection, id: i32, now: Micros) -> Result<bool> {
    let alive = seeks::table.filter(seeks::id.eq(id)).filter(seeks::expires_at.gt(now));
    Ok(diesel::delete(alive).execute(conn)? == 1)
}

/// Removes a seek; `false` if it is gone already.
pub fn remove(conn: &mut AnyConnection, id: i32) -> Result<bool> {
    Ok(diesel::delete(seeks::table.find(id)).execute(conn)? == 1)
}

pub fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::delete(seeks::table.filter(seeks::account_id.eq(account))).execute(conn)?;
    Ok(())
}

/// Removes all seeks by and to these players.
pub fn remove_for_players(conn: &mut AnyConnection, players: &[i32]) -> Result<()> {
    diesel::delete(seeks::table.filter(seeks::player_id.eq_any(players))).execute(conn)?;
    diesel::delete(seeks::table.filter(seeks::to_player_id.eq_any(players))).execute(conn)?;
    Ok(())
}
