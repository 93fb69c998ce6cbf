//! Beginning a review.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::Error;
use crate::service::games::Game;
use crate::service::reviews::{self, LONGEST_TITLE};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::desk::{Head, Sheet};
use crate::web::visit::Visit;

use super::{address, game_of, heading};

const SHAPE: Shape = Shape::of(&["title"]);

fn sheet(visit: &Visit, game: &Game) -> Sheet {
    let texts = visit.texts();
    let replay = format!("/games/{}", game.summary.id);
    let head = Head {
        label: String::new(),
        over: Some((heading(game), replay.clone())),
        tabs: Vec::new(),
        heading: texts.get("review-new"),
        done: String::new(),
    };
    let hint = texts.one("review-title-hint", "most", LONGEST_TITLE);
    let title = Field::line(texts, "title", "review-title").required().hint_words(hint);
    let action = format!("{replay}/reviews/new");
    let form = Form::new(texts, "review", &action, &visit.form_token(), "review-begin");
    Sheet::new(visit, head).say("review-about").form(form.with(title).instead(&replay, "cancel"))
}

/// The game, if its ranks are open.
async fn open_game(visit: &Visit, id: &str) -> Result<Game, PageError> {
    let game = game_of(visit, id).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::new(visit, &Error::Hidden)),
    }
}

/// The form.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let game = open_game(&visit, &path).await?;
    sheet(&visit, &game).answer(&visit)
}

/// Begins it.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read(&visit, &request, payload, SHAPE).await?;
    let game = open_game(&visit, &path).await?;
    let (actor, title, own) = (visit.actor().clone(), sent.text("title").to_owned(), game.clone());
    let begun = attempt(&visit, move |app| Ok(reviews::begin(app, &actor, &own, &title, now())?));
    match begun.await? {
        Ok(id) => Ok(see_other(&Done::address(&address(game.summary.id, id), "done-review-begun"))),
        Err(refusal) => sheet(&visit, &game).filled(&sent).refused(&visit, refusal),
    }
}
