//! Starting a review.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::Error;
use crate::service::games::Game;
use crate::service::reviews::{self, LONGEST_TITLE};
use crate::web::error::PageError;
use crate::web::forms::{self, FormSchema, run_attempt};
use crate::web::html::see_other;
use crate::web::kit::{AreaFormPage, AreaHeader, Field, FlashMessage, Form};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;

use super::{heading, load_game, review_address};

const SHAPE: FormSchema = FormSchema::new(&["title"]);

fn form_page(visit: &RequestContext, game: &Game) -> AreaFormPage {
    let texts = visit.texts();
    let replay = format!("/games/{}", game.summary.id);
    let head = AreaHeader {
        label: String::new(),
        over: Some((heading(game), replay.clone())),
        tabs: Vec::new(),
        heading: texts.get("review-new"),
        done: String::new(),
    };
    let hint = texts.one("review-title-hint", "most", LONGEST_TITLE);
    let title = Field::text(texts, "title", "review-title").required().hint_text(hint);
    let action = format!("{replay}/reviews/new");
    let form = Form::new(texts, "review", &action, &visit.form_token(), "review-begin");
    AreaFormPage::new(visit, head)
        .paragraph("review-about")
        .form(form.with_field(title).with_alternative(&replay, "cancel"))
}

/// Loads the game if it is revealed.
async fn load_revealed_game(visit: &RequestContext, id: &str) -> Result<Game, PageError> {
    let game = load_game(visit, id).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::new(visit, &Error::Hidden)),
    }
}

pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
) -> Result<HttpResponse, PageError> {
    let game = load_revealed_game(&visit, &path).await?;
    form_page(&visit, &game).respond(&visit)
}

pub async fn create(
    request: HttpRequest,
    visit: RequestContext,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    let sent = forms::read_form(&visit, &request, payload, SHAPE).await?;
    let game = load_revealed_game(&visit, &path).await?;
    let (actor, title, own) = (visit.actor().clone(), sent.text("title").to_owned(), game.clone());
    let begun = run_attempt(&visit, move |app| {
        Ok(reviews::begin(app, &actor, &own, &title, now_micros())?)
    });
    match begun.await? {
        Ok(id) => Ok(see_other(&FlashMessage::redirect_address(
            &review_address(game.summary.id, id),
            "done-review-begun",
        ))),
        Err(refusal) => {
            form_page(&visit, &game).with_sent_values(&sent).respond_refused(&visit, refusal)
        }
    }
}
