//! Actions of an author on their collection and its chapters.

use crate::web::prelude::*;
use adjutant_service::collections;

use super::{collection_address, show};

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
    let (status, words) = refusal.into_messages();
    show::page(visit, id, String::new(), Some((status, words.join(" ")))).await
}

/// Publishes or unpublishes a collection.
pub async fn set_state(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<StateForm>(&visit).await?;
    let id = visit.parse_id(&path)?;
    let (publish, done) = match sent.action.as_str() {
        "publish" => (true, "done-collection-published"),
        "withdraw" => (false, "done-collection-withdrawn"),
        _ => return Err(PageError::unreadable_form(&visit)),
    };
    let outcome = visit.attempt(move |app, actor| {
        collections::set_published(app, actor, id, publish, now_micros())
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
    let at = (visit.parse_id(&collection)?, visit.parse_id(&id)?);
    match sent.action.as_str() {
        "place" => {
            let place: usize =
                sent.place.get().ok_or_else(|| PageError::unreadable_form(&visit))?;
            let outcome = visit.attempt(move |app, actor| {
                collections::move_chapter(app, actor, at, place, now_micros())
            });
            respond(&visit, at.0, "done-chapter-moved", outcome.await?).await
        }
        "remove" => {
            let outcome = visit.attempt(move |app, actor| {
                collections::remove_chapter(app, actor, at, now_micros())
            });
            respond(&visit, at.0, "done-chapter-removed", outcome.await?).await
        }
        _ => Err(PageError::unreadable_form(&visit)),
    }
}
