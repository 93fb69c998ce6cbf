//! Creating events and changing their settings.

use serde_json::Value;

use adjutant_domain::contest::{ContestSettings, CopyConflict, json};
use adjutant_domain::organisation::divisions::Border;
use adjutant_domain::organisation::logo::MAX_LOGO_BYTES;
use adjutant_service::contests::{
    self, CommandOutcome, ContestCommand, DivisionEdit, EventEdit, ImportOptions, MAX_FILE_BYTES,
    NewContest,
};
use ledger_ratings::Day;

use super::contest_response::logo_address;
use super::{MAX_LONG_BODY_BYTES, read_permitted, run_commands};
use crate::prelude::*;

endpoints! {
    create: RunEvent;
    restore: RunEvent;
    merge_copy: RunEvent;
    update_settings: RunEvent;
    edit: RunEvent;
    set_logo: RunEvent;
    remove_logo: RunEvent;
    delete: RunEvent;
}

/// An event to create.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateEventRequest {
    pub name: String,
    /// The first day, such as `2026-12-05`.
    #[schema(format = Date)]
    pub first_day: String,
    /// How the event is played. Only `plan` is required: `{"template": "swiss", "entrants": 12}`. `game` is `salpakan`
    /// (Game of the Generals), unless it says `three-generals`.
    #[schema(value_type = Object)]
    pub settings: Value,
}

/// The name of the event, then its facts, one per line.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, min_length = 1)]
#[allow(dead_code)]
pub struct EventArchive(String);

/// An image file.
#[derive(Debug, ToSchema)]
#[schema(value_type = String, format = Binary)]
#[allow(dead_code)]
pub struct EventLogoImage(Vec<u8>);

/// The event's logo.
#[derive(Debug, Serialize, ToSchema)]
pub struct EventLogoResponse {
    /// The address of the logo, a PNG; null if it was removed.
    pub logo: Option<String>,
}

/// The event's address.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateEventResponse {
    /// The event's slug in addresses.
    pub slug: String,
}

/// What comes of merging a copy.
#[derive(Debug, Serialize, ToSchema)]
pub struct MergeCopyResponse {
    /// The number of the event's facts after it.
    pub version: i32,
    /// The facts that are added.
    pub added: usize,
    /// The facts of the copy that are in the event already.
    pub already: usize,
    pub conflicts: Vec<CopyConflictItem>,
}

/// A fact of a copy that is not added. What the event has stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct CopyConflictItem {
    /// The line of the file.
    pub line: usize,
    pub why: CopyConflictName,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CopyConflictName {
    /// The game has another result.
    Result,
    /// The rounds went differently.
    Rounds,
    /// What it changes was changed differently.
    Changed,
    /// It does not follow from what is there.
    Invalid,
    /// The copy has undone this fact, which both had.
    UndoneThere,
}

impl From<CopyConflict> for CopyConflictName {
    fn from(why: CopyConflict) -> CopyConflictName {
        match why {
            CopyConflict::Result(_) => CopyConflictName::Result,
            CopyConflict::Rounds => CopyConflictName::Rounds,
            CopyConflict::Changed => CopyConflictName::Changed,
            CopyConflict::Invalid => CopyConflictName::Invalid,
            CopyConflict::UndoneThere => CopyConflictName::UndoneThere,
        }
    }
}

/// Changes to an event; omitted fields stay as they are.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateSettingsRequest {
    /// Replaces all settings. The plan and the points cannot change once a stage has begun, nor `game` once there are games
    /// or results.
    #[schema(value_type = Option<Object>)]
    pub settings: Option<Value>,
    /// Whether players can register themselves.
    pub open: Option<bool>,
    /// Whether the event is over. It can be reopened, also if it was cancelled.
    pub over: Option<bool>,
    /// Cancels the event: the reason, which may be empty. Everybody who takes part or follows it is told.
    pub cancel: Option<String>,
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
        commands.extend(self.cancel.map(ContestCommand::Cancel));
        if commands.is_empty() {
            return Err(Error::invalid("body", "Send settings, open, over or cancel."));
        }
        Ok(commands)
    }
}

/// A new name, first day, series or festival; omitted fields stay as they are.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct EditEventRequest {
    pub name: Option<String>,
    /// The first day, such as `2026-12-05`, by which the event counts for a season.
    #[schema(format = Date)]
    pub first_day: Option<String>,
    /// Whether rounds start when they did. Otherwise those that are not published start as many days earlier or later.
    #[serde(default)]
    pub keep_starts: bool,
    /// The words of another address, or empty for those of the name. It begins with the organisation's slug, and every
    /// address that the event had leads to it.
    pub address: Option<String>,
    /// The name of the series of recurring events that it belongs to; empty for none.
    pub series: Option<String>,
    /// The name of the festival that it is a section of; empty for none.
    pub festival: Option<String>,
    /// What it is called in the festival; sent with it.
    pub section: Option<String>,
    /// The league that it is a division of.
    pub division: Option<DivisionRequest>,
}

/// A division of a league.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DivisionRequest {
    /// The name of the league; empty for none.
    pub league: String,
    /// 1 for the first division.
    #[serde(default)]
    pub level: u32,
    /// How many come up from the division below.
    #[serde(default)]
    pub up: u32,
    /// How many go down.
    #[serde(default)]
    pub down: u32,
    /// How many of each side of the border play for it.
    #[serde(default)]
    pub play_offs: u32,
}

impl DivisionRequest {
    fn into_edit(self) -> DivisionEdit {
        let DivisionRequest { league, level, up, down, play_offs } = self;
        DivisionEdit { league, level, border: Border { up, down, play_offs } }
    }
}

impl EditEventRequest {
    /// The festival and the section, if either is sent.
    fn place(&self) -> Option<(String, String)> {
        let is_sent = self.festival.is_some() || self.section.is_some();
        let text = |sent: &Option<String>| sent.clone().unwrap_or_default();
        is_sent.then(|| (text(&self.festival), text(&self.section)))
    }
}

/// The name of the event that is to be deleted, as it is written.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeleteEventRequest {
    pub name: String,
}

/// The slug of the deleted event.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeleteEventResponse {
    pub slug: String,
}

/// Creates an event.
///
/// Settings are those in the response of `/api/v1/events/{slug}/contest`; only `plan` is required,
/// and it may be the name of a template with some options. Errors name their place.
#[utoipa::path(
    post, path = "/api/v1/organisations/{slug}/events", operation_id = "createEvent",
    request_body(content = CreateEventRequest, example = json!({"name": "Liga Open", "first_day": "2026-12-05", "settings": {"plan": {"template": "swiss", "entrants": 12, "rounds": 4}, "check_in": true}})),
    responses(
        (status = 200, description = "The new event", body = CreateEventResponse, example = json!({"slug": "liga-open"})),
        (status = 409, description = "The organisation is not open, or it has an event of this name"),
    ),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    permit_creation(&site, &actor, &slug).await?;
    let sent: CreateEventRequest = body.json(MAX_LONG_BODY_BYTES).await?;
    let first_day = Day::parse(&sent.first_day);
    let first_day = first_day.ok_or_else(|| Error::invalid("first_day", Day::TAKES))?;
    let new = NewContest { name: sent.name, first_day, settings: parse_settings(&sent.settings)? };
    let create = move |app: &_| contests::create_contest(app, &actor, &slug, &new, now_micros());
    Ok(private_json(&CreateEventResponse { slug: run_read(&site, create).await? }))
}

async fn permit_creation(site: &SiteData, actor: &Actor, slug: &str) -> ApiResult<()> {
    let (by, asked) = (actor.clone(), slug.to_owned());
    run_read(site, move |app| contests::authorize_creation(app, &by, &asked)).await
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
    post, path = "/api/v1/organisations/{slug}/events/restore", operation_id = "restoreEvent",
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
    ApiPost { site, actor, body }: ApiPost,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    permit_creation(&site, &actor, &slug).await?;
    let given = parameters.parse(&["name", "first_day"])?;
    let first_day =
        given.parse_with("first_day", AcceptedValues::described_by("takes-day"), Day::parse)?;
    let wish = ImportOptions { name: given.text("name").unwrap_or_default(), first_day };
    let file = body.bytes(MAX_FILE_BYTES, &["identity"]).await?;
    let app = site.app.clone();
    let restore = move || contests::import_event(&app, &actor, &slug, (&file, &wish), now_micros());
    let slug = site.lanes.import(caller, restore).await??;
    Ok(private_json(&CreateEventResponse { slug }))
}

/// Merges the file of a copy of the event, which went on on another computer from this event's own file. Facts of the
/// copy follow those of the event; what would say something else here is a conflict, and is not added.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/copy", operation_id = "mergeEventCopy",
    params(("preview" = Option<bool>, Query, description = "Whether nothing is changed")),
    request_body(description = "The file, at most 8 MiB", content((inline(EventArchive) = "application/x-ndjson"))),
    responses(
        (status = 200, description = "What was added, or would be", body = MergeCopyResponse,
            example = json!({"version": 48, "added": 6, "already": 1, "conflicts": [{"line": 44, "why": "result"}]})),
        (status = 400, description = "A parameter or a fact of the file is invalid"),
        (status = 409, description = "It is the file of another event, or its games are played here"),
    ),
)]
pub async fn merge_copy(
    ApiPost { site, actor, body }: ApiPost,
    caller: Caller,
    slug: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    let permitted = (actor.clone(), slug.clone());
    run_read(&site, move |app| contests::authorize(app, &permitted.0, Act::RunEvent, &permitted.1))
        .await?;
    let given = parameters.parse(&["preview"])?;
    let takes = AcceptedValues::one_of("`true`, `false`".to_owned());
    let is_preview = given.parse_with("preview", takes, |text| text.parse::<bool>().ok())?;
    let is_preview = is_preview.unwrap_or(false);
    let file = body.bytes(MAX_FILE_BYTES, &["identity"]).await?;
    let app = site.app.clone();
    let merge = move || -> Result<_, Error> {
        if is_preview {
            let version = contests::load_contest(&app, &slug)?.row.version;
            let preview = contests::preview_copy(&app, &actor, &slug, &file, now_micros())?;
            return Ok((preview, version));
        }
        let merged = contests::merge_copy(&app, &actor, &slug, (&file, None), now_micros());
        merged.map(|(preview, outcome)| (preview, outcome.version))
    };
    let (preview, version) = site.lanes.import(caller, merge).await??;
    let conflicts = preview.conflicts.iter();
    Ok(private_json(&MergeCopyResponse {
        version,
        added: preview.added.len(),
        already: preview.already,
        conflicts: conflicts
            .map(|one| CopyConflictItem { line: one.line, why: one.why.into() })
            .collect(),
    }))
}

/// Changes the settings of an event, opens or closes registration, ends, cancels or reopens the event.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/settings", operation_id = "updateEventSettings",
    request_body(content = UpdateSettingsRequest, example = json!({"open": true})),
    responses((status = 200, description = "The settings are saved", body = CommandOutcome,
        example = json!({"version": 2, "facts": 1}))),
)]
pub async fn update_settings(post: ApiPost, slug: Path<String>) -> ApiResult {
    let of = (Act::RunEvent, slug.into_inner());
    run_commands(post, of, MAX_LONG_BODY_BYTES, UpdateSettingsRequest::into_commands).await
}

/// Renames an event, moves it to other days, gives it another address, or puts it into a series, a festival or a league.
/// Its address stays unless another one is sent; addresses that it had before lead to it in every request.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/edit", operation_id = "updateEvent",
    request_body(content = EditEventRequest, example = json!({"name": "Liga Open 2026", "first_day": "2026-12-12"})),
    responses(
        (status = 200, description = "The event is changed", body = CreateEventResponse, example = json!({"slug": "liga-open"})),
        (status = 409, description = "The organisation has another event of this name, another event has or had the address, or the event is over"),
    ),
)]
pub async fn edit(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let of = (&actor, Act::RunEvent, slug.as_str());
    let sent: EditEventRequest = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    let first_day = match &sent.first_day {
        None => None,
        Some(day) => Some(Day::parse(day).ok_or_else(|| Error::invalid("first_day", Day::TAKES))?),
    };
    let section = sent.place();
    let division = sent.division.clone().map(DivisionRequest::into_edit);
    let EditEventRequest { name, keep_starts: keeps_starts, address, series, .. } = sent;
    let edit = EventEdit { name, first_day, keeps_starts, address, series, section, division };
    let (app, own) = (site.app.clone(), slug.clone());
    let edit = move || contests::edit_event(&app, &actor, &own, &edit, now_micros());
    let slug = site.lanes.write(edit).await??;
    Ok(private_json(&CreateEventResponse { slug }))
}

/// Sets the logo of an event: a PNG, JPEG or WebP of at most 1 MiB and 4,096 pixels a side, which is encoded anew as a PNG
/// of at most 256 pixels a side. The file of an event does not contain its logo.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/logo", operation_id = "setEventLogo",
    request_body(description = "The image", content(
        (inline(EventLogoImage) = "image/png"),
        (inline(EventLogoImage) = "image/jpeg"),
        (inline(EventLogoImage) = "image/webp"),
    )),
    responses(
        (status = 200, description = "The logo is set", body = EventLogoResponse,
            example = json!({"logo": "/events/liga-open/logo.png"})),
        (status = 400, description = "The image is too large, damaged or of another kind"),
    ),
)]
pub async fn set_logo(
    ApiPost { site, actor, body }: ApiPost,
    caller: Caller,
    slug: Path<String>,
) -> ApiResult {
    let permitted = (actor.clone(), slug.clone());
    run_read(&site, move |app| contests::authorize(app, &permitted.0, Act::RunEvent, &permitted.1))
        .await?;
    let file = body.bytes(MAX_LOGO_BYTES, &["identity"]).await?;
    let (app, logo) = (site.app.clone(), Some(logo_address(&slug)));
    let set = move || contests::set_event_logo(&app, &actor, &slug, Some(&file), now_micros());
    site.lanes.import(caller, set).await??;
    Ok(private_json(&EventLogoResponse { logo }))
}

/// Removes the logo of an event.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/logo/remove", operation_id = "deleteEventLogo",
    responses((status = 200, description = "The event has no logo", body = EventLogoResponse,
        example = json!({"logo": null}))),
)]
pub async fn remove_logo(ApiPost { site, actor, .. }: ApiPost, slug: Path<String>) -> ApiResult {
    let app = site.app.clone();
    let remove = move || contests::set_event_logo(&app, &actor, &slug, None, now_micros());
    site.lanes.write(remove).await??;
    Ok(private_json(&EventLogoResponse { logo: None }))
}

/// Deletes an event before its first round is published, with its entrants, settings and helper links.
#[utoipa::path(
    post, path = "/api/v1/events/{slug}/delete", operation_id = "deleteEvent",
    request_body(content = DeleteEventRequest, example = json!({"name": "Liga Open"})),
    responses(
        (status = 200, description = "The event is deleted", body = DeleteEventResponse, example = json!({"slug": "liga-open"})),
        (status = 409, description = "A round was published, or there are games of the event"),
    ),
)]
pub async fn delete(ApiPost { site, actor, body }: ApiPost, slug: Path<String>) -> ApiResult {
    let slug = slug.into_inner();
    let of = (&actor, Act::RunEvent, slug.as_str());
    let sent: DeleteEventRequest = read_permitted(&site, of, body, MAX_LONG_BODY_BYTES).await?;
    let (app, own) = (site.app.clone(), slug.clone());
    let delete = move || contests::delete_event(&app, &actor, &own, &sent.name, now_micros());
    site.lanes.write(delete).await??;
    Ok(private_json(&DeleteEventResponse { slug }))
}
