//! What programs send.

use actix_web::HttpRequest;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Bytes, Payload};

use super::super::body;
use super::super::error::ApiError;
use super::super::i18n::{Language, Texts};
use super::super::site::Site;

/// The body of a request: of at most so many bytes, and in one of the encodings that are taken.
///
/// # Errors
/// The problem of another encoding, or of a body that is too large, too slow or broken off.
pub async fn sent(
    request: &HttpRequest,
    payload: Payload,
    (most, taken): (usize, &[&str]),
    site: &Site,
) -> Result<Bytes, ApiError> {
    refuse_other_encodings(request, taken)?;
    body::read(payload, most, site.settings.patience)
        .await
        .map_err(|e| ApiError::new(e.status(), e.kind(), e.words(Texts(Language::English))))
}

/// Refuses a body in an encoding that would only look like a bad one.
fn refuse_other_encodings(request: &HttpRequest, taken: &[&str]) -> Result<(), ApiError> {
    let sent = request.headers().get_all(header::CONTENT_ENCODING);
    let encodings = sent.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    for encoding in encodings.map(<[u8]>::trim_ascii).filter(|encoding| !encoding.is_empty()) {
        if !taken.iter().any(|taken| encoding.eq_ignore_ascii_case(taken.as_bytes())) {
            let detail = format!(
                "Content-Encoding {} is not taken; send the body in one that is: {}",
                encoding.escape_ascii(),
                taken.join(", ")
            );
            let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
            return Err(ApiError::new(status, "unsupported-encoding", detail));
        }
    }
    Ok(())
}
