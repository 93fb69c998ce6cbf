//! The replay of a game of any kind within another page, such as that of a room or of a chapter.

use crate::web::prelude::*;
use adjutant_service::games::AnyGame;
use adjutant_service::records::GameId;
use adjutant_site::knowledge_query::KnowledgeQuery;
use adjutant_site::markup::Markup;
use adjutant_site::replay::{Perspective, seat_ratings};
use adjutant_site::use_cases::{build_maybe_offloaded, run_heavy_use_case};

use super::parts::{ReplayAddress, ReplayParts};
use super::three_generals::ThreeGeneralsReplay;
use super::{
    AnyFound, LoadedReplay, ReplayQuery, build_replay, load_any_game, parse_queries, replay_address,
};

/// A replay without the page around it.
pub enum AnyReplay {
    Salpakan(Box<ReplayParts>),
    ThreeGenerals(Box<ThreeGeneralsReplay>),
}

impl AnyReplay {
    /// The ply that is shown.
    pub fn ply(&self) -> u32 {
        match self {
            AnyReplay::Salpakan(own) => own.ply,
            AnyReplay::ThreeGenerals(own) => own.parts.ply,
        }
    }

    /// The address of a ply on the page that has the replay.
    pub fn at_ply(&self, ply: u32) -> String {
        match self {
            AnyReplay::Salpakan(own) => format!("{}{ply}{}", own.before_ply, own.after_ply),
            AnyReplay::ThreeGenerals(own) => own.at_ply(ply),
        }
    }

    /// The views that a reader chooses from; none where nothing is hidden.
    pub const fn views(&self) -> &'static [Perspective] {
        match self {
            AnyReplay::Salpakan(_) => &Perspective::ALL,
            AnyReplay::ThreeGenerals(_) => &[],
        }
    }

    /// Gives the replay the whole window, with further panes of the page behind the tabs.
    pub fn fill_window(&mut self, texts: Texts, panes: &[(&'static str, &'static str)]) {
        match self {
            AnyReplay::Salpakan(own) => own.fill_window(texts, panes),
            AnyReplay::ThreeGenerals(own) => own.fill_window(texts, panes),
        }
    }
}

/// A game with its replay.
pub struct ReplayWithin {
    pub game: AnyGame,
    pub replay: AnyReplay,
}

/// Loads the replay of a game at a position. Its links lead to the page at the address `page`, by
/// default to the game's own.
pub async fn load_replay_within(
    visit: &RequestContext,
    (id, page): (GameId, Option<String>),
    (query, look): (ReplayQuery, KnowledgeQuery),
) -> PageResult<ReplayWithin> {
    // This computation is slow enough to be moved to another thread.
    // Everybody sees it as the page around it says.
    let load = move |app: &_| load_any_game(app, id, (query, look), None);
    let (found, query) = run_heavy_use_case(visit, load).await?;
    let page = page.unwrap_or_else(|| ReplayAddress::game_page(&id.to_string()));
    build_maybe_offloaded(visit, found.summary().plies, move |visit| match found {
        AnyFound::Salpakan(found) => {
            let here = |game: &_| ReplayAddress { page, ..replay_address(game, query, look) };
            let LoadedReplay { game, replay, .. } = build_replay(visit, *found, here);
            ReplayWithin {
                game: AnyGame::Salpakan(Box::new(game)),
                replay: AnyReplay::Salpakan(Box::new(replay)),
            }
        }
        AnyFound::ThreeGenerals(game, rating) => {
            let (seats, _) = seat_ratings(visit.texts(), &rating);
            let here = (page, String::new());
            let replay = ThreeGeneralsReplay::new(visit.texts(), &game, here, query, seats);
            ReplayWithin {
                game: AnyGame::ThreeGenerals(game),
                replay: AnyReplay::ThreeGenerals(Box::new(replay)),
            }
        }
    })
    .await
}

/// Like [`load_replay_within`], at the position that the page's parameters name, or at the ply
/// `from`. All its links keep the page's address.
pub async fn load_asked_replay_within(
    visit: &RequestContext,
    (id, page, from): (GameId, String, u32),
    parameters: &QueryString,
) -> PageResult<ReplayWithin> {
    let (query, look) = parse_queries(parameters).or_page(visit)?;
    let query = ReplayQuery { ply: query.ply.or(Some(from)), ..query };
    load_replay_within(visit, (id, Some(page)), (query, look)).await
}

#[derive(Template)]
#[template(path = "replay/within.html")]
struct ReplayTemplate {
    frame: PageFrame,
    replay: AnyReplay,
    /// Further panes of the page.
    panes: Markup,
}

/// Renders a replay with further panes of the page.
pub async fn replay_markup(
    visit: &RequestContext,
    (replay, plies): (AnyReplay, u32),
    panes: Markup,
) -> PageResult<Markup> {
    build_maybe_offloaded(visit, plies, move |visit| {
        let frame = visit.frame(String::new());
        Markup::render(&ReplayTemplate { frame, replay, panes })
    })
    .await
}
