//! Starting a review.

use actix_web::web::{self};
use serde::Deserialize;

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{Post, run_attempt};
use crate::web::kit::{AreaHeader, Field, Form, FormPage, redirect_with_flash};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use adjutant_service::Error;
use adjutant_service::games::Game;
use adjutant_service::reviews::{self, LONGEST_TITLE};

use super::{heading, load_game, review_address};

#[derive(Deserialize)]
struct ReviewForm {
    title: String,
}

fn form_page(visit: &RequestContext, game: &Game) -> FormPage {
    let texts = visit.texts();
    let replay = format!("/games/{}", game.summary.id);
    let head = AreaHeader::below((heading(game), replay.clone()), texts.get("review-new"));
    let hint = texts.one("review-title-hint", "most", LONGEST_TITLE);
    let title = Field::text(texts, "title", "review-title").required().hint_text(hint);
    let action = format!("{replay}/reviews/new");
    let form = Form::new(texts, "review", &action, &visit.form_token(), "review-begin");
    FormPage::new(visit, head)
        .paragraph("review-about")
        .form(form.with_field(title).with_alternative(&replay, "cancel"))
}

/// Loads the game if it is revealed.
async fn load_revealed_game(visit: &RequestContext, id: &str) -> PageResult<Game> {
    let game = load_game(visit, id).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::new(visit, &Error::Hidden)),
    }
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let game = load_revealed_game(&visit, &path).await?;
    form_page(&visit, &game).respond(&visit)
}

pub async fn create(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<ReviewForm>(&visit).await?;
    let game = load_revealed_game(&visit, &path).await?;
    let (actor, title, own) = (visit.actor().clone(), sent.title.clone(), game.clone());
    let begun = run_attempt(&visit, move |app| {
        Ok(reviews::begin(app, &actor, &own, &title, now_micros())?)
    });
    match begun.await? {
        Ok(id) => {
            Ok(redirect_with_flash(&review_address(game.summary.id, id), "done-review-begun"))
        }
        Err(refusal) => {
            form_page(&visit, &game).with_sent_values(sent.raw()).respond_refused(&visit, refusal)
        }
    }
}
