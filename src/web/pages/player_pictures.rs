//! The picture of a player, and the moderators' form that clears a profile.

use actix_web::web::Path;

use crate::web::prelude::*;
use adjutant_service::player_pictures;
use adjutant_service::players::{self, Player};
use adjutant_site::forms::{ReasonForm, required_reason};
use adjutant_site::parameters::percent_encode;
use adjutant_site::response_cache::cacheable_response;

/// Serves the picture: for an hour at the address with its digest, so that a removed one is soon
/// gone from browsers and proxies; revalidated at others.
pub async fn show(visit: RequestContext, handle: Path<String>, query: QueryString) -> PageResult {
    let given = query.parse(&["digest"]).or_page(&visit)?;
    let found = visit.run(move |app, _| {
        let player = players::by_handle(app, &handle)?;
        player_pictures::public_picture(app, &player)
    });
    let picture = found.await?;
    let same = given.text("digest").is_some_and(|asked| asked == picture.digest);
    let keep = if same { "public, max-age=3600" } else { "no-cache" };
    Ok(cacheable_response("image/jpeg", keep, picture.jpeg))
}

/// The moderator's address for a player.
fn clear_address(handle: &str) -> String {
    format!("/players/{}/clear", percent_encode(handle))
}

/// Checks the permission first, then finds the player.
async fn load_player(visit: &RequestContext, handle: String) -> PageResult<Player> {
    player_pictures::may_clear(visit.actor()).or_page(visit)?;
    visit.run(move |app, _| players::by_handle(app, &handle)).await
}

fn form_page(visit: &RequestContext, player: &Player) -> FormPage {
    let texts = visit.texts();
    let here = format!("/players/{}", percent_encode(&player.handle));
    let head = AreaHeader::below((player.handle.clone(), here.clone()), texts.get("profile-clear"));
    let form = visit
        .form("clear", &clear_address(&player.handle), "profile-clear")
        .with_field(Field::reason(texts))
        .with_alternative(&here, "cancel")
        .dangerous();
    FormPage::new(visit, head).paragraph("profile-clear-words").form(form)
}

/// Asks to confirm that picture, line and club are taken away.
pub async fn show_clear(visit: RequestContext, handle: Path<String>) -> PageResult {
    let player = load_player(&visit, handle.into_inner()).await?;
    form_page(&visit, &player).respond(&visit)
}

pub async fn submit_clear(visit: RequestContext, handle: Path<String>, post: Post) -> PageResult {
    let player = load_player(&visit, handle.into_inner()).await?;
    let sent = post.read::<ReasonForm>(&visit).await?;
    let reason = required_reason(visit.texts(), &sent.reason);
    let asked = player.clone();
    let done = visit.attempt_form(reason, move |app, actor, reason| {
        player_pictures::clear(app, actor, &asked, &reason, now_micros())
    });
    match done.await? {
        Ok(()) => Ok(see_other(&format!("/players/{}", percent_encode(&player.handle)))),
        Err(refusal) => form_page(&visit, &player).respond_again(&visit, sent.raw(), refusal),
    }
}
