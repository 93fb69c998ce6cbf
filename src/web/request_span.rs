//! The log context of requests.

use std::borrow::Cow;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use adjutant_site::request_id::RequestId;
use percent_encoding::percent_decode_str;
use tracing::Span;
use tracing_actix_web::{DefaultRootSpanBuilder, RootSpanBuilder};

/// Prefixes of addresses that contain a secret link, or formerly a set-up's share code.
const SECRET_PREFIXES: [&str; 8] = [
    "/reset/",
    "/confirm/",
    "/join/",
    "/at/",
    "/hall/",
    "/rooms/",
    "/formations/",
    "/api/v1/formations/",
];
/// Paths below these prefixes that contain no secret.
const PUBLIC_PATHS: [&str; 3] =
    ["/formations/mine", "/formations/set-up", "/api/v1/formations/set-up"];

/// Logs method, route pattern and number only: the path may contain a secret, and details of the client
/// belong in the access log, if it is enabled.
pub struct RequestSpanBuilder;

impl RootSpanBuilder for RequestSpanBuilder {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let route = request.match_pattern().unwrap_or_default();
        let id = RequestId::of(request.request());
        let id = id.as_ref().map(RequestId::as_str);
        tracing::info_span!("request", method = %request.method(), route, request_id = id)
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        DefaultRootSpanBuilder::on_request_end(span, outcome);
    }
}

/// The path without secrets and share codes.
///
/// Alternative spellings are recognised: the router decodes `%72` as `r`, and paths with `//` are
/// redirected.
pub fn redact_path(path: &str) -> Cow<'_, str> {
    let decoded = percent_decode_str(path).decode_utf8_lossy();
    let plain = match decoded.contains("//") {
        true => {
            let parts = decoded.split('/').filter(|part| !part.is_empty());
            Cow::Owned(parts.fold(String::new(), |all, part| all + "/" + part))
        }
        false => decoded,
    };
    if PUBLIC_PATHS.contains(&plain.as_ref()) {
        return plain;
    }
    match SECRET_PREFIXES.iter().find(|prefix| plain.starts_with(**prefix)) {
        Some(prefix) => Cow::Borrowed(prefix),
        // The path as it was sent.
        None => Cow::Borrowed(path),
    }
}

#[cfg(test)]
mod tests {
    use super::redact_path;

    #[test]
    fn the_secret_of_a_link_is_cut_off_its_path() {
        assert_eq!(redact_path("/reset/abcdef"), "/reset/");
        assert_eq!(redact_path("/join/abcdef/more"), "/join/");
        assert_eq!(redact_path("/rooms/abcdef/events"), "/rooms/");
        assert_eq!(redact_path("/games/abcdef"), "/games/abcdef");
        assert_eq!(redact_path("/formations/06ev2f1j7fws668"), "/formations/");
        assert_eq!(redact_path("/api/v1/formations/06ev2f1j7fws668"), "/api/v1/formations/");
        assert_eq!(redact_path("/formations/set-up"), "/formations/set-up");
        assert_eq!(redact_path("/%72eset/abcdef"), "/reset/");
        assert_eq!(redact_path("//reset//abcdef"), "/reset/");
        assert_eq!(redact_path("/%2Freset/abcdef"), "/reset/");
        assert_eq!(redact_path("/players/Ana%20Cruz"), "/players/Ana%20Cruz");
    }
}
