//! Links beside a replay: set-ups in the explorer, reviews, rooms and collections.

use crate::web::error::PageResult;
use crate::web::pages::formations;
use crate::web::request_context::RequestContext;
use adjutant_service::games::Game;
use adjutant_service::reviews;

use super::review_address;

/// A review in a list.
pub struct ReviewLinkRow {
    pub link: String,
    pub title: String,
    pub author: String,
    pub remarks: String,
    /// Whether only the visitor can see it.
    pub private: bool,
}

#[derive(Default)]
pub struct GameLinks {
    /// Labels and addresses of both set-ups.
    pub formations: Vec<(String, String)>,
    pub reviews: Vec<ReviewLinkRow>,
    /// The address for starting a review; empty unless the visitor may.
    pub begin: String,
    /// The address for opening a review room; empty unless the visitor may.
    pub room: String,
    /// The address for adding the game to a collection; empty unless the visitor may.
    pub collect: String,
}

/// Builds the links of a revealed game; empty for any other.
pub async fn game_links(visit: &RequestContext, game: &Game) -> PageResult<GameLinks> {
    if game.stored.revealed().is_none() {
        return Ok(GameLinks::default());
    }
    let of = (game.number, game.summary.id);
    let all = visit.run_brief(move |app, actor| reviews::of_game(app, actor, of)).await?;
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
