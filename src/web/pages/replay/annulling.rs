//! Annulling a stored game, and reinstating it, with a reason.

use crate::web::prelude::*;
use adjutant_service::annulments::{self, Annulling};
use adjutant_service::games::{AnyGame, Game};
use adjutant_site::forms::{ReasonForm, required_reason};
use adjutant_site::games::load_any_game;

/// The messages of the game's page after either action.
pub(super) const DONE_KEYS: &[&str] = &["done-game-annulled", "done-game-reinstated"];

/// What an official does to a game, and the keys of its texts.
#[derive(Clone, Copy)]
pub struct AnnulAction {
    what: Annulling,
    page: &'static str,
    heading: &'static str,
    words: &'static str,
    done: &'static str,
}

pub const ANNUL: AnnulAction = AnnulAction {
    what: Annulling::Annul,
    page: "annul",
    heading: "annul-game",
    words: "annul-game-words",
    done: "done-game-annulled",
};
pub const REINSTATE: AnnulAction = AnnulAction {
    what: Annulling::Reinstate,
    page: "reinstate",
    heading: "reinstate-game",
    words: "reinstate-game-words",
    done: "done-game-reinstated",
};

/// Address and label of what the visitor may do; `None` if that is nothing.
pub(super) async fn link<S>(
    visit: &RequestContext,
    game: &Game<S>,
) -> PageResult<Option<(String, String)>> {
    if !visit.is_signed_in() {
        return Ok(None);
    }
    let on = game.act_target();
    let may = visit.run_brief(move |app, actor| Ok(annulments::may_annul(app, actor, on).is_ok()));
    let action = if game.summary.annulled { REINSTATE } else { ANNUL };
    let link = format!("/games/{}/{}", game.summary.id, action.page);
    Ok(may.await?.then(|| (link, visit.texts().get(action.heading))))
}

/// Loads a game to which the visitor may do this now.
async fn load_game(visit: &RequestContext, id: &str, action: AnnulAction) -> PageResult<AnyGame> {
    let game = load_any_game(visit, id).await?;
    let on = game.act_target();
    visit.run_brief(move |app, actor| annulments::may_annul(app, actor, on)).await?;
    if game.summary().annulled != (action.what == Annulling::Reinstate) {
        return Err(PageError::hidden(visit));
    }
    Ok(game)
}

fn form_page(visit: &RequestContext, game: &AnyGame, action: AnnulAction) -> FormPage {
    let texts = visit.texts();
    let summary = game.summary();
    let title = format!("{} – {}", summary.white, summary.black);
    let here = format!("/games/{}", summary.id);
    let head = AreaHeader::below((title.clone(), here.clone()), texts.get(action.heading));
    let reason = match action.what {
        Annulling::Annul => Field::reason(texts).hint("annul-reason-hint"),
        Annulling::Reinstate => Field::reason(texts),
    };
    let form = visit
        .form("annulling", &format!("{here}/{}", action.page), action.heading)
        .with_field(reason)
        .with_alternative(&here, "cancel");
    let form = match action.what {
        Annulling::Annul => form.dangerous(),
        Annulling::Reinstate => form,
    };
    FormPage::new(visit, head).paragraph_text(texts.one(action.words, "game", &title)).form(form)
}

/// Asks for the reason.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    action: AnnulAction,
) -> PageResult {
    let game = load_game(&visit, &path, action).await?;
    form_page(&visit, &game, action).respond(&visit)
}

pub async fn submit(
    visit: RequestContext,
    path: web::Path<String>,
    post: Post,
    action: AnnulAction,
) -> PageResult {
    let game = load_game(&visit, &path, action).await?;
    let sent = post.read::<ReasonForm>(&visit).await?;
    let reason = required_reason(visit.texts(), &sent.reason);
    let (on, at) = ((game.head(), game.act_target()), now_micros());
    let done = visit.attempt_form(reason, move |app, actor, reason| {
        annulments::annul(app, actor, on, action.what, &reason, at)
    });
    match done.await? {
        Ok(()) => Ok(redirect_with_flash(&format!("/games/{}", game.head().id), action.done)),
        Err(refusal) => form_page(&visit, &game, action).respond_again(&visit, sent.raw(), refusal),
    }
}
