//! Moderation of published reviews: taking down and restoring, with a reason.

use crate::web::prelude::*;
use adjutant_service::games::AnyGame;
use adjutant_service::reviews::{self, Moderation, Review};
use adjutant_site::forms::{ReasonForm, required_reason};
use adjutant_site::games::load_any_game;

use super::review_address;

/// A moderator's action on a review, and the keys of its texts.
#[derive(Clone, Copy)]
pub struct ModerationAction {
    what: Moderation,
    page: &'static str,
    heading: &'static str,
    words: &'static str,
    done: &'static str,
}

pub const TAKE_DOWN: ModerationAction = ModerationAction {
    what: Moderation::TakeDown,
    page: "/take-down",
    heading: "review-take-down",
    words: "review-take-down-words",
    done: "done-review-taken-down",
};
pub const RESTORE: ModerationAction = ModerationAction {
    what: Moderation::Restore,
    page: "/give-back",
    heading: "review-give-back",
    words: "review-give-back-words",
    done: "done-review-given-back",
};

/// Address and label of the moderator's action; `None` for their own review and for other visitors.
pub(super) fn moderation_link(visit: &RequestContext, review: &Review) -> Option<(String, String)> {
    let deed = if review.taken_down.is_some() { RESTORE } else { TAKE_DOWN };
    let may = !review.own && reviews::may_moderate(visit.actor()).is_ok();
    let link = format!("{}{}", review_address(review.game, review.id), deed.page);
    may.then(|| (link, visit.texts().get(deed.heading)))
}

/// Loads a game and its review if the action is possible.
async fn load_review(
    visit: &RequestContext,
    (game, id): (String, String),
    deed: ModerationAction,
) -> PageResult<(AnyGame, Review)> {
    reviews::may_moderate(visit.actor()).or_page(visit)?;
    let game = load_any_game(visit, &game).await?;
    let id = visit.parse_id(&id)?;
    let of = game.head();
    let review = visit.run(move |app, actor| reviews::get(app, actor, of, id)).await?;
    if review.own || review.taken_down.is_some() != (deed.what == Moderation::Restore) {
        return Err(PageError::hidden(visit));
    }
    Ok((game, review))
}

fn form_page(visit: &RequestContext, review: &Review, deed: ModerationAction) -> FormPage {
    let texts = visit.texts();
    let here = review_address(review.game, review.id);
    let head = AreaHeader::below((review.title.clone(), here.clone()), texts.get(deed.heading));
    let action = format!("{here}{}", deed.page);
    let form = visit
        .form("deed", &action, deed.heading)
        .with_field(Field::reason(texts))
        .with_alternative(&here, "cancel");
    let form = match deed.what {
        Moderation::TakeDown => form.dangerous(),
        Moderation::Restore => form,
    };
    FormPage::new(visit, head)
        .paragraph_text(texts.one(deed.words, "title", &review.title))
        .form(form)
}

/// Asks to confirm the action.
pub async fn show(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    deed: ModerationAction,
) -> PageResult {
    let (_, review) = load_review(&visit, path.into_inner(), deed).await?;
    form_page(&visit, &review, deed).respond(&visit)
}

pub async fn submit(
    visit: RequestContext,
    path: web::Path<(String, String)>,
    post: Post,
    deed: ModerationAction,
) -> PageResult {
    let (game, review) = load_review(&visit, path.into_inner(), deed).await?;
    let sent = post.read::<ReasonForm>(&visit).await?;
    let reason = required_reason(visit.texts(), &sent.reason);
    let (id, at) = (review.id, now_micros());
    let done = visit.attempt_form(reason, move |app, actor, reason| {
        reviews::moderate(app, actor, (game.head(), id), deed.what, &reason, at)
    });
    // A restored review is visible to its author only, so the moderator returns to the list.
    let next = match deed.what {
        Moderation::Restore => "/operator/reviews".to_owned(),
        Moderation::TakeDown => review_address(review.game, review.id),
    };
    let outcome = done.await?.map(|()| (next, deed.done));
    form_page(&visit, &review, deed).answer(&visit, &sent, outcome)
}
