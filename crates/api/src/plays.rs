//! Live games over the API: what a viewer may know, and the actions of players.

use data_encoding::HEXLOWER_PERMISSIVE;

use adjutant_service::live::{self, AskedPly};
use salpakan::rules::RuleSet;

use super::prelude::*;
use adjutant_site::live::{PlayEvent, StreamAuth, last_event_id, stream_play, subscribe};
use adjutant_site::play_commands::{parse_action, parse_draft, parse_play_id_param, require_play};
use adjutant_site::play_response::PlayResponse;
use adjutant_site::redacted_debug::mute;
use adjutant_site::schema_enums::PlayActionName;

endpoints! {
    make_ply: Play;
    show: ReadPublic, Play;
    stream_events: ReadPublic, Play;
    deploy: Play;
    act: Play;
}

/// A set-up to submit.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DeployRequest {
    /// 16 hexadecimal digits that you choose anew for each command: a command sent twice is
    /// executed once.
    #[schema(pattern = "^[0-9a-fA-F]{16}$")]
    pub id: String,
    /// A set-up in the notation: `3..PL5P../.ASKTP.4S/BMCPPF12P`.
    #[schema(pattern = "^([1-5CLMKABTPSF.]{9}/){2,3}[1-5CLMKABTPSF.]{9}$")]
    pub setup: String,
    /// Your part of the toss: 64 random hexadecimal digits. The server draws them if omitted.
    #[schema(pattern = "^[0-9a-fA-F]{64}$")]
    pub nonce: Option<String>,
}

mute!(DeployRequest);

/// A ply.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlyRequest {
    /// 16 hexadecimal digits that you choose anew for each command: a command sent twice is
    /// executed once.
    #[schema(pattern = "^[0-9a-fA-F]{16}$")]
    pub id: String,
    /// The number of the ply in the game, from 1.
    #[schema(minimum = 1)]
    pub number: u32,
    /// The ply in the notation of the game, such as `e3-e4` or `e3e4`; in the Game of Three Generals also
    /// `c3xd4+`, `c7-c8+G@h2`, `R@e5` and `e2*e8`.
    #[schema(
        pattern = "^([a-i][1-9][-x*]?[a-i][1-9]([+]([GJS]@[a-i][1-9])?)?|[PARFQCB]@[a-i][1-9])$"
    )]
    pub ply: String,
}

/// Another action of a player.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PlayActionRequest {
    /// 16 hexadecimal digits that you choose anew for each command: a command sent twice is
    /// executed once.
    #[schema(pattern = "^[0-9a-fA-F]{16}$")]
    pub id: String,
    /// `offer`, `decline`, `withdraw` or `accept` a draw; `resign`; `ready` in a game without set-ups; `show-flag`; `abort` before the
    /// first ply; `pause` and `resume`; `claim` if the opponent has left; `add-time` for the
    /// opponent; `accept-result` of an event's game, which is final once both have, or an official
    /// confirms it.
    #[schema(value_type = PlayActionName)]
    pub word: String,
    /// Seconds, for `add-time`.
    pub seconds: Option<u32>,
}

impl DeployRequest {
    fn parse_nonce(&self) -> Result<Option<[u8; 32]>, Error> {
        let Some(text) = &self.nonce else { return Ok(None) };
        let bytes = HEXLOWER_PERMISSIVE.decode(text.as_bytes()).ok();
        let nonce = bytes.and_then(|bytes| bytes.try_into().ok());
        Ok(Some(nonce.ok_or_else(|| {
            Error::invalid("nonce", "Send your part of the toss as 64 hexadecimal digits.")
        })?))
    }
}

/// Returns a live game as you may know it: players also see their own army, everybody else what is
/// public.
#[utoipa::path(
    get, path = "/api/v1/plays/{id}", operation_id = "getPlay",
    responses((status = 200, description = "The game", body = PlayResponse,
        example = json!({"id": "0123456789abcdef", "state": "deploying", "version": 2, "viewer": "spectator", "players": {"white": "Lakandula", "black": "Maharlika"}, "bots": {"white": false, "black": false}, "rules": "standard", "pace": "1200+5", "rated": true, "commitment": "00", "ready": {"white": false, "black": false}, "first": null, "to_move": null, "clocks": null, "running": null, "stands": false, "offer": null, "asks": {"white": false, "black": false}, "pieces": [], "plies": [], "result": null, "termination": null, "provisional": false, "own": null, "may": [], "may_rule": [], "rulings": [], "gone": null, "game": null}))),
)]
pub async fn show(site: SiteData, BearerAuth(actor): BearerAuth, path: Path<String>) -> ApiResult {
    let id = parse_play_id_param(&path)?;
    let seen = run_play_read(&site, move |live| live::see(live, &actor, &id)).await?;
    Ok(private_json(&PlayResponse::from_seen(&seen)))
}

/// Streams the public events of a live game as server-sent events.
///
/// The `id` of an event is its number; send the last one that you have as `Last-Event-ID` to
/// continue from there. An event of the type `clocks` has no number: `{"stand":true}` means that
/// nothing can be saved now and all clocks are stopped, `{"stand":false}` that they run again.
/// One of the type `presence` says which players are connected: `{"white":true,"black":false}`. One
/// of the type `tick` comes every second: without it the connection is lost.
#[utoipa::path(
    get, path = "/api/v1/plays/{id}/events", operation_id = "streamPlayEvents",
    responses((status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream",
        example = "id: 7\ndata: {\"number\":7,\"event\":\"offered\",\"color\":\"white\"}\n\n")),
)]
pub async fn stream_events(
    request: HttpRequest,
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    path: Path<String>,
    parameters: QueryString,
) -> ApiResult {
    parameters.parse(&[])?;
    let id = parse_play_id_param(&path)?;
    Ok(stream_play(subscribe(&site, StreamAuth::Actor(actor), id).await?, last_event_id(&request)))
}

/// Submits your set-up, once. Your opponent learns only that you are ready.
///
/// Sent again with the same `id` and set-up it has the same response; with another set-up, or
/// another part of the toss, it is refused with 422.
#[utoipa::path(
    post, path = "/api/v1/plays/{id}/deployment", operation_id = "submitDeployment",
    request_body(content = DeployRequest, example = json!({"id": "00000000000000a1", "setup": "3..PL5P../.ASKTP.4S/BMCPPF12P"})),
    responses(
        (status = 200, description = "The event that it caused", body = PlayEvent,
            example = json!({"number": 7, "at": "2026-04-30T12:00:00Z", "event": "ply", "color": "white", "from": "e3", "to": "e4", "verdict": null, "spent": 2100, "credited": 0, "left": 1202900})),
        (status = 422),
    ),
)]
pub async fn deploy(post: PlayPost) -> ApiResult {
    require_play(&post.actor)?;
    let (asked, command) = post.read(|asked: &DeployRequest| &asked.id).await?;
    let nonce = asked.parse_nonce()?;
    let run = move |live: &_, actor: &_, play: &_, sent| {
        let read = |color, rules: &RuleSet| parse_draft(color, rules, &asked.setup);
        live::deploy(live, actor, play, sent, read, nonce)
    };
    command.run(run).await
}

/// Makes a ply.
///
/// Sent again with the same `id` it is made once and has the same response; with the `id` of
/// another command it is refused with 422.
#[utoipa::path(
    post, path = "/api/v1/plays/{id}/plies", operation_id = "makePly",
    request_body(content = PlyRequest, example = json!({"id": "00000000000000a2", "number": 1, "ply": "e3-e4"})),
    responses(
        (status = 200, description = "The event that it caused", body = PlayEvent,
            example = json!({"number": 7, "at": "2026-04-30T12:00:00Z", "event": "ply", "color": "white", "from": "e3", "to": "e4", "verdict": null, "spent": 2100, "credited": 0, "left": 1202900})),
        (status = 422),
    ),
)]
pub async fn make_ply(post: PlayPost) -> ApiResult {
    require_play(&post.actor)?;
    let (asked, command) = post.read(|asked: &PlyRequest| &asked.id).await?;
    let run = move |live: &_, actor: &_, play: &_, sent| {
        let PlyRequest { number, ply, .. } = asked;
        live::ply(live, actor, play, AskedPly { sent, number, ply })
    };
    command.run(run).await
}

/// Does anything else that a player can do: offer a draw, resign, show the Flag, and so on.
#[utoipa::path(
    post, path = "/api/v1/plays/{id}/words", operation_id = "actInPlay",
    request_body(content = PlayActionRequest, example = json!({"id": "00000000000000a3", "word": "offer"})),
    responses(
        (status = 200, description = "The event that it caused", body = PlayEvent,
            example = json!({"number": 7, "at": "2026-04-30T12:00:00Z", "event": "ply", "color": "white", "from": "e3", "to": "e4", "verdict": null, "spent": 2100, "credited": 0, "left": 1202900})),
        (status = 422),
    ),
)]
pub async fn act(post: PlayPost) -> ApiResult {
    require_play(&post.actor)?;
    let (asked, command) = post.read(|asked: &PlayActionRequest| &asked.id).await?;
    let action = parse_action(&asked.word, asked.seconds.unwrap_or(0))?;
    let run = move |live: &_, actor: &_, play: &_, sent| live::act(live, actor, play, sent, action);
    command.run(run).await
}
