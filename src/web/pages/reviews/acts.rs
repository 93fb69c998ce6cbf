//! What the author of a review does with it.

use actix_web::http::StatusCode;
use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::review::{Glyph, Remark, marks_of};
use crate::service::games::Game;
use crate::service::reviews;
use crate::web::error::PageError;
use crate::web::forms::{self, Form, Shape};
use crate::web::kit::Done;
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::ask;
use crate::web::visit::Visit;

use super::show::{self, Refused};
use super::{address, game_of, number};

const REMARK: Shape = Shape::of(&["ply", "words", "glyph", "marks"]);
const STATE: Shape = Shape::of(&["do"]);

/// The game of an address and one's own review of it.
async fn own(visit: &Visit, path: (String, String)) -> Result<(Game, i32), PageError> {
    let (game, id) = path;
    let game = game_of(visit, &game).await?;
    let id = number(visit, &id)?;
    let (actor, of) = (visit.actor().clone(), game.clone());
    let review = ask(visit, move |app| reviews::get(app, &actor, &of, id)).await?;
    match review.own {
        true => Ok((game, id)),
        false => Err(PageError::new(visit, &crate::service::Error::Hidden)),
    }
}

fn unreadable(visit: &Visit) -> PageError {
    PageError::with(visit, StatusCode::BAD_REQUEST, visit.texts().get("error-form"))
}

/// What the form says; a fault of its marks in words.
fn read(visit: &Visit, sent: &Form) -> Result<Result<Remark, String>, PageError> {
    let glyph = match sent.text("glyph") {
        "" => None,
        sign => Some(Glyph::parse(sign).ok_or_else(|| unreadable(visit))?),
    };
    let Some(marks) = marks_of(sent.text("marks")) else {
        return Ok(Err(visit.texts().get("review-marks-wrong")));
    };
    Ok(Ok(Remark { words: sent.raw("words").to_owned(), glyph, marks }))
}

/// Takes a remark.
pub async fn remark(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, REMARK).await?;
    let (game, id) = own(&visit, path.into_inner()).await?;
    let ply: u32 = sent.text("ply").parse().map_err(|_| unreadable(&visit))?;
    let said = match read(&visit, &sent)? {
        Ok(remark) => {
            let (actor, of) = (visit.actor().clone(), game.clone());
            let said = (ply, remark);
            attempt(&visit, move |app| Ok(reviews::remark(app, &actor, (&of, id), said, now())?))
                .await?
                .map_err(Refusal::into_faults)
        }
        Err(words) => Err(vec![("marks", words)]),
    };
    match said {
        Ok(()) => {
            let page = format!("{}?ply={ply}", address(game.summary.id, id));
            Ok(see_other(&Done::address(&page, "done-review-saved")))
        }
        Err(faults) => {
            let refused = Refused { status: StatusCode::UNPROCESSABLE_ENTITY, sent, faults };
            show::page(&visit, &game, (id, Some(ply)), None, Some(refused)).await
        }
    }
}

/// Publishes, withdraws or removes it.
pub async fn state(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, STATE).await?;
    let (game, id) = own(&visit, path.into_inner()).await?;
    let (actor, of) = (visit.actor().clone(), game.clone());
    let here = address(game.summary.id, id);
    let publish = match sent.text("do") {
        "publish" => true,
        "withdraw" => false,
        "remove" => {
            ask(&visit, move |app| reviews::remove(app, &actor, (&of, id))).await?;
            return Ok(see_other(&format!("/games/{}", game.summary.id)));
        }
        _ => return Err(unreadable(&visit)),
    };
    ask(&visit, move |app| reviews::publish(app, &actor, (&of, id), publish, now())).await?;
    let done = if publish { "done-review-published" } else { "done-review-withdrawn" };
    Ok(see_other(&Done::address(&here, done)))
}
