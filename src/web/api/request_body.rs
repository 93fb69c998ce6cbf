//! What programs send.

use actix_web::HttpRequest;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Payload};
use serde::de::DeserializeOwned;

use adjutant_service::Error;

use super::super::body;
use super::super::error::ApiError;
use super::super::i18n::{Language, Texts};
use super::super::site::Site;

/// So large a command may be, in bytes: a few times what the longest takes.
pub const MAX_COMMAND_BYTES: usize = 4096;

/// A command: one JSON object.
///
/// # Errors
/// Those of [`sent`]; the problem that names the field which is missing, unknown or of another kind.
pub async fn read_json<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: Payload,
    most: usize,
    site: &Site,
) -> Result<T, ApiError> {
    let body = read_bytes(request, payload, (most, &["identity"]), site).await?;
    let wrong = |why: &str| {
        Error::invalid("body", format!("this is not the JSON that is taken: {why}")).into()
    };
    // A list would be read as the values of the fields in their order.
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(wrong("an object is, and this is a list"));
    }
    // The message names what is wrong and where; it quotes no value that was sent.
    serde_json::from_slice(&body).map_err(|e| wrong(&e.to_string()))
}

/// The body of a request: of at most so many bytes, and in one of the encodings that are taken.
///
/// # Errors
/// The problem of another encoding, or of a body that is too large, too slow or broken off.
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

/// Refuses a body in an encoding that would only look like a bad one.
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
    let detail = format!(
        "Content-Encoding {sent} is not taken; send the body in one that is: {}",
        taken.join(", ")
    );
    ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported-encoding", detail)
}
