//! Actions of an author on their collection and its chapters.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::collections;
use crate::web::error::PageError;
use crate::web::forms::{self, FormRefusal, FormSchema, run_attempt};
use crate::web::html::see_other;
use crate::web::kit::{FlashMessage, refusal_status};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;

use super::{collection_address, parse_id, show};

const STATE_SHAPE: FormSchema = FormSchema::new(&["do"]);
const CHAPTER_SHAPE: FormSchema = FormSchema::new(&["do", "place"]);

fn bad_form_page(visit: &RequestContext) -> PageError {
    PageError::with_status(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// Redirects to the collection with a flash message, or shows it with the reason of the refusal.
async fn respond(
    visit: &RequestContext,
    id: i32,
    done: &'static str,
    outcome: Result<(), FormRefusal>,
) -> Result<HttpResponse, PageError> {
    let Err(refusal) = outcome else {
        return Ok(see_other(&FlashMessage::redirect_address(&collection_address(id), done)));
    };
    let status = refusal_status(&refusal).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    let words: Vec<String> = refusal.into_faults().into_iter().map(|(_, words)| words).collect();
    show::page(visit, id, String::new(), Some((status, words.join(" ")))).await
}

/// Publishes or unpublishes a collection.
pub async fn set_state(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, STATE_SHAPE).await?;
    let id = parse_id(&visit, &path)?;
    let (publish, done) = match sent.text("do") {
        "publish" => (true, "done-collection-published"),
        "withdraw" => (false, "done-collection-withdrawn"),
        _ => return Err(bad_form_page(&visit)),
    };
    let actor = visit.actor().clone();
    let outcome = run_attempt(&visit, move |app| {
        Ok(collections::set_published(app, &actor, id, publish, now_micros())?)
    });
    respond(&visit, id, done, outcome.await?).await
}

/// Moves or removes a chapter.
pub async fn update_chapter(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, CHAPTER_SHAPE).await?;
    let (collection, id) = path.into_inner();
    let at = (parse_id(&visit, &collection)?, parse_id(&visit, &id)?);
    let actor = visit.actor().clone();
    match sent.text("do") {
        "place" => {
            let place: usize = sent.text("place").parse().map_err(|_| bad_form_page(&visit))?;
            let outcome = run_attempt(&visit, move |app| {
                Ok(collections::move_chapter(app, &actor, at, place, now_micros())?)
            });
            respond(&visit, at.0, "done-chapter-moved", outcome.await?).await
        }
        "remove" => {
            let outcome = run_attempt(&visit, move |app| {
                Ok(collections::remove_chapter(app, &actor, at, now_micros())?)
            });
            respond(&visit, at.0, "done-chapter-removed", outcome.await?).await
        }
        _ => Err(bad_form_page(&visit)),
    }
}
