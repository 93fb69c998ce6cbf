//! The live games that everybody may watch.

use super::prelude::*;
use adjutant_service::live;
use adjutant_site::play_commands::parse_play_id_param;
use adjutant_site::watched_plays::{WatchedPlayItem, follow_play_list};
use salpakan::record::short_id_text;

endpoints! {
    list: ReadPublic;
    stream_list: ReadPublic;
    list_bots: ReadPublic;
}

/// A page of live games, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedPlayPage {
    pub plays: Vec<WatchedPlayItem>,
    /// Send it as `before` for the next page; null at the end.
    pub next: Option<String>,
}

const PLAYS_PER_PAGE: usize = 50;

/// Lists the live games that everybody may watch, newest first.
///
/// A game whose spectators see it later is listed once they may know that it has begun. Follow one by its events.
#[utoipa::path(
    get, path = "/api/v1/plays", operation_id = "listPlays",
    params(
        ("before" = Option<String>, Query, description = "`next` of the previous page", pattern = "^[0-9a-hjkmnp-tv-zA-HJKMNP-TV-Z]{16}$"),
    ),
    responses((status = 200, description = "A page of live games", body = WatchedPlayPage,
        example = json!({"plays": [{"id": "0123456789abcdef", "players": {"white": "Lakandula", "black": "Maharlika"}, "bots": {"white": false, "black": false}, "event": null, "rules": "standard", "pace": "1200+5", "rated": true, "plies": 12, "to_move": "white"}], "next": null}))),
)]
pub async fn list(site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["before"])?;
    let before =
        given.parse_with("before", AcceptedValues::described_by("takes-next"), |text| {
            parse_play_id_param(text).ok()
        })?;
    let read = move |live: &_| live::watched(live, before.as_ref(), PLAYS_PER_PAGE);
    let (games, more) = run_play_read(&site, read).await?;
    let next = games.last().filter(|_| more).map(|game| short_id_text(&game.id));
    let plays = games.into_iter().map(WatchedPlayItem::from).collect();
    // Nothing about games that go on is kept by caches.
    Ok(private_json(&WatchedPlayPage { plays, next }))
}

/// Streams what joins and leaves the list of live games, as server-sent events.
///
/// First come the games that are listed now, at most the newest 200, then each that is listed and each that is no longer,
/// within two seconds. A game whose spectators see it later is listed once they may know that it has begun. Streams are
/// closed from time to time; after reconnecting, begin with an empty list. Follow the plies of a game by its own events.
#[utoipa::path(
    get, path = "/api/v1/plays/events", operation_id = "streamPlayList",
    responses((status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream",
        example = json!("data: {\"event\":\"unlisted\",\"play\":\"0123456789abcdef\"}\n\n"))),
)]
pub async fn stream_list(site: SiteData, parameters: QueryString) -> ApiResult {
    parameters.parse(&[])?;
    Ok(follow_play_list(&site.feeds).into_response())
}

/// A bot that listens for game requests.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotOnlineItem {
    /// The handle of its player.
    pub handle: String,
}

/// The bots that are online.
#[derive(Debug, Serialize, ToSchema)]
pub struct BotOnlineList {
    pub bots: Vec<BotOnlineItem>,
}

/// Lists the bots that are online: those that follow the events that concern them, and so hear of game requests.
#[utoipa::path(
    get, path = "/api/v1/bots/online", operation_id = "listBotsOnline",
    responses((status = 200, description = "The bots, by handle", body = BotOnlineList,
        example = json!({"bots": [{"handle": "Maharlika"}]}))),
)]
pub async fn list_bots(site: SiteData, parameters: QueryString) -> ApiResult {
    parameters.parse(&[])?;
    let handles = run_play_read(&site, live::bots_online).await?;
    let bots = handles.into_iter().map(|handle| BotOnlineItem { handle }).collect();
    // Who is there changes by the second, and is kept by no cache.
    Ok(private_json(&BotOnlineList { bots }))
}
