//! Seeks: offers to play, open to everybody, and invitations of one player. They end by themselves.

use diesel::prelude::*;

use salpakan::record::SHORT_ID_BYTES;
use salpakan::rules::Color;

use super::plays::PublicId;
use super::schema::seeks;
use super::{AnyConnection, StoreError, id_sequence};

/// A seek that is to be made; moments in microseconds since 1970.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewSeekRow<'a> {
    /// Random; nobody else's.
    pub public_id: PublicId,
    pub player_id: i32,
    pub account_id: i32,
    /// The player who is invited; `None` for everybody.
    pub to_player: Option<i32>,
    /// In the byte form of the room of plays.
    pub terms: &'a [u8],
    /// What the seeker plays; `None` as the toss falls.
    pub color: Option<Color>,
    pub created_at: i64,
    pub expires_at: i64,
}

/// A seek's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekRow {
    pub id: i32,
    pub public_id: PublicId,
    /// As he was called when he made it: he may have been merged into another player since.
    pub player_id: i32,
    pub account_id: i32,
    pub to_player: Option<i32>,
    pub terms: Vec<u8>,
    pub color: Option<Color>,
    pub created_at: i64,
    pub expires_at: i64,
}

/// For everybody, in `seeks.to_player_id`.
const TO_EVERYBODY: i32 = 0;

const fn color_number(color: Option<Color>) -> i16 {
    match color {
        None => 0,
        Some(Color::White) => 1,
        Some(Color::Black) => 2,
    }
}

#[derive(Queryable)]
struct SeekColumns {
    id: i32,
    public_id: Vec<u8>,
    player_id: i32,
    account_id: i32,
    to_player_id: i32,
    terms: Vec<u8>,
    color: i16,
    created_at: i64,
    expires_at: i64,
}

impl SeekRow {
    fn from_columns(row: SeekColumns) -> Result<SeekRow, StoreError> {
        let damaged = |what: &str| StoreError::Damaged(format!("seek {} has {what}", row.id));
        let choices = [None, Some(Color::White), Some(Color::Black)];
        let color = choices.into_iter().find(|choice| color_number(*choice) == row.color);
        let public_id: Result<[u8; SHORT_ID_BYTES], _> = row.public_id.as_slice().try_into();
        Ok(SeekRow {
            id: row.id,
            public_id: public_id.map_err(|_| damaged("an id of another length"))?,
            player_id: row.player_id,
            account_id: row.account_id,
            to_player: Some(row.to_player_id).filter(|player| *player != TO_EVERYBODY),
            color: color.ok_or_else(|| damaged("an unknown color"))?,
            terms: row.terms,
            created_at: row.created_at,
            expires_at: row.expires_at,
        })
    }
}

fn seek_rows(found: Vec<SeekColumns>) -> Result<Vec<SeekRow>, StoreError> {
    found.into_iter().map(SeekRow::from_columns).collect()
}

/// Makes a seek, in a transaction of the caller's; gives its id.
///
/// # Errors
/// [`StoreError::Database`], also where the public id is taken.
pub fn add(connection: &mut AnyConnection, new: &NewSeekRow<'_>) -> Result<i32, StoreError> {
    let id = id_sequence::next_ids(connection, "seeks", 1)?;
    diesel::insert_into(seeks::table)
        .values((
            seeks::id.eq(id),
            seeks::public_id.eq(&new.public_id[..]),
            seeks::player_id.eq(new.player_id),
            seeks::account_id.eq(new.account_id),
            seeks::to_player_id.eq(new.to_player.unwrap_or(TO_EVERYBODY)),
            seeks::terms.eq(new.terms),
            seeks::color.eq(color_number(new.color)),
            seeks::created_at.eq(new.created_at),
            seeks::expires_at.eq(new.expires_at),
        ))
        .execute(connection)?;
    Ok(id)
}

/// The seek with this public id, also one that is over.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn by_public_id(
    connection: &mut AnyConnection,
    id: &PublicId,
) -> Result<Option<SeekRow>, StoreError> {
    let row: Option<SeekColumns> =
        seeks::table.filter(seeks::public_id.eq(&id[..])).first(connection).optional()?;
    row.map(SeekRow::from_columns).transpose()
}

/// Seeks for everybody that are not over at `now`, the newest first, those before the id `before`; at
/// most `limit`.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn open_seeks(
    connection: &mut AnyConnection,
    now: i64,
    before: i32,
    limit: i64,
) -> Result<Vec<SeekRow>, StoreError> {
    seek_rows(
        seeks::table
            .filter(seeks::to_player_id.eq(TO_EVERYBODY))
            .filter(seeks::id.lt(before))
            .filter(seeks::expires_at.gt(now))
            .order(seeks::id.desc())
            .limit(limit)
            .load(connection)?,
    )
}

/// Invitations of any of these players, a person with those merged into him, that are not over at
/// `now`, the newest first; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn invitations_to_players(
    connection: &mut AnyConnection,
    players: &[i32],
    now: i64,
    limit: usize,
) -> Result<Vec<SeekRow>, StoreError> {
    let mut found = seek_rows(
        seeks::table
            .filter(seeks::to_player_id.eq_any(players))
            .filter(seeks::to_player_id.ne(TO_EVERYBODY))
            .filter(seeks::expires_at.gt(now))
            .load(connection)?,
    )?;
    found.sort_by_key(|row| std::cmp::Reverse(row.id));
    found.truncate(limit);
    Ok(found)
}

/// An account's own seeks, also those that are over, the newest first; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn for_account(
    connection: &mut AnyConnection,
    account: i32,
    limit: i64,
) -> Result<Vec<SeekRow>, StoreError> {
    seek_rows(
        seeks::table
            .filter(seeks::account_id.eq(account))
            .order(seeks::id.desc())
            .limit(limit)
            .load(connection)?,
    )
}

/// Takes a seek away for a play that comes of it; `false` where somebody else has taken it, or where
/// it is over at `now`. Of many who try, one has it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn accept(connection: &mut AnyConnection, id: i32, now: i64) -> Result<bool, StoreError> {
    let alive = seeks::table.filter(seeks::id.eq(id)).filter(seeks::expires_at.gt(now));
    Ok(diesel::delete(alive).execute(connection)? == 1)
}

/// Takes a seek back; `false` where it is gone already.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove(connection: &mut AnyConnection, id: i32) -> Result<bool, StoreError> {
    Ok(diesel::delete(seeks::table.find(id)).execute(connection)? == 1)
}

/// Takes away all seeks of an account.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_for_account(connection: &mut AnyConnection, account: i32) -> Result<(), StoreError> {
    diesel::delete(seeks::table.filter(seeks::account_id.eq(account))).execute(connection)?;
    Ok(())
}

/// Takes away all seeks of these players and all invitations of them.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_for_players(
    connection: &mut AnyConnection,
    players: &[i32],
) -> Result<(), StoreError> {
    diesel::delete(seeks::table.filter(seeks::player_id.eq_any(players))).execute(connection)?;
    diesel::delete(seeks::table.filter(seeks::to_player_id.eq_any(players))).execute(connection)?;
    Ok(())
}
