//! Reading request bodies with limits on their size and on slow senders.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::web::{Bytes, BytesMut, Payload};
use futures_util::StreamExt;
use tokio::time::{Instant, timeout_at};

use crate::i18n::Texts;

/// The number of bytes (or the rest) that must arrive within the configured timeout.
const CHUNK_BYTES: usize = 40_000;

/// Why a body was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BodyError {
    TooLarge { most: usize },
    TooSlow,
    Broken,
}

impl BodyError {
    pub const fn status(self) -> StatusCode {
        match self {
            BodyError::TooLarge { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            BodyError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            BodyError::Broken => StatusCode::BAD_REQUEST,
        }
    }

    /// The kind of problem document.
    pub const fn kind(self) -> &'static str {
        match self {
            BodyError::TooLarge { .. } => "too-large",
            BodyError::TooSlow => "too-slow",
            BodyError::Broken => "invalid",
        }
    }

    pub fn message(self, texts: Texts) -> String {
        match self {
            BodyError::TooLarge { most } => texts.one("error-body-too-large", "bytes", most),
            BodyError::TooSlow => texts.get("error-body-slow"),
            BodyError::Broken => texts.get("error-body-broken"),
        }
    }
}

/// Reads a body of at most `most` bytes, each chunk of which must arrive within `patience`.
///
/// # Errors
/// Returns an error if the body is longer, arrives too slowly, or is cut off.
pub async fn read_body(
    mut payload: Payload,
    most: usize,
    patience: Duration,
) -> Result<Bytes, BodyError> {
    let mut body = BytesMut::new();
    let (mut deadline, mut portion_end) = (Instant::now() + patience, CHUNK_BYTES);
    loop {
        if body.len() >= portion_end {
            (deadline, portion_end) = (Instant::now() + patience, body.len() + CHUNK_BYTES);
        }
        match timeout_at(deadline, payload.next()).await {
            Err(_) => return Err(BodyError::TooSlow),
            Ok(None) => return Ok(body.freeze()),
            Ok(Some(Err(_))) => return Err(BodyError::Broken),
            Ok(Some(Ok(part))) if body.len() + part.len() > most => {
                return Err(BodyError::TooLarge { most });
            }
            Ok(Some(Ok(part))) => body.extend_from_slice(&part),
        }
    }
}
