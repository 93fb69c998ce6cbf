//! THE SECRET TABLE of live games: each side's army, sealed in a constant length. Nothing here can
//! open it: that takes the sealing key, which stays in `crates/service`.
//!
//! There are four ways to read it: the holder of a seat reads their own army; a side's army is
//! compared with what the same side sends again; both are read by the arbiter of a ply and for the
//! record of a finished game; and some are read to check that they open. There is none for
//! opponents, spectators or officials.

use diesel::prelude::*;

use salpakan::rules::{ByColor, Color};

use super::plays::{PublicId, SeatProof};
use super::schema::{plays, set_ups};
use super::{AnyConnection, Result, StoreError};

/// Stores a side's sealed army; `false` if there is one already, which is never overwritten. Fails
/// if there is no such game.
pub fn insert_once(
    conn: &mut AnyConnection,
    play: i32,
    color: Color,
    sealed: &[u8],
) -> Result<bool> {
    let row =
        (set_ups::play_id.eq(play), set_ups::color.eq(color as i16), set_ups::body.eq(sealed));
    let put = diesel::insert_into(set_ups::table).values(row).on_conflict_do_nothing();
    Ok(put.execute(conn)? == 1)
}

/// The sealed army of a seat, for its holder.
pub fn for_seat(conn: &mut AnyConnection, seat: SeatProof) -> Result<Option<Vec<u8>>> {
    Ok(set_ups::table
        .find((seat.play(), seat.color() as i16))
        .select(set_ups::body)
        .first(conn)
        .optional()?)
}

/// The sealed army of a side, to be compared with what the same side sends again.
pub fn for_side(conn: &mut AnyConnection, play: i32, color: Color) -> Result<Option<Vec<u8>>> {
    let row = set_ups::table.find((play, color as i16));
    Ok(row.select(set_ups::body).first(conn).optional()?)
}

/// Both sealed armies, for the arbiter; `None` until both exist.
pub fn for_both_sides(conn: &mut AnyConnection, play: i32) -> Result<Option<ByColor<Vec<u8>>>> {
    let found: Vec<Vec<u8>> = set_ups::table
        .filter(set_ups::play_id.eq(play))
        .order(set_ups::color)
        .select(set_ups::body)
        .load(conn)?;
    let both: Option<[Vec<u8>; 2]> = found.try_into().ok();
    Ok(both.map(|[white, black]| ByColor::new(white, black)))
}

/// A side's sealed army, or its sealed notes, with what they are bound to.
pub struct SealedSide {
    pub play: i32,
    pub public_id: PublicId,
    pub color: Color,
    pub body: Vec<u8>,
}

/// The columns of a [`SealedSide`]: they are not read as values of the domain, since a damaged row
/// must not keep the others from being read.
pub(super) type SideColumns = (i32, Vec<u8>, i16, Vec<u8>);

impl TryFrom<SideColumns> for SealedSide {
    type Error = StoreError;

    fn try_from((play, public_id, color, body): SideColumns) -> Result<SealedSide> {
        let damaged =
            || StoreError::Damaged(format!("what is sealed for play {play} is bound to nothing"));
        let public_id = public_id.try_into().map_err(|_| damaged())?;
        let color = Color::ALL.into_iter().find(|one| *one as i16 == color).ok_or_else(damaged)?;
        Ok(SealedSide { play, public_id, color, body })
    }
}

/// All armies of the games after `after` up to `last`, for integrity checks.
pub fn in_play_range(
    conn: &mut AnyConnection,
    (after, last): (i32, i32),
) -> Result<Vec<SealedSide>> {
    let found: Vec<SideColumns> = set_ups::table
        .inner_join(plays::table)
        .filter(set_ups::play_id.gt(after))
        .filter(set_ups::play_id.le(last))
        .order((set_ups::play_id, set_ups::color))
        .select((set_ups::play_id, plays::public_id, set_ups::color, set_ups::body))
        .load(conn)?;
    found.into_iter().map(SealedSide::try_from).collect()
}

/// The armies of up to `limit` of the newest games, to test the key at the start. Damaged rows are
/// omitted.
pub fn newest_sealed(conn: &mut AnyConnection, limit: i64) -> Result<Vec<SealedSide>> {
    let found: Vec<SideColumns> = set_ups::table
        .inner_join(plays::table)
        .order(set_ups::play_id.desc())
        .select((set_ups::play_id, plays::public_id, set_ups::color, set_ups::body))
        .limit(limit)
        .load(conn)?;
    Ok(found.into_iter().filter_map(|one| SealedSide::try_from(one).ok()).collect())
}

/// Whether there are any, which requires the key.
pub fn has_any(conn: &mut AnyConnection) -> Result<bool> {
    Ok(set_ups::table.select(set_ups::play_id).first::<i32>(conn).optional()?.is_some())
}
