//! The page of a room: the replay where the leader is, and what follows him.

use actix_web::http::StatusCode;
use actix_web::{HttpResponse, web};
use askama::Template;

use crate::service::{Error, refusals};
use crate::web::assets;
use crate::web::error::PageError;
use crate::web::json_block::JsonBlock;
use crate::web::kit::Done;
use crate::web::pages::account::attempt::now;
use crate::web::pages::list::result_text;
use crate::web::pages::replay::{Placed, ReplayParts, ReplayQuery, placed};
use crate::web::pages::sharing;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::Parameters;
use crate::web::rooms::follow;
use crate::web::visit::{Frame, Visit};

use super::card::{Desk, Strings, followers, leads};
use super::{DONE, address, read_link};

#[derive(Template)]
#[template(path = "rooms/show.html")]
struct RoomPage {
    frame: Frame,
    done: String,
    replay: ReplayParts,
    heading: String,
    result: &'static str,
    address: String,
    link: String,
    /// What the room calls the visitor; 0 for who is not signed in.
    me: u32,
    leader: u32,
    version: u64,
    leads: String,
    followers: String,
    desk: Desk,
    strings: JsonBlock,
    look: &'static str,
    copying: &'static str,
    script: &'static str,
}

/// The room as it stands.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let done = Done::asked(&visit, &parameters, DONE)?;
    let (link, key) = read_link(&visit, &path)?;
    let (actor, rooms) = (visit.actor().clone(), visit.site.rooms.clone());
    let looked = ask(&visit, move |app| rooms.look(app, &actor, key, now())).await;
    let (stands, part) = looked?;
    let shown = stands.shown;
    let query =
        ReplayQuery { ply: Some(shown.ply), view: Some(shown.view), flipped: shown.flipped };
    let Placed { game, replay, .. } = placed(&visit, stands.game, query, shown.look).await?;
    if replay.public_only {
        visit.site.rooms.drop_room(key);
        visit.site.feeds.rooms.ring(key);
        return Err(PageError::new(&visit, &Error::not_found(refusals::ROOM_OVER)));
    }
    if visit.is_signed_in() {
        visit.site.feeds.rooms.ring(key);
    }
    let (texts, address) = (visit.texts(), address(&link));
    let header = game.stored.header();
    let heading = format!("{} – {}", header.roster.white, header.roster.black);
    let page = RoomPage {
        frame: visit.frame(format!("{}: {heading}", texts.text("room-title"))),
        done: done.map(|done| done.words(texts)).unwrap_or_default(),
        result: result_text(header.outcome),
        link: format!("{}{address}", sharing::site(&visit)),
        me: part.number.unwrap_or(0),
        leader: stands.leader.number,
        version: stands.version,
        leads: leads(texts, &stands, part),
        followers: followers(texts, &stands),
        desk: Desk::of(&visit, &address, &stands, part),
        strings: JsonBlock::new(&Strings::of(texts)),
        look: assets::address("css/sharing.css"),
        copying: assets::address("js/share/copy.js"),
        script: assets::address("js/room/main.js"),
        replay,
        heading,
        address,
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// What the leader shows, from now on.
pub async fn events(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    parameters.read(&[]).map_err(|e| PageError::parameter(&visit, &e))?;
    let (_, key) = read_link(&visit, &path)?;
    let actor = visit.actor().clone();
    let (rooms, feeds) = (visit.site.rooms.clone(), visit.site.feeds.clone());
    let line = ask(&visit, move |app| follow(app, (&rooms, &feeds), &actor, key)).await?;
    Ok(line.answer())
}
