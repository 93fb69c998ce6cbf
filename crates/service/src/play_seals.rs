//! Sealed data of live games, and whether the key fits it.

use adjutant_store::plays::PublicId;
use adjutant_store::seal::{SealedKind, Sealer};
use adjutant_store::{AnyConnection, StoreError, set_ups, toss_seeds};

/// The number of samples per kind: a damaged one must not count as a wrong key.
const TRIED: i64 = 4;

/// Whether sealed data of live games exists, which requires the key.
pub(super) fn any(conn: &mut AnyConnection) -> Result<bool, StoreError> {
    Ok(toss_seeds::has_any(conn)? || set_ups::has_any(conn)?)
}

/// Whether the key opens sealed data of live games, tried on the newest seeds and set-ups.
pub(super) fn fits(conn: &mut AnyConnection, sealer: &Sealer) -> Result<bool, StoreError> {
    let opens = |room, play: &PublicId, body: &[u8]| sealer.open(room, play, body).is_ok();
    let seeds = toss_seeds::newest_sealed(conn, TRIED)?;
    if seeds.iter().any(|one| opens(SealedKind::TossSeed, &one.public_id, &one.body)) {
        return Ok(true);
    }
    let set_ups = set_ups::newest_sealed(conn, TRIED)?;
    if set_ups.iter().any(|one| opens(SealedKind::SetUp(one.color), &one.public_id, &one.body)) {
        return Ok(true);
    }
    Ok(seeds.is_empty() && set_ups.is_empty())
}
