//! The access log, if the operator enables it: one line per request.

use std::time::Instant;

use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::{Error, web};

use crate::web::request_span::redact_path;
use adjutant_site::request_id::RequestId;
use adjutant_site::request_limits::service_client_ip;
use adjutant_site::site::{AccessLog, Site};

/// No longer path is valid; limits the log that a client can cause.
const MAX_PATH_CHARS: usize = 200;

/// Logs method, path, status, milliseconds until the response begins, its size if known by then, and
/// the number of the request.
///
/// Queries, headers and cookies are never logged, because they can contain private data. Requests
/// of monitoring probes are logged only if they fail.
pub async fn log_request<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let wanted = request.app_data::<web::Data<Site>>().map(|site| site.settings.access_log);
    let wanted = wanted.unwrap_or_default();
    if wanted == AccessLog::Off {
        return next.call(request).await;
    }
    let start = Instant::now();
    let method = request.method().to_string();
    let path: String = redact_path(request.path()).chars().take(MAX_PATH_CHARS).collect();
    let from = service_client_ip(&request).filter(|_| wanted == AccessLog::Addresses);
    let id = RequestId::of(request.request());
    let answered = next.call(request).await;
    let (status, bytes) = match &answered {
        Ok(response) => (response.status(), body_size(response)),
        Err(e) => (e.as_response_error().status_code(), None),
    };
    if !is_probe(&path) || status != StatusCode::OK {
        tracing::info!(
            target: "adjutant::access",
            method,
            path,
            status = status.as_u16(),
            ms = start.elapsed().as_micros() as f64 / 1000.0,
            bytes,
            request_id = id.as_ref().map(RequestId::as_str),
            from = from.map(|from| from.to_string()),
            "request"
        );
    }
    answered
}

/// The size of the body in bytes; `None` if it is streamed.
fn body_size<B: MessageBody>(response: &ServiceResponse<B>) -> Option<u64> {
    match response.response().body().size() {
        BodySize::None => Some(0),
        BodySize::Sized(bytes) => Some(bytes),
        BodySize::Stream => None,
    }
}

fn is_probe(path: &str) -> bool {
    matches!(path, "/healthz" | "/readyz" | "/metrics")
}
