//! Middleware: canonical paths, HEAD, cross-origin headers, compression.

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};

use adjutant_service::contests;

use crate::error::not_found_at;
use crate::parameters::{percent_decode, percent_encode};
use crate::site::Site;

/// The response of a handler, or one in its place.
pub type EitherResponse<B> = ServiceResponse<EitherBody<B, BoxBody>>;

fn is_get_or_head(method: &Method) -> bool {
    matches!(*method, Method::GET | Method::HEAD)
}

/// Redirects to the canonical path: `/games/` and `//games` to `/games`. Paths that are not UTF-8
/// or contain control characters are not found.
pub async fn redirect_to_canonical_path<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let path = request.path();
    let readable = percent_decode(path).filter(|path| !path.contains(char::is_control));
    if readable.is_none() {
        let nothing = not_found_at(request.request(), path);
        return Ok(request.into_response(nothing).map_into_right_body());
    }
    let plain = canonical_path(path);
    if plain != path && is_get_or_head(request.method()) {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        let there = HttpResponse::PermanentRedirect()
            .insert_header((header::LOCATION, format!("{plain}{query}")))
            .finish();
        return Ok(request.into_response(there).map_into_right_body());
    }
    Ok(next.call(request).await?.map_into_left_body())
}

/// The folders of pages whose next segment is the slug of an event.
const EVENT_FOLDERS: [&str; 3] = ["/events/", "/embed/events/", "/overlay/events/"];

/// Redirects to the address that an event has now, from one that it had before. The API answers at both.
pub async fn redirect_to_current_event<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<EitherResponse<B>, Error> {
    let current = match is_get_or_head(request.method()) {
        true => current_event_path(&request),
        false => None,
    };
    let Some(path) = current else { return Ok(next.call(request).await?.map_into_left_body()) };
    let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
    // Not cached, since the event can get its former address again.
    let there = HttpResponse::PermanentRedirect()
        .insert_header((header::LOCATION, format!("{path}{query}")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .finish();
    Ok(request.into_response(there).map_into_right_body())
}

fn current_event_path(request: &ServiceRequest) -> Option<String> {
    let path = request.path();
    let folder = EVENT_FOLDERS.into_iter().find(|folder| path.starts_with(folder))?;
    let rest = &path[folder.len()..];
    let (slug, page) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let site = request.app_data::<Data<Site>>()?;
    let current = contests::current_address(&site.app, &percent_decode(slug)?)?;
    Some(format!("{folder}{}{page}", percent_encode(&current)))
}

/// The path without empty segments; it begins with one slash, so it cannot name another host.
fn canonical_path(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    format!("/{}", parts.join("/"))
}

/// Handles HEAD like GET; the server omits the body.
pub async fn head_as_get<B: MessageBody>(
    mut request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    next.call(request).await
}

/// Sets CORS headers: scripts of other sites may read the API and show images, but may not post,
/// nor read or embed pages.
pub async fn set_cross_origin_headers<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let path = request.path();
    let writes = path == "/api/v1/records" || path.ends_with("/roster");
    // Other sites must not learn about live games even from response sizes or errors.
    let live = ["/api/v1/plays", "/api/v1/seeks", "/api/v1/quick-pairing"];
    let live = live.iter().any(|room| path.starts_with(room));
    let api = path.starts_with("/api/v1/") && !writes && !live;
    let picture = is_image_path(path);
    let preflight = request.method() == Method::OPTIONS;
    let mut response = next.call(request).await?;
    let headers = response.headers_mut();
    let mut set = |name: &'static str, value: &'static str| {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    };
    set(
        "cross-origin-resource-policy",
        if api || picture { "cross-origin" } else { "same-origin" },
    );
    if api {
        set("access-control-allow-origin", "*");
        set(
            "access-control-expose-headers",
            "ETag, Link, RateLimit, RateLimit-Policy, Retry-After",
        );
    }
    if api && preflight {
        set("access-control-allow-methods", "GET, HEAD");
        set("access-control-allow-headers", "Accept, If-None-Match");
        set("access-control-max-age", "86400");
    }
    Ok(response)
}

/// The prefix of pages that other sites may embed.
const EMBED_PREFIX: &str = "/embed/";

/// Forbids framing (clickjacking) except for pages made for it, which have no effective controls.
/// Must be outside the middleware that sets the security headers.
pub async fn allow_embedding<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let framed = request.path().starts_with(EMBED_PREFIX);
    let mut response = next.call(request).await?;
    if !framed {
        return Ok(response);
    }
    let headers = response.headers_mut();
    headers.remove(header::X_FRAME_OPTIONS);
    let policy = headers.get(header::CONTENT_SECURITY_POLICY).and_then(|one| one.to_str().ok());
    let policy = policy.map(|one| one.replace("frame-ancestors 'none'", "frame-ancestors *"));
    if let Some(policy) = policy.and_then(|one| HeaderValue::from_str(&one).ok()) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

/// Exempts private responses from compression, because their compressed length could reveal their
/// content. Must be inside the compression middleware, which leaves encoded responses alone.
pub async fn skip_private_compression<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    let cache = response.headers().get(header::CACHE_CONTROL);
    let private = cache
        .and_then(|value| value.to_str().ok())
        .is_none_or(|value| value.contains("no-store") || value.contains("private"));
    if private {
        let as_it_is = HeaderValue::from_static("identity");
        response.headers_mut().insert(header::CONTENT_ENCODING, as_it_is);
    }
    Ok(response)
}

/// Removes the mark of [`skip_private_compression`] outside the compression middleware.
pub async fn strip_identity_encoding<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let mut response = next.call(request).await?;
    let encoding = response.headers().get(header::CONTENT_ENCODING);
    if encoding.is_some_and(|value| value == "identity") {
        response.headers_mut().remove(header::CONTENT_ENCODING);
    }
    Ok(response)
}

/// Whether the path is that of an image, which other sites may embed.
fn is_image_path(path: &str) -> bool {
    path.ends_with("/board.png") || path.ends_with("/game.gif")
}

#[cfg(test)]
mod tests {
    use super::canonical_path;

    #[test]
    fn a_path_has_no_empty_parts_and_never_names_another_host() {
        assert_eq!(canonical_path("/games/"), "/games");
        assert_eq!(canonical_path("//evil.example//"), "/evil.example");
        assert_eq!(canonical_path("///"), "/");
        assert_eq!(canonical_path("/a/b"), "/a/b");
    }
}
