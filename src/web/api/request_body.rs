//! Reading request bodies.

use actix_web::HttpRequest;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Payload};
use serde::de::DeserializeOwned;

use adjutant_service::Error;

use super::super::body;
use super::super::error::ApiError;
use super::super::i18n::{Language, Texts};
use super::super::site::Site;

/// The largest command, in bytes: several times the longest valid one.
pub const MAX_COMMAND_BYTES: usize = 4096;

/// Reads a command: one JSON object.
///
/// # Errors
/// As [`read_bytes`]; [`Error::Invalid`] if a field is missing, unknown or of another type.
pub async fn read_json<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: Payload,
    most: usize,
    site: &Site,
) -> Result<T, ApiError> {
    let body = read_bytes(request, payload, (most, &["identity"]), site).await?;
    let wrong = |why: &str| Error::invalid("body", format!("Not the expected JSON: {why}")).into();
    // A list would be read as the values of the fields in their order.
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(wrong("send an object instead of a list"));
    }
    // The message names what is wrong and where; it does not quote any value.
    serde_json::from_slice(&body).map_err(|e| wrong(&e.to_string()))
}

/// Reads a body of at most `most` bytes in one of the accepted encodings.
///
/// # Errors
/// The problem of an unsupported encoding, or of a body that is too large, too slow or incomplete.
pub async fn read_bytes(
    request: &HttpRequest,
    payload: Payload,
    (most, taken): (usize, &[&str]),
    site: &Site,
) -> Result<Bytes, ApiError> {
    reject_other_encodings(request, taken)?;
    body::read_body(payload, most, site.settings.receive_timeout)
        .await
        .map_err(|e| ApiError::new(e.status(), e.kind(), e.message(Texts(Language::English))))
}

/// Rejects other encodings, which would otherwise be reported as malformed content.
fn reject_other_encodings(request: &HttpRequest, taken: &[&str]) -> Result<(), ApiError> {
    let sent = request.headers().get_all(header::CONTENT_ENCODING);
    let encodings = sent.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    for encoding in encodings.map(<[u8]>::trim_ascii).filter(|encoding| !encoding.is_empty()) {
        if !taken.iter().any(|taken| encoding.eq_ignore_ascii_case(taken.as_bytes())) {
            return Err(unsupported_encoding(&encoding.escape_ascii().to_string(), taken));
        }
    }
    Ok(())
}

pub(super) fn unsupported_encoding(sent: &str, taken: &[&str]) -> ApiError {
    let detail =
        format!("Content-Encoding {sent} is not supported. Use one of: {}", taken.join(", "));
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-encoding", detail)
}
