//! Sealed data of unrevealed games: the armies in one body, comments and unknown tags in another.

use adjutant_store::deployments::SealedDeploymentRow;
use adjutant_store::seal::{SealedKind, holds_annotations};
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

/// Decodes both armies and the annotations.
pub(super) fn decode_opened(timeline: &Timeline, opened: &Opened) -> Result<(Armies, Annotations)> {
    let (armies, behind) = decode_armies(timeline, &opened.armies)?;
    match &opened.annotations {
        None => Ok((armies, decode_noted(behind)?)),
        Some(noted) if behind.is_empty() => Ok((armies, decode_noted(noted)?)),
        Some(_) => Err(Error::Internal("something stands behind sealed set-ups".to_owned())),
    }
}
