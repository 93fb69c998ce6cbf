//! Creating events and changing their settings.

use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use adjutant_domain::contest::{ContestSettings, json};
use adjutant_service::Error;
use adjutant_service::access::Act;
use adjutant_service::contests::{self, ContestCommand, ImportOptions, MAX_FILE_BYTES, NewContest};
use ledger_ratings::Day;

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::ApiError;
use super::super::super::parameters::{AcceptedValues, QueryString};
use super::super::super::request_limits::Caller;
use super::super::super::site::Site;
use super::super::endpoint::endpoints;
use super::super::request_body::{read_bytes, read_json};
use super::super::{CachePolicy, json_response, run_read};
use super::{
    ContestCommandResponse, MAX_LONG_BODY_BYTES, execute_commands, now, read_permitted_command,
};

endpoints! {
    create: RunEvent;
    restore: RunEvent;
    update_settings: RunEvent;
}

/// An event to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateEventRequest {
    pub name: String,
    /// The first day, such as `2026-12-05`.
    #[schema(format = Date)]
    pub first_day: String,
    /// How the event is played. Only `plan` is required: `{"template": "swiss", "entrants": 12}`.
    #[schema(value_type = Object)]
    pub settings: Value,
}

/// The name of the event, then its facts, one per line.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1)]
#[allow(dead_code)]
pub struct EventArchive(String);

/// The new event.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateEventResponse {
    /// The event's slug in addresses.
    pub slug: String,
}

/// Changes to an event; omitted fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateSettingsRequest {
    /// Replaces all settings. The plan and the points cannot change once a stage has begun.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Value>,
    /// Whether players can register themselves.
    #[serde(default)]
    pub open: Option<bool>,
    /// Whether the event is over. It can be reopened.
    #[serde(default)]
    pub over: Option<bool>,
}

fn parse_settings(sent: &Value) -> Result<ContestSettings, Error> {
    json::read_settings(&sent.to_string())
        .map_err(|fault| Error::invalid("settings", fault.to_string()))
}

impl UpdateSettingsRequest {
    /// Returns the commands in an order that is allowed: an event is reopened before its settings change and ended
    /// after.
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
            return Err(Error::invalid("body", "Send settings, open or over."));
        }
        Ok(commands)
    }
}

/// Creates an event.
///
/// Settings are those in the response of `/api/v1/events/{slug}/contest`; only `plan` is required,
/// and it may be the name of a template with some options. Errors name their place.
#[utoipa::path(
    post,
    path = "/api/v1/organisations/{slug}/events",
    operation_id = "makeEvent",
    request_body(content = CreateEventRequest, example = json!({"name": "Liga Open", "first_day": "2026-12-05", "settings": {"plan": {"template": "swiss", "entrants": 12, "rounds": 4}, "check_in": true}})),
    responses(
        (status = 200, description = "The new event", body = CreateEventResponse, example = json!({"slug": "liga-open"})),
        (status = 409, description = "The organisation is not open, or it has an event of this name"),
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

/// Creates an event of an organisation from its file.
///
/// The file has facts as in `/api/v1/events/{slug}/facts`, one per line, with or without a first
/// line that names the event. Every fact is checked as if it were new, and nothing is created
/// unless all of them are valid. Players are found by handle; others are guests.
///
/// The TRF (TRF16 or TRF26) of a Swiss tournament paired by another program is accepted as well:
/// its players, finished rounds, byes, points, tie-breaks, forbidden pairings and Baku
/// acceleration. All errors are reported at once, line by line.
#[utoipa::path(
    post,
    path = "/api/v1/organisations/{slug}/events/restore",
    operation_id = "restoreEvent",
    params(
        ("name" = Option<String>, Query, description = "The name, instead of the one in the file"),
        ("first_day" = Option<String>, Query, description = "The first day, instead of the one in the file", format = Date),
    ),
    request_body(description = "The file, at most 8 MiB", content(
        (inline(EventArchive) = "application/x-ndjson"),
        (inline(EventArchive) = "text/plain"),
    )),
    responses(
        (status = 200, description = "The new event", body = CreateEventResponse, example = json!({"slug": "liga-open"})),
        (status = 400, description = "A parameter or a fact of the file is invalid"),
        (status = 409, description = "The organisation is not open, or it has an event of this name"),
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

/// Changes the settings of an event, opens or closes registration, ends the event or reopens it.
#[utoipa::path(
    post,
    path = "/api/v1/events/{slug}/settings",
    operation_id = "settleEvent",
    request_body(content = UpdateSettingsRequest, example = json!({"open": true})),
    responses((status = 200, description = "The settings are saved", body = ContestCommandResponse,
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
