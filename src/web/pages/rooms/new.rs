//! Opening a room.

use crate::web::prelude::*;
use adjutant_domain::account::secret::Secret;
use adjutant_service::games::AnyGame;
use adjutant_site::games::{any_game_heading, load_open_game};
use adjutant_site::knowledge_query::KnowledgeQuery;
use adjutant_site::replay::Perspective;
use adjutant_site::room_stream::LeaderView;

use super::room_address;

#[derive(Deserialize)]
struct RoomForm {
    ply: Option<Entry<u32>>,
}

async fn form_page(visit: &RequestContext, game: &AnyGame, ply: u32) -> PageResult<FormPage> {
    let texts = visit.texts();
    let replay = format!("/games/{}", game.head().id);
    let head = AreaHeader::below((any_game_heading(game), replay.clone()), texts.get("room-new"));
    let action = format!("{replay}/rooms/new");
    let form = visit.form("room-new", &action, "room-open").with_field(Field::hidden(
        texts,
        "ply",
        ply.to_string(),
    ));
    let replay = format!("{replay}?ply={ply}");
    let sheet = FormPage::new(visit, head)
        .paragraph("room-about")
        .paragraph("room-lasts")
        .form(form.with_alternative(&replay, "cancel"));
    // Links to the visitor's open rooms, which count against the limit, in case they lost a link.
    let rooms = visit.site.rooms.clone();
    let own = visit.run_brief(move |_, actor| rooms.own(actor)).await?;
    let with_link =
        |sheet: FormPage, (link, _): &(Secret, _)| sheet.link(room_address(link), "room-own");
    Ok(own.iter().fold(sheet, with_link))
}

/// Shows the form; the query string may name the ply at which the room begins.
pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let given = parameters.parse(&["ply"]).or_page(&visit)?;
    let ply = given.number("ply", 0..=1_000_000).or_page(&visit)?.unwrap_or(0);
    let game = load_open_game(&visit, &path).await?;
    form_page(&visit, &game, ply).await?.respond(&visit)
}

/// Opens a room at a ply of the game with everything visible.
pub async fn create(visit: RequestContext, path: web::Path<String>, post: Post) -> PageResult {
    let sent = post.read::<RoomForm>(&visit).await?;
    let game = load_open_game(&visit, &path).await?;
    let head = game.head();
    let ply = sent.ply.and_then(Entry::get).unwrap_or(0).min(head.plies);
    let rooms = visit.site.rooms.clone();
    let shown = LeaderView {
        ply,
        view: Perspective::Revealed,
        flipped: false,
        overlay: KnowledgeQuery::default(),
    };
    let opened =
        visit.attempt(move |_, actor| rooms.open(actor, head, shown, now_micros())).await?;
    match opened {
        Ok(link) => Ok(redirect_with_flash(&room_address(&link), super::OPENED)),
        Err(refusal) => form_page(&visit, &game, ply).await?.respond_refused(&visit, refusal),
    }
}
