//! Opening a room.

use crate::web::prelude::*;
use adjutant_service::games::Game;
use adjutant_site::games::{game_heading, load_revealed_game};
use adjutant_site::knowledge_query::KnowledgeQuery;
use adjutant_site::replay::Perspective;
use adjutant_site::room_stream::LeaderView;

use super::room_address;

fn form_page(visit: &RequestContext, game: &Game) -> FormPage {
    let texts = visit.texts();
    let replay = format!("/games/{}", game.summary.id);
    let head = AreaHeader::below((game_heading(game), replay.clone()), texts.get("room-new"));
    let action = format!("{replay}/rooms/new");
    let form = visit.form("room-new", &action, "room-open");
    let sheet = FormPage::new(visit, head)
        .paragraph("room-about")
        .paragraph("room-lasts")
        .form(form.with_alternative(&replay, "cancel"));
    // Links to the visitor's open rooms, which count against the limit, in case they lost a link.
    let own = visit.site.rooms.own(visit.actor());
    own.iter().fold(sheet, |sheet, (link, _)| sheet.link(room_address(link), "room-own"))
}

pub async fn show(visit: RequestContext, path: web::Path<String>) -> PageResult {
    let game = load_revealed_game(&visit, &path).await?;
    form_page(&visit, &game).respond(&visit)
}

/// Opens a room at the start of the game with all ranks visible.
pub async fn create(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    post.read_empty(&visit).await?;
    let game = load_revealed_game(&visit, &path).await?;
    let (rooms, own) = (visit.site.rooms.clone(), game.clone());
    let shown = LeaderView {
        ply: 0,
        view: Perspective::Revealed,
        flipped: false,
        overlay: KnowledgeQuery::default(),
    };
    let opened =
        visit.attempt(move |app, actor| rooms.open(app, actor, &own, shown, now_micros())).await?;
    match opened {
        Ok(link) => Ok(redirect_with_flash(&room_address(&link), "done-room-opened")),
        Err(refusal) => form_page(&visit, &game).respond_refused(&visit, refusal),
    }
}
