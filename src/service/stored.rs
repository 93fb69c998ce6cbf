//! Stored games by the hundred, as bytes first and decoded where there is a core to spare.

use crate::record::RevealKey;
use crate::store::games::{NarrowRow, WideRow};
use crate::store::many::TimelineBodies;
use crate::store::{AnyConnection, deployments, many};

use super::Error;
use super::records::{StoredGame, decode, termination_of};

/// Whether the sealed bodies of games that are not revealed are read, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sealed {
    Leave,
    Read,
}

/// The rows of one game.
pub(super) struct Raw {
    pub wide: WideRow,
    /// The public half and the annotations.
    pub timeline: Option<TimelineBodies>,
    /// Of a revealed game.
    pub armies: Option<Vec<u8>>,
    pub sealed: Option<Vec<u8>>,
}

/// The rows of many games, in the order of `rows`.
pub(super) fn read_many(
    connection: &mut AnyConnection,
    rows: Vec<NarrowRow>,
    sealed: Sealed,
) -> Result<Vec<Raw>, Error> {
    let ids: Vec<i32> = rows.iter().map(|row| row.id).collect();
    let keys: Vec<(i32, RevealKey)> = rows
        .iter()
        .filter(|row| row.revealed != 0)
        .filter_map(|row| Some((row.id, RevealKey::of_end(termination_of(row.termination))?)))
        .collect();
    let mut timelines = many::timelines(connection, &ids)?;
    let mut armies = deployments::revealed_many(connection, &keys)?;
    let mut sealed = match sealed {
        Sealed::Leave => std::collections::HashMap::new(),
        Sealed::Read => deployments::sealed_many(connection, &ids)?,
    };
    Ok(many::widen(connection, rows)?
        .into_iter()
        .map(|wide| {
            let id = wide.narrow.id;
            let (timeline, armies) = (timelines.remove(&id), armies.remove(&id));
            Raw { wide, timeline, armies, sealed: sealed.remove(&id) }
        })
        .collect())
}

impl Raw {
    /// The game as it may be shown.
    ///
    /// # Errors
    /// [`Error::Internal`] where bytes are missing or do not decode.
    pub fn decode(&self) -> Result<StoredGame, Error> {
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
