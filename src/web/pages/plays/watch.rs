//! Games under way that everybody may watch, each with its board in small.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use askama::Template;

use crate::service::live::{self, Watched};
use crate::web::api::plays::read_id;
use crate::web::board::side;
use crate::web::error::PageError;
use crate::web::i18n::Texts;
use crate::web::pages::private_html;
use crate::web::parameters::{Parameters, Takes};
use crate::web::visit::{Frame, Visit};
use salpakan::record::short_id_text;
use salpakan::rules::{Color, FILES, ROWS, RuleSet, Square};
use salpakan::view;

use super::{ADDRESS, ask_desk, pace_words, rated_words};

/// Games on a page.
const MOST: usize = 24;
/// One side of a square of a small board.
const CELL: u8 = 10;

/// A piece on a small board: all of a side are alike.
struct Dot {
    x: u8,
    y: u8,
    color: &'static str,
}

/// A game in the list.
struct Line {
    address: String,
    heading: String,
    about: String,
    /// Empty for the published game.
    rules: String,
    state: String,
    dots: Vec<Dot>,
    /// Corners of the squares of the last ply.
    marks: Vec<(u8, u8)>,
}

#[derive(Template)]
#[template(path = "play/watch.html")]
struct WatchPage {
    frame: Frame,
    lines: Vec<Line>,
    width: u8,
    height: u8,
    /// Where older games are; empty where there are none.
    older: String,
}

fn corner(square: Square) -> (u8, u8) {
    (square.file() * CELL, (ROWS - 1 - square.row()) * CELL)
}

fn line(texts: Texts, game: Watched) -> Line {
    let (play, terms) = (&game.play, game.play.terms());
    let timeline = play.timeline();
    // Of a spectator's scene, so that nothing else can be in it.
    let scene = view::spectator(timeline).scene(timeline.len());
    let dots = scene.standing.iter().map(|piece| {
        let (x, y) = corner(piece.square);
        Dot { x, y, color: piece.color.key() }
    });
    let marks = scene.last.map(|ply| [corner(ply.mv.from), corner(ply.mv.to)]);
    let turn = |color: Color| texts.one("play-status-turn", "side", side(texts, color));
    let state = play.to_move().map_or_else(|| texts.get("play-state-paused"), turn);
    let name = |color: Color| match game.bots[color] {
        true => format!("{} ({})", game.players[color], texts.text("bot")),
        false => game.players[color].clone(),
    };
    let plies = texts.count("plies-count", timeline.len());
    Line {
        address: format!("{ADDRESS}/{}", short_id_text(&game.id)),
        heading: format!("{} – {}", name(Color::White), name(Color::Black)),
        about: format!("{} · {}", pace_words(texts, terms.pace), rated_words(texts, terms.rated)),
        rules: match timeline.rules == RuleSet::STANDARD {
            true => String::new(),
            false => timeline.rules.to_string(),
        },
        state: format!("{plies} · {state}"),
        dots: dots.collect(),
        marks: marks.into_iter().flatten().collect(),
    }
}

/// The list; `before` in its address names the game behind which it goes on.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let before = parameters.read(&["before"]).and_then(|given| {
        given.parsed("before", Takes::one_of("…".into()), |text| read_id(text).ok())
    });
    let before = before.map_err(|e| PageError::parameter(&visit, &e))?;
    let found = ask_desk(&visit, move |live| live::watched(live, before.as_ref(), MOST)).await?;
    let (games, more) = found;
    let texts = visit.texts();
    let last = games.last().filter(|_| more).map(|game| short_id_text(&game.id));
    let page = WatchPage {
        frame: visit.frame(texts.get("play-watch")),
        lines: games.into_iter().map(|game| line(texts, game)).collect(),
        width: FILES * CELL,
        height: ROWS * CELL,
        older: last.map(|id| format!("{ADDRESS}/watch?before={id}")).unwrap_or_default(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
