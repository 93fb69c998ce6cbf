//! Events are made, and settled how they are played.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::contest::{ContestSettings, json};
use crate::service::Error;
use crate::service::access::Act;
use crate::service::contests::{self, ContestCommand, ImportOptions, MAX_FILE_BYTES, NewContest};
use ledger_ratings::Day;

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::{ApiError, Problem};
use super::super::super::parameters::{AcceptedValues, QueryString};
use super::super::super::request_limits::Caller;
use super::super::super::site::Site;
use super::super::request_body::{read_bytes, read_json};
use super::super::{CachePolicy, json_response, run_read};
use super::{
    ContestCommandResponse, MAX_LONG_BODY_BYTES, execute_commands, now, read_permitted_command,
};

/// An event that is to be made.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateEventRequest {
    pub name: String,
    /// As `2026-12-05`.
    #[schema(format = Date)]
    pub first_day: String,
    /// How it is played; `plan` is all that it must have: `{"template": "swiss", "entrants": 12}`.
    #[schema(value_type = Object)]
    pub settings: Value,
}

/// What an event is called, then its facts, one a line.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1)]
#[allow(dead_code)]
pub struct EventArchive(String);

/// An event that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateEventResponse {
    /// Its name in addresses.
    pub slug: String,
}

/// What of an event is settled. What is left out stays.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateSettingsRequest {
    /// All settings, instead of those before. The plan and the points stay once a stage has begun.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Value>,
    /// Whether people register themselves.
    #[serde(default)]
    pub open: Option<bool>,
    /// Whether it is over; it may be opened again.
    #[serde(default)]
    pub over: Option<bool>,
}

fn parse_settings(sent: &Value) -> Result<ContestSettings, Error> {
    json::read_settings(&sent.to_string())
        .map_err(|fault| Error::invalid("settings", fault.to_string()))
}

impl UpdateSettingsRequest {
    /// In the order in which they hold: an event that is opened again takes settings, one that ends takes none.
    fn into_commands(self) -> Result<Vec<ContestCommand>, Error> {
        let mut commands = Vec::new();
        if self.over == Some(false) {
            commands.push(ContestCommand::SetEnded(false));
        }
        if let Some(sent) = &self.settings {
            commands.push(ContestCommand::ChangeSettings(Box::new(parse_settings(sent)?)));
        }
        commands.extend(self.open.map(ContestCommand::SetRegistrationOpen));
        if self.over == Some(true) {
            commands.push(ContestCommand::SetEnded(true));
        }
        if commands.is_empty() {
            return Err(Error::invalid("body", "it takes settings, open or over"));
        }
        Ok(commands)
    }
}

/// Makes an event that is run here.
///
/// Settings are those of the answer of `/api/v1/events/{slug}/contest`, of which everything but `plan` may be left out;
/// a plan may be the name of a template and some wishes. What is wrong is told with its place.
#[utoipa::path(
    post,
    path = "/api/v1/organisations/{slug}/events",
    operation_id = "makeEvent",
    params(("slug" = String, Path, description = "The organisation's slug", example = "liga-ng-bayan")),
    request_body(content = CreateEventRequest, example = json!({"name": "Liga Open", "first_day": "2026-12-05", "settings": {"plan": {"template": "swiss", "entrants": 12, "rounds": 4}, "check_in": true}})),
    responses(
        (status = 200, description = "It is made", body = CreateEventResponse, example = json!({"slug": "liga-open"})),
        (status = 404, description = "There is no such organisation, or it is not for who asks", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no organisation \"nobody\""})),
        (status = 409, description = "The organisation is not open, or has such an event", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#conflict", "title": "Conflict", "status": 409, "detail": "there is an event called Liga Open already"})),
    ),
)]
pub async fn create(
    request: HttpRequest,
    site: web::Data<Site>,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let (by, asked) = (actor.clone(), slug.clone());
    run_read(&site, move |app| contests::authorize_creation(app, &by, &asked)).await?;
    let sent: CreateEventRequest = read_json(&request, payload, MAX_LONG_BODY_BYTES, &site).await?;
    let first_day = Day::parse(&sent.first_day);
    let first_day = first_day.ok_or_else(|| Error::invalid("first_day", Day::TAKES))?;
    let new = NewContest { name: sent.name, first_day, settings: parse_settings(&sent.settings)? };
    let made =
        run_read(&site, move |app| contests::create_contest(app, &actor, &slug, &new, now()))
            .await?;
    Ok(json_response(&CreateEventResponse { slug: made }, CachePolicy::Private))
}

/// Makes an event of an organisation from its file: facts as `/api/v1/events/{slug}/facts` has them, one a line, with or
/// without a first line that says what the event is called. Every fact is checked as if it were told now, and nothing is
/// made where one does not follow. Players are found by their handles; others are guests.
///
/// The TRF (TRF16 or TRF26) of a Swiss tournament that another program has paired is such a file, too: its people, the
/// rounds that are over, byes, points, tie-breaks, who is kept apart and Baku acceleration. All that is wrong in it is
/// told at once, line by line.
#[utoipa::path(
    post,
    path = "/api/v1/organisations/{slug}/events/restore",
    operation_id = "restoreEvent",
    params(
        ("slug" = String, Path, description = "The organisation's slug", example = "liga-ng-bayan"),
        ("name" = Option<String>, Query, description = "What it is called, instead of what the file says"),
        ("first_day" = Option<String>, Query, description = "Its first day, instead of what the file says", format = Date),
    ),
    request_body(description = "The file, at most 8 MiB", content(
        (inline(EventArchive) = "application/x-ndjson"),
        (inline(EventArchive) = "text/plain"),
    )),
    responses(
        (status = 200, description = "It is made", body = CreateEventResponse, example = json!({"slug": "liga-open"})),
        (status = 400, description = "A parameter is wrong, or a fact of the file", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#invalid", "title": "Bad Request", "status": 400, "detail": "file: nothing is restored: line 7: this does not follow from what was told before"})),
        (status = 404, description = "There is no such organisation, or it is not for who asks", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#not-found", "title": "Not Found", "status": 404, "detail": "there is no organisation \"nobody\""})),
        (status = 409, description = "The organisation is not open, or has an event of this name", body = Problem, content_type = "application/problem+json",
            example = json!({"type": "/api/problems#conflict", "title": "Conflict", "status": 409, "detail": "there is an event called Liga Open already"})),
    ),
)]
pub async fn restore(
    request: HttpRequest,
    site: web::Data<Site>,
    caller: Caller,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
    parameters: QueryString,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let (by, asked) = (actor.clone(), slug.clone());
    run_read(&site, move |app| contests::authorize_creation(app, &by, &asked)).await?;
    let given = parameters.parse(&["name", "first_day"])?;
    let first_day =
        given.parse_with("first_day", AcceptedValues::described_by("takes-day"), Day::parse)?;
    let wish = ImportOptions { name: given.text("name").unwrap_or_default(), first_day };
    let file = read_bytes(&request, payload, (MAX_FILE_BYTES, &["identity"]), &site).await?;
    let app = site.app.clone();
    let restore = move || contests::import_event(&app, &actor, &slug, (&file, &wish), now());
    let made = site.lanes.import(caller, restore).await??;
    Ok(json_response(&CreateEventResponse { slug: made }, CachePolicy::Private))
}

/// Changes how an event is played, opens and closes its registration, ends it and opens it again.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/settings",
    operation_id = "settleEvent",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    request_body(content = UpdateSettingsRequest, example = json!({"open": true})),
    responses((status = 200, description = "It is settled", body = ContestCommandResponse,
        example = json!({"version": 2, "facts": 1}))),
)]
pub async fn update_settings(
    request: HttpRequest,
    site: web::Data<Site>,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
    payload: Payload,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let of = (&actor, Act::RunEvent, slug.as_str());
    let sent: UpdateSettingsRequest =
        read_permitted_command((&request, payload), &site, of, MAX_LONG_BODY_BYTES).await?;
    let commands = sent.into_commands()?;
    Ok(json_response(&execute_commands(&site, actor, slug, commands).await?, CachePolicy::Private))
}
