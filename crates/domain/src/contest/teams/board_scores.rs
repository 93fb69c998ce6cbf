//! Scores by board: for board prizes and the tables of fixed board groups.

use std::collections::BTreeMap;

use swiss::points::{PointSystem, Points};
use swiss::series::{GameResult, Side};
use swiss::teams::BoardBook;

use super::super::{Contest, EntrantId, Meeting, RequestedBye, StageState};

/// A member's score on a board in a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardScore {
    /// Counted from 0.
    pub board: usize,
    pub team: EntrantId,
    /// Their place among the members.
    pub member: usize,
    pub games: usize,
    pub points: Points,
}

impl Contest {
    /// All scores of a stage by board, the best first.
    pub fn board_scores(&self, stage: usize) -> Vec<BoardScore> {
        let mut all: BTreeMap<(usize, EntrantId, usize), (usize, Points)> = BTreeMap::new();
        for (at, meeting) in self.published_tables().filter(|(at, _)| at.stage == stage) {
            for seat in self.seated_boards(at).unwrap_or_default() {
                let Some(result) = seat.board.result else { continue };
                for side in [Side::First, Side::Second] {
                    let key = (
                        seat.team_boards[side.index()],
                        meeting.entrant_on(side),
                        seat.players[side.index()],
                    );
                    let (games, points) = all.entry(key).or_default();
                    *games += 1;
                    *points = *points + result.points(side, &self.settings.points);
                }
            }
        }
        let score = |((board, team, member), (games, points))| BoardScore {
            board,
            team,
            member,
            games,
            points,
        };
        let mut all: Vec<BoardScore> = all.into_iter().map(score).collect();
        all.sort_by_key(|one| (one.board, std::cmp::Reverse(one.points), one.games, one.team));
        all
    }

    /// Board points of the entrants of a group by round; `None` without teams.
    pub(in crate::contest) fn board_book(
        &self,
        stage: usize,
        ids: &[EntrantId],
        played: usize,
    ) -> Option<BoardBook> {
        let boards = self.settings.team_boards()?;
        let (state, points) = (self.stages.get(stage)?, &self.settings.points);
        // In a round robin, a team without an opponent has no match to play.
        let of_bye = if self.is_swiss(stage) { vec![points.draw; boards] } else { Vec::new() };
        let of_team = |id: &EntrantId| {
            let round = |round: usize| round_board_points(state, round, *id, &of_bye, points);
            (0..played).map(round).collect()
        };
        let points = ids.iter().map(of_team).collect();
        Some(BoardBook { is_score: self.are_boards_fixed(stage), points })
    }
}

/// A team's board points in a round. A bye that is worth points counts as a draw on each board.
fn round_board_points(
    state: &StageState,
    round: usize,
    team: EntrantId,
    of_bye: &[Points],
    points: &PointSystem,
) -> Vec<Points> {
    let Some(of) = state.rounds.get(round) else { return Vec::new() };
    let found = of.meetings.iter().find_map(|one| Some((one, one.side_of(team)?)));
    if let Some((meeting, side)) = found {
        return match_board_points(meeting, side, points);
    }
    let asked = state.requested_byes.get(&(round, team)).copied();
    let has_bye =
        of.byes.contains(&team) || matches!(asked, Some(RequestedBye::Half | RequestedBye::Full));
    if has_bye { of_bye.to_vec() } else { Vec::new() }
}

fn match_board_points(meeting: &Meeting, side: Side, points: &PointSystem) -> Vec<Points> {
    let of =
        |result: Option<GameResult>| result.map_or(Points(0), |result| result.points(side, points));
    let boards = meeting.team.as_ref().map_or(&[][..], |team| team.boards());
    boards.iter().map(|board| of(board.result)).collect()
}
