//! Teams over the API: who is in them, how they meet, and what came of their boards.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use adjutant_domain::contest::EntrantId;
use adjutant_service::contests::{BoardScoreLine, MatchLine, NewTeam, TeamLine};
use swiss::series::Side;

use super::contest_response::PlayItem;
use super::entrants::NewEntrantRequest;
use super::{GameResultName, points_text};

/// A team that is to be registered, or amended.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TeamRequest {
    /// The number of the team that is amended; left out for a new one. A captain's own is always his.
    #[serde(default)]
    pub entrant: Option<u32>,
    pub name: String,
    #[serde(default)]
    pub club: String,
    #[serde(default)]
    pub province: String,
    /// One of the members or somebody who does not play, by handle or name; the first member where it is left out.
    /// Who registers his own team is its captain.
    #[serde(default)]
    pub captain: String,
    /// In the order of the boards, alternates behind them.
    pub members: Vec<NewEntrantRequest>,
}

impl From<TeamRequest> for NewTeam {
    fn from(sent: TeamRequest) -> NewTeam {
        let TeamRequest { entrant, name, club, province, captain, members } = sent;
        let members = members.into_iter().map(Into::into).collect();
        NewTeam { entrant: entrant.map(EntrantId), name, club, province, captain, members }
    }
}

/// The members of a team.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamItem {
    pub captain: String,
    /// The number of boards; the members after them are alternates.
    pub boards: usize,
    pub members: Vec<TeamMemberItem>,
}

/// A member of a team; line-ups name members by their places here, from 1 on.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMemberItem {
    pub name: String,
    /// Whether it is a player of this site.
    pub player: bool,
    pub rating: u32,
}

impl From<TeamLine> for TeamItem {
    fn from(line: TeamLine) -> TeamItem {
        let members = line.members.into_iter().map(|one| TeamMemberItem {
            name: one.name,
            player: one.is_player,
            rating: one.rating,
        });
        TeamItem { captain: line.captain, boards: line.boards, members: members.collect() }
    }
}

/// A match of two teams.
#[derive(Debug, Serialize, ToSchema)]
pub struct TeamMatchItem {
    pub board_points: [String; 2],
    /// Whether each side has handed in its line-up.
    pub line_ups_in: [bool; 2],
    /// Whether the line-ups are released.
    pub released: bool,
    /// In their order; the result of a board is entered as that of the game of its number.
    pub boards: Vec<TeamMatchBoardItem>,
    /// Games behind the boards that are to break a tie.
    pub deciders: Vec<GameResultName>,
    /// Whether the next of those is to be played.
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
    /// The game here that was made for it last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<PlayItem>,
}

impl From<MatchLine> for TeamMatchItem {
    fn from(line: MatchLine) -> TeamMatchItem {
        let boards = (1..).zip(line.boards).map(|(board, one)| TeamMatchBoardItem {
            board,
            names: one.names,
            white: one.white.map(|side| if side == Side::First { "first" } else { "second" }),
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

/// A player's score on a board of a stage, for board prizes and fixed board groups.
#[derive(Debug, Serialize, ToSchema)]
pub struct BoardScoreItem {
    pub board: usize,
    pub name: String,
    /// The number of the team.
    pub team: u32,
    pub team_name: String,
    pub games: usize,
    pub points: String,
}

impl From<BoardScoreLine> for BoardScoreItem {
    fn from(line: BoardScoreLine) -> BoardScoreItem {
        BoardScoreItem {
            board: line.board,
            name: line.name,
            team: line.team.0,
            team_name: line.team_name,
            games: line.games,
            points: points_text(line.points),
        }
    }
}
