//! Batch reading of stored games: first as bytes, decoded later and possibly in parallel.

use adjutant_store::batch_read::TimelineBodies;
use adjutant_store::deployments::SealedDeploymentRow;
use adjutant_store::games::{NarrowGameRow, WideGameRow};
use adjutant_store::{AnyConnection, batch_read, deployments};
use salpakan::record::{Embargo, RevealKey};

use super::records::{StoredRecord, decode, termination_of};
use super::{Error, Result};

/// Whether to read the sealed data of unrevealed games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sealed {
    Leave,
    Read,
}

/// The rows of a game.
pub(super) struct Raw {
    pub wide: WideGameRow,
    /// The public half and the annotations.
    pub timeline: Option<TimelineBodies>,
    /// Of a revealed game.
    pub armies: Option<Vec<u8>>,
    pub sealed: Option<SealedDeploymentRow>,
}

/// Reads the rows of many games, in the order of `rows`.
pub(super) fn read_many(
    conn: &mut AnyConnection,
    rows: Vec<NarrowGameRow>,
    sealed: Sealed,
) -> Result<Vec<Raw>> {
    match read_what_can(conn, rows, sealed)? {
        (raws, lacking) if lacking.is_empty() => Ok(raws),
        (_, lacking) => Err(Error::Internal(format!(
            "stored data is damaged: the game in row {} lacks a name; adjutant check says which",
            lacking[0].id
        ))),
    }
}

/// Like [`read_many`], but separates games with missing names.
pub(super) fn read_what_can(
    conn: &mut AnyConnection,
    rows: Vec<NarrowGameRow>,
    sealed: Sealed,
) -> Result<(Vec<Raw>, Vec<NarrowGameRow>)> {
    let ids: Vec<i32> = rows.iter().map(|row| row.id).collect();
    let keys: Vec<(i32, RevealKey)> = rows
        .iter()
        .filter_map(|row| {
            let embargo = Embargo::of(row.revealed != 0);
            Some((row.id, RevealKey::of_end(termination_of(row.termination), embargo)?))
        })
        .collect();
    let mut timelines = batch_read::timelines(conn, &ids)?;
    let mut armies = deployments::revealed_by_games(conn, &keys)?;
    let mut sealed = match sealed {
        Sealed::Leave => std::collections::HashMap::new(),
        Sealed::Read => deployments::sealed_by_games(conn, &ids)?,
    };
    let (whole, lacking) = batch_read::widen_games(conn, rows)?;
    let raw = |wide: WideGameRow| {
        let id = wide.narrow.id;
        let (timeline, armies) = (timelines.remove(&id), armies.remove(&id));
        Raw { wide, timeline, armies, sealed: sealed.remove(&id) }
    };
    Ok((whole.into_iter().map(raw).collect(), lacking))
}

impl Raw {
    pub fn decode(&self) -> Result<StoredRecord> {
        let missing = |what| {
            let id = self.wide.narrow.id;
            Error::Internal(format!("stored data is damaged: game {id} has no {what}"))
        };
        let bodies = self.timeline.as_ref().ok_or_else(|| missing("timeline"))?;
        decode(&self.wide, bodies, |_| {
            self.armies.clone().ok_or_else(|| missing("open set-ups, though it is final"))
        })
    }
}
