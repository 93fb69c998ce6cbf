//! Reviews of games: comments on plies, with glyphs, squares and arrows.

pub mod actions;
pub(super) mod annotations;
pub mod game_links;
pub mod index;
pub mod moderate;
pub mod new;
pub mod note_calibration;
pub mod show;

use crate::web::error::{PageError, PageResult};
use crate::web::request_context::RequestContext;
use crate::web::use_cases::run_brief_use_case;
use adjutant_service::games::{self, Game};
use adjutant_service::records::GameId;
use adjutant_service::{Error, Thing};

/// Flash messages of the review pages.
const DONE_KEYS: &[&str] = &[
    "done-review-begun",
    "done-review-saved",
    "done-review-published",
    "done-review-withdrawn",
    "done-review-taken-down",
];

fn review_address(game: GameId, id: i32) -> String {
    format!("/games/{game}/reviews/{id}")
}

async fn load_game(visit: &RequestContext, text: &str) -> PageResult<Game> {
    let missing = || PageError::new(visit, &Error::missing(Thing::Game, text));
    let id = GameId::parse(text).ok_or_else(missing)?;
    run_brief_use_case(visit, move |app| games::get(app, id)).await
}

/// Parses an id of the address; an invalid one counts as an unknown review.
fn parse_id(visit: &RequestContext, text: &str) -> PageResult<i32> {
    text.parse().map_err(|_| PageError::new(visit, &Error::Hidden))
}

fn heading(game: &Game) -> String {
    let roster = &game.stored.header().roster;
    format!("{} – {}", roster.white, roster.black)
}
