//! What the maker of a collection does with it and its chapters at once.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::collections;
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::Done;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::desk::status_of;
use crate::web::visit::Visit;

use super::{address, number, show};

const STATE: Shape = Shape::of(&["do"]);
const CHAPTER: Shape = Shape::of(&["do", "place"]);

fn unreadable(visit: &Visit) -> PageError {
    PageError::with(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// Back to the collection: with what was done, or with why it was not.
async fn answered(
    visit: &Visit,
    id: i32,
    done: &'static str,
    outcome: Result<(), Refusal>,
) -> Result<HttpResponse, PageError> {
    let Err(refusal) = outcome else {
        return Ok(see_other(&Done::address(&address(id), done)));
    };
    let status = status_of(&refusal).unwrap_or(StatusCode::UNPROCESSABLE_ENTITY);
    let words: Vec<String> = refusal.into_faults().into_iter().map(|(_, words)| words).collect();
    show::page(visit, id, String::new(), Some((status, words.join(" ")))).await
}

/// Publishes it, or takes it back.
pub async fn state(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, STATE).await?;
    let id = number(&visit, &path)?;
    let (publish, done) = match sent.text("do") {
        "publish" => (true, "done-collection-published"),
        "withdraw" => (false, "done-collection-withdrawn"),
        _ => return Err(unreadable(&visit)),
    };
    let actor = visit.actor().clone();
    let outcome =
        attempt(&visit, move |app| Ok(collections::publish(app, &actor, id, publish, now())?));
    answered(&visit, id, done, outcome.await?).await
}

/// Puts a chapter at another place, or removes it.
pub async fn chapter(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, CHAPTER).await?;
    let (collection, id) = path.into_inner();
    let at = (number(&visit, &collection)?, number(&visit, &id)?);
    let actor = visit.actor().clone();
    match sent.text("do") {
        "place" => {
            let place: usize = sent.text("place").parse().map_err(|_| unreadable(&visit))?;
            let outcome = attempt(&visit, move |app| {
                Ok(collections::place_chapter(app, &actor, at, place, now())?)
            });
            answered(&visit, at.0, "done-chapter-moved", outcome.await?).await
        }
        "remove" => {
            let outcome = attempt(&visit, move |app| {
                Ok(collections::remove_chapter(app, &actor, at, now())?)
            });
            answered(&visit, at.0, "done-chapter-removed", outcome.await?).await
        }
        _ => Err(unreadable(&visit)),
    }
}
