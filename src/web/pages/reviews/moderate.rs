//! Moderation of published reviews: taking down and restoring, with a reason.

use actix_web::web::{self};

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{FormRefusal, Post, ReasonForm, reason_field_fault, run_attempt};
use crate::web::kit::{AreaHeader, Field, Form, FormPage, redirect_with_flash};
use crate::web::request_context::RequestContext;
use crate::web::time_format::now_micros;
use crate::web::use_cases::run_use_case;
use adjutant_service::Error;
use adjutant_service::games::Game;
use adjutant_service::reviews::{self, Review};

use super::{load_game, parse_id, review_address};

/// A moderator's action on a review.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ModerationAction {
    TakeDown,
    Restore,
}

impl ModerationAction {
    const fn page(self) -> &'static str {
        match self {
            ModerationAction::TakeDown => "/take-down",
            ModerationAction::Restore => "/give-back",
        }
    }

    const fn heading(self) -> &'static str {
        match self {
            ModerationAction::TakeDown => "review-take-down",
            ModerationAction::Restore => "review-give-back",
        }
    }

    const fn text_key(self) -> &'static str {
        match self {
            ModerationAction::TakeDown => "review-take-down-words",
            ModerationAction::Restore => "review-give-back-words",
        }
    }

    const fn done_key(self) -> &'static str {
        match self {
            ModerationAction::TakeDown => "done-review-taken-down",
            ModerationAction::Restore => "done-review-given-back",
        }
    }
}

/// Address and label of the moderator's action; `None` for their own review and for other visitors.
pub(super) fn moderation_link(visit: &RequestContext, review: &Review) -> Option<(String, String)> {
    let deed = if review.taken_down.is_some() {
        ModerationAction::Restore
    } else {
        ModerationAction::TakeDown
    };
    let may = !review.own && reviews::may_moderate(visit.actor()).is_ok();
    let link = format!("{}{}", review_address(review.game, review.id), deed.page());
    may.then(|| (link, visit.texts().get(deed.heading())))
}

/// Loads a game and its review if the action is possible.
async fn load_review(
    visit: &RequestContext,
    (game, id): (String, String),
    deed: ModerationAction,
) -> PageResult<(Game, Review)> {
    let refused = |e: &Error| PageError::new(visit, e);
    reviews::may_moderate(visit.actor()).map_err(|e| refused(&e))?;
    let game = load_game(visit, &game).await?;
    let id = parse_id(visit, &id)?;
    let (actor, of) = (visit.actor().clone(), game.clone());
    let review = run_use_case(visit, move |app| reviews::get(app, &actor, &of, id)).await?;
    let is_down = review.taken_down.is_some();
    if review.own || is_down != (deed == ModerationAction::Restore) {
        return Err(refused(&Error::Hidden));
    }
    Ok((game, review))
}

fn form_page(visit: &RequestContext, review: &Review, deed: ModerationAction) -> FormPage {
    let texts = visit.texts();
    let here = review_address(review.game, review.id);
    let head = AreaHeader::below((review.title.clone(), here.clone()), texts.get(deed.heading()));
    let action = format!("{here}{}", deed.page());
    let form = Form::new(texts, "deed", &action, &visit.form_token(), deed.heading())
        .with_field(Field::text(texts, "reason", "org-reason").hint("org-reason-hint").required())
        .with_alternative(&here, "cancel");
    let form = if deed == ModerationAction::TakeDown { form.dangerous() } else { form };
    FormPage::new(visit, head)
        .paragraph_text(texts.one(deed.text_key(), "title", &review.title))
        .form(form)
}

async fn show_action(
    visit: &RequestContext,
    path: (String, String),
    deed: ModerationAction,
) -> PageResult {
    let (_, review) = load_review(visit, path, deed).await?;
    form_page(visit, &review, deed).respond(visit)
}

async fn submit_action(
    visit: &RequestContext,
    path: (String, String),
    post: Post,
    deed: ModerationAction,
) -> PageResult {
    let (game, review) = load_review(visit, path, deed).await?;
    let sent = post.read::<ReasonForm>(visit).await?;
    let reason = sent.reason.clone();
    let done = match reason_field_fault(visit.texts(), &reason) {
        Some(fault) => Err(FormRefusal::from_faults(vec![fault])),
        None => {
            let (actor, id) = (visit.actor().clone(), review.id);
            run_attempt(visit, move |app| match deed {
                ModerationAction::TakeDown => {
                    Ok(reviews::take_down(app, &actor, (&game, id), &reason, now_micros())?)
                }
                ModerationAction::Restore => {
                    Ok(reviews::give_back(app, &actor, (&game, id), &reason, now_micros())?)
                }
            })
            .await?
        }
    };
    match done {
        // A restored review is visible to its author only, so the moderator returns to the list.
        Ok(()) if deed == ModerationAction::Restore => {
            Ok(redirect_with_flash("/operator/reviews", deed.done_key()))
        }
        Ok(()) => Ok(redirect_with_flash(&review_address(review.game, review.id), deed.done_key())),
        Err(refusal) => form_page(visit, &review, deed)
            .with_sent_values(sent.raw())
            .respond_refused(visit, refusal),
    }
}

/// Asks to confirm that a review is taken down.
pub async fn show_take_down(
    visit: RequestContext,
    path: web::Path<(String, String)>,
) -> PageResult {
    show_action(&visit, path.into_inner(), ModerationAction::TakeDown).await
}

pub async fn submit_take_down(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    submit_action(&visit, path.into_inner(), post, ModerationAction::TakeDown).await
}

/// Asks to confirm that a review is restored.
pub async fn show_restore(visit: RequestContext, path: web::Path<(String, String)>) -> PageResult {
    show_action(&visit, path.into_inner(), ModerationAction::Restore).await
}

pub async fn submit_restore(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
) -> PageResult {
    submit_action(&visit, path.into_inner(), post, ModerationAction::Restore).await
}
