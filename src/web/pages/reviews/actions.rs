//! Actions of an author on their review.

use crate::web::prelude::*;
use adjutant_domain::game::GameKind;
use adjutant_domain::review::{Glyph, PlyRemark, parse_marks};
use adjutant_service::games::AnyGame;
use adjutant_service::reviews;
use adjutant_site::games::load_any_game;

use super::review_address;
use super::show::{self, RefusedRemark};

#[derive(Deserialize)]
pub(super) struct RemarkForm {
    ply: Entry<u32>,
    words: Verbatim,
    glyph: String,
    marks: String,
}

#[derive(Deserialize)]
struct StateForm {
    #[serde(rename = "do")]
    action: String,
}

/// Loads a game and the visitor's own review of it.
async fn load_own_review(
    visit: &RequestContext,
    path: (String, String),
) -> PageResult<(AnyGame, i32)> {
    let (game, id) = path;
    let game = load_any_game(visit, &game).await?;
    let id = visit.parse_id(&id)?;
    let of = game.head();
    let review = visit.run(move |app, actor| reviews::get(app, actor, of, id)).await?;
    match review.own {
        true => Ok((game, id)),
        false => Err(PageError::hidden(visit)),
    }
}

/// Parses a comment; the inner error explains invalid annotations.
fn remark_from_form(
    visit: &RequestContext,
    kind: GameKind,
    sent: &RemarkForm,
) -> PageResult<Result<PlyRemark, String>> {
    let glyph = match sent.glyph.as_str() {
        "" => None,
        sign => Some(Glyph::parse(sign).ok_or_else(|| PageError::unreadable_form(visit))?),
    };
    let Some(marks) = parse_marks(&sent.marks, kind) else {
        return Ok(Err(visit.texts().get("review-marks-wrong")));
    };
    Ok(Ok(PlyRemark { comment: sent.words.to_string(), glyph, marks }))
}

/// Saves a comment.
pub async fn submit_remark(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read::<RemarkForm>(&visit).await?;
    let (game, id) = load_own_review(&visit, path.into_inner()).await?;
    let ply: u32 = sent.ply.get().ok_or_else(|| PageError::unreadable_form(&visit))?;
    let said = match remark_from_form(&visit, game.head().kind, &sent)? {
        Ok(remark) => {
            let of = game.head();
            let said = (ply, remark);
            visit
                .attempt(move |app, actor| {
                    reviews::remark(app, actor, (of, id), said, now_micros())
                })
                .await?
                .map_err(FormRefusal::into_faults)
        }
        Err(words) => Err(vec![("marks", words)]),
    };
    match said {
        Ok(()) => {
            let page = format!("{}?ply={ply}", review_address(game.head().id, id));
            Ok(redirect_with_flash(&page, "done-review-saved"))
        }
        Err(faults) => {
            let refused = RefusedRemark { status: StatusCode::UNPROCESSABLE_ENTITY, sent, faults };
            show::render_review(&visit, &game, (id, Some(ply)), None, Some(refused)).await
        }
    }
}

/// Publishes, unpublishes or deletes a review.
pub async fn set_state(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    let sent = post.read::<StateForm>(&visit).await?;
    let (game, id) = load_own_review(&visit, path.into_inner()).await?;
    let of = game.head();
    let here = review_address(game.head().id, id);
    let publish = match sent.action.as_str() {
        "publish" => true,
        "withdraw" => false,
        "remove" => {
            visit.run(move |app, actor| reviews::remove(app, actor, (of, id))).await?;
            return Ok(see_other(&format!("/games/{}", game.head().id)));
        }
        _ => return Err(PageError::unreadable_form(&visit)),
    };
    visit
        .run(move |app, actor| reviews::publish(app, actor, (of, id), publish, now_micros()))
        .await?;
    let done = if publish { "done-review-published" } else { "done-review-withdrawn" };
    Ok(redirect_with_flash(&here, done))
}
