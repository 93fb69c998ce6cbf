//! What stands beside a replay: its set-ups in the explorer, and what people wrote about the game.

use crate::service::games::Game;
use crate::service::reviews;
use crate::web::error::PageError;
use crate::web::pages::{formations, run_brief_use_case};
use crate::web::request_context::RequestContext;

use super::review_address;

/// A review in a list.
pub struct ReviewLinkRow {
    pub link: String,
    pub title: String,
    pub author: String,
    pub remarks: String,
    /// Whether nobody but the visitor sees it.
    pub private: bool,
}

/// The links beside a replay.
#[derive(Default)]
pub struct GameLinks {
    /// Words and addresses of both set-ups.
    pub formations: Vec<(String, String)>,
    pub reviews: Vec<ReviewLinkRow>,
    /// Where a review is begun; empty for who may not.
    pub begin: String,
    /// Where a room is opened; empty for who may not.
    pub room: String,
    /// Where the game is added to a collection, likewise.
    pub collect: String,
}

/// Of a game whose ranks are open; of any other nothing.
///
/// # Errors
/// The page for what the store fails in.
pub async fn game_links(visit: &RequestContext, game: &Game) -> Result<GameLinks, PageError> {
    if game.stored.revealed().is_none() {
        return Ok(GameLinks::default());
    }
    let (actor, of) = (visit.actor().clone(), (game.number, game.summary.id));
    let all = run_brief_use_case(visit, move |app| reviews::of_game(app, &actor, of)).await?;
    let texts = visit.texts();
    let line = |review: reviews::Review| ReviewLinkRow {
        link: review_address(review.game, review.id),
        title: review.title,
        author: review.author,
        remarks: texts.count("review-remarks", review.remarks.len()),
        private: !review.published,
    };
    let own = |page: &str| match visit.is_signed_in() {
        true => format!("/games/{}/{page}", game.summary.id),
        false => String::new(),
    };
    Ok(GameLinks {
        formations: formations::set_up_links(game, texts),
        reviews: all.into_iter().map(line).collect(),
        begin: own("reviews/new"),
        room: own("rooms/new"),
        collect: own("collect"),
    })
}
