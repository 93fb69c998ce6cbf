//! Matches between teams.

use swiss::Color;
use swiss::points::{PointSystem, Points};
use swiss::series::{GameResult, Series, Side};
use swiss::stage::System;
use swiss::teams::{scheveningen, score};

use super::super::{Contest, Meeting, TableId};
use super::BoardPlayers;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchBoard {
    pub result: Option<GameResult>,
    /// The results reported by both sides.
    pub reports: [Option<GameResult>; 2],
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamMatch {
    /// Whether line-ups are secret until both are submitted.
    sealed: bool,
    released: bool,
    line_ups: [Option<BoardPlayers>; 2],
    boards: Vec<MatchBoard>,
    /// Tie-break games in order; they count while the boards are equal.
    deciders: Vec<GameResult>,
    /// Whether the next tie-break game is to be played.
    needs_decider: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatedBoard {
    /// Places among the members of both teams.
    pub players: [usize; 2],
    /// Their board numbers within their teams, which differ in the Scheveningen system.
    pub team_boards: [usize; 2],
    /// The side with White.
    pub white: Side,
    pub board: MatchBoard,
}

impl TeamMatch {
    fn new(boards: usize, sealed: bool, all: Option<GameResult>) -> TeamMatch {
        let board = MatchBoard { result: all, reports: [None; 2] };
        TeamMatch {
            sealed,
            released: false,
            line_ups: [None, None],
            boards: vec![board; boards],
            deciders: Vec::new(),
            needs_decider: false,
        }
    }

    /// Whether the line-ups are public.
    pub const fn is_released(&self) -> bool {
        !self.sealed || self.released || (self.line_ups[0].is_some() && self.line_ups[1].is_some())
    }

    /// Whether a side has submitted its line-up, which is all that others may know before both are
    /// released.
    pub const fn has_line_up(&self, side: Side) -> bool {
        self.line_ups[side.index()].is_some()
    }

    /// A side's line-up, released or not: only for its team and for officials.
    pub const fn line_up(&self, side: Side) -> Option<&BoardPlayers> {
        self.line_ups[side.index()].as_ref()
    }

    /// The boards in order, without their players.
    pub fn boards(&self) -> &[MatchBoard] {
        &self.boards
    }

    /// The tie-break games.
    pub fn deciders(&self) -> &[GameResult] {
        &self.deciders
    }

    /// Whether a tie-break game is to be played.
    pub const fn needs_decider(&self) -> bool {
        self.needs_decider
    }

    /// The board points of both sides so far.
    pub fn board_points(&self, points: &PointSystem) -> [Points; 2] {
        let results: Vec<Option<GameResult>> = self.results();
        score(&results, points, points).board_points
    }

    fn results(&self) -> Vec<Option<GameResult>> {
        self.boards.iter().map(|board| board.result).collect()
    }

    /// Whether a board has a result or a report.
    pub fn has_results(&self) -> bool {
        self.boards.iter().any(|board| board.result.is_some())
    }

    /// The result of a board or, after the boards, of a tie-break game.
    pub fn result_of(&self, game: usize) -> Option<GameResult> {
        match self.boards.get(game) {
            Some(board) => board.result,
            None => self.deciders.get(game - self.boards.len()).copied(),
        }
    }

    /// Whether it is to be played now.
    pub fn is_open(&self, game: usize) -> bool {
        match self.boards.get(game) {
            Some(board) => board.result.is_none(),
            None => self.needs_decider && game == self.boards.len() + self.deciders.len(),
        }
    }

    /// The boards and games to be played now.
    pub fn open_games(&self) -> impl Iterator<Item = usize> {
        (0..=self.boards.len() + self.deciders.len()).filter(|game| self.is_open(*game))
    }

    /// Whether its result can be removed; of tie-break games only the last one's can.
    pub(in crate::contest) const fn can_remove_result(&self, game: usize) -> bool {
        let behind = game + 1 == self.boards.len() + self.deciders.len();
        game < self.boards.len() || behind
    }

    /// Whether such a board or game exists, or may exist now.
    pub(in crate::contest) fn has_game(&self, game: usize) -> bool {
        self.result_of(game).is_some() || self.is_open(game) || game < self.boards.len()
    }

    pub(in crate::contest) fn set_result(
        &mut self,
        game: usize,
        result: Option<GameResult>,
    ) -> Option<()> {
        if let Some(board) = self.boards.get_mut(game) {
            *board = MatchBoard { result, reports: [None; 2] };
            return Some(());
        }
        let at = game - self.boards.len();
        match result {
            Some(result) if at < self.deciders.len() => self.deciders[at] = result,
            Some(result) if at == self.deciders.len() => self.deciders.push(result),
            None if at + 1 == self.deciders.len() => {
                self.deciders.pop();
            }
            _ => return None,
        }
        Some(())
    }

    pub(in crate::contest) fn set_report(
        &mut self,
        game: usize,
        side: Side,
        result: GameResult,
    ) -> Option<()> {
        self.boards.get_mut(game)?.reports[side.index()] = Some(result);
        Some(())
    }

    pub(in crate::contest) fn set_line_up(&mut self, side: Side, players: BoardPlayers) {
        self.line_ups[side.index()] = Some(players);
    }

    pub(in crate::contest) const fn release(&mut self) {
        self.released = true;
    }

    /// Forfeits all open games of a side that no longer plays.
    pub(in crate::contest) fn default_open_games(&mut self, absent: Side) {
        let lost = GameResult::Default { absent };
        self.boards.iter_mut().for_each(|board| board.result = board.result.or(Some(lost)));
        if self.needs_decider {
            self.deciders.push(lost);
        }
    }

    /// The result once everything has been played. If the match must be won, tie-break games decide
    /// equal boards.
    fn match_result(&self, points: &PointSystem, must_be_won: bool) -> Option<GameResult> {
        let result = score(&self.results(), points, points).result?;
        if !must_be_won || result != GameResult::Drawn {
            return Some(result);
        }
        let ends = |game: &&GameResult| **game != GameResult::Drawn;
        let last = self.deciders.iter().find(ends)?;
        Some(last.winner().map_or(GameResult::BothAbsent, GameResult::Won))
    }
}

impl Meeting {
    /// Updates the match's result from its boards.
    pub(in crate::contest) fn update_match_result(
        &mut self,
        points: &PointSystem,
        must_be_won: bool,
        series: &Series,
    ) {
        let Some(team) = &mut self.team else { return };
        let came = team.match_result(points, must_be_won);
        let is_played = team.boards.iter().all(|board| board.result.is_some());
        team.needs_decider = is_played && came.is_none();
        self.games = came.into_iter().collect();
        self.next = series.next(&self.games);
    }
}

impl Contest {
    /// A new match between teams; `all` is a result fixed in advance for all its boards.
    pub(in crate::contest) fn new_match(
        &self,
        stage: usize,
        all: Option<GameResult>,
    ) -> Option<TeamMatch> {
        let boards = self.settings.team_boards()?;
        let sealed = self.settings.teams.sealed_line_ups && !self.are_boards_fixed(stage);
        Some(TeamMatch::new(boards, sealed, all))
    }

    /// Whether everybody keeps their board through a stage.
    pub fn are_boards_fixed(&self, stage: usize) -> bool {
        let system = self.settings.plan.stages.get(stage).map(|stage| stage.system);
        matches!(system, Some(System::BoardGroups { .. } | System::Scheveningen))
    }

    /// The players on each board of a match; `None` if it is not between teams, or its line-ups are
    /// not released.
    pub fn seated_boards(&self, at: TableId) -> Option<Vec<SeatedBoard>> {
        let meeting = self.meeting(at)?;
        let team = meeting.team.as_ref().filter(|team| team.is_released())?;
        let count = team.boards.len();
        let turns = matches!(self.settings.plan.stages[at.stage].system, System::Scheveningen);
        let drawn = if turns { scheveningen(count, at.round) } else { None };
        let of = |side: Side, board: usize| {
            let own = team.line_up(side).and_then(|players| players.0.get(board));
            own.copied().unwrap_or(board)
        };
        let seat = |(board, played): (usize, &MatchBoard)| {
            let encounter = drawn.as_ref().and_then(|all| all.get(board));
            let second = encounter.map_or(board, |encounter| encounter.second);
            let first_is_white = encounter
                .map_or(board.is_multiple_of(2), |encounter| encounter.color == Color::White);
            SeatedBoard {
                players: [of(Side::First, board), of(Side::Second, second)],
                team_boards: [board, second],
                white: if first_is_white { Side::First } else { Side::Second },
                board: *played,
            }
        };
        Some(team.boards.iter().enumerate().map(seat).collect())
    }
}
