//! Game requests over the API.

use super::prelude::*;
use adjutant_service::live::{self, Offer, Seek};
use adjutant_site::play_commands::{parse_wanted_game, require_play};
use salpakan::record::{parse_short_id, short_id_text};
use salpakan::rules::Color;

use adjutant_site::schema_enums::ColorName;

endpoints! {
    list: ReadPublic, Play;
    create: Play;
    withdraw: Play;
    decline: Play;
    accept: Play;
}

/// A game request.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeekItem {
    pub id: String,
    /// The handle of the player who made it.
    pub by: String,
    /// Whether that player is a bot.
    pub bot: bool,
    /// The handle of the invited player; null for everybody.
    pub to: Option<String>,
    pub rules: String,
    /// The time control: `1200+5` is 1,200 seconds for the game and 5 seconds added per ply, `1200+0d5` has a delay of
    /// 5 seconds, `3d` is 3 days per ply.
    pub pace: String,
    pub rated: bool,
    /// The color of the player who made it, `white` or `black`; null for a random one.
    #[schema(value_type = Option<ColorName>)]
    pub color: Option<&'static str>,
    pub expires_at: String,
}

/// The game requests that you can see.
#[derive(Debug, Serialize, ToSchema)]
pub struct SeekListResponse {
    /// Your own.
    pub own: Vec<SeekItem>,
    /// Sent to you.
    pub to_me: Vec<SeekItem>,
    /// Game requests to everybody, made by others.
    pub open: Vec<SeekItem>,
}

/// A new game request.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateSeekRequest {
    /// The rule set's key; `standard` by default.
    pub rules: Option<String>,
    /// The time control, such as `1200+5`.
    #[schema(
        pattern = "^(-|[1-9][0-9]?d|[0-9]{1,5}(/[0-9]{1,5})?[+][0-9]{1,3}(d[1-9][0-9]{0,2})?)$"
    )]
    pub pace: String,
    #[serde(default)]
    pub rated: bool,
    /// Your color, `white` or `black`; random by default.
    #[schema(value_type = Option<ColorName>)]
    pub color: Option<String>,
    /// The handle of the player to invite; everybody by default.
    pub to: Option<String>,
}

/// The new game request.
#[derive(Debug, Serialize, ToSchema)]
pub struct CreateSeekResponse {
    /// The id of the game request, or of the live game.
    pub id: String,
}

impl From<Seek> for SeekItem {
    fn from(seek: Seek) -> SeekItem {
        SeekItem {
            id: short_id_text(&seek.id),
            by: seek.by,
            bot: seek.bot,
            to: seek.to,
            rules: seek.terms.rules.to_string(),
            pace: seek.terms.pace.key(),
            rated: seek.terms.rated,
            color: seek.color.map(Color::key),
            expires_at: to_rfc3339(seek.expires_at),
        }
    }
}

impl CreateSeekRequest {
    /// Converts the request.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the field that is invalid.
    pub fn into_offer(self) -> Result<Offer, Error> {
        let (rules, pace, color) =
            parse_wanted_game(self.rules.as_deref(), &self.pace, self.color.as_deref())?;
        let to = self.to.filter(|handle| !handle.trim().is_empty());
        Ok(Offer { rules, pace, rated: self.rated, color, to })
    }
}

/// Lists the open games that you can see: for everybody, your own, and those sent to you.
#[utoipa::path(
    get, path = "/api/v1/seeks", operation_id = "listSeeks",
    responses((status = 200, description = "The game requests", body = SeekListResponse,
        example = json!({"own": [], "to_me": [], "open": [{"id": "0123456789abcdef", "by": "Lakandula", "bot": false, "to": null, "rules": "standard", "pace": "1200+5", "rated": true, "color": null, "expires_at": "2026-04-30T12:00:00Z"}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    let lobby = run_play_read(&site, move |live| live::lobby(live, &actor)).await?;
    let items = |seeks: Vec<Seek>| seeks.into_iter().map(SeekItem::from).collect();
    let answer = SeekListResponse {
        own: items(lobby.own),
        to_me: items(lobby.to_me),
        open: items(lobby.open),
    };
    Ok(private_json(&answer))
}

/// Creates a game request, for everybody or for one player. With clocks it expires after half an
/// hour, for correspondence after a week.
#[utoipa::path(
    post, path = "/api/v1/seeks/new", operation_id = "createSeek",
    request_body(content = CreateSeekRequest, example = json!({"pace": "1200+5", "rated": true})),
    responses((status = 200, description = "The game request is open", body = CreateSeekResponse,
        example = json!({"id": "0123456789abcdef"}))),
)]
pub async fn create(ApiPost { site, actor, body }: ApiPost) -> ApiResult {
    require_play(&actor)?;
    let asked: CreateSeekRequest = body.json(MAX_COMMAND_BYTES).await?;
    let offer = asked.into_offer()?;
    let id = run_play_read(&site, move |live| live::offer(live, &actor, &offer)).await?;
    Ok(private_json(&CreateSeekResponse { id: short_id_text(&id) }))
}

/// Cancels your game request, or declines one that was sent to you.
#[utoipa::path(
    post, path = "/api/v1/seeks/{id}/take-back", operation_id = "withdrawSeek",
    responses((status = 200, description = "The game request is closed", body = CreateSeekResponse,
        example = json!({"id": "0123456789abcdef"}))),
)]
pub async fn withdraw(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
) -> ApiResult {
    let id = parse_seek_id(&path)?;
    run_play_read(&site, move |live| live::take_back(live, &actor, &id)).await?;
    Ok(private_json(&CreateSeekResponse { id: short_id_text(&id) }))
}

/// Declines a game request that was sent to you. The player who made it is told: `declined` on the stream of their events.
#[utoipa::path(
    post, path = "/api/v1/seeks/{id}/decline", operation_id = "declineSeek",
    responses((status = 200, description = "The game request is closed", body = CreateSeekResponse,
        example = json!({"id": "0123456789abcdef"}))),
)]
pub async fn decline(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
) -> ApiResult {
    let id = parse_seek_id(&path)?;
    run_play_read(&site, move |live| live::decline(live, &actor, &id)).await?;
    Ok(private_json(&CreateSeekResponse { id: short_id_text(&id) }))
}

/// Accepts a game request and returns the new live game. If several players accept, the first one
/// gets it.
#[utoipa::path(
    post, path = "/api/v1/seeks/{id}/accept", operation_id = "acceptSeek",
    responses((status = 200, description = "The live game", body = CreateSeekResponse,
        example = json!({"id": "0123456789abcdef"}))),
)]
pub async fn accept(
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
) -> ApiResult {
    let id = parse_seek_id(&path)?;
    let play = run_play_read(&site, move |live| live::accept(live, &actor, &id)).await?;
    Ok(private_json(&CreateSeekResponse { id: short_id_text(&play) }))
}

/// Parses the id in an address. Anything else is reported as not found.
fn parse_seek_id(text: &str) -> Result<live::SeekId, Error> {
    parse_short_id(text).ok_or_else(|| Error::not_found(adjutant_service::refusals::NO_OFFER))
}
