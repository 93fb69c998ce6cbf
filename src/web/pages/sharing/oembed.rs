//! oEmbed (oembed.com), by which other sites find out how to embed a replay.

use serde::Serialize;

use crate::drawing::PictureSize;
use crate::web::pages::replay::ReplayQuery;
use crate::web::prelude::*;
use adjutant_service::games::AnyGame;
use adjutant_service::{Error, Thing};
use adjutant_site::games::{any_game_heading, find_any_game};
use adjutant_site::replay::Perspective;
use adjutant_site::response_cache::cacheable_response;
use adjutant_site::use_cases::run_use_case;

use super::{DEFAULT_FRAME_WIDTH, SharedPosition, board_kind, embed_code, frame_size};

/// The narrowest readable iframe, and the widest.
const FRAME_WIDTH_RANGE: (u32, u32) = (280, 720);

#[derive(Serialize)]
struct OembedResponse {
    version: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    provider_name: &'static str,
    provider_url: String,
    title: String,
    html: String,
    width: u32,
    height: u32,
    thumbnail_url: String,
    thumbnail_width: usize,
    thumbnail_height: usize,
    cache_age: u32,
}

/// Parses an address of this site as a shared position.
fn parse_shared_url(site: &str, address: &str) -> Option<SharedPosition> {
    let path = address.strip_prefix(site).filter(|_| !site.is_empty())?;
    let path = path.split('#').next()?.strip_prefix("/games/")?;
    let (id, query) = path.split_once('?').unwrap_or((path, ""));
    // Other parameters of the replay do not apply to the embedded one.
    let known = |pair: &&str| ["ply=", "view=", "flip="].iter().any(|one| pair.starts_with(one));
    let query = query.split('&').filter(known).collect::<Vec<_>>().join("&");
    let query = ReplayQuery::read(&QueryString::from_form_body(&query)).ok()?;
    let view = Some(query.view.unwrap_or(Perspective::Revealed));
    let ply = query.ply.unwrap_or(0);
    Some(SharedPosition { id: id.to_owned(), ply, view, flipped: query.flipped })
}

/// Serves the embedding HTML, no larger than the requested size. Requires a configured public
/// address, which identifies the site's own games.
pub async fn show(visit: RequestContext, parameters: QueryString) -> PageResult {
    let given = parameters.parse(&["url", "format", "maxwidth", "maxheight"]).or_page(&visit)?;
    if given.text("format").is_some_and(|format| format != "json") {
        let words = visit.texts().get("oembed-json");
        return Err(PageError::with_status(&visit, StatusCode::NOT_IMPLEMENTED, words));
    }
    let address = given.text("url").unwrap_or_default();
    if address.is_empty() {
        let words = visit.texts().get("oembed-url");
        return Err(PageError::with_status(&visit, StatusCode::BAD_REQUEST, words));
    }
    let widest =
        given.number("maxwidth", 1..=100_000).or_page(&visit)?.unwrap_or(DEFAULT_FRAME_WIDTH);
    let highest = given.number("maxheight", 1..=100_000).or_page(&visit)?.unwrap_or(u32::MAX);
    let site = visit.site_origin().to_owned();
    let missing = || PageError::new(&visit, &Error::missing(Thing::Game, &address));
    let mut place = parse_shared_url(&site, &address).ok_or_else(missing)?;
    let id = place.id.clone();
    let game = run_use_case(&visit, move |app| find_any_game(app, &id)).await?;
    if matches!(game, AnyGame::ThreeGenerals(_)) {
        place.view = None;
    }
    let board = board_kind(&game);
    let mut width = widest.clamp(FRAME_WIDTH_RANGE.0, FRAME_WIDTH_RANGE.1);
    while width > FRAME_WIDTH_RANGE.0 && frame_size(board, width).1 > highest {
        width -= 1;
    }
    let title = any_game_heading(&game);
    let (width, height) = frame_size(board, width);
    let (thumbnail_width, thumbnail_height) = PictureSize::Card.pixels(board);
    let answer = OembedResponse {
        version: "1.0",
        kind: "rich",
        provider_name: "Adjutant",
        html: embed_code(&site, &place, &title, (width, height)),
        thumbnail_url: format!("{site}{}", place.card()),
        provider_url: site,
        title,
        width,
        height,
        thumbnail_width,
        thumbnail_height,
        cache_age: 3600,
    };
    let json = serde_json::to_vec(&answer)
        .map_err(|e| PageError::new(&visit, &Error::Internal(e.to_string())))?;
    Ok(cacheable_response("application/json", "public, max-age=3600", json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_replays_are_places() {
        let site = "https://s.example";
        let found = parse_shared_url(
            site,
            "https://s.example/games/abc?ply=7&view=white&flip=1&shade=flag#x",
        )
        .unwrap();
        assert_eq!((found.ply, found.flipped, found.id.as_str()), (7, true, "abc"));
        assert_eq!(parse_shared_url(site, "https://s.example/games/abc").unwrap().ply, 0);
        for other in [
            "https://evil.example/games/abc",
            "https://s.example/players/abc",
            "https://s.example/games/abc?ply=x",
        ] {
            assert_eq!(parse_shared_url(site, other), None, "{other}");
        }
        assert_eq!(parse_shared_url("", "/games/abc"), None, "whose address is not known");
    }
}
