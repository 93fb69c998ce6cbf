//! Actions of an author on their review.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::review::{Glyph, PlyRemark, parse_marks};
use crate::service::games::Game;
use crate::service::reviews;
use crate::web::error::PageError;
use crate::web::forms::{self, FormRefusal, FormSchema, SubmittedForm, run_attempt};
use crate::web::html::see_other;
use crate::web::kit::FlashMessage;
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use crate::web::use_cases::run_use_case;

use super::show::{self, RefusedRemark};
use super::{load_game, parse_id, review_address};

const REMARK_SHAPE: FormSchema = FormSchema::new(&["ply", "words", "glyph", "marks"]);
const STATE_SHAPE: FormSchema = FormSchema::new(&["do"]);

/// Loads a game and the visitor's own review of it.
async fn load_own_review(
    visit: &RequestContext,
    path: (String, String),
) -> Result<(Game, i32), PageError> {
    let (game, id) = path;
    let game = load_game(visit, &game).await?;
    let id = parse_id(visit, &id)?;
    let (actor, of) = (visit.actor().clone(), game.clone());
    let review = run_use_case(visit, move |app| reviews::get(app, &actor, &of, id)).await?;
    match review.own {
        true => Ok((game, id)),
        false => Err(PageError::new(visit, &crate::service::Error::Hidden)),
    }
}

fn bad_form_page(visit: &RequestContext) -> PageError {
    PageError::with_status(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// Parses a comment; the inner error explains invalid annotations.
fn remark_from_form(
    visit: &RequestContext,
    sent: &SubmittedForm,
) -> Result<Result<PlyRemark, String>, PageError> {
    let glyph = match sent.text("glyph") {
        "" => None,
        sign => Some(Glyph::parse(sign).ok_or_else(|| bad_form_page(visit))?),
    };
    let Some(marks) = parse_marks(sent.text("marks")) else {
        return Ok(Err(visit.texts().get("review-marks-wrong")));
    };
    Ok(Ok(PlyRemark { comment: sent.raw("words").to_owned(), glyph, marks }))
}

/// Saves a comment.
pub async fn submit_remark(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, REMARK_SHAPE).await?;
    let (game, id) = load_own_review(&visit, path.into_inner()).await?;
    let ply: u32 = sent.text("ply").parse().map_err(|_| bad_form_page(&visit))?;
    let said = match remark_from_form(&visit, &sent)? {
        Ok(remark) => {
            let (actor, of) = (visit.actor().clone(), game.clone());
            let said = (ply, remark);
            run_attempt(&visit, move |app| {
                Ok(reviews::remark(app, &actor, (&of, id), said, now_micros())?)
            })
            .await?
            .map_err(FormRefusal::into_faults)
        }
        Err(words) => Err(vec![("marks", words)]),
    };
    match said {
        Ok(()) => {
            let page = format!("{}?ply={ply}", review_address(game.summary.id, id));
            Ok(see_other(&FlashMessage::redirect_address(&page, "done-review-saved")))
        }
        Err(faults) => {
            let refused = RefusedRemark { status: StatusCode::UNPROCESSABLE_ENTITY, sent, faults };
            show::render_review(&visit, &game, (id, Some(ply)), None, Some(refused)).await
        }
    }
}

/// Publishes, unpublishes or deletes a review.
pub async fn set_state(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, STATE_SHAPE).await?;
    let (game, id) = load_own_review(&visit, path.into_inner()).await?;
    let (actor, of) = (visit.actor().clone(), game.clone());
    let here = review_address(game.summary.id, id);
    let publish = match sent.text("do") {
        "publish" => true,
        "withdraw" => false,
        "remove" => {
            run_use_case(&visit, move |app| reviews::remove(app, &actor, (&of, id))).await?;
            return Ok(see_other(&format!("/games/{}", game.summary.id)));
        }
        _ => return Err(bad_form_page(&visit)),
    };
    run_use_case(&visit, move |app| {
        reviews::publish(app, &actor, (&of, id), publish, now_micros())
    })
    .await?;
    let done = if publish { "done-review-published" } else { "done-review-withdrawn" };
    Ok(see_other(&FlashMessage::redirect_address(&here, done)))
}
