//! A small public replay for an iframe on another site, without cookies or sessions.

use crate::web::pages::replay::{ReplayAddress, ReplayParts, replay_parts};
use crate::web::prelude::*;
use adjutant_site::assets;
use adjutant_site::game_rows::result_text;
use adjutant_site::games::{find_game, game_heading};
use adjutant_site::parameters::{AcceptedValues, ParameterError};
use adjutant_site::replay::Perspective;
use adjutant_site::request_context::{BOARD_LOOKS, Looks, PIECE_LOOKS};
use adjutant_site::step_links::{StepLink, step_links};
use adjutant_site::use_cases::run_use_case;

use super::{SharedPosition, site_origin, stylesheet_url};

#[derive(Template)]
#[template(path = "sharing/embed.html")]
struct EmbedPage {
    frame: PageFrame,
    replay: ReplayParts,
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
    let game = run_use_case(&visit, move |app| find_game(app, &path)).await?;
    let view = if game.stored.revealed().is_some() { asked.view } else { Perspective::Public };
    let start = ReplayAddress::start(&game);
    let here = ReplayAddress { ply: asked.ply, view, flipped: asked.flipped, ..start };
    let replay = replay_parts(&visit, &game, here, [None, None]);
    let heading = game_heading(&game);
    let place =
        SharedPosition { id: replay.id.clone(), ply: replay.ply, view, flipped: asked.flipped };
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
    let page = EmbedPage {
        steps,
        whole: format!("{}{}", site_origin(&visit), place.replay_path()),
        result: result_text(game.stored.header().outcome),
        look: stylesheet_url(),
        script: assets::address("js/share/embed.js"),
        frame,
        replay,
        heading,
    };
    html(&visit, &page)
}
