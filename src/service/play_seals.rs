//! What rests sealed of plays, and whether the key fits it.

use crate::store::plays::PublicId;
use crate::store::seal::{SealedKind, Sealer};
use crate::store::{AnyConnection, StoreError, set_ups, toss_seeds};

/// So many of each kind are tried: a damaged one does not shut the others up.
const TRIED: i64 = 4;

/// Whether anything of a play is sealed, so that the key must be there.
///
/// # Errors
/// [`StoreError::Database`].
pub(super) fn any(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    Ok(toss_seeds::has_any(connection)? || set_ups::has_any(connection)?)
}

/// Whether the key opens what it sealed of plays: the newest seeds and set-ups are tried.
///
/// # Errors
/// [`StoreError::Database`].
pub(super) fn fits(connection: &mut AnyConnection, sealer: &Sealer) -> Result<bool, StoreError> {
    let opens = |room, play: &PublicId, body: &[u8]| sealer.open(room, play, body).is_ok();
    let seeds = toss_seeds::newest_sealed(connection, TRIED)?;
    if seeds.iter().any(|one| opens(SealedKind::TossSeed, &one.public_id, &one.body)) {
        return Ok(true);
    }
    let set_ups = set_ups::newest_sealed(connection, TRIED)?;
    if set_ups.iter().any(|one| opens(SealedKind::SetUp(one.color), &one.public_id, &one.body)) {
        return Ok(true);
    }
    Ok(seeds.is_empty() && set_ups.is_empty())
}
