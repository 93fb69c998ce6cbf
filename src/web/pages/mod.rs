//! HTML pages: each template struct is defined above its handler.

pub mod about;
pub mod account;
mod area_page;
mod audit_log;
mod claim_decisions;
pub mod collections;
pub mod contests;
pub mod events;
pub mod formations;
mod game_rows;
pub mod games;
pub mod home;
mod information_stats;
mod invitation_link;
pub mod leaderboard;
pub mod notation;
pub mod operator;
pub mod organisations;
pub mod players;
pub mod plays;
pub mod preferences;
mod provenance;
pub mod quiz;
pub mod replay;
pub mod reviews;
pub mod rooms;
pub mod set_ups;
pub mod sharing;
pub mod variation;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use askama::Template;

use crate::service::{self, App, Error};

use super::error::PageError;
use super::request_context::RequestContext;
use super::response_cache::cacheable_response;

pub use game_rows::percent_encode;

/// Runs a use case on a reader thread and turns its error into a page.
pub(in crate::web) async fn run_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = visit.site.app.clone();
    let done = visit.site.lanes.read(move || use_case(&app)).await;
    done.flatten().map_err(|e| PageError::new(visit, &e))
}

/// Like [`run_use_case`], for slow work: at most one per core runs at a time.
pub(in crate::web) async fn run_heavy_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = visit.site.app.clone();
    let done = visit.site.lanes.heavy(visit.caller, move || use_case(&app)).await;
    done.flatten().map_err(|e| PageError::new(visit, &e))
}

/// Builds something from a game; for a very long game on a worker thread, so that live games do not
/// wait.
async fn build_maybe_offloaded<T: Send + 'static>(
    visit: &RequestContext,
    plies: u32,
    make: impl FnOnce(&RequestContext) -> T + Send + 'static,
) -> Result<T, PageError> {
    if plies <= service::games::LONG {
        return Ok(make(visit));
    }
    let own = visit.clone();
    let made = visit.site.lanes.finish_heavy(move || make(&own)).await;
    made.map_err(|e| PageError::new(visit, &e))
}

/// Renders the page of a game likewise.
async fn game_html(
    visit: &RequestContext,
    plies: u32,
    page: impl Template + Send + 'static,
) -> Result<HttpResponse, PageError> {
    let body = build_maybe_offloaded(visit, plies, move |_| render(&page)).await?;
    body.map(|body| html_response(visit, StatusCode::OK, body))
        .map_err(|e| PageError::new(visit, &e))
}

/// Runs a use case that reads a few rows by key, on the current thread if that is cheaper.
async fn run_brief_use_case<T: Send + 'static>(
    visit: &RequestContext,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = &visit.site.app;
    if app.reads_at_once() {
        return use_case(app).map_err(|e| PageError::new(visit, &e));
    }
    run_use_case(visit, use_case).await
}

/// Enough for most pages, so that the buffer does not grow.
const PAGE_BYTES: usize = 96 << 10;

/// Renders a page with status 200.
fn html(visit: &RequestContext, page: &impl Template) -> Result<HttpResponse, PageError> {
    html_with_status(visit, StatusCode::OK, page)
}

fn html_with_status(
    visit: &RequestContext,
    status: StatusCode,
    page: &impl Template,
) -> Result<HttpResponse, PageError> {
    let body = render(page).map_err(|e| PageError::new(visit, &e))?;
    Ok(html_response(visit, status, body))
}

fn render(page: &impl Template) -> Result<String, Error> {
    let mut body = String::with_capacity(PAGE_BYTES);
    match page.render_into(&mut body) {
        Ok(()) => Ok(body),
        Err(e) => Err(Error::Internal(e.to_string())),
    }
}

fn html_response(visit: &RequestContext, status: StatusCode, body: String) -> HttpResponse {
    let kind = "text/html; charset=utf-8";
    // A page that shows the visitor's name must not be cached.
    let mut response = if visit.is_signed_in() {
        private_response(kind, body)
    } else {
        cacheable_response(kind, "no-cache", body.into_bytes())
    };
    *response.status_mut() = status;
    let vary = HeaderValue::from_static("Accept-Language, Cookie");
    response.headers_mut().insert(header::VARY, vary);
    response
}

/// A response that may not be cached or shared.
fn private_response(content_type: &str, body: String) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(body)
}

/// A private download; `name` is the suggested file name.
fn private_download(content_type: &str, name: &str, body: Vec<u8>) -> HttpResponse {
    let disposition = format!("attachment; filename=\"{name}\"");
    let mut response = private_bytes(content_type, body);
    if let Ok(value) = HeaderValue::from_str(&disposition) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// A private response that the browser displays.
fn private_bytes(content_type: &str, body: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(body)
}

/// Renders a page that is private even when nobody is signed in, such as one with a form.
pub(in crate::web) fn private_html(
    visit: &RequestContext,
    status: StatusCode,
    page: &impl Template,
) -> Result<HttpResponse, PageError> {
    let body = page.render().map_err(|e| PageError::new(visit, &Error::Internal(e.to_string())))?;
    let mut response = private_response("text/html; charset=utf-8", body);
    *response.status_mut() = status;
    Ok(response)
}
