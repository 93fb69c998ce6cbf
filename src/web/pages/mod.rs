//! The pages: a struct for each template above its handler.

pub mod about;
pub mod events;
pub mod games;
pub mod home;
pub mod leaderboard;
mod list;
pub mod players;
pub mod preferences;
pub mod replay;

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::{App, Error};

use super::error::PageError;
use super::visit::Visit;

/// Runs a use case off the workers' threads and turns its error into a page.
async fn ask<T: Send + 'static>(
    visit: &Visit,
    use_case: impl FnOnce(&App) -> Result<T, Error> + Send + 'static,
) -> Result<T, PageError> {
    let app = visit.site.app.clone();
    match web::block(move || use_case(&app)).await {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(e)) => Err(PageError::new(visit, &e)),
        Err(_) => Err(PageError::new(visit, &Error::Internal("a use case was cut off".into()))),
    }
}

/// The page as a response.
fn html(visit: &Visit, page: &impl Template) -> Result<HttpResponse, PageError> {
    html_as(visit, StatusCode::OK, page)
}

/// The page with a status. Pages change with every import, so they are asked for again.
fn html_as(
    visit: &Visit,
    status: StatusCode,
    page: &impl Template,
) -> Result<HttpResponse, PageError> {
    match page.render() {
        Ok(body) => Ok(HttpResponse::build(status)
            .content_type("text/html; charset=utf-8")
            .insert_header(("Cache-Control", "no-cache"))
            .insert_header(("Vary", "Accept-Language, Cookie"))
            .body(body)),
        Err(e) => Err(PageError::new(visit, &Error::Internal(e.to_string()))),
    }
}
