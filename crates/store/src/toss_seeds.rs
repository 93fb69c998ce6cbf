//! The seeds to which tosses are committed, sealed until play begins. Only `adjutant-service` may use
//! them, like the secret table of live games.

use diesel::prelude::*;

use super::plays::PublicId;
use super::schema::{plays, toss_seeds};
use super::{AnyConnection, Result, StoreError};

/// Stores a game's sealed seed; `false` if there is one already, which is never overwritten. Fails
/// if there is no such game.
pub fn insert_once(conn: &mut AnyConnection, play: i32, sealed: &[u8]) -> Result<bool> {
    let row = (toss_seeds::play_id.eq(play), toss_seeds::body.eq(sealed));
    let put = diesel::insert_into(toss_seeds::table).values(row).on_conflict_do_nothing();
    Ok(put.execute(conn)? == 1)
}

/// The sealed seed of a game.
pub fn for_play(conn: &mut AnyConnection, play: i32) -> Result<Option<Vec<u8>>> {
    Ok(toss_seeds::table.find(play).select(toss_seeds::body).first(conn).optional()?)
}

/// A sealed seed with what it is bound to.
pub struct SealedSeed {
    pub play: i32,
    pub public_id: PublicId,
    pub body: Vec<u8>,
}

type SeedColumns = (i32, Vec<u8>, Vec<u8>);

impl TryFrom<SeedColumns> for SealedSeed {
    type Error = StoreError;

    fn try_from((play, public_id, body): SeedColumns) -> Result<SealedSeed> {
        let damaged =
            |_| StoreError::Damaged(format!("the seed of play {play} is bound to nothing"));
        Ok(SealedSeed { play, public_id: public_id.try_into().map_err(damaged)?, body })
    }
}

/// All seeds of the games after `after` up to `last`, for integrity checks.
pub fn in_play_range(
    conn: &mut AnyConnection,
    (after, last): (i32, i32),
) -> Result<Vec<SealedSeed>> {
    let found: Vec<SeedColumns> = toss_seeds::table
        .inner_join(plays::table)
        .filter(toss_seeds::play_id.gt(after))
        .filter(toss_seeds::play_id.le(last))
        .order(toss_seeds::play_id)
        .select((toss_seeds::play_id, plays::public_id, toss_seeds::body))
        .load(conn)?;
    found.into_iter().map(SealedSeed::try_from).collect()
}

/// The seeds of up to `limit` of the newest games, to test the key at the start. Damaged rows are
/// omitted.
pub fn newest_sealed(conn: &mut AnyConnection, limit: i64) -> Result<Vec<SealedSeed>> {
    let found: Vec<SeedColumns> = toss_seeds::table
        .inner_join(plays::table)
        .order(toss_seeds::play_id.desc())
        .select((toss_seeds::play_id, plays::public_id, toss_seeds::body))
        .limit(limit)
        .load(conn)?;
    Ok(found.into_iter().filter_map(|one| SealedSeed::try_from(one).ok()).collect())
}

/// Whether there are any, which requires the key.
pub fn has_any(conn: &mut AnyConnection) -> Result<bool> {
    Ok(toss_seeds::table.select(toss_seeds::play_id).first::<i32>(conn).optional()?.is_some())
}
