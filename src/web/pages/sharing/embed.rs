//! A small public replay for an iframe on another site, without cookies or sessions.

use crate::web::pages::replay::{
    HandSeat, ReplayAddress, SeatPart, replay_parts, three_generals_parts,
};
use crate::web::prelude::*;
use adjutant_service::games::AnyGame;
use adjutant_site::assets;
use adjutant_site::board::BoardDrawing;
use adjutant_site::game_rows::result_text;
use adjutant_site::games::{any_game_heading, find_any_game, redirect_to_current_id};
use adjutant_site::html::game_html;
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::replay::Perspective;
use adjutant_site::request_context::{BOARD_LOOKS, Looks, PIECE_LOOKS};
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::three_generals::HeldPiece;
use adjutant_site::use_cases::{build_maybe_offloaded, run_use_case};

use super::{SharedPosition, stylesheet_url};

/// A player above or below the board.
struct EmbeddedSeat {
    key: &'static str,
    name: String,
    clock: String,
    is_to_move: bool,
    /// `None` in a game without hands.
    hand: Option<Vec<HeldPiece>>,
}

impl From<SeatPart> for EmbeddedSeat {
    fn from(seat: SeatPart) -> EmbeddedSeat {
        let SeatPart { key, handle, clock, to_move, .. } = seat;
        EmbeddedSeat { key, name: handle, clock, is_to_move: to_move, hand: None }
    }
}

impl From<HandSeat> for EmbeddedSeat {
    fn from(seat: HandSeat) -> EmbeddedSeat {
        let HandSeat { key, name, clock, is_to_move, hand, .. } = seat;
        EmbeddedSeat { key, name, clock, is_to_move, hand: Some(hand) }
    }
}

/// A position of either game.
struct EmbeddedReplay {
    ply: u32,
    last: u32,
    top: EmbeddedSeat,
    bottom: EmbeddedSeat,
    board: BoardDrawing,
    sprite: &'static str,
    said: String,
}

#[derive(Template)]
#[template(path = "sharing/embed.html")]
struct EmbedPage {
    frame: PageFrame,
    replay: EmbeddedReplay,
    heading: String,
    result: &'static str,
    steps: Vec<StepLink>,
    /// The address of the game's own page.
    whole: String,
    look: &'static str,
    script: &'static str,
}

/// The parameters of an embedded replay.
struct EmbedQuery {
    ply: u32,
    view: Perspective,
    flipped: bool,
    theme: &'static str,
}

impl EmbedQuery {
    fn read(parameters: &QueryString) -> Result<EmbedQuery, ParameterError> {
        let given = parameters.parse(&["ply", "view", "flip", "theme"])?;
        let themes = ["light", "dark", "auto"];
        let theme =
            given.parse_with("theme", AcceptedValues::one_of(themes.join(", ")), |text| {
                themes.into_iter().find(|one| *one == text)
            })?;
        Ok(EmbedQuery {
            ply: given.number("ply", 0..=1_000_000)?.unwrap_or(0),
            view: given
                .parse_with("view", Perspective::accepted_values(), Perspective::parse)?
                .unwrap_or(Perspective::Revealed),
            flipped: given.number("flip", 0..=1)? == Some(1),
            theme: theme.unwrap_or("auto"),
        })
    }
}

pub async fn show(
    visit: RequestContext,
    path: web::Path<String>,
    parameters: QueryString,
) -> PageResult {
    let asked = EmbedQuery::read(&parameters).or_page(&visit)?;
    let id = path.into_inner();
    let asked_id = id.clone();
    let game = run_use_case(&visit, move |app| find_any_game(app, &id)).await?;
    if let Some(there) = redirect_to_current_id(&visit, &asked_id, game.summary().id) {
        return Ok(there);
    }
    let plies = game.summary().plies;
    let page = build_maybe_offloaded(&visit, plies, move |visit| page(visit, &game, &asked));
    game_html(&visit, plies, page.await?).await
}

fn page(visit: &RequestContext, game: &AnyGame, asked: &EmbedQuery) -> EmbedPage {
    let (replay, view) = embedded_replay(visit, game, asked);
    let heading = any_game_heading(game);
    let id = game.summary().id.to_string();
    let place = SharedPosition { id, ply: replay.ply, view, flipped: asked.flipped };
    // An embedded page gets no cookies, so the theme is part of its address.
    let theme = if asked.theme == "auto" { "" } else { asked.theme };
    let [board, pieces] = [BOARD_LOOKS[0], PIECE_LOOKS[0]];
    let looks = Looks { theme, board, pieces, sound: false };
    let frame = PageFrame { looks, ..visit.frame(heading.clone()) };
    let link = |ply| {
        format!("{}&theme={}", SharedPosition { ply, ..place.clone() }.embed_path(), asked.theme)
    };
    let mut steps = step_links(frame.texts, place.ply, replay.last, link);
    steps.retain(|step| !matches!(step.go, "back10" | "on10"));
    EmbedPage {
        steps,
        whole: format!("{}{}", visit.site_origin(), place.replay_path()),
        result: result_text(game.header().outcome),
        look: stylesheet_url(),
        script: assets::address("js/share/embed.js"),
        frame,
        replay,
        heading,
    }
}

/// The position that is asked for, and the view that it is shown in where there are several.
fn embedded_replay(
    visit: &RequestContext,
    game: &AnyGame,
    asked: &EmbedQuery,
) -> (EmbeddedReplay, Option<Perspective>) {
    match game {
        AnyGame::Salpakan(game) => {
            let is_revealed = game.stored.revealed().is_some();
            let view = if is_revealed { asked.view } else { Perspective::Public };
            let start = ReplayAddress::start(game);
            let here = ReplayAddress { ply: asked.ply, view, flipped: asked.flipped, ..start };
            let parts = replay_parts(visit, game, here, [None, None]);
            let replay = EmbeddedReplay {
                ply: parts.ply,
                last: parts.last,
                top: parts.top.into(),
                bottom: parts.bottom.into(),
                board: parts.board,
                sprite: parts.sprite,
                said: parts.said,
            };
            (replay, Some(view))
        }
        AnyGame::ThreeGenerals(game) => {
            let place = (asked.ply, asked.flipped);
            let parts = three_generals_parts(visit.texts(), game, place, [None, None]);
            let replay = EmbeddedReplay {
                ply: parts.ply,
                last: parts.last,
                top: parts.top.into(),
                bottom: parts.bottom.into(),
                board: parts.board,
                sprite: parts.sprite,
                said: parts.said,
            };
            (replay, None)
        }
    }
}
