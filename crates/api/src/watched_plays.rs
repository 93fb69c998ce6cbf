//! The live games that everybody may watch.

use super::prelude::*;
use adjutant_service::live::{self, Watched};
use adjutant_site::play_commands::parse_play_id_param;
use adjutant_site::play_response::BySide;
use adjutant_site::schema_enums::ColorName;
use salpakan::record::short_id_text;
use salpakan::rules::Color;

endpoints! {
    list: ReadPublic;
}

/// A live game, as far as spectators may know it by now.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedPlayItem {
    pub id: String,
    /// The players' handles.
    pub players: BySide<String>,
    /// Which of them are programs.
    pub bots: BySide<bool>,
    /// The slug of its event; null outside events.
    pub event: Option<String>,
    pub rules: String,
    pub pace: String,
    pub rated: bool,
    /// The number of plies that spectators may see.
    pub plies: u32,
    /// The side to move; null in a pause.
    #[schema(value_type = Option<ColorName>)]
    pub to_move: Option<&'static str>,
}

/// A page of live games, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct WatchedPlayPage {
    pub plays: Vec<WatchedPlayItem>,
    /// Send it as `before` for the next page; null at the end.
    pub next: Option<String>,
}

const PLAYS_PER_PAGE: usize = 50;

impl From<Watched> for WatchedPlayItem {
    fn from(one: Watched) -> WatchedPlayItem {
        let terms = one.play.terms();
        WatchedPlayItem {
            id: short_id_text(&one.id),
            rules: terms.rules.to_string(),
            pace: terms.pace.key(),
            rated: terms.rated,
            plies: u32::try_from(one.play.timeline().len()).unwrap_or(u32::MAX),
            to_move: one.play.to_move().map(Color::key),
            players: one.players.into(),
            bots: one.bots.into(),
            event: one.event.map(|event| event.slug),
        }
    }
}

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
