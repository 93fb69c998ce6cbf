//! One's own part in an event: one's number, and what a captain has to do with his team.

use actix_web::{HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use crate::service::access::Act;
use crate::service::contests::{
    self, OwnBoard, OwnTeamMatch, authorize, own_boards, own_entry, own_team,
};
use swiss::series::Side;

use super::super::super::bearer_auth::BearerAuth;
use super::super::super::error::ApiError;
use super::super::super::site::Site;
use super::super::{CachePolicy, json_response, run_read};

/// One's own part in an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipationResponse {
    /// One's number in the event, or that of one's team; null for who takes no part.
    pub entrant: Option<u32>,
    /// Whether one is the captain of a team.
    pub captain: bool,
    /// Matches of one's team for which its captain may hand in a line-up. Nobody else is shown it before both are known.
    pub line_ups: Vec<OwnLineUpItem>,
    /// Open boards that one plays on, or one's team where one is its captain.
    pub boards: Vec<OwnBoardItem>,
}

/// A line-up that a captain may hand in.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnLineUpItem {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub opponent: String,
    /// Who plays, board by board, by their places among the members: as it was handed in, or by the roster.
    pub players: Vec<usize>,
    pub handed_in: bool,
    /// Whether the other team has handed in its own.
    pub other_in: bool,
}

/// A board that is open.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnBoardItem {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// Its number, as results have it.
    pub game: usize,
    /// `first` or `second`: the side of one's team.
    pub side: &'static str,
    /// Who plays there for the other team.
    pub opponent: String,
}

impl From<&OwnTeamMatch> for OwnLineUpItem {
    fn from(one: &OwnTeamMatch) -> OwnLineUpItem {
        OwnLineUpItem {
            stage: one.table.stage + 1,
            round: one.table.round + 1,
            table: one.table.table + 1,
            opponent: one.opponent.clone(),
            players: one.line_up.iter().map(|at| at + 1).collect(),
            handed_in: one.has_line_up,
            other_in: one.opponent_has_line_up,
        }
    }
}

impl From<&OwnBoard> for OwnBoardItem {
    fn from(one: &OwnBoard) -> OwnBoardItem {
        OwnBoardItem {
            stage: one.slot.stage + 1,
            round: one.slot.round + 1,
            table: one.slot.table + 1,
            game: one.slot.game + 1,
            side: if one.side == Side::First { "first" } else { "second" },
            opponent: one.opponent.clone(),
        }
    }
}

/// One's own part in an event: one's number, the line-ups of a captain's team, and the boards that are open.
#[utoipa::path(
    get,
    path = "/api/v1/events/{slug}/mine",
    operation_id = "getOwnPart",
    params(("slug" = String, Path, description = "The event's name in addresses")),
    responses((status = 200, description = "One's own part", body = ParticipationResponse,
        example = json!({"entrant": 2, "captain": true, "line_ups": [{"stage": 1, "round": 1, "table": 1, "opponent": "Herons", "players": [3, 1], "handed_in": true, "other_in": false}], "boards": []}))),
)]
pub async fn show(
    site: web::Data<Site>,
    BearerAuth(actor): BearerAuth,
    path: web::Path<String>,
) -> Result<HttpResponse, ApiError> {
    let slug = path.into_inner();
    let find = move |app: &_| {
        authorize(app, &actor, Act::TakePart, &slug)?;
        let run = contests::load_contest(app, &slug)?;
        let led = own_team(&run, &actor);
        Ok(ParticipationResponse {
            entrant: own_entry(&run, &actor).map(|id| id.0),
            captain: led.is_some(),
            line_ups: led.iter().flat_map(|led| &led.matches).map(OwnLineUpItem::from).collect(),
            boards: own_boards(&run, &actor).iter().map(OwnBoardItem::from).collect(),
        })
    };
    Ok(json_response(&run_read(&site, find).await?, CachePolicy::Private))
}
