//! Teams over the API: their members, matches and board results.

use adjutant_domain::contest::EntrantId;
use adjutant_service::contests::{MatchLine, NewTeam, points_text};

use super::contest_response::PlayItem;
use super::entrants::NewEntrantRequest;
use super::{GameResultName, side_name};
use crate::prelude::*;

/// A team to register or change.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRequest {
    /// The number of the team to change; omitted for a new one. Ignored for captains, who change their own team.
    pub entrant: Option<u32>,
    pub name: String,
    #[serde(default)]
    pub club: String,
    #[serde(default)]
    pub province: String,
    /// The handle or name of a member or of a non-playing captain; the first member by default. A player who registers
    /// their own team is its captain.
    #[serde(default)]
    pub captain: String,
    /// In board order, alternates last.
    pub members: Vec<NewEntrantRequest>,
}

impl From<TeamRequest> for NewTeam {
    fn from(sent: TeamRequest) -> NewTeam {
        let TeamRequest { entrant, name, club, province, captain, members } = sent;
        let members = members.into_iter().map(Into::into).collect();
        NewTeam { entrant: entrant.map(EntrantId), name, club, province, captain, members }
    }
}

/// A match of two teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMatchItem {
    pub board_points: [String; 2],
    /// Whether each side has submitted its line-up.
    pub line_ups_in: [bool; 2],
    /// Whether the line-ups are released.
    pub released: bool,
    /// In board order. To enter the result of a board, use its number as the number of the game.
    pub boards: Vec<TeamMatchBoardItem>,
    /// Results of the games after the boards that break a tie.
    pub deciders: Vec<GameResultName>,
    /// Whether another such game is to be played.
    pub tied: bool,
}

/// A board of a match.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMatchBoardItem {
    pub board: usize,
    /// Null before the line-ups are released.
    pub names: Option<[String; 2]>,
    /// The side with White, `first` or `second`; null before the line-ups are released.
    pub white: Option<&'static str>,
    pub result: Option<GameResultName>,
    /// Officials only: the sides reported different results.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub disputed: bool,
    /// The last game that was created here for this board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayItem>,
}

impl From<MatchLine> for TeamMatchItem {
    fn from(line: MatchLine) -> TeamMatchItem {
        let boards = (1..).zip(line.boards).map(|(board, one)| TeamMatchBoardItem {
            board,
            names: one.names,
            white: one.white.map(side_name),
            result: one.result.map(GameResultName::from),
            disputed: one.is_disputed,
            play: one.play.as_ref().map(PlayItem::from),
        });
        TeamMatchItem {
            board_points: line.board_points.map(points_text),
            line_ups_in: line.has_line_up,
            released: line.is_released,
            boards: boards.collect(),
            deciders: line.deciders.into_iter().map(GameResultName::from).collect(),
            tied: line.is_tied,
        }
    }
}
