//! Events over the API.

use adjutant_service::events::{self, Event, Standing, Standings};
use adjutant_service::games::Cursor;
use adjutant_service::records::date_of;
use adjutant_site::schema_enums::{GameName, RecordOwnerName};

use super::games::GameItem;
use super::lists::{self, ListRow, RowBatch};
use super::prelude::*;

endpoints! {
    list: ReadPublic;
    show: ReadPublic;
}

#[derive(Debug, Serialize, ToSchema)]
pub struct EventItem {
    pub name: String,
    /// The event's slug.
    pub slug: String,
    /// The game that it is of: for an event that is not run on this site, that of its newest games.
    #[schema(value_type = GameName)]
    pub game: &'static str,
    /// The newest day of its games; for an event run on this site, its first day or that of its last round, if later.
    /// `????.??.??` if unknown.
    pub last_day: String,
    /// The owner: `site`, `organisation`, or `member` (imported by a member, and verified by
    /// nobody).
    #[schema(value_type = RecordOwnerName)]
    pub owner: &'static str,
    /// The organisation's slug, if it belongs to one.
    pub organisation: Option<String>,
}

/// Events, newest first. A page of the events of one game may have fewer than there are, or none, although `next` is
/// present: follow it.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventListResponse {
    pub events: Vec<EventItem>,
    /// Send it as `before` for the next page; null only at the end.
    pub next: Option<String>,
}

const BATCH_ROWS: usize = 100;

/// Lists events; with `Accept: application/x-ndjson` all of them, one per line.
#[utoipa::path(
    get, path = "/api/v1/events", operation_id = "listEvents",
    params(
        ("game" = inline(Option<GameName>), Query, description = "Events of this game only. An event that is not run here is of the game of its newest records"),
        ("before" = Option<String>, Query, description = "`next` of the previous page", pattern = "^-?[0-9]{1,10}_[0-9]{1,10}$"),
    ),
    responses((status = 200, description = "A page of events, or all of them", content(
        (EventListResponse = "application/json", example = json!({"events": [{"name": "Salpakan Open May", "slug": "salpakan-open-may", "game": "salpakan", "last_day": "2026.05.17", "owner": "site", "organisation": null}], "next": null})),
        (EventItem = "application/x-ndjson", example = json!({"name": "Salpakan Open May", "slug": "salpakan-open-may", "game": "salpakan", "last_day": "2026.05.17", "owner": "site", "organisation": null})),
        ))),
)]
pub async fn list(request: HttpRequest, site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["game", "before"])?;
    let takes = AcceptedValues::described_by("takes-next");
    let before = given.parse_with("before", takes, Cursor::parse)?;
    let game = given.game()?;
    let fetch = move |app: &App, before| {
        let found = events::page(app, game, before, BATCH_ROWS)?;
        let rows = found.items.into_iter().map(EventItem::from).collect();
        Ok(RowBatch { rows, next: found.next })
    };
    let to_page = |events, next: Option<Cursor>| EventListResponse {
        events,
        next: next.map(|cursor| cursor.to_string()),
    };
    lists::page_or_all(&site, &request, before, fetch, to_page).await
}

impl ListRow for EventItem {}

impl From<Event> for EventItem {
    fn from(event: Event) -> EventItem {
        let Event { name, slug, last_day, whose, game } = event;
        let organisation = whose.organisation().map(|own| own.slug.clone());
        let (game, owner) = (game.key(), whose.key());
        EventItem { name, slug, game, last_day: date_of(last_day), owner, organisation }
    }
}

/// A row of the standings.
#[derive(Debug, Serialize, ToSchema)]
pub struct StandingItem {
    pub place: usize,
    pub handle: String,
    pub games: u32,
    /// 2 for a win, 1 for a draw.
    pub points: u32,
    /// Points against each player in the order of the rows; null if they did not meet. Omitted if more than 40 players
    /// have a row, because its size grows with their square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub against: Option<Vec<Option<u32>>>,
}

impl From<Standing> for StandingItem {
    fn from(standing: Standing) -> StandingItem {
        let Standing { place, handle, games, points, against } = standing;
        StandingItem { place, handle, games, points, against }
    }
}

/// An event.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventResponse {
    pub name: String,
    pub slug: String,
    /// As in the list of events.
    pub owner: &'static str,
    pub organisation: Option<String>,
    /// The number of players with a result; null if there are no standings.
    pub players: Option<usize>,
    /// Counted from all games with a result, best first, at most 1,000. Null for the games of an unknown event, and for
    /// events of more than 20,000 games.
    pub standings: Option<Vec<StandingItem>>,
    /// The newest games, at most 200. All of them are at `/api/v1/games?event=SLUG`.
    pub games: Vec<GameItem>,
}

/// Returns an event with its standings, cross-table (for at most 40 players) and newest games.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}", operation_id = "getEvent",
    responses((status = 200, description = "The event", body = EventResponse,
        example = json!({"name": "Salpakan Open May", "slug": "salpakan-open-may", "owner": "site", "organisation": null, "players": 1, "standings": [{"place": 1, "handle": "Lakandula", "games": 4, "points": 7, "against": [null]}], "games": []}))),
)]
pub async fn show(site: SiteData, slug: Path<String>) -> ApiResult {
    let page = run_read(&site, move |app| events::get(app, &slug)).await?;
    let (players, standings) = match page.standings {
        Standings::Counted { rows, players } => {
            (Some(players), Some(rows.into_iter().map(StandingItem::from).collect()))
        }
        Standings::NoEvent | Standings::TooManyGames => (None, None),
    };
    let concerns = Concerns::only([Topic::Event(page.number)]);
    let answer = EventResponse {
        owner: page.event.whose.key(),
        organisation: page.event.whose.organisation().map(|own| own.slug.clone()),
        name: page.event.name,
        slug: page.event.slug,
        players,
        standings,
        games: page.games.into_iter().map(GameItem::from).collect(),
    };
    Ok(public_json_of(&answer, Some(concerns)))
}
