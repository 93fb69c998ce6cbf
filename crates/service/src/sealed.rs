//! Sealed data: of unrevealed games the armies in one body, comments and unknown tags in another; of
//! live games set-ups and the seeds of tosses.

use adjutant_store::deployments::SealedDeploymentRow;
use adjutant_store::plays::PublicId;
use adjutant_store::seal::{SealedKind, Sealer, holds_annotations};
use adjutant_store::{AnyConnection, StoreError, set_ups, toss_seeds};
use salpakan::record::{Annotations, Armies, Timeline};

use super::records::{GameId, decode_armies, decode_noted};
use super::{App, Error, Result};

/// Seals encoded armies and annotations of the game `id`.
pub(super) fn seal(
    app: &App,
    id: GameId,
    armies: &[u8],
    annotations: &[u8],
) -> Result<SealedDeploymentRow> {
    let seal =
        |room: SealedKind, plain: &[u8]| app.sealer().seal(room, &id.0, plain, rand::random());
    Ok(SealedDeploymentRow {
        armies: seal(SealedKind::Armies, armies)?,
        annotations: seal(SealedKind::Annotations, annotations)?,
    })
}

/// Opened but undecoded data. It has no `Debug`.
pub(super) struct Opened {
    armies: Vec<u8>,
    /// `None` in the old format, where they follow the armies.
    annotations: Option<Vec<u8>>,
}

/// Opens the sealed data of the game `id`.
pub(super) fn opened(app: &App, id: GameId, sealed: &SealedDeploymentRow) -> Result<Opened> {
    let open = |room: SealedKind, body: &[u8]| app.sealer().open(room, &id.0, body);
    let armies = open(SealedKind::Armies, &sealed.armies)?;
    let annotations = match holds_annotations(&sealed.armies) {
        true => None,
        false => Some(open(SealedKind::Annotations, &sealed.annotations)?),
    };
    Ok(Opened { armies, annotations })
}

pub(super) fn decode_opened(timeline: &Timeline, opened: &Opened) -> Result<(Armies, Annotations)> {
    let (armies, behind) = decode_armies(timeline, &opened.armies)?;
    match &opened.annotations {
        None => Ok((armies, decode_noted(behind)?)),
        Some(noted) if behind.is_empty() => Ok((armies, decode_noted(noted)?)),
        Some(_) => Err(Error::Internal("something stands behind sealed set-ups".to_owned())),
    }
}

/// The number of samples per kind: a damaged one must not count as a wrong key.
const TRIED: i64 = 4;

/// Whether sealed data of live games exists, which requires the key.
pub(super) fn has_sealed_play(conn: &mut AnyConnection) -> Result<bool, StoreError> {
    Ok(toss_seeds::has_any(conn)? || set_ups::has_any(conn)?)
}

/// Whether the key opens sealed data of live games, tried on the newest seeds and set-ups.
pub(super) fn opens_plays(conn: &mut AnyConnection, sealer: &Sealer) -> Result<bool, StoreError> {
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
