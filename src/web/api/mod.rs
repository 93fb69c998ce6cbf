//! The API under `/api/v1`: the same use cases as the pages.

pub mod description;
pub mod events;
pub mod games;
pub mod leaderboards;
pub mod players;
pub mod records;

use actix_web::http::header;
use actix_web::web::{ServiceConfig, get, post};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;

use crate::service::{App, Error};

use super::error::ApiError;
use super::site::Site;

/// The API's routes.
pub fn configure(config: &mut ServiceConfig) {
    config
        .route("/api/v1/openapi.json", get().to(description::document))
        .route("/api/v1/records", post().to(records::import))
        .route("/api/v1/games", get().to(games::list))
        .route("/api/v1/games/{id}", get().to(games::one))
        .route("/api/v1/games/{id}/replay", get().to(games::replay))
        .route("/api/v1/players", get().to(players::list))
        .route("/api/v1/players/{handle}", get().to(players::one))
        .route("/api/v1/players/{handle}/ratings/{pool}", get().to(players::history))
        .route("/api/v1/players/{handle}/versus/{other}", get().to(players::versus))
        .route("/api/v1/pools", get().to(leaderboards::pools))
        .route("/api/v1/leaderboards/{pool}", get().to(leaderboards::show))
        .route("/api/v1/leaderboards/{pool}/histogram", get().to(leaderboards::histogram))
        .route("/api/v1/events", get().to(events::list))
        .route("/api/v1/events/{slug}", get().to(events::one));
}

/// Runs a use case off the workers' threads.
async fn ask<T: Send + 'static>(
    site: &web::Data<Site>,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, ApiError> {
    let app = site.app.clone();
    let done = web::block(move || use_case(&app)).await;
    Ok(done.map_err(|_| Error::Internal("a use case was cut off".into()))??)
}

/// A parameter that the address got wrong, as a problem.
pub fn bad_query(e: &actix_web::error::QueryPayloadError) -> ApiError {
    ApiError::new(actix_web::http::StatusCode::UNPROCESSABLE_ENTITY, "invalid", e.to_string())
}

/// How long an answer may be kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    /// It never changes.
    ForEver,
    /// It is asked for again each time, and answered with 304 while it is the same.
    Check,
}

/// A body with its digest as entity tag; 304 where the asker has it already.
fn respond(request: &HttpRequest, content_type: &str, body: Vec<u8>, keep: Keep) -> HttpResponse {
    let tag = format!("\"{}\"", &blake3::hash(&body).to_hex()[..24]);
    let known = request
        .headers()
        .get(header::IF_NONE_MATCH)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| {
            value == "*" || value.split(',').any(|one| one.trim().trim_start_matches("W/") == tag)
        });
    let cache = match keep {
        Keep::ForEver => "public, max-age=31536000, immutable",
        Keep::Check => "public, no-cache",
    };
    let mut response = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header((header::ETAG, tag))
        .insert_header((header::CACHE_CONTROL, cache))
        .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"));
    if known { response.finish() } else { response.content_type(content_type).body(body) }
}

/// A value as JSON.
fn json(request: &HttpRequest, value: &impl Serialize, keep: Keep) -> HttpResponse {
    respond(request, "application/json", serde_json::to_vec(value).unwrap_or_default(), keep)
}

/// Values as one JSON object a line.
fn ndjson<T: Serialize>(request: &HttpRequest, values: &[T]) -> HttpResponse {
    let mut body = Vec::new();
    for value in values {
        body.extend(serde_json::to_vec(value).unwrap_or_default());
        body.push(b'\n');
    }
    respond(request, "application/x-ndjson", body, Keep::Check)
}

/// Rows as CSV with a header; cells that a spreadsheet would run as formulas are defused.
fn csv(request: &HttpRequest, header_row: &[&str], rows: Vec<Vec<String>>) -> HttpResponse {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = std::iter::once(header_row.iter().map(|cell| (*cell).to_owned()).collect())
        .chain(rows)
        .try_for_each(|row: Vec<String>| writer.write_record(row.into_iter().map(defused)));
    let body = written.ok().and_then(|()| writer.into_inner().ok()).unwrap_or_default();
    respond(request, "text/csv; charset=utf-8", body, Keep::Check)
}

fn defused(cell: String) -> String {
    let number = cell.parse::<f64>().is_ok();
    if !number && cell.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{cell}")
    } else {
        cell
    }
}

#[cfg(test)]
mod tests {
    use super::defused;

    #[test]
    fn a_cell_that_a_spreadsheet_would_run_is_defused() {
        assert_eq!(defused("=1+1".into()), "'=1+1");
        assert_eq!(defused("@x".into()), "'@x");
        assert_eq!(defused("-5".into()), "-5");
        assert_eq!(defused("Lakandula".into()), "Lakandula");
    }
}
