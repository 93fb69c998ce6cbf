//! THE SECRET TABLE of plays: each side's army, sealed in one length. Nothing here opens it: that
//! takes the sealing key, which stays in `src/service`.
//!
//! It has four doors: what a seat has handed in, for who has that seat; what a side has handed in, to hold
//! what it sends again against it; both sides, for the arbiter of one ply and for the record of a play that
//! is over; and some, for a check that they open. There is none for an opponent, a spectator or an official.

use diesel::prelude::*;

use salpakan::rules::{ByColor, Color};

use super::connection::on_engine;
use super::plays::{PublicId, SeatProof};
use super::schema::{plays, set_ups};
use super::{AnyConnection, StoreError};

/// Puts in what a side has handed in, sealed; `false` where that side has handed in before: what is
/// there stays there for ever.
///
/// # Errors
/// [`StoreError::Database`], also where there is no such play.
pub fn insert_once(
    connection: &mut AnyConnection,
    play: i32,
    color: Color,
    sealed: &[u8],
) -> Result<bool, StoreError> {
    let row =
        (set_ups::play_id.eq(play), set_ups::color.eq(color as i16), set_ups::body.eq(sealed));
    let put = on_engine!(connection, inner => {
        diesel::insert_into(set_ups::table).values(row).on_conflict_do_nothing().execute(inner)?
    });
    Ok(put == 1)
}

/// What the holder of a seat has handed in, sealed.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_seat(
    connection: &mut AnyConnection,
    seat: SeatProof,
) -> Result<Option<Vec<u8>>, StoreError> {
    Ok(set_ups::table
        .find((seat.play(), seat.color() as i16))
        .select(set_ups::body)
        .first(connection)
        .optional()?)
}

/// What a side has handed in, sealed: to be compared with what the same side sends once more.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_side(
    connection: &mut AnyConnection,
    play: i32,
    color: Color,
) -> Result<Option<Vec<u8>>, StoreError> {
    let row = set_ups::table.find((play, color as i16));
    Ok(row.select(set_ups::body).first(connection).optional()?)
}

/// Both sides', sealed, for the arbiter; `None` as long as one is missing.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_both_sides(
    connection: &mut AnyConnection,
    play: i32,
) -> Result<Option<ByColor<Vec<u8>>>, StoreError> {
    let found: Vec<Vec<u8>> = set_ups::table
        .filter(set_ups::play_id.eq(play))
        .order(set_ups::color)
        .select(set_ups::body)
        .load(connection)?;
    let both: Option<[Vec<u8>; 2]> = found.try_into().ok();
    Ok(both.map(|[white, black]| ByColor::new(white, black)))
}

/// A sealed set-up and what it is bound to.
pub struct SealedSetUp {
    pub play: i32,
    pub public_id: PublicId,
    pub color: Color,
    pub body: Vec<u8>,
}

type SetUpColumns = (i32, Vec<u8>, i16, Vec<u8>);

impl SealedSetUp {
    fn from_columns(
        (play, public_id, color, body): SetUpColumns,
    ) -> Result<SealedSetUp, StoreError> {
        let damaged =
            || StoreError::Damaged(format!("a set-up of play {play} is bound to nothing"));
        Ok(SealedSetUp {
            play,
            public_id: public_id.try_into().map_err(|_| damaged())?,
            color: *Color::ALL.iter().find(|one| **one as i16 == color).ok_or_else(damaged)?,
            body,
        })
    }
}

/// All set-ups of the plays behind `after` up to and with `last`, for a check that they open.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn in_play_range(
    connection: &mut AnyConnection,
    (after, last): (i32, i32),
) -> Result<Vec<SealedSetUp>, StoreError> {
    let found: Vec<SetUpColumns> = set_ups::table
        .inner_join(plays::table.on(plays::id.eq(set_ups::play_id)))
        .filter(set_ups::play_id.gt(after))
        .filter(set_ups::play_id.le(last))
        .order((set_ups::play_id, set_ups::color))
        .select((set_ups::play_id, plays::public_id, set_ups::color, set_ups::body))
        .load(connection)?;
    found.into_iter().map(SealedSetUp::from_columns).collect()
}

/// Some set-ups, the newest plays', at most `limit`: the key is tried on them at the start. One that is
/// bound to nothing is left out.
///
/// # Errors
/// [`StoreError::Database`].
pub fn newest_sealed(
    connection: &mut AnyConnection,
    limit: i64,
) -> Result<Vec<SealedSetUp>, StoreError> {
    let found: Vec<SetUpColumns> = set_ups::table
        .inner_join(plays::table.on(plays::id.eq(set_ups::play_id)))
        .order(set_ups::play_id.desc())
        .select((set_ups::play_id, plays::public_id, set_ups::color, set_ups::body))
        .limit(limit)
        .load(connection)?;
    Ok(found.into_iter().filter_map(|one| SealedSetUp::from_columns(one).ok()).collect())
}

/// Whether there is any, so that the key must be there.
///
/// # Errors
/// [`StoreError::Database`].
pub fn has_any(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let found: Option<i32> =
        set_ups::table.select(set_ups::play_id).limit(1).first(connection).optional()?;
    Ok(found.is_some())
}
