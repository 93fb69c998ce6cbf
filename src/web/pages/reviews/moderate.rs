//! Taking a published review down, and giving it back: what moderators do, with a reason.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::Error;
use crate::service::games::Game;
use crate::service::reviews::{self, Review};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Field, Form};
use crate::web::pages::account::attempt::{Refusal, attempt, now, see_other};
use crate::web::pages::ask;
use crate::web::pages::desk::{Head, Sheet, reason_fault};
use crate::web::visit::Visit;

use super::{address, game_of, number};

const SHAPE: Shape = Shape::of(&["reason"]);

/// What is done to a review with a reason.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Deed {
    TakeDown,
    GiveBack,
}

impl Deed {
    const fn page(self) -> &'static str {
        match self {
            Deed::TakeDown => "/take-down",
            Deed::GiveBack => "/give-back",
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            Deed::TakeDown => "review-take-down",
            Deed::GiveBack => "review-give-back",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Deed::TakeDown => "review-take-down-words",
            Deed::GiveBack => "review-give-back-words",
        }
    }

    const fn done(self) -> &'static str {
        match self {
            Deed::TakeDown => "done-review-taken-down",
            Deed::GiveBack => "done-review-given-back",
        }
    }
}

/// Where a moderator does something to a review, and how that is called; `None` of his own, and for anybody else.
pub(super) fn way(visit: &Visit, review: &Review) -> Option<(String, String)> {
    let deed = if review.taken_down.is_some() { Deed::GiveBack } else { Deed::TakeDown };
    let may = !review.own && reviews::may_moderate(visit.actor()).is_ok();
    let link = format!("{}{}", address(review.game, review.id), deed.page());
    may.then(|| (link, visit.texts().get(deed.heading())))
}

/// The game and the review of an address, if something can be done to it.
async fn found(
    visit: &Visit,
    (game, id): (String, String),
    deed: Deed,
) -> Result<(Game, Review), PageError> {
    let refused = |e: &Error| PageError::new(visit, e);
    reviews::may_moderate(visit.actor()).map_err(|e| refused(&e))?;
    let game = game_of(visit, &game).await?;
    let id = number(visit, &id)?;
    let (actor, of) = (visit.actor().clone(), game.clone());
    let review = ask(visit, move |app| reviews::get(app, &actor, &of, id)).await?;
    let is_down = review.taken_down.is_some();
    if review.own || is_down != (deed == Deed::GiveBack) {
        return Err(refused(&Error::Hidden));
    }
    Ok((game, review))
}

fn sheet(visit: &Visit, review: &Review, deed: Deed) -> Sheet {
    let texts = visit.texts();
    let here = address(review.game, review.id);
    let head = Head {
        label: String::new(),
        over: Some((review.title.clone(), here.clone())),
        tabs: Vec::new(),
        heading: texts.get(deed.heading()),
        done: String::new(),
    };
    let action = format!("{here}{}", deed.page());
    let form = Form::new(texts, "deed", &action, &visit.form_token(), deed.heading())
        .with(Field::line(texts, "reason", "org-reason").hint("org-reason-hint").required())
        .instead(&here, "cancel");
    let form = if deed == Deed::TakeDown { form.danger() } else { form };
    Sheet::new(visit, head).say_words(texts.one(deed.words(), "title", &review.title)).form(form)
}

async fn ask_for(
    visit: &Visit,
    path: (String, String),
    deed: Deed,
) -> Result<HttpResponse, PageError> {
    let (_, review) = found(visit, path, deed).await?;
    sheet(visit, &review, deed).answer(visit)
}

async fn act_on(
    request: &HttpRequest,
    visit: &Visit,
    path: (String, String),
    payload: Payload,
    deed: Deed,
) -> Result<HttpResponse, PageError> {
    let (game, review) = found(visit, path, deed).await?;
    let sent = forms::read(visit, request, payload, SHAPE).await?;
    let reason = sent.text("reason").to_owned();
    let done = match reason_fault(visit.texts(), &reason) {
        Some(fault) => Err(Refusal::faults(vec![fault])),
        None => {
            let (actor, id) = (visit.actor().clone(), review.id);
            attempt(visit, move |app| match deed {
                Deed::TakeDown => Ok(reviews::take_down(app, &actor, (&game, id), &reason, now())?),
                Deed::GiveBack => Ok(reviews::give_back(app, &actor, (&game, id), &reason, now())?),
            })
            .await?
        }
    };
    match done {
        // Given back it is its author's alone, and no page of a moderator's.
        Ok(()) if deed == Deed::GiveBack => {
            Ok(see_other(&Done::address("/operator/reviews", deed.done())))
        }
        Ok(()) => Ok(see_other(&Done::address(&address(review.game, review.id), deed.done()))),
        Err(refusal) => sheet(visit, &review, deed).filled(&sent).refused(visit, refusal),
    }
}

/// Asks whether a review is to be taken down.
pub async fn show_take_down(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    ask_for(&visit, path.into_inner(), Deed::TakeDown).await
}

/// Takes a review down.
pub async fn take_down(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    act_on(&request, &visit, path.into_inner(), payload, Deed::TakeDown).await
}

/// Asks whether a review is to be given back.
pub async fn show_give_back(
    visit: Visit,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, PageError> {
    ask_for(&visit, path.into_inner(), Deed::GiveBack).await
}

/// Gives a review back.
pub async fn give_back(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<(String, String)>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    act_on(&request, &visit, path.into_inner(), payload, Deed::GiveBack).await
}
