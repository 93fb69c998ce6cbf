//! The seeds to which tosses are committed, sealed until play begins. Only `adjutant-service` may use
//! them, like the secret table of live games.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::plays::PublicId;
use super::queries::on_engine;
use super::schema::{plays, toss_seeds};
use super::{AnyConnection, Result, StoreError};

/// Stores a game's sealed seed; `false` if there is one already, which is never overwritten. Fails
/// if there is no such game.
pub fn insert_once(conn: &mut AnyConnection, play: i32, sealed: &[u8]) -> Result<bool> {
    let row = (toss_seeds::play_id.eq(play), toss_seeds::body.eq(sealed));
    let put = on_engine!(conn, inner => {
        diesel::insert_into(toss_seeds::table).values(row).on_conflict_do_nothing().execute(inner)?
    });
    Ok(put == 1)
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

#[derive(Queryable, Selectable)]
#[diesel(table_name = toss_seeds)]
struct SeedColumns {
    play_id: i32,
    #[diesel(select_expression = plays::public_id)]
    public_id: Vec<u8>,
    body: Vec<u8>,
}

impl SealedSeed {
    fn from_columns(row: SeedColumns) -> Result<SealedSeed> {
        let SeedColumns { play_id: play, public_id, body } = row;
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
        .inner_join(plays::table.on(plays::id.eq(toss_seeds::play_id)))
        .filter(toss_seeds::play_id.gt(after))
        .filter(toss_seeds::play_id.le(last))
        .order(toss_seeds::play_id)
        .select(SeedColumns::as_select())
        .load(conn)?;
    found.into_iter().map(SealedSeed::from_columns).collect()
}

/// The seeds of up to `limit` of the newest games, to test the key at the start. Damaged rows are
/// omitted.
pub fn newest_sealed(conn: &mut AnyConnection, limit: i64) -> Result<Vec<SealedSeed>> {
    let found: Vec<SeedColumns> = toss_seeds::table
        .inner_join(plays::table.on(plays::id.eq(toss_seeds::play_id)))
        .order(toss_seeds::play_id.desc())
        .select(SeedColumns::as_select())
        .limit(limit)
        .load(conn)?;
    Ok(found.into_iter().filter_map(|one| SealedSeed::from_columns(one).ok()).collect())
}

/// Whether there are any, which requires the key.
pub fn has_any(conn: &mut AnyConnection) -> Result<bool> {
    Ok(diesel::select(exists(toss_seeds::table.select(toss_seeds::play_id))).get_result(conn)?)
}
