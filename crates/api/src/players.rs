//! Players over the API.

use adjutant_service::players::{self, Score};
use adjutant_service::profiles::{self, PlayerProfile};
use adjutant_service::records::date_of;
use adjutant_service::{pools, ratings};
use adjutant_site::schema_enums::ColorName;

use super::games::GameItem;
use super::lists::{self, ListRow, RowBatch};
use super::prelude::*;

endpoints! {
    list: ReadPublic;
    show: ReadPublic;
    list_rating_history: ReadPublic;
    show_head_to_head: ReadPublic;
}

#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerItem {
    pub handle: String,
}

impl ListRow for PlayerItem {}

/// A page of players, by handle.
#[derive(Debug, Serialize, ToSchema)]
pub struct PlayerPage {
    pub players: Vec<PlayerItem>,
    /// Send it as `after` for the next page; null at the end.
    pub next: Option<String>,
}

const BATCH_ROWS: usize = 100;

/// Lists players by handle; with `Accept: application/x-ndjson` all of them, one per line.
#[utoipa::path(
    get, path = "/api/v1/players", operation_id = "listPlayers",
    params(
        ("search" = Option<String>, Query, description = "The beginning of the handle", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("after" = Option<String>, Query, description = "`next` of the previous page", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
    ),
    responses((status = 200, description = "A page of players, or all of them", content(
        (PlayerPage = "application/json", example = json!({"players": [{"handle": "Lakandula"}], "next": null})),
        (PlayerItem = "application/x-ndjson", example = json!({"handle": "Lakandula"})),
        ))),
)]
pub async fn list(request: HttpRequest, site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["search", "after"])?;
    let search = given.text("search").unwrap_or_default();
    let fetch = move |app: &App, after: Option<String>| {
        let found = players::page(app, &search, &after.unwrap_or_default(), BATCH_ROWS)?;
        let next = found.last().filter(|_| found.len() == BATCH_ROWS).map(|p| p.handle.clone());
        let rows = found.into_iter().map(|p| PlayerItem { handle: p.handle }).collect();
        Ok(RowBatch { rows, next })
    };
    let to_page = |players, next| PlayerPage { players, next };
    lists::page_or_all(&site, &request, given.text("after"), fetch, to_page).await
}

/// Returns a player with ratings and results.
#[utoipa::path(
    get, path = "/api/v1/players/{handle}", operation_id = "getPlayer",
    responses((status = 200, description = "The player", body = PlayerProfile,
        example = json!({"handle": "Lakandula", "bot": false, "display_name": "Datu Lakan", "real_name": null, "about": "I keep my Flag in a corner.", "club": "Taal Lake Club", "picture": "/players/Lakandula/picture.jpg?digest=0123456789abcdef", "affiliations": [{"organisation": "Demo League", "slug": "demo-league", "club": "Taal Lake Club", "province": "Batangas", "verified_on": "2026-05-30"}], "ratings": [{"pool": "rapid", "rating": 1612, "deviation": 74, "provisional": false, "title": "lieutenant-colonel", "peak": 1640, "place": 7, "games": 41, "last_day": "2026.05.26"}], "all": {"wins": 24, "draws": 2, "losses": 15}, "as_white": {"wins": 12, "draws": 1, "losses": 8}, "as_black": {"wins": 12, "draws": 1, "losses": 7}, "by_strength": [{"opponents": "stronger", "score": {"wins": 4, "draws": 1, "losses": 9}}], "by_termination": [{"termination": "flag-captured", "score": {"wins": 11, "draws": 0, "losses": 6}}], "streaks": {"current_wins": 2, "longest_wins": 5, "longest_unbeaten": 6}, "opponents": [{"handle": "Maharlika", "score": {"wins": 3, "draws": 0, "losses": 1}}], "partial": false}))),
)]
pub async fn show(site: SiteData, handle: Path<String>) -> ApiResult {
    let found = run_read(&site, move |app| {
        let player = players::by_handle(app, &handle)?;
        Ok((player.id, profiles::profile(app, &player, 0)?.0))
    });
    let (player, profile) = found.await?;
    let concerns = Concerns::of_player(player, &profile, true);
    Ok(public_json_of(&profile, Some(concerns)))
}

/// A rated game in a player's history.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatingHistoryItem {
    /// Null if only the result was rated, without a record of the game.
    pub game: Option<String>,
    /// The event's slug, for a game without a record; otherwise null.
    pub event: Option<String>,
    pub opponent: String,
    pub day: String,
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// 2 for a win, 1 for a draw, 0 for a loss.
    pub half_points: u8,
    pub rating_before: i32,
    pub deviation_before: i32,
    pub rating_after: i32,
    pub deviation_after: i32,
}

/// Returns the rating history of a player in a pool, oldest first (the newest 1,000 games).
#[utoipa::path(
    get, path = "/api/v1/players/{handle}/ratings/{pool}", operation_id = "getRatingHistory",
    responses(
        (status = 200, description = "The history", body = [RatingHistoryItem],
            example = json!([{"game": "0123456789abcdef", "event": null, "opponent": "Maharlika", "day": "2026.01.10", "color": "white", "half_points": 2, "rating_before": 1500, "deviation_before": 350, "rating_after": 1662, "deviation_after": 290}])),
        (status = 404, description = "No such player or pool"),
    ),
)]
pub async fn list_rating_history(site: SiteData, path: Path<(String, String)>) -> ApiResult {
    let (handle, key) = path.into_inner();
    let named = run_read(&site, move |app| {
        let pool = pools::by_key(app, &key)?;
        let player = players::by_handle(app, &handle)?;
        let entries = ratings::history(app, pool, player.id)?;
        let newest = &entries[entries.len().saturating_sub(1_000)..];
        ratings::named(app, newest)
    })
    .await?;
    let items: Vec<RatingHistoryItem> = named.into_iter().map(RatingHistoryItem::from).collect();
    Ok(public_json(&items))
}

impl From<ratings::NamedEntry> for RatingHistoryItem {
    fn from(one: ratings::NamedEntry) -> RatingHistoryItem {
        let change = one.entry.change;
        let (game, event) = match one.game {
            ratings::RatedGame::Record(id) => (Some(id.to_string()), None),
            ratings::RatedGame::Result { slug, .. } => (None, Some(slug)),
        };
        RatingHistoryItem {
            game,
            event,
            opponent: one.opponent,
            day: date_of(one.entry.day),
            color: one.entry.color.key(),
            half_points: one.entry.score.half_points(),
            rating_before: change.before.whole_points(),
            deviation_before: change.before.whole_deviation(),
            rating_after: change.after.whole_points(),
            deviation_after: change.after.whole_deviation(),
        }
    }
}

/// Two players against each other.
#[derive(Debug, Serialize, ToSchema)]
pub struct HeadToHeadResponse {
    pub one: String,
    pub other: String,
    /// The results from the first player's side.
    pub score: Score,
    pub as_white: Score,
    pub as_black: Score,
    /// The newest games between them, at most 200.
    pub games: Vec<GameItem>,
}

/// Returns the results of two players against each other.
#[utoipa::path(
    get, path = "/api/v1/players/{handle}/versus/{other}", operation_id = "getHeadToHead",
    responses((status = 200, description = "Their games", body = HeadToHeadResponse,
        example = json!({"one": "Lakandula", "other": "Maharlika", "score": {"wins": 1, "draws": 0, "losses": 0}, "as_white": {"wins": 1, "draws": 0, "losses": 0}, "as_black": {"wins": 0, "draws": 0, "losses": 0}, "games": []}))),
)]
pub async fn show_head_to_head(site: SiteData, path: Path<(String, String)>) -> ApiResult {
    let (one, other) = path.into_inner();
    let found = run_read(&site, move |app| players::head_to_head(app, &one, &other, None)).await?;
    let answer = HeadToHeadResponse {
        one: found.one.handle,
        other: found.other.handle,
        score: found.score,
        as_white: found.as_white,
        as_black: found.as_black,
        games: found.games.into_iter().map(GameItem::from).collect(),
    };
    Ok(public_json(&answer))
}
