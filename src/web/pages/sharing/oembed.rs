//! oEmbed (oembed.com): other sites ask how an address of ours is shown among their own text.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;

use crate::drawing::Size;
use crate::service::{Error, Thing};
use crate::web::answers::for_everybody;
use crate::web::error::PageError;
use crate::web::pages::ask;
use crate::web::pages::replay::ReplayQuery;
use crate::web::parameters::Parameters;
use crate::web::picture::find;
use crate::web::replay::Knowledge;
use crate::web::visit::Visit;

use super::{FRAME_WIDTH, Place, code, frame_size, site};

/// The narrowest frame that is still readable, and the widest.
const WIDTHS: (u32, u32) = (280, 720);

#[derive(Serialize)]
struct Answer {
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
    /// In seconds.
    cache_age: u32,
}

/// The place that an address of ours names.
fn place(site: &str, address: &str) -> Option<Place> {
    let path = address.strip_prefix(site).filter(|_| !site.is_empty())?;
    let path = path.split('#').next()?.strip_prefix("/games/")?;
    let (id, query) = path.split_once('?').unwrap_or((path, ""));
    // What else an address says of the replay is left out of the frame.
    let known = |pair: &&str| ["ply=", "view=", "flip="].iter().any(|one| pair.starts_with(one));
    let query = query.split('&').filter(known).collect::<Vec<_>>().join("&");
    let query = ReplayQuery::read(&Parameters::of_form(&query)).ok()?;
    let view = query.view.unwrap_or(Knowledge::Revealed);
    let ply = query.ply.unwrap_or(0);
    Some(Place { id: id.to_owned(), ply, view, flipped: query.flipped })
}

/// How a replay is shown on another site: a frame no larger than there is room for. It needs the site's own address, by which
/// its games are known.
pub async fn show(visit: Visit, parameters: Parameters) -> Result<HttpResponse, PageError> {
    let refuse = |e| PageError::parameter(&visit, &e);
    let given = parameters.read(&["url", "format", "maxwidth", "maxheight"]).map_err(refuse)?;
    if given.text("format").is_some_and(|format| format != "json") {
        let words = visit.texts().get("oembed-json");
        return Err(PageError::with(&visit, StatusCode::NOT_IMPLEMENTED, words));
    }
    let address = given.text("url").unwrap_or_default();
    if address.is_empty() {
        let words = visit.texts().get("oembed-url");
        return Err(PageError::with(&visit, StatusCode::BAD_REQUEST, words));
    }
    let widest = given.number("maxwidth", 1..=100_000).map_err(refuse)?.unwrap_or(FRAME_WIDTH);
    let highest = given.number("maxheight", 1..=100_000).map_err(refuse)?.unwrap_or(u32::MAX);
    let site = site(&visit).to_owned();
    let missing = || PageError::new(&visit, &Error::missing(Thing::Game, &address));
    let place = place(&site, &address).ok_or_else(missing)?;
    let id = place.id.clone();
    let game = ask(&visit, move |app| find(app, &id)).await?;
    let mut width = widest.clamp(WIDTHS.0, WIDTHS.1);
    while width > WIDTHS.0 && frame_size(width).1 > highest {
        width -= 1;
    }
    let header = game.stored.header();
    let title = format!("{} – {}", header.roster.white, header.roster.black);
    let (width, height) = frame_size(width);
    let (thumbnail_width, thumbnail_height) = Size::Card.pixels();
    let answer = Answer {
        version: "1.0",
        kind: "rich",
        provider_name: "Adjutant",
        html: code(&site, &place, &title, (width, height)),
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
    Ok(for_everybody("application/json", "public, max-age=3600", json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_replays_are_places() {
        let site = "https://s.example";
        let found = place(site, "https://s.example/games/abc?ply=7&view=white&flip=1&shade=flag#x")
            .unwrap();
        assert_eq!((found.ply, found.flipped, found.id.as_str()), (7, true, "abc"));
        assert_eq!(place(site, "https://s.example/games/abc").unwrap().ply, 0);
        for other in [
            "https://evil.example/games/abc",
            "https://s.example/players/abc",
            "https://s.example/games/abc?ply=x",
        ] {
            assert_eq!(place(site, other), None, "{other}");
        }
        assert_eq!(place("", "/games/abc"), None, "whose address is not known");
    }
}
