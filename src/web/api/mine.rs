//! One's own games under way and what one is called for, for programs that play.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::live::{self, Running};

use super::super::bearer::Asker;
use super::super::error::ApiError;
use super::super::live::{ToldCall, answer_calls, heard_already};
use super::super::parameters::Parameters;
use super::super::site::Site;
use super::plays::{may_play, play_id};
use super::{Keep, desk, json};

/// A game under way in which one has a side.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPlay {
    pub id: String,
    /// `white` or `black`: what one plays.
    pub color: &'static str,
    /// The other's handle.
    pub opponent: String,
    pub rules: String,
    pub pace: String,
    pub rated: bool,
    /// `deploying`, `in-play` or `paused`.
    pub state: &'static str,
    /// Whether it is one's own turn.
    pub my_turn: bool,
    /// The number of the next ply, counted from 1.
    pub next: u32,
}

/// One's own games under way.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnPlays {
    pub plays: Vec<OwnPlay>,
}

impl From<Running> for OwnPlay {
    fn from(one: Running) -> OwnPlay {
        OwnPlay {
            id: play_id(&one.id),
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

/// The games under way in which one has a side, the newest first.
#[utoipa::path(
    get,
    path = "/api/v1/me/plays",
    operation_id = "listOwnPlays",
    responses((status = 200, description = "Games", body = OwnPlays,
        example = json!({"plays": [{"id": "0123456789abcdef", "color": "white", "opponent": "Maharlika", "rules": "standard", "pace": "1200+5", "rated": true, "state": "in-play", "my_turn": true, "next": 7}]}))),
)]
pub async fn plays(site: web::Data<Site>, Asker(actor): Asker) -> Result<HttpResponse, ApiError> {
    may_play(&actor)?;
    let plays = desk(&site, move |live| live::running(live, &actor)).await?;
    let plays = plays.into_iter().map(OwnPlay::from).collect();
    Ok(json(&OwnPlays { plays }, Keep::Private))
}

/// What one is called for, as it happens: server-sent events of games that begin, of one's turns, of games that
/// are over, and of offers to oneself. Who comes anew hears first how things stand; send the last `id` that you
/// have as `Last-Event-ID` to go on from there. Each is told once at least. Who listens counts as present in
/// all his games.
#[utoipa::path(
    get,
    path = "/api/v1/me/events",
    operation_id = "listenToOwn",
    responses((status = 200, description = "Events without end", body = ToldCall, content_type = "text/event-stream",
        example = json!("id: 7\ndata: {\"event\":\"your_turn\",\"play\":\"0123456789abcdef\",\"number\":1}\n\n"))),
)]
pub async fn events(
    request: HttpRequest,
    site: web::Data<Site>,
    Asker(actor): Asker,
    parameters: Parameters,
) -> Result<HttpResponse, ApiError> {
    parameters.read(&[])?;
    may_play(&actor)?;
    let last =
        request.headers().contains_key("last-event-id").then(|| heard_already(&request) as u64);
    Ok(answer_calls(&site, actor, last).await?)
}
