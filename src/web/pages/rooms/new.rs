//! Opening a room.

use actix_web::web::{self};

use crate::web::error::{PageError, PageResult};
use crate::web::forms::{Post, run_attempt};
use crate::web::kit::{AreaHeader, Form, FormPage, redirect_with_flash};
use crate::web::knowledge_query::KnowledgeQuery;
use crate::web::replay::Perspective;
use crate::web::request_context::RequestContext;
use crate::web::room_stream::LeaderView;
use crate::web::time_format::now_micros;
use crate::web::use_cases::run_brief_use_case;
use adjutant_service::games::{self, Game};
use adjutant_service::records::GameId;
use adjutant_service::{Error, Thing};

use super::room_address;

/// Loads the game if it is revealed.
async fn load_revealed_game(visit: &RequestContext, text: &str) -> PageResult<Game> {
    let missing = || PageError::new(visit, &Error::missing(Thing::Game, text));
    let id = GameId::parse(text).ok_or_else(missing)?;
    let game = run_brief_use_case(visit, move |app| games::get(app, id)).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::new(visit, &Error::Hidden)),
    }
}

fn form_page(visit: &RequestContext, game: &Game) -> FormPage {
    let texts = visit.texts();
    let roster = &game.stored.header().roster;
    let replay = format!("/games/{}", game.summary.id);
    let head = AreaHeader::below(
        (format!("{} – {}", roster.white, roster.black), replay.clone()),
        texts.get("room-new"),
    );
    let action = format!("{replay}/rooms/new");
    let form = Form::new(texts, "room-new", &action, &visit.form_token(), "room-open");
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
    let (actor, rooms, own) = (visit.actor().clone(), visit.site.rooms.clone(), game.clone());
    let shown = LeaderView {
        ply: 0,
        view: Perspective::Revealed,
        flipped: false,
        overlay: KnowledgeQuery::default(),
    };
    let opened =
        run_attempt(&visit, move |app| Ok(rooms.open(app, &actor, &own, shown, now_micros())?))
            .await?;
    match opened {
        Ok(link) => Ok(redirect_with_flash(&room_address(&link), "done-room-opened")),
        Err(refusal) => form_page(&visit, &game).respond_refused(&visit, refusal),
    }
}
