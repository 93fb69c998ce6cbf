//! Opening a room.

use actix_web::web::{self, Payload};
use actix_web::{HttpRequest, HttpResponse};

use crate::service::games::{self, Game};
use crate::service::records::GameId;
use crate::service::{Error, Thing};
use crate::web::error::PageError;
use crate::web::forms::{self, Shape};
use crate::web::kit::{Done, Form};
use crate::web::pages::account::attempt::{attempt, now, see_other};
use crate::web::pages::ask_briefly;
use crate::web::pages::desk::{Head, Sheet};
use crate::web::pages::replay::Look;
use crate::web::replay::Knowledge;
use crate::web::rooms::Shown;
use crate::web::visit::Visit;

use super::address;

const SHAPE: Shape = Shape::of(&[]);

/// The game of an address, if its ranks are open.
async fn open_game(visit: &Visit, text: &str) -> Result<Game, PageError> {
    let missing = || PageError::new(visit, &Error::missing(Thing::Game, text));
    let id = GameId::parse(text).ok_or_else(missing)?;
    let game = ask_briefly(visit, move |app| games::get(app, id)).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::new(visit, &Error::Hidden)),
    }
}

fn sheet(visit: &Visit, game: &Game) -> Sheet {
    let texts = visit.texts();
    let roster = &game.stored.header().roster;
    let replay = format!("/games/{}", game.summary.id);
    let head = Head {
        label: String::new(),
        over: Some((format!("{} – {}", roster.white, roster.black), replay.clone())),
        tabs: Vec::new(),
        heading: texts.get("room-new"),
        done: String::new(),
    };
    let action = format!("{replay}/rooms/new");
    let form = Form::new(texts, "room-new", &action, &visit.form_token(), "room-open");
    let sheet = Sheet::new(visit, head)
        .say("room-about")
        .say("room-lasts")
        .form(form.instead(&replay, "cancel"));
    // Who has lost a link finds it here, and so ends what keeps him from opening another.
    let own = visit.site.rooms.own(visit.actor());
    own.iter().fold(sheet, |sheet, (link, _)| sheet.link(address(link), "room-own"))
}

/// The form.
pub async fn show(visit: Visit, path: web::Path<String>) -> Result<HttpResponse, PageError> {
    let game = open_game(&visit, &path).await?;
    sheet(&visit, &game).answer(&visit)
}

/// Opens it, at the beginning of the game with all ranks.
pub async fn take(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, PageError> {
    forms::read(&visit, &request, payload, SHAPE).await?;
    let game = open_game(&visit, &path).await?;
    let (actor, rooms, own) = (visit.actor().clone(), visit.site.rooms.clone(), game.clone());
    let shown = Shown { ply: 0, view: Knowledge::Revealed, flipped: false, look: Look::default() };
    let opened =
        attempt(&visit, move |app| Ok(rooms.open(app, &actor, &own, shown, now())?)).await?;
    match opened {
        Ok(link) => Ok(see_other(&Done::address(&address(&link), "done-room-opened"))),
        Err(refusal) => sheet(&visit, &game).refused(&visit, refusal),
    }
}
