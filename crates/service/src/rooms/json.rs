//! Rooms as they are stored.

use adjutant_domain::review::ReviewRoom;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Error, Result};

pub(super) fn write<S: Serialize>(room: &ReviewRoom<S>) -> Result<String> {
    serde_json::to_string(room)
        .map_err(|e| Error::Internal(format!("a room cannot be stored: {e}")))
}

/// A stored room; `None` for one that this program does not understand.
pub(super) fn read<S: DeserializeOwned>(text: &str) -> Option<ReviewRoom<S>> {
    serde_json::from_str(text).ok()
}
