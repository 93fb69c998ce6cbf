//! Season standings of an organisation, as JSON and CSV.

use adjutant_service::contests::{self, SeasonEvent, SeasonPlace, SeasonTable};
use adjutant_service::records::date_of;
use ledger_ratings::Day;

use super::prelude::*;
use super::{escape_formula, respond};

endpoints! {
    show: ReadPublic;
    download_csv: ReadPublic;
}

/// A season, including its first and last day.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonHeader {
    /// The season's number, for the parameter `season`.
    pub id: i32,
    pub name: String,
    pub first_day: String,
    pub last_day: String,
}

/// A player's points from one event.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonPointsItem {
    /// The event's slug.
    pub event: String,
    pub place: usize,
    pub points: u32,
}

/// A player's row in the table.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonRowItem {
    /// The place; equal for equal points and titles.
    pub place: usize,
    pub player: String,
    pub points: u32,
    /// The number of events won.
    pub titles: u32,
    pub events: Vec<SeasonPointsItem>,
}

/// The table of a season, computed from the final standings of its events.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeasonStandingsResponse {
    /// The season; null if the organisation has none.
    pub season: Option<SeasonHeader>,
    /// Earliest first, at most 400.
    pub events: Vec<SeasonEvent>,
    /// Players; guests without a handle are not included.
    pub players: Vec<SeasonRowItem>,
}

fn date_text(day: Day) -> String {
    date_of(day).replace('.', "-")
}

impl From<Option<SeasonTable>> for SeasonStandingsResponse {
    fn from(table: Option<SeasonTable>) -> SeasonStandingsResponse {
        let Some(table) = table else {
            return SeasonStandingsResponse {
                season: None,
                events: Vec::new(),
                players: Vec::new(),
            };
        };
        let slug = |event: usize| table.events.get(event).map(|one| one.slug.clone());
        let row = |row: &SeasonPlace| SeasonRowItem {
            place: row.place,
            player: row.handle.clone(),
            points: row.points,
            titles: row.titles,
            events: row
                .shares
                .iter()
                .map(|one| SeasonPointsItem {
                    event: slug(one.event).unwrap_or_default(),
                    place: one.place,
                    points: one.points,
                })
                .collect(),
        };
        SeasonStandingsResponse {
            players: table.rows.iter().map(row).collect(),
            season: Some(SeasonHeader {
                id: table.id,
                first_day: date_text(table.season.first),
                last_day: date_text(table.season.last),
                name: table.season.name,
            }),
            events: table.events,
        }
    }
}

async fn find_season(
    site: &SiteData,
    caller: Caller,
    slug: String,
    parameters: &QueryString,
) -> Result<Option<SeasonTable>, ApiError> {
    let season = parameters.parse(&["season"])?.number("season", 1..=i32::MAX)?;
    let today = today();
    let nobody = Actor::nobody();
    run_heavy(site, caller, move |app| contests::season_table(app, &nobody, &slug, (season, today)))
        .await
}

/// Returns an organisation's Player of the Year table: points by place and titles won in its events
/// of a season.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/standings", operation_id = "getSeasonStandings",
    params(
        ("season" = Option<i32>, Query, description = "The season's number; by default the current one, or else the last one", minimum = 1, maximum = 2147483647),
    ),
    responses(
        (status = 200, description = "The table", body = SeasonStandingsResponse,
            example = json!({"season": {"id": 1, "name": "2026", "first_day": "2026-01-01", "last_day": "2026-12-31"}, "events": [{"name": "March Monthly", "slug": "march-monthly", "first_day": "2026-03-07", "kind": "monthly", "entrants": 12, "winners": ["Lakandula"]}], "players": [{"place": 1, "player": "Lakandula", "points": 10, "titles": 1, "events": [{"event": "march-monthly", "place": 1, "points": 10}]}]})),
        (status = 404, description = "No such organisation or season"),
    ),
)]
pub async fn show(
    site: SiteData,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let table = find_season(&site, caller, slug.into_inner(), &parameters).await?;
    Ok(public_json(&SeasonStandingsResponse::from(table)))
}

/// Returns the same as CSV: a row per player, and a column per event with the player's points.
///
/// It is in UTF-8 and begins with a byte order mark, by which spreadsheets know the encoding.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/standings.csv", operation_id = "getSeasonStandingsFile",
    params(
        ("season" = Option<i32>, Query, description = "The season's number; by default the current one, or else the last one", minimum = 1, maximum = 2147483647),
    ),
    responses(
        (status = 200, description = "The table", body = String, content_type = "text/csv",
            example = json!("place,player,points,titles,March Monthly\n1,Lakandula,10,1,10\n")),
        (status = 404, description = "No such organisation or season"),
    ),
)]
pub async fn download_csv(
    site: SiteData,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let table = find_season(&site, caller, slug.into_inner(), &parameters).await?;
    let (events, rows) = table.map(|one| (one.events, one.rows)).unwrap_or_default();
    let mut head = ["place", "player", "points", "titles"].map(str::to_owned).to_vec();
    head.extend(events.iter().map(|one| escape_formula(one.name.clone())));
    let rows = rows.iter().map(|row| {
        let of = |event: usize| row.shares.iter().find(|one| one.event == event);
        let points = |event| of(event).map(|one| one.points.to_string()).unwrap_or_default();
        let own = [row.place.to_string(), escape_formula(row.handle.clone())].into_iter();
        let own = own.chain([row.points.to_string(), row.titles.to_string()]);
        own.chain((0..events.len()).map(points)).collect::<Vec<String>>()
    });
    let text = super::contest::exports::table(&head, rows.collect())?;
    Ok(respond("text/csv; charset=utf-8", text.into_bytes(), CachePolicy::Revalidate))
}
