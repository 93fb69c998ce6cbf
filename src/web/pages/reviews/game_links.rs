//! Links beside a replay: set-ups in the explorer, reviews, rooms and collections.

use crate::web::pages::formations;
use adjutant_service::games::Game;
use adjutant_service::records::GameId;
use adjutant_service::reviews::{self, Review};
use adjutant_site::error::PageResult;
use adjutant_site::request_context::RequestContext;

#[derive(Default)]
pub struct GameLinks {
    /// Labels and addresses of both set-ups.
    pub formations: Vec<(String, String)>,
    pub reviews: Vec<Review>,
    /// The address for starting a review; empty unless the visitor may.
    pub begin: String,
    /// The address for opening a review room; empty unless the visitor may.
    pub room: String,
    /// The address for adding the game to a collection; empty unless the visitor may.
    pub collect: String,
    /// Address and label for annulling or reinstating the game; `None` unless the visitor may. The
    /// page of the game adds them.
    pub annul: Option<(String, String)>,
}

/// Builds the links of a revealed game; empty for any other.
pub async fn game_links(visit: &RequestContext, game: &Game) -> PageResult<GameLinks> {
    if game.stored.revealed().is_none() {
        return Ok(GameLinks::default());
    }
    Ok(GameLinks {
        formations: formations::set_up_links(game, visit.texts()),
        ..open_game_links(visit, game).await?
    })
}

/// Builds the links of `game`, of any kind, that is open to all.
pub async fn open_game_links<S>(visit: &RequestContext, game: &Game<S>) -> PageResult<GameLinks> {
    let of = (game.number, game.summary.id);
    Ok(GameLinks {
        formations: Vec::new(),
        reviews: visit.run_brief(move |app, actor| reviews::of_game(app, actor, of)).await?,
        begin: own_page(visit, of.1, "reviews/new"),
        room: own_page(visit, of.1, "rooms/new"),
        collect: own_page(visit, of.1, "collect"),
        annul: None,
    })
}

/// The address of a page of the game for somebody with an account; empty for others.
fn own_page(visit: &RequestContext, game: GameId, page: &str) -> String {
    match visit.is_signed_in() {
        true => format!("/games/{game}/{page}"),
        false => String::new(),
    }
}
