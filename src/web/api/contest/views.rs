//! Events that are run here, as everybody sees them, and as their officials do.

use actix_web::{HttpResponse, web};
use chrono::{NaiveDate, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::access::Actor;
use crate::service::contests::{self, BoardOptions};
use crate::service::organisations;
use ledger_ratings::Day;

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::{ApiError, Problem};
use super::super::super::parameters::{AcceptedValues, QueryString};
use super::super::super::site::Site;
use super::super::{CachePolicy, json_response, run_heavy, run_read};
use super::MAX_ROUNDS;
use super::contest_response::ContestResponse;
use crate::web::request_limits::Caller;

/// So many events are told at once.
const MAX_EVENTS: usize = 200;

/// An event that is to come, under way or over.
#[derive(Debug, Serialize, ToSchema)]
pub struct ContestItem {
    pub name: String,
    pub slug: String,
    pub first_day: String,
    /// `to-come`, `under-way` or `over`.
    pub phase: &'static str,
}

/// Events, the earliest first.
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
        _ => "over",
    }
}

/// Events that are run here from a day on, today where none is named.
#[utoipa::path(
    get,
    path = "/api/v1/contests",
    operation_id = "listContests",
    params(
        ("from" = Option<String>, Query, description = "The first day, as 2026-12-05", format = Date),
        ("organisation" = Option<String>, Query, description = "Only this organisation's, by its slug", pattern = "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"),
    ),
    responses(
        (status = 200, description = "The events", body = ContestListResponse,
            example = json!({"contests": [{"name": "Liga Open", "slug": "liga-open", "first_day": "2026-12-05", "phase": "to-come"}]})),
        (status = 404, description = "There is no such organisation", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no organisation \"nobody\""})),
        (status = 400, description = "A parameter is wrong", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Bad Request", "status": 400, "detail": "The parameter “from” cannot be read: write a day as 2026-04-30 or 2026.04.30."})),
    ),
)]
pub async fn list(
    site: web::Data<Site>,
    parameters: QueryString,
) -> Result<HttpResponse, ApiError> {
    let given = parameters.parse(&["from", "organisation"])?;
    let from = given.parse_with("from", AcceptedValues::described_by("takes-day"), Day::parse)?;
    let organisation = given.text("organisation");
    let from = from.unwrap_or_else(|| Day(Utc::now().date_naive().to_epoch_days()));
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
    Ok(json_response(
        &ContestListResponse { contests: rows.into_iter().map(item).collect() },
        CachePolicy::Revalidate,
    ))
}

fn parse_boards(parameters: &QueryString) -> Result<BoardOptions, ApiError> {
    let after = parameters.parse(&["after"])?.number("after", 0..=MAX_ROUNDS)?;
    Ok(BoardOptions { after_round: after })
}

/// An event that is run here: settings, who takes part, published rounds, standings with tie-breaks, cross-tables.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/contest",
    operation_id = "getContest",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("after" = Option<usize>, Query, description = "Standings as they were after so many rounds of each stage", minimum = 0, maximum = 1000),
    ),
    responses(
        (status = 200, description = "The event", body = ContestResponse,
            example = json!({"name": "Liga Open", "slug": "liga-open", "first_day": "2026-12-05", "phase": "to-come", "version": 1, "open": false, "settings": {"plan": {"unit": "players", "stages": []}}, "entrants": [], "stages": []})),
        (status = 404, description = "No such event is run here", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no event \"x\""})),
    ),
)]
pub async fn show(
    site: web::Data<Site>,
    caller: Caller,
    path: web::Path<String>,
    parameters: QueryString,
) -> Result<HttpResponse, ApiError> {
    let (slug, boards) = (path.into_inner(), parse_boards(&parameters)?);
    let nobody = Actor::nobody();
    let board =
        run_heavy(&site, caller, move |app| contests::contest_board(app, &nobody, &slug, boards))
            .await?;
    Ok(json_response(&ContestResponse::from(board), CachePolicy::Revalidate))
}

/// The same as officials see it: with the draft and the rules that it breaks, who waits, who has paid, who is there,
/// and tables at which both sides say different things.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/desk",
    operation_id = "getDesk",
    params(
        ("slug" = String, Path, description = "The event's name in addresses"),
        ("after" = Option<usize>, Query, description = "Standings as they were after so many rounds of each stage", minimum = 0, maximum = 1000),
    ),
    responses(
        (status = 200, description = "The event", body = ContestResponse,
            example = json!({"name": "Liga Open", "slug": "liga-open", "first_day": "2026-12-05", "phase": "to-come", "version": 2, "open": false, "settings": {"plan": {"unit": "players", "stages": []}}, "entrants": [{"entrant": 1, "name": "Maria Makiling", "player": false, "rating": 1500, "club": "", "province": "", "standing": "in", "paid": false, "present": true}], "stages": [], "apart": []})),
        (status = 404, description = "No such event is run here, or it is not for who asks", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no event \"x\""})),
    ),
)]
pub async fn show_desk(
    site: web::Data<Site>,
    caller: Caller,
    path: web::Path<String>,
    parameters: QueryString,
    BearerAuth(actor): BearerAuth,
) -> Result<HttpResponse, ApiError> {
    let (slug, boards) = (path.into_inner(), parse_boards(&parameters)?);
    let board =
        run_heavy(&site, caller, move |app| contests::official_board(app, &actor, &slug, boards))
            .await?;
    Ok(json_response(&ContestResponse::from(board), CachePolicy::Private))
}
