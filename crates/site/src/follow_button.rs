//! The button to follow a player, an event or an organisation.

use askama::Template;

use adjutant_service::follows::{self, FollowKind};

use crate::error::PageResult;
use crate::i18n::Texts;
use crate::markup::Markup;
use crate::request_context::RequestContext;

#[derive(Template)]
#[template(path = "components/follow.html")]
struct FollowButton<'a> {
    texts: Texts,
    csrf: String,
    kind: &'static str,
    address: &'a str,
    follows: bool,
}

/// The button for something with this handle or slug; nothing for who is not signed in, nor for what
/// cannot be followed.
pub async fn follow_button(
    visit: &RequestContext,
    kind: FollowKind,
    address: &str,
) -> PageResult<Markup> {
    if !visit.is_signed_in() {
        return Ok(Markup::default());
    }
    let name = address.to_owned();
    let state = visit.run_brief(move |app, actor| follows::state(app, actor, kind, &name)).await?;
    Ok(state.map_or_else(Markup::default, |follows| {
        let csrf = visit.form_token();
        let (texts, kind) = (visit.texts(), kind.key());
        Markup::render(&FollowButton { texts, csrf, kind, address, follows })
    }))
}
