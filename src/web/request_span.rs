//! What the lines of the log say of the request that they come from.

use std::borrow::Cow;

use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use percent_encoding::percent_decode_str;
use tracing::Span;
use tracing_actix_web::{DefaultRootSpanBuilder, RootSpanBuilder};

/// Addresses below these hold a secret that opens an account, a table, a hall or a room; or once held a
/// set-up's share code.
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
/// What stands below them and is no secret.
const PUBLIC_PATHS: [&str; 3] =
    ["/formations/mine", "/formations/set-up", "/api/v1/formations/set-up"];

/// Method and pattern of the address alone: the address itself may hold the secret of a link,
/// and who asks from where with which browser is for the access log, where it is wanted.
pub struct RequestSpanBuilder;

impl RootSpanBuilder for RequestSpanBuilder {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let route = request.match_pattern().unwrap_or_default();
        tracing::info_span!("request", method = %request.method(), route)
    }

    fn on_request_end<B: MessageBody>(span: Span, outcome: &Result<ServiceResponse<B>, Error>) {
        DefaultRootSpanBuilder::on_request_end(span, outcome);
    }
}

/// The path without what opens an account, and without a share code.
///
/// However it is spelt: the router reads `%72` as `r`, and an address with `//` is led to the one without.
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
        // As it was sent.
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
