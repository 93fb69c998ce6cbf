//! An organisation's series of recurring events.

use adjutant_service::contests::{self, ContestRow, EventSeries};
use adjutant_service::records::date_of;
use ledger_ratings::Day;

use super::prelude::*;

endpoints! {
    list: ReadPublic;
}

/// An event of a series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesEventItem {
    pub name: String,
    /// The event's slug.
    pub slug: String,
    pub first_day: String,
}

/// A series.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesItem {
    pub name: String,
    /// Newest first.
    pub events: Vec<SeriesEventItem>,
}

/// Series of recurring events, with the newest 500 of them.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeriesResponse {
    /// Those with the newest events first.
    pub series: Vec<SeriesItem>,
}

impl From<EventSeries> for SeriesItem {
    fn from(series: EventSeries) -> SeriesItem {
        let event = |row: ContestRow| SeriesEventItem {
            name: row.name,
            slug: row.slug,
            first_day: date_of(Day(row.first_day)).replace('.', "-"),
        };
        SeriesItem { name: series.name, events: series.events.into_iter().map(event).collect() }
    }
}

/// Returns an organisation's series of recurring events. An event joins one with `editEvent`.
#[utoipa::path(
    get, path = "/api/v1/organisations/{slug}/series", operation_id = "listEventSeries",
    responses(
        (status = 200, description = "The series", body = SeriesResponse,
            example = json!({"series": [{"name": "Monthly Rapid", "events": [{"name": "Monthly 2", "slug": "monthly-2", "first_day": "2026-12-05"}, {"name": "Monthly 1", "slug": "monthly-1", "first_day": "2026-11-07"}]}]})),
        (status = 404, description = "No such organisation"),
    ),
)]
pub async fn list(site: SiteData, caller: Caller, slug: Path<String>) -> ApiResult {
    let (slug, nobody) = (slug.into_inner(), Actor::nobody());
    let found =
        run_heavy(&site, caller, move |app| contests::all_series(app, &nobody, &slug)).await?;
    let series = found.into_iter().map(SeriesItem::from).collect();
    Ok(public_json(&SeriesResponse { series }))
}
