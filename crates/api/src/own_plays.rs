//! The viewer's own live games and the events that concern them, for programs that play.

use super::prelude::*;
use adjutant_service::live::{self, Running};
use adjutant_site::play_commands::require_play;
use adjutant_site::schema_enums::{ColorName, RunningPlayStateName};
use salpakan::record::short_id_text;

use adjutant_site::live::{last_event_id, stream_inbox};

endpoints! {
    list: Play;
    stream_events: Play;
}

/// One of your live games.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPlayItem {
    pub id: String,
    /// Your color, `white` or `black`.
    #[schema(value_type = ColorName)]
    pub color: &'static str,
    /// The opponent's handle.
    pub opponent: String,
    pub rules: String,
    pub pace: String,
    pub rated: bool,
    /// `deploying`, `in-play` or `paused`.
    #[schema(value_type = RunningPlayStateName)]
    pub state: &'static str,
    /// Whether it is your turn.
    pub my_turn: bool,
    /// The number of the next ply, counted from 1.
    pub next: u32,
}

/// Your live games.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPlayListResponse {
    pub plays: Vec<OwnPlayItem>,
}

impl From<Running> for OwnPlayItem {
    fn from(one: Running) -> OwnPlayItem {
        OwnPlayItem {
            id: short_id_text(&one.id),
            color: one.color.key(),
            my_turn: one.to_move == Some(one.color),
            opponent: one.opponent,
            rules: one.rules.to_string(),
            pace: one.pace.key(),
            rated: one.rated,
            state: one.state.key(),
            next: one.next,
        }
    }
}

/// Lists your live games, newest first.
#[utoipa::path(
    get, path = "/api/v1/me/plays", operation_id = "listOwnPlays",
    responses((status = 200, description = "The games", body = OwnPlayListResponse,
        example = json!({"plays": [{"id": "0123456789abcdef", "color": "white", "opponent": "Maharlika", "rules": "standard", "pace": "1200+5", "rated": true, "state": "in-play", "my_turn": true, "next": 7}]}))),
)]
pub async fn list(site: SiteData, BearerAuth(actor): BearerAuth) -> ApiResult {
    require_play(&actor)?;
    let plays = run_play_read(&site, move |live| live::running(live, &actor)).await?;
    let plays = plays.into_iter().map(OwnPlayItem::from).collect();
    Ok(private_json(&OwnPlayListResponse { plays }))
}

/// Streams what concerns you as server-sent events: games that begin or end, your turns, game requests to you, and
/// those of yours that are declined.
///
/// A new listener first receives the present state; send the last `id` that you have as
/// `Last-Event-ID` to continue from there; of the present state only the last event has an `id`.
/// After ten minutes without a listener, or a restart of the server, the present state is sent
/// instead: compare it with `/api/v1/me/plays`, since games that ended and requests that were
/// declined in the meantime are not repeated. Each event is delivered at least once. While you
/// listen you count as present in all your games.
#[utoipa::path(
    get, path = "/api/v1/me/events", operation_id = "streamOwnEvents",
    responses(
        (status = 200, description = "An endless stream of events", body = String, content_type = "text/event-stream",
            example = json!("id: 7\ndata: {\"event\":\"your_turn\",\"play\":\"0123456789abcdef\",\"number\":1}\n\n")),
        (status = 409, description = "Your account has no player"),
    ),
)]
pub async fn stream_events(
    request: HttpRequest,
    site: SiteData,
    BearerAuth(actor): BearerAuth,
    parameters: QueryString,
) -> ApiResult {
    parameters.parse(&[])?;
    require_play(&actor)?;
    let last =
        request.headers().contains_key("last-event-id").then(|| last_event_id(&request) as u64);
    Ok(stream_inbox(&site, actor, last).await?)
}
