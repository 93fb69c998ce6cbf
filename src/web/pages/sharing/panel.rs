//! The panel below a replay by which it is passed on. It works by links and forms; a script copies, and keeps it in step.

use crate::drawing::{MOST_PLIES, Size, Theme};
use crate::service::games::Game;
use crate::web::assets;
use crate::web::i18n::Texts;
use crate::web::pages::replay::ReplayParts;
use crate::web::parameters::percent_encoded;
use crate::web::picture::PACES;
use crate::web::replay::Knowledge;
use crate::web::visit::Visit;

use super::{FRAME_WIDTH, Place, code, frame_size, look, site};

/// Something that can be chosen.
pub struct Choice {
    pub key: &'static str,
    pub words: &'static str,
    pub chosen: bool,
}

/// What the panel shows.
pub struct Share {
    /// Empty where the operator has not said how visitors reach it; the script knows.
    pub site: String,
    pub link: String,
    pub frame: String,
    pub sheet: String,
    pub ply: u32,
    pub last: u32,
    /// Where the film begins that ends the game and is not too long.
    pub film_from: u32,
    pub views: Vec<Choice>,
    pub themes: Vec<Choice>,
    pub sizes: Vec<Choice>,
    pub film_sizes: Vec<Choice>,
    pub paces: Vec<Choice>,
    pub sides: Vec<Choice>,
    pub names: Vec<Choice>,
    /// Where other sites learn how to show it; empty without the site's address.
    pub discovery: String,
    pub look: &'static str,
    pub script: &'static str,
}

fn choices<const N: usize>(
    texts: Texts,
    room: &str,
    keys: [&'static str; N],
    chosen: &str,
) -> Vec<Choice> {
    let choice = |key: &'static str| Choice {
        key,
        words: texts.text(&format!("{room}-{key}")),
        chosen: key == chosen,
    };
    keys.into_iter().map(choice).collect()
}

impl Share {
    /// The panel below a replay, which is seen so.
    pub fn of(
        visit: &Visit,
        game: &Game,
        replay: &ReplayParts,
        view: Knowledge,
        flipped: bool,
    ) -> Share {
        let (texts, site) = (visit.texts(), site(visit).to_owned());
        let place = Place { id: replay.id.clone(), ply: replay.ply, view, flipped };
        let roster = &game.stored.header().roster;
        let heading = format!("{} – {}", roster.white, roster.black);
        let link = format!("{site}{}", place.replay());
        let views = choices(texts, "view", Knowledge::ALL.map(Knowledge::key), place.view.key());
        let is_there =
            |choice: &Choice| !replay.public_only || choice.key == Knowledge::Public.key();
        let flipped = if place.flipped { "1" } else { "0" };
        let discovery = match site.is_empty() {
            true => String::new(),
            false => format!("{site}/oembed?format=json&url={}", percent_encoded(&link)),
        };
        Share {
            frame: code(&site, &place, &heading, frame_size(FRAME_WIDTH)),
            sheet: format!("/games/{}/sheet", place.id),
            ply: place.ply,
            last: replay.last,
            film_from: replay.last.saturating_sub(MOST_PLIES),
            views: views.into_iter().filter(is_there).collect(),
            themes: choices(texts, "theme", Theme::ALL.map(Theme::key), visit.theme),
            sizes: choices(texts, "share-size", Size::ALL.map(Size::key), Size::Large.key()),
            film_sizes: choices(
                texts,
                "share-size",
                Size::OF_FILMS.map(Size::key),
                Size::Medium.key(),
            ),
            paces: choices(texts, "share-pace", PACES.map(|(key, _)| key), PACES[1].0),
            sides: choices(texts, "share-below", ["0", "1"], flipped),
            names: choices(texts, "share-names", ["1", "0"], "1"),
            discovery,
            look: look(),
            script: assets::address("js/share/main.js"),
            site,
            link,
        }
    }
}

/// The address of a replay's picture for cards in chats: of its last position where none is named. It needs the site's own address.
pub fn card(visit: &Visit, replay: &ReplayParts) -> Option<String> {
    let site = Some(site(visit)).filter(|site| !site.is_empty())?;
    let ply = if replay.ply == 0 { replay.last } else { replay.ply };
    Some(format!("{site}/games/{}/board.png?ply={ply}&view={}", replay.id, replay.view))
}
