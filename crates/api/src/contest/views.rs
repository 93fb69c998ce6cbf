//! Events that are run on this site, as everybody and as their officials see them.

use std::time::Duration;

use adjutant_site::response_cache::cached_briefly;
use adjutant_site::schema_enums::ContestPhaseName;
use chrono::NaiveDate;

use adjutant_service::contests::{self, BoardOptions};
use adjutant_service::organisations;
use ledger_ratings::Day;

use super::MAX_ROUNDS;
use super::contest_response::ContestResponse;
use crate::prelude::*;

endpoints! {
    list: ReadPublic;
    show: ReadPublic;
    show_desk: OfficiateEvent;
}

/// How long an event whose games are played here is kept: their states change all the time.
const STATES_AGE: Duration = Duration::from_secs(2);
/// The most events in one response.
const MAX_EVENTS: usize = 200;

/// An event that is to come, under way, over or cancelled.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestItem {
    pub name: String,
    pub slug: String,
    pub first_day: String,
    /// `to-come`, `under-way`, `over` or `cancelled`.
    #[schema(value_type = ContestPhaseName)]
    pub phase: &'static str,
}

/// The events, earliest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestListResponse {
    /// At most 200.
    pub contests: Vec<ContestItem>,
}

/// A day as `2026-12-05`.
pub(super) fn day_text(number: i32) -> String {
    NaiveDate::from_epoch_days(number).map(|day| day.to_string()).unwrap_or_default()
}

pub(super) const fn phase_name(number: i16) -> &'static str {
    match number {
        0 => "to-come",
        1 => "under-way",
        3 => "cancelled",
        _ => "over",
    }
}

/// Lists events from a day on, by default today.
#[utoipa::path(
    get, path = "/api/v1/contests", operation_id = "listContests",
    params(
        ("from" = Option<String>, Query, description = "The first day, such as 2026-12-05", format = Date),
        ("organisation" = Option<String>, Query, description = "Only events of this organisation, by slug", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
    ),
    responses(
        (status = 200, description = "The events", body = ContestListResponse,
            example = json!({"contests": [{"name": "Liga Open", "slug": "liga-open", "first_day": "2026-12-05", "phase": "to-come"}]})),
        (status = 404, description = "No such organisation"),
    ),
)]
pub async fn list(site: SiteData, parameters: QueryString) -> ApiResult {
    let given = parameters.parse(&["from", "organisation"])?;
    let from = given.parse_with("from", AcceptedValues::described_by("takes-day"), Day::parse)?;
    let organisation = given.text("organisation");
    let from = from.unwrap_or_else(today);
    let rows = run_read(&site, move |app| match organisation {
        None => contests::upcoming(app, from, MAX_EVENTS),
        Some(slug) => {
            let id = organisations::get(app, &Actor::nobody(), &slug)?.id;
            contests::upcoming_for_organisation(app, id, from, MAX_EVENTS)
        }
    });
    let rows = rows.await?;
    let item = |row: contests::ContestRow| ContestItem {
        name: row.name,
        slug: row.slug,
        first_day: day_text(row.first_day),
        phase: phase_name(row.phase),
    };
    Ok(public_json(&ContestListResponse { contests: rows.into_iter().map(item).collect() }))
}

fn parse_boards(parameters: &QueryString) -> Result<BoardOptions, ApiError> {
    let after = parameters.parse(&["after"])?.number("after", 0..=MAX_ROUNDS)?;
    Ok(BoardOptions { after_round: after })
}

/// Returns an event: settings, entrants, published rounds, standings with tie-breaks, and
/// cross-tables.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/contest", operation_id = "getContest",
    params(
        ("after" = Option<usize>, Query, description = "Standings after this number of rounds of each stage", minimum = 0, maximum = 1000),
    ),
    responses((status = 200, description = "The event", body = ContestResponse,
        example = json!({"name": "Liga Open", "slug": "liga-open", "first_day": "2026-12-05", "phase": "to-come", "version": 1, "open": false, "settings": {"plan": {"unit": "players", "stages": []}}, "entrants": [], "stages": []}))),
)]
pub async fn show(
    site: SiteData,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let boards = parse_boards(&parameters)?;
    let nobody = Actor::nobody();
    let board =
        run_heavy(&site, caller, move |app| contests::contest_board(app, &nobody, &slug, boards))
            .await?;
    let is_played_here = board.loaded.contest.settings.onsite_games().is_some();
    let response = public_json(&ContestResponse::from(board));
    Ok(if is_played_here { cached_briefly(response, STATES_AGE) } else { response })
}

/// Returns an event as its officials see it: also drafts with the rules that they violate, the
/// waiting list, payments, attendance, and tables whose sides report different results.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/desk", operation_id = "getDesk",
    params(
        ("after" = Option<usize>, Query, description = "Standings after this number of rounds of each stage", minimum = 0, maximum = 1000),
    ),
    responses((status = 200, description = "The event", body = ContestResponse,
        example = json!({"name": "Liga Open", "slug": "liga-open", "first_day": "2026-12-05", "phase": "to-come", "version": 2, "open": false, "settings": {"plan": {"unit": "players", "stages": []}}, "entrants": [{"entrant": 1, "name": "Maria Makiling", "player": false, "rating": 1500, "club": "", "province": "", "standing": "in", "paid": false, "present": true}], "stages": [], "apart": []}))),
)]
pub async fn show_desk(
    site: SiteData,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> ApiResult {
    let boards = parse_boards(&parameters)?;
    let board =
        run_heavy(&site, caller, move |app| contests::official_board(app, &actor, &slug, boards))
            .await?;
    Ok(private_json(&ContestResponse::from(board)))
}
