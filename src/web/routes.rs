//! The whole table of addresses.

use std::net::IpAddr;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use actix_web::web::{ServiceConfig, get, post};
use actix_web::{Error, HttpRequest, HttpResponse, web};
use metrics_exporter_prometheus::PrometheusHandle;

use super::error::{ApiError, PageError};
use super::visit::Visit;
use super::{api, assets, pages, picture};

/// Every route of the site.
pub fn configure(config: &mut ServiceConfig) {
    config
        .route("/", get().to(pages::home::show))
        .route("/leaderboards", get().to(pages::leaderboard::index))
        .route("/leaderboards/{pool}", get().to(pages::leaderboard::show))
        .route("/players", get().to(pages::players::index))
        .route("/players/{handle}", get().to(pages::players::show))
        .route("/players/{handle}/versus/{other}", get().to(pages::players::versus))
        .route("/games", get().to(pages::games::index))
        .route("/games/{id}", get().to(pages::replay::show))
        .route("/games/{id}/board.png", get().to(picture::board))
        .route("/games/{id}/{file}", get().to(api::games::download))
        .route("/events", get().to(pages::events::index))
        .route("/events/{slug}", get().to(pages::events::show))
        .route("/rules", get().to(pages::about::rules))
        .route("/api", get().to(pages::about::api))
        .route("/preferences", post().to(pages::preferences::set))
        .route("/static/{digest}/{name:.*}", get().to(assets::get))
        .route("/healthz", get().to(healthz))
        .route("/readyz", get().to(readyz))
        .route("/metrics", get().to(metrics))
        .configure(api::configure)
        .default_service(web::to(nothing_here));
}

async fn healthz() -> &'static str {
    "ok"
}

async fn readyz(visit: Visit) -> HttpResponse {
    let app = visit.site.app.clone();
    match web::block(move || app.ready()).await {
        Ok(Ok(())) => HttpResponse::Ok().body("ready"),
        _ => HttpResponse::ServiceUnavailable().body("the store does not answer"),
    }
}

/// Figures for the operator, on this machine only.
async fn metrics(request: HttpRequest, handle: web::Data<PrometheusHandle>) -> HttpResponse {
    let local = request.peer_addr().is_some_and(|peer| match peer.ip() {
        IpAddr::V4(ip) => ip.is_loopback(),
        IpAddr::V6(ip) => ip.is_loopback(),
    });
    if local && !request.headers().contains_key("x-forwarded-for") {
        HttpResponse::Ok().content_type("text/plain; version=0.0.4").body(handle.render())
    } else {
        HttpResponse::Forbidden().body("metrics are for this machine only")
    }
}

async fn nothing_here(request: HttpRequest, visit: Visit) -> Result<HttpResponse, Error> {
    if request.path().starts_with("/api/") {
        let detail = format!("there is nothing at {}; /api lists what there is", request.path());
        return Err(ApiError::new(StatusCode::NOT_FOUND, "not-found", detail).into());
    }
    let message = visit.texts().get("error-no-page");
    Err(PageError::with(&visit, StatusCode::NOT_FOUND, message).into())
}

/// Counts and times requests by the route's pattern, never by its path.
pub async fn measure<B: MessageBody>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<B>, Error> {
    let start = Instant::now();
    let response = next.call(request).await?;
    let route = response.request().match_pattern().unwrap_or_else(|| "none".to_owned());
    let labels = [("route", route), ("status", response.status().as_u16().to_string())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", &labels).record(start.elapsed().as_secs_f64());
    Ok(response)
}
