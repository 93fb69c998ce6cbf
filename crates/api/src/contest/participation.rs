//! The viewer's own part in an event: their number, and what they have to do as a captain.

use adjutant_service::contests::{
    self, OwnBoard, OwnTeamMatch, authorize, own_boards, own_entry, own_team,
};

use crate::prelude::*;
use swiss::series::Side;

endpoints! {
    show: TakePart;
}

/// Your part in an event.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParticipationResponse {
    /// Your number in the event, or that of your team; null if you do not take part.
    pub entrant: Option<u32>,
    /// Whether you are the captain of a team.
    pub captain: bool,
    /// Matches for which you, as the captain, may submit a line-up. Nobody else sees it before both are known.
    pub line_ups: Vec<OwnLineUpItem>,
    /// Your open boards or, as a captain, those of your team.
    pub boards: Vec<OwnBoardItem>,
}

/// A line-up that a captain may submit.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnLineUpItem {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    pub opponent: String,
    /// The players, board by board, by their positions among the members: as submitted, or by the
    /// roster.
    pub players: Vec<usize>,
    pub handed_in: bool,
    /// Whether the other team has submitted its line-up.
    pub other_in: bool,
}

/// An open board.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnBoardItem {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
    /// The number of the game, as results use it.
    pub game: usize,
    /// `first` or `second`: the side of your team.
    #[schema(value_type = String)]
    pub side: Side,
    /// The player of the other team.
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
            side: one.side,
            opponent: one.opponent.clone(),
        }
    }
}

/// Returns your part in an event: your number, the line-ups of the team that you captain, and your
/// open boards.
#[utoipa::path(
    get, path = "/api/v1/events/{slug}/mine", operation_id = "getOwnParticipation",
    responses((status = 200, description = "Your part", body = ParticipationResponse,
        example = json!({"entrant": 2, "captain": true, "line_ups": [{"stage": 1, "round": 1, "table": 1, "opponent": "Herons", "players": [3, 1], "handed_in": true, "other_in": false}], "boards": []}))),
)]
pub async fn show(site: SiteData, BearerAuth(actor): BearerAuth, slug: Path<String>) -> ApiResult {
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
    Ok(private_json(&run_read(&site, find).await?))
}
