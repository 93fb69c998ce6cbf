//! A replay for a frame on another site: small, without cookies and sessions, public to everybody.

use actix_web::{HttpResponse, web};
use askama::Template;

use crate::web::assets;
use crate::web::error::PageError;
use crate::web::pages::replay::{Address, ReplayParts, parts};
use crate::web::pages::{ask, html};
use crate::web::parameters::{BadParameter, Parameters, Takes};
use crate::web::picture::find;
use crate::web::replay::Knowledge;
use crate::web::visit::{Frame, Visit};

use super::{Place, look, site};

/// A step within the frame.
struct Go {
    sign: &'static str,
    words: &'static str,
    link: String,
    /// What the script calls it.
    name: &'static str,
}

#[derive(Template)]
#[template(path = "sharing/embed.html")]
struct Embedded {
    frame: Frame,
    replay: ReplayParts,
    heading: String,
    result: &'static str,
    steps: Vec<Go>,
    /// Where the game's own page is.
    whole: String,
    look: &'static str,
    script: &'static str,
}

/// How a frame looks.
struct Asked {
    ply: u32,
    view: Knowledge,
    flipped: bool,
    theme: &'static str,
}

impl Asked {
    fn read(parameters: &Parameters) -> Result<Asked, BadParameter> {
        let given = parameters.read(&["ply", "view", "flip", "theme"])?;
        let themes = ["light", "dark", "auto"];
        let theme = given.parsed("theme", Takes::one_of(themes.join(", ")), |text| {
            themes.into_iter().find(|one| *one == text)
        })?;
        Ok(Asked {
            ply: given.number("ply", 0..=1_000_000)?.unwrap_or(0),
            view: given
                .parsed("view", Knowledge::takes(), Knowledge::parse)?
                .unwrap_or(Knowledge::Revealed),
            flipped: given.number("flip", 0..=1)? == Some(1),
            theme: theme.unwrap_or("auto"),
        })
    }
}

fn steps(frame: &Frame, place: &Place, theme: &str, last: u32) -> Vec<Go> {
    let step = |name, sign, key, ply| Go {
        sign,
        words: frame.texts.text(key),
        link: format!("{}&theme={theme}", Place { ply, ..place.clone() }.frame()),
        name,
    };
    let ply = place.ply;
    vec![
        step("first", "«", "step-first", 0),
        step("previous", "‹", "step-previous", ply.saturating_sub(1)),
        step("next", "›", "step-next", (ply + 1).min(last)),
        step("last", "»", "step-last", last),
    ]
}

/// One game at a ply.
pub async fn show(
    visit: Visit,
    path: web::Path<String>,
    parameters: Parameters,
) -> Result<HttpResponse, PageError> {
    let asked = Asked::read(&parameters).map_err(|e| PageError::parameter(&visit, &e))?;
    let game = ask(&visit, move |app| find(app, &path)).await?;
    let view = if game.stored.revealed().is_some() { asked.view } else { Knowledge::Public };
    let start = Address::start(&game);
    let here = Address { ply: asked.ply, view, flipped: asked.flipped, ..start };
    let replay = parts(&visit, &game, here, [None, None]);
    let header = game.stored.header();
    let heading = format!("{} – {}", header.roster.white, header.roster.black);
    let place = Place { id: replay.id.clone(), ply: replay.ply, view, flipped: asked.flipped };
    // A frame has no cookies, and wants none: its address says how it looks.
    let theme = if asked.theme == "auto" { "" } else { asked.theme };
    let frame = Frame { theme, ..visit.frame(heading.clone()) };
    let page = Embedded {
        steps: steps(&frame, &place, asked.theme, replay.last),
        whole: format!("{}{}", site(&visit), place.replay()),
        result: crate::web::pages::list::result_text(header.outcome),
        look: look(),
        script: assets::address("js/share/embed.js"),
        frame,
        replay,
        heading,
    };
    html(&visit, &page)
}
