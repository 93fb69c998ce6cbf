//! Live games open to spectators, each with a small board.

use crate::web::prelude::*;
use adjutant_domain::play::Progress;
use adjutant_service::live::{self, Watched};
use adjutant_site::board::side_name;
use adjutant_site::labels::pace_label;
use adjutant_site::parameters::AcceptedValues;
use adjutant_site::play_commands::parse_play_id_param;
use salpakan::record::{Timeline, short_id_text};
use salpakan::rules::{Color, FILES, ROWS};
use salpakan::view;
use three_generals::{Ply, WIDTH};

use super::{ADDRESS, game_address, query_live, rated_label, rules_name};

const GAMES_PER_PAGE: usize = 24;
/// The side length of a square on a small board.
const CELL_SIZE: u8 = 10;

/// A piece on a small board, which shows only its side.
struct BoardDot {
    x: u8,
    y: u8,
    color: &'static str,
}

/// A small board, which shows only which side's pieces stand where.
struct Thumbnail {
    width: u8,
    height: u8,
    dots: Vec<BoardDot>,
    /// Corners of the squares of the last ply.
    marks: Vec<(u8, u8)>,
}

struct WatchedGameRow {
    address: String,
    heading: String,
    about: String,
    /// The slug and the name of its event.
    event: Option<(String, String)>,
    /// Empty for the standard rules.
    rules: String,
    state: String,
    thumbnail: Thumbnail,
}

#[derive(Template)]
#[template(path = "play/watch.html")]
struct WatchPage {
    frame: PageFrame,
    lines: Vec<WatchedGameRow>,
    /// The address of older games; empty if there are none.
    older: String,
}

impl Thumbnail {
    fn new(progress: &Progress) -> Thumbnail {
        match progress {
            Progress::Salpakan(game) => Thumbnail::of_salpakan(&game.timeline),
            Progress::ThreeGenerals(game) => Thumbnail::of_three_generals(&game.game),
        }
    }

    /// Built from a spectator's scene, which contains no ranks.
    fn of_salpakan(timeline: &Timeline) -> Thumbnail {
        let corner = |square: salpakan::rules::Square| {
            (square.file() * CELL_SIZE, (ROWS - 1 - square.row()) * CELL_SIZE)
        };
        let scene = view::spectator(timeline).scene(timeline.len());
        let dots = scene.standing.iter().map(|piece| {
            let (x, y) = corner(piece.square);
            BoardDot { x, y, color: piece.color.key() }
        });
        let marks = scene.last.map(|ply| vec![corner(ply.mv.from), corner(ply.mv.to)]);
        Thumbnail {
            width: FILES * CELL_SIZE,
            height: ROWS * CELL_SIZE,
            dots: dots.collect(),
            marks: marks.unwrap_or_default(),
        }
    }

    fn of_three_generals(game: &three_generals::Game) -> Thumbnail {
        let corner = |square: three_generals::Square| {
            (square.file() * CELL_SIZE, (WIDTH - 1 - square.row()) * CELL_SIZE)
        };
        let dots = game.position().pieces().map(|(square, piece)| {
            let (x, y) = corner(square);
            BoardDot { x, y, color: piece.color().key() }
        });
        let marks = match game.plies().last() {
            None => Vec::new(),
            Some(Ply::Drop { to, .. }) => vec![corner(*to)],
            Some(Ply::Move { from, to, .. } | Ply::Shot { from, to }) => {
                vec![corner(*from), corner(*to)]
            }
        };
        let side = WIDTH * CELL_SIZE;
        Thumbnail { width: side, height: side, dots: dots.collect(), marks }
    }
}

fn game_row(texts: Texts, game: Watched) -> WatchedGameRow {
    let (play, terms) = (&game.play, game.play.terms());
    let thumbnail = Thumbnail::new(play.progress());
    let turn = |color: Color| texts.one("play-status-turn", "side", side_name(texts, color));
    let state = play.to_move().map_or_else(|| texts.get("play-state-paused"), turn);
    let name = |color: Color| match game.bots[color] {
        true => format!("{} ({})", game.players[color], texts.text("bot")),
        false => game.players[color].clone(),
    };
    let plies = texts.count("plies-count", play.progress().len());
    WatchedGameRow {
        address: game_address(&game.id),
        heading: format!("{} – {}", name(Color::White), name(Color::Black)),
        about: format!("{} · {}", pace_label(texts, terms.pace), rated_label(texts, terms.rated)),
        event: game.event.map(|event| (event.slug, event.name)),
        rules: rules_name(texts, terms.rules),
        state: format!("{plies} · {state}"),
        thumbnail,
    }
}

/// Lists the games older than the one that the parameter `before` names.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let before = parameters.parse(&["before"]).and_then(|given| {
        given.parse_with("before", AcceptedValues::one_of("…".into()), |text| {
            parse_play_id_param(text).ok()
        })
    });
    let before = before.or_page(&visit)?;
    let found =
        query_live(&visit, move |live, _| live::watched(live, before.as_ref(), GAMES_PER_PAGE))
            .await?;
    let (games, more) = found;
    let texts = visit.texts();
    let last = games.last().filter(|_| more).map(|game| short_id_text(&game.id));
    let page = WatchPage {
        frame: visit.frame(texts.get("play-watch")),
        lines: games.into_iter().map(|game| game_row(texts, game)).collect(),
        older: last.map(|id| format!("{ADDRESS}/watch?before={id}")).unwrap_or_default(),
    };
    private_html(&visit, StatusCode::OK, &page)
}
