//! Public data of teams and their matches. Line-ups are not included before their release.

use adjutant_domain::contest::teams::{BoardScore, Captain, MatchBoard, SeatedBoard, Team};
use adjutant_domain::contest::{Contest, EntrantId, EntrantProfile, Meeting};
use serde::Serialize;
use swiss::points::Points;
use swiss::series::{GameResult, Side};
use utoipa::ToSchema;

use super::board::write_points;
use super::onsite_games::TablePlay;

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardLine {
    /// `None` before the line-ups are released.
    pub names: Option<[String; 2]>,
    /// The side with White, if known.
    pub white: Option<Side>,
    pub result: Option<GameResult>,
    /// For officials only.
    pub is_disputed: bool,
    /// For officials only: the reports of both.
    pub reports: [Option<GameResult>; 2],
    /// The latest game created for the board on this site.
    pub play: Option<TablePlay>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchLine {
    pub board_points: [Points; 2],
    pub has_line_up: [bool; 2],
    pub is_released: bool,
    pub boards: Vec<BoardLine>,
    /// Games after the boards that break a tie.
    pub deciders: Vec<GameResult>,
    /// Whether the next tie-breaking game is to be played.
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
    #[serde(serialize_with = "write_points")]
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
    (stage, round, table): (usize, usize, usize),
    meeting: &Meeting,
    officials: bool,
    play: impl Fn(usize) -> Option<TablePlay>,
) -> Option<MatchLine> {
    let team = meeting.team.as_ref()?;
    let seats: Option<Vec<SeatedBoard>> = contest.seated_boards(stage, round, table);
    let board = |(at, played): (usize, &MatchBoard)| {
        let seat = seats.as_ref().and_then(|seats| seats.get(at));
        let name = |seat: &SeatedBoard, side: Side| {
            member_name(contest, meeting.entrant_on(side), seat.players[side.index()])
        };
        let said = if officials { played.reports } else { [None; 2] };
        BoardLine {
            names: seat.map(|seat| [Side::First, Side::Second].map(|side| name(seat, side))),
            white: seat.map(|seat| seat.white),
            result: played.result,
            is_disputed: matches!(said, [Some(one), Some(other)] if one != other),
            reports: said,
            play: play(at),
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
