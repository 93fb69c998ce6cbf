//! Responses of pages: HTML, downloads, redirects.

use std::cell::Cell;

use actix_web::body::MessageBody;
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse};
use askama::Template;

use adjutant_service::Error;

use crate::error::PageError;
use crate::request_context::RequestContext;
use crate::response_cache::cacheable_response;
use crate::use_cases::build_maybe_offloaded;

/// Enough for most pages, so that the buffer does not grow.
const PAGE_BYTES: usize = 96 << 10;
/// A buffer that had to grow beyond this is not used again.
const MAX_BUFFER_BYTES: usize = 1 << 20;

/// What a CSV file in UTF-8 begins with, so that spreadsheets know the encoding.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

thread_local! {
    /// Where a page is written before its size is known: what is sent and cached then takes no more memory than it needs.
    static PAGE_BUFFER: Cell<String> = const { Cell::new(String::new()) };
}

/// Renders a page with status 200.
pub fn html(visit: &RequestContext, page: &impl Template) -> Result<HttpResponse, PageError> {
    html_with_status(visit, StatusCode::OK, page)
}

pub fn html_with_status(
    visit: &RequestContext,
    status: StatusCode,
    page: &impl Template,
) -> Result<HttpResponse, PageError> {
    let body = render(page).map_err(|e| PageError::new(visit, &e))?;
    Ok(html_response(visit, status, body))
}

pub fn render(page: &impl Template) -> Result<String, Error> {
    let mut buffer = PAGE_BUFFER.take();
    buffer.clear();
    buffer.reserve(PAGE_BYTES);
    let rendered = page.render_into(&mut buffer);
    let body = match rendered {
        Ok(()) => Ok(buffer.as_str().to_owned()),
        Err(e) => Err(Error::Internal(e.to_string())),
    };
    if buffer.capacity() <= MAX_BUFFER_BYTES {
        PAGE_BUFFER.set(buffer);
    }
    body
}

pub fn html_response(visit: &RequestContext, status: StatusCode, body: String) -> HttpResponse {
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
pub fn private_response(content_type: &str, body: impl MessageBody + 'static) -> HttpResponse {
    HttpResponse::Ok()
        .content_type(content_type)
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .body(body)
}

/// Whether a script asks, which wants JSON and not a page.
pub fn wants_json(request: &HttpRequest) -> bool {
    let accepts = request.headers().get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accepts.is_some_and(|kinds| kinds.contains("application/json"))
}

/// A private download; `name` is the suggested file name.
pub fn private_download(content_type: &str, name: &str, body: Vec<u8>) -> HttpResponse {
    as_attachment(private_response(content_type, body), name)
}

/// Makes browsers save a response under this name.
pub fn as_attachment(mut response: HttpResponse, name: &str) -> HttpResponse {
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        response.headers_mut().insert(header::CONTENT_DISPOSITION, value);
    }
    response
}

/// Renders a page that is private even when nobody is signed in, such as one with a form.
pub fn private_html(
    visit: &RequestContext,
    status: StatusCode,
    page: &impl Template,
) -> Result<HttpResponse, PageError> {
    let body = page.render().map_err(|e| PageError::new(visit, &Error::Internal(e.to_string())))?;
    let mut response = private_response("text/html; charset=utf-8", body);
    *response.status_mut() = status;
    Ok(response)
}

/// Renders the page of a game likewise.
pub async fn game_html(
    visit: &RequestContext,
    plies: u32,
    page: impl Template + Send + 'static,
) -> Result<HttpResponse, PageError> {
    let body = build_maybe_offloaded(visit, plies, move |_| render(&page)).await?;
    body.map(|body| html_response(visit, StatusCode::OK, body))
        .map_err(|e| PageError::new(visit, &e))
}

/// A redirect to another page of this site.
pub fn see_other(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .insert_header((header::CACHE_CONTROL, "private, no-store"))
        .finish()
}
