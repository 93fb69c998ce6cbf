//! Games as pages find them, by the id in an address, and name them.

use actix_web::HttpResponse;
use actix_web::http::header;

use adjutant_service::games::{self, AnyGame, Game};
use adjutant_service::records::GameId;
use adjutant_service::{App, Error, Thing};

use crate::error::{OrPage, PageError, PageResult};
use crate::request_context::RequestContext;

pub fn parse_game_id(text: &str) -> Result<GameId, Error> {
    GameId::parse(text).ok_or_else(|| Error::missing(Thing::Game, text))
}

pub fn find_game(app: &App, id: &str) -> Result<Game, Error> {
    games::get(app, parse_game_id(id)?)
}

/// Like [`find_game`], whichever game it is.
pub fn find_any_game(app: &App, id: &str) -> Result<AnyGame, Error> {
    games::get_any(app, parse_game_id(id)?)
}

pub async fn load_game(visit: &RequestContext, id: &str) -> PageResult<Game> {
    let id = parse_game_id(id).or_page(visit)?;
    visit.run_brief(move |app, _| games::get(app, id)).await
}

/// Loads a game whose ranks are public; any other has none of the pages that need them.
pub async fn load_revealed_game(visit: &RequestContext, id: &str) -> PageResult<Game> {
    let game = load_game(visit, id).await?;
    match game.stored.revealed() {
        Some(_) => Ok(game),
        None => Err(PageError::hidden(visit)),
    }
}

/// Loads a game of any kind that is open to all; one whose ranks are hidden has none of the pages that need them.
pub async fn load_open_game(visit: &RequestContext, id: &str) -> PageResult<AnyGame> {
    let game = load_any_game(visit, id).await?;
    if game.head().is_open { Ok(game) } else { Err(PageError::hidden(visit)) }
}

/// Loads a game of any kind.
pub async fn load_any_game(visit: &RequestContext, id: &str) -> PageResult<AnyGame> {
    let id = parse_game_id(id).or_page(visit)?;
    visit.run_brief(move |app, _| games::get_any(app, id)).await
}

/// Redirects a page at an id that a game had before to the one that it has now; `None` if it is that
/// one. Not cached, since a corrected record can get its former id again.
pub fn redirect_to_current_id(
    visit: &RequestContext,
    asked: &str,
    current: GameId,
) -> Option<HttpResponse> {
    let current = current.to_string();
    (GameId::parse(asked)?.to_string() != current).then(|| {
        HttpResponse::PermanentRedirect()
            .insert_header((header::LOCATION, visit.address.replacen(asked, &current, 1)))
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .finish()
    })
}

/// The players of a game, as in the titles of pages.
pub fn game_heading(game: &Game) -> String {
    let roster = &game.stored.header().roster;
    heading(&roster.white, &roster.black)
}

/// Like [`game_heading`], whichever game it is.
pub fn any_game_heading(game: &AnyGame) -> String {
    let roster = &game.header().roster;
    heading(&roster.white, &roster.black)
}

/// White and Black, as in the titles of pages.
pub fn heading(white: &str, black: &str) -> String {
    format!("{white} – {black}")
}
