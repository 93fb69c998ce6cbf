//! What a browser may keep for use without network: the server marks it, and the service worker keeps nothing else.
//!
//! Only what everybody may know is marked: pages that name no visitor and show nothing that is not revealed. Static
//! files need no mark: they are immutable.

use actix_web::HttpResponse;
use actix_web::http::header::{HeaderName, HeaderValue};

use crate::assets;

/// The header of the mark. Its value is the digest of the static files that the page needs.
const OFFLINE_COPY: HeaderName = HeaderName::from_static("offline-copy");

/// Marks a response as one that browsers may keep.
pub fn allow_offline_copy(response: &mut HttpResponse) {
    response.headers_mut().insert(OFFLINE_COPY, HeaderValue::from_static(assets::digest()));
}
