//! Actions of an author on their collection and its chapters.

use actix_web::http::StatusCode;
use actix_web::web::{self};
use serde::Deserialize;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{Entry, FormRefusal, Post, run_attempt};
use crate::web::kit::{redirect_with_flash, refusal_status};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_service::collections;

use super::{collection_address, parse_id, show};

#[derive(Deserialize)]
struct StateForm {
    #[serde(rename = "do")]
    action: String,
}

#[derive(Deserialize)]
struct MoveForm {
    #[serde(rename = "do")]
    action: String,
    place: Entry<usize>,
}

fn bad_form_page(visit: &RequestContext) -> PageError {
    PageError::with_status(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// Redirects to the collection with a flash message, or shows it with the reason of the refusal.
async fn respond(
    visit: &RequestContext,
    id: i32,
    done: &'static str,
    outcome: Result<(), FormRefusal>,
) -> PageResult {
    let Err(refusal) = outcome else {
        return Ok(redirect_with_flash(&collection_address(id), done));
    };
    let status = refusal_status(&refusal).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    let words: Vec<String> = refusal.into_faults().into_iter().map(|(_, words)| words).collect();
    show::page(visit, id, String::new(), Some((status, words.join(" ")))).await
}

/// Publishes or unpublishes a collection.
pub async fn set_state(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<StateForm>(&visit).await?;
    let id = parse_id(&visit, &path)?;
    let (publish, done) = match sent.action.as_str() {
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
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read::<MoveForm>(&visit).await?;
    let (collection, id) = path.into_inner();
    let at = (parse_id(&visit, &collection)?, parse_id(&visit, &id)?);
    let actor = visit.actor().clone();
    match sent.action.as_str() {
        "place" => {
            let place: usize = sent.place.get().ok_or_else(|| bad_form_page(&visit))?;
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
