//! Public data of teams and their matches. Line-ups are not included before their release.

use adjutant_domain::contest::teams::{BoardScore, Captain, MatchBoard, SeatedBoard, Team};
use adjutant_domain::contest::{Contest, EntrantId, EntrantProfile, Meeting, TableId};
use serde::Serialize;
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use utoipa::ToSchema;

use super::board::is_nothing_reported;
use super::onsite_games::TablePlay;
use super::wire::{self, GameResultName};

/// A member of a team. Line-ups refer to members by their positions here, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TeamMemberItem)]
pub struct MemberLine {
    pub name: String,
    /// Whether the member is a player of this site.
    #[serde(rename = "player")]
    pub is_player: bool,
    pub rating: u32,
    #[serde(skip)]
    pub is_captain: bool,
}

/// The members of a team.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TeamItem)]
pub struct TeamLine {
    pub captain: String,
    /// The number of boards; the members after them are alternates.
    pub boards: usize,
    pub members: Vec<MemberLine>,
}

/// A board of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TeamMatchBoardItem)]
pub struct BoardLine {
    #[serde(rename = "board")]
    pub number: usize,
    /// Null before the line-ups are released.
    pub names: Option<[String; 2]>,
    /// The side with White, `first` or `second`; null before the line-ups are released.
    #[schema(value_type = Option<String>)]
    pub white: Option<Side>,
    #[schema(value_type = Option<GameResultName>)]
    pub result: Option<GameResult>,
    /// Officials only: the sides reported different results.
    #[serde(rename = "disputed", skip_serializing_if = "std::ops::Not::not")]
    pub is_disputed: bool,
    /// Officials only: the results reported by the sides.
    #[serde(rename = "said", skip_serializing_if = "is_nothing_reported")]
    #[schema(value_type = Option<[Option<GameResultName>; 2]>)]
    pub reports: [Option<GameResult>; 2],
    /// The last game that was created here for this board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<TablePlay>,
}

/// A match of two teams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TeamMatchItem)]
pub struct MatchLine {
    #[serde(serialize_with = "wire::both_points")]
    #[schema(value_type = [String; 2])]
    pub board_points: [Points; 2],
    /// Whether each side has submitted its line-up.
    #[serde(rename = "line_ups_in")]
    pub has_line_up: [bool; 2],
    /// Whether the line-ups are released.
    #[serde(rename = "released")]
    pub is_released: bool,
    /// In board order. To enter the result of a board, use its number as the number of the game.
    pub boards: Vec<BoardLine>,
    /// Results of the games after the boards that break a tie.
    #[schema(value_type = Vec<GameResultName>)]
    pub deciders: Vec<GameResult>,
    /// Whether another such game is to be played.
    #[serde(rename = "tied")]
    pub is_tied: bool,
}

/// A player's score on a board of a stage, for board prizes and fixed board groups.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BoardScoreItem)]
pub struct BoardScoreLine {
    pub board: usize,
    pub name: String,
    /// The number of the team.
    #[schema(value_type = u32)]
    pub team: EntrantId,
    pub team_name: String,
    pub games: usize,
    #[serde(serialize_with = "wire::points")]
    #[schema(value_type = String)]
    pub points: Points,
}

pub(super) fn team_line(team: &Team, boards: usize) -> TeamLine {
    let member = |(at, one): (usize, &EntrantProfile)| MemberLine {
        name: one.name.clone(),
        is_player: one.player != 0,
        rating: one.rating,
        is_captain: team.captain == Captain::Member(at),
    };
    TeamLine {
        captain: team.captain().map(|one| one.name.clone()).unwrap_or_default(),
        boards,
        members: team.members.iter().enumerate().map(member).collect(),
    }
}

/// The name of an entrant; empty if there is no such entrant.
pub fn entrant_name(contest: &Contest, id: EntrantId) -> String {
    contest.entrant(id).map(|one| one.person.name.clone()).unwrap_or_default()
}

pub(super) fn member_name(contest: &Contest, team: EntrantId, member: usize) -> String {
    let team = contest.entrant(team).and_then(|one| one.team.as_ref());
    let member = team.and_then(|team| team.members.get(member));
    member.map(|one| one.name.clone()).unwrap_or_default()
}

pub(super) fn match_line(
    contest: &Contest,
    at: TableId,
    meeting: &Meeting,
    officials: bool,
    play: impl Fn(usize) -> Option<TablePlay>,
) -> Option<MatchLine> {
    let team = meeting.team.as_ref()?;
    let seats: Option<Vec<SeatedBoard>> = contest.seated_boards(at);
    let board = |(number, played): (usize, &MatchBoard)| {
        let seat = seats.as_ref().and_then(|seats| seats.get(number));
        let name = |seat: &SeatedBoard, side: Side| {
            member_name(contest, meeting.entrant_on(side), seat.players[side.index()])
        };
        BoardLine {
            number: number + 1,
            names: seat.map(|seat| [Side::First, Side::Second].map(|side| name(seat, side))),
            white: seat.map(|seat| seat.white),
            result: played.result,
            is_disputed: officials
                && matches!(played.reports, [Some(one), Some(other)] if one != other),
            reports: if officials { played.reports } else { [None; 2] },
            play: play(number),
        }
    };
    Some(MatchLine {
        board_points: team.board_points(&contest.settings.points),
        has_line_up: [Side::First, Side::Second].map(|side| team.has_line_up(side)),
        is_released: team.is_released(),
        boards: team.boards().iter().enumerate().map(board).collect(),
        deciders: team.deciders().to_vec(),
        is_tied: team.needs_decider(),
    })
}

pub(super) fn board_scores(contest: &Contest, stage: usize) -> Vec<BoardScoreLine> {
    let line = |one: BoardScore| BoardScoreLine {
        board: one.board + 1,
        name: member_name(contest, one.team, one.member),
        team: one.team,
        team_name: entrant_name(contest, one.team),
        games: one.games,
        points: one.points,
    };
    contest.board_scores(stage).into_iter().map(line).collect()
}
