//! What a streamer lays over his picture: names, clocks and what the arbiter said last, large, on nothing. An address is pasted once: that
//! of a game, or of a table of an event, which follows the event from round to round.
//!
//! It is what spectators know, when they know it, whoever looks: nobody's own view ever goes on the air.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;

use crate::play::PlayId;
use crate::service::access::Actor;
use crate::service::contests::{self, Boards, MeetingLine};
use crate::service::live::{self, Seen};
use crate::service::{App, Error, Thing};
use crate::web::api::plays::read_id;
use crate::web::assets;
use crate::web::error::PageError;
use crate::web::live::{heard_already, hearing, listen};
use crate::web::pages::contests::{round_of, stage_of};
use crate::web::pages::replay::clock_text;
use crate::web::pages::{ask, private_html};
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::speech::Speech;
use crate::web::visit::{Frame, Visit};
use salpakan::record::short_id_text;
use salpakan::rules::{ByColor, Color};

use super::table::{has_clocks, left};
use super::{ask_desk, at_desk, status};

/// More tables than any event has.
const MOST_TABLES: usize = 10_000;
/// So often the page of a table looks which game is there, in seconds, and one without a script what is new.
const AGAIN: u32 = 5;

/// A side of the overlay.
struct Line {
    key: &'static str,
    name: String,
    /// Empty where there are no clocks.
    clock: String,
    /// Milliseconds.
    left: i64,
    to_move: bool,
}

#[derive(Template)]
#[template(path = "play/overlay.html")]
struct Overlay {
    frame: Frame,
    /// Where events of the game are told; empty where no game is there.
    stream: String,
    lines: Vec<Line>,
    /// Whose clock runs; empty for nobody's.
    running: &'static str,
    said: String,
    status: String,
    /// `light` letters for dark pictures, or `dark` ones.
    letters: &'static str,
    again: u32,
    look: &'static str,
    script: &'static str,
}

/// The letters that the address asks for.
fn letters(parameters: &Parameters) -> Result<&'static str, BadParameter> {
    let known = ["light", "dark"];
    let given = parameters.read(&["letters"])?;
    let takes = Takes::one_of(known.join(", "));
    let read = |text: &str| known.into_iter().find(|one| *one == text);
    Ok(given.parsed("letters", takes, read)?.unwrap_or(known[0]))
}

fn empty(visit: &Visit, names: ByColor<String>, letters: &'static str) -> Overlay {
    let line = |color: Color| Line {
        key: color.key(),
        name: names[color].clone(),
        clock: String::new(),
        left: 0,
        to_move: false,
    };
    Overlay {
        frame: visit.frame(format!("{} – {}", names.white, names.black)),
        stream: String::new(),
        lines: Color::ALL.map(line).into(),
        running: "",
        said: String::new(),
        status: String::new(),
        letters,
        again: AGAIN,
        look: assets::address("css/overlay.css"),
        script: assets::address("js/play/overlay.js"),
    }
}

fn overlay(visit: &Visit, seen: &Seen, letters: &'static str) -> Overlay {
    let (texts, timeline) = (visit.texts(), seen.play.timeline());
    let clocks = has_clocks(seen) && seen.play.clocks().is_some();
    let line = |color: Color| {
        let left = left(seen, color) / 1000;
        let seconds = u32::try_from(left / 1000).unwrap_or(u32::MAX);
        Line {
            key: color.key(),
            name: seen.players[color].clone(),
            clock: if clocks { clock_text(seconds) } else { String::new() },
            left,
            to_move: seen.play.to_move() == Some(color),
        }
    };
    let last = timeline.plies.iter().rposition(|ply| ply.verdict.is_some());
    let last = last.and_then(|at| u32::try_from(at + 1).ok());
    Overlay {
        stream: format!("/overlay/play/{}/events", short_id_text(seen.play.id())),
        lines: Color::ALL.map(line).into(),
        running: seen.running().map_or("", Color::key),
        said: last.map(|ply| Speech::new(texts).of(timeline, ply)).unwrap_or_default(),
        status: status::stands(texts, seen).unwrap_or_else(|| status::words(texts, seen)),
        ..empty(visit, seen.players.clone(), letters)
    }
}

/// A game as everybody may see it by now.
async fn seen(visit: &Visit, id: PlayId) -> Result<Seen, PageError> {
    ask_desk(visit, move |live| live::see(live, &Actor::nobody(), &id)).await
}

/// The overlay of a game.
pub async fn game(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let letters = letters(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let seen = seen(&visit, id).await?;
    private_html(&visit, StatusCode::OK, &overlay(&visit, &seen, letters))
}

/// The meeting at a table of an event's last round, as everybody may see it.
fn meeting(app: &App, slug: &str, table: usize) -> Result<MeetingLine, Error> {
    let mut board = contests::board(app, &Actor::nobody(), slug, Boards::default())?;
    for stage in &mut board.stages {
        stage.rounds.retain(|round| round.published);
    }
    let stage = board.stages.get(stage_of(&board, None));
    let round = stage.and_then(|stage| round_of(stage, None));
    let meeting = round.and_then(|round| round.meetings.iter().find(|one| one.table == table));
    meeting.cloned().ok_or_else(|| Error::missing(Thing::Play, table.to_string()))
}

/// The overlay of a table, whatever game is there.
pub async fn table(
    visit: Visit,
    path: web::Path<(String, String)>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let letters = letters(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let (slug, table) = path.into_inner();
    let number = table.parse().ok().filter(|number| (1..=MOST_TABLES).contains(number));
    let number =
        number.ok_or_else(|| PageError::new(&visit, &Error::missing(Thing::Play, &table)))?;
    let meeting = ask(&visit, move |app| meeting(app, &slug, number)).await?;
    let id = meeting.play.map(|play| play.id);
    let look =
        move |live: &live::Live| id.map(|id| live::see(live, &Actor::nobody(), &id)).transpose();
    // A game that nobody may watch is as good as none: the table has its names.
    let seen: Result<Option<Seen>, Error> = at_desk(&visit, look).await;
    let page = match seen.unwrap_or_default() {
        Some(seen) => overlay(&visit, &seen, letters),
        None => {
            let [white, black] = meeting.names;
            empty(&visit, ByColor::new(white, black), letters)
        }
    };
    private_html(&visit, StatusCode::OK, &page)
}

/// What happens in a game, when spectators may know it.
pub async fn events(
    request: HttpRequest,
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    parameters.read(&[]).map_err(|e| PageError::parameter(&visit, &e))?;
    let id = read_id(&path).map_err(|e| PageError::new(&visit, &e))?;
    let hearing = hearing(&visit.site, Actor::nobody(), id).await;
    let hearing = hearing.map_err(|e| PageError::new(&visit, &e))?;
    Ok(listen(hearing, heard_already(&request)))
}
