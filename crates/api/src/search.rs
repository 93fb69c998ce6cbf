//! The search over the API.

use adjutant_service::records::date_of;
use adjutant_service::search::{self, Found, MAX_RESULTS};

use super::prelude::*;

endpoints! {
    find: ReadPublic;
}

/// What a search found, the best of each kind first.
#[derive(Debug, Serialize, ToSchema)]
pub struct SearchResponse {
    /// The id of the game, if the query is one.
    pub game: Option<String>,
    pub players: Vec<FoundPlayerItem>,
    pub events: Vec<FoundEventItem>,
    pub organisations: Vec<FoundOrganisationItem>,
}

/// A player who was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundPlayerItem {
    pub handle: String,
    /// The rating in the site's pool in which they have played most; null without rated games.
    pub rating: Option<i32>,
    /// Rated games in the site's pools.
    pub games: u32,
}

/// An event that was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundEventItem {
    pub name: String,
    pub slug: String,
    pub last_day: String,
    /// The name of its organisation; null if it has none.
    pub organisation: Option<String>,
}

/// An organisation that was found.
#[derive(Debug, Serialize, ToSchema)]
pub struct FoundOrganisationItem {
    pub name: String,
    pub slug: String,
    pub place: String,
}

impl From<Found> for SearchResponse {
    fn from(found: Found) -> SearchResponse {
        let player = |one: search::FoundPlayer| FoundPlayerItem {
            handle: one.handle,
            rating: one.rating,
            games: one.games,
        };
        let event = |one: search::FoundEvent| FoundEventItem {
            name: one.name,
            slug: one.slug,
            last_day: date_of(one.last_day),
            organisation: one.organisation,
        };
        let organisation = |one: search::FoundOrganisation| FoundOrganisationItem {
            name: one.name,
            slug: one.slug,
            place: one.place,
        };
        SearchResponse {
            game: found.game.map(|game| game.id.to_string()),
            players: found.players.into_iter().map(player).collect(),
            events: found.events.into_iter().map(event).collect(),
            organisations: found.organisations.into_iter().map(organisation).collect(),
        }
    }
}

/// The number of results of each kind unless another one is asked for.
const ROWS: usize = 10;

/// Searches for players, events and organisations by parts of their names, in which case and accents do not matter, and
/// for a game by its id. A word of one or two letters is found where a word begins.
#[utoipa::path(
    get, path = "/api/v1/search", operation_id = "search",
    params(
        ("q" = Option<String>, Query, description = "The query, of which 80 characters count; without it nothing is found", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
        ("limit" = Option<usize>, Query, description = "Results of each kind", minimum = 1, maximum = 50),
    ),
    responses((status = 200, description = "The results", body = SearchResponse,
        example = json!({"game": null, "players": [{"handle": "Lakandula", "rating": 1612, "games": 41}], "events": [{"name": "Lakan Open", "slug": "lakan-open", "last_day": "2026.05.30", "organisation": "Demo League"}], "organisations": [{"name": "Lakan Club", "slug": "lakan-club", "place": "Cebu"}]}))),
)]
pub async fn find(site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["q", "limit"])?;
    let limit = given.number("limit", 1..=MAX_RESULTS)?.unwrap_or(ROWS);
    let query = given.text("q").unwrap_or_default();
    let found = run_read(&site, move |app| search::find(app, &query, limit)).await?;
    Ok(public_json(&SearchResponse::from(found)))
}
