//! A match of two teams, as far as it has come.

use swiss::Color;
use swiss::points::{PointSystem, Points};
use swiss::series::{GameResult, Series, Side};
use swiss::stage::System;
use swiss::teams::{scheveningen, score};

use super::super::{Contest, Meeting};
use super::BoardPlayers;

/// A board of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchBoard {
    pub result: Option<GameResult>,
    /// What both say of it.
    pub reports: [Option<GameResult>; 2],
}

/// A match of two teams.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamMatch {
    /// Whether line-ups are kept until both are in.
    sealed: bool,
    /// Whether an official has released them.
    released: bool,
    line_ups: [Option<BoardPlayers>; 2],
    boards: Vec<MatchBoard>,
    /// Games that are to break a tie, one after the other; they count as long as the boards are equal.
    deciders: Vec<GameResult>,
    /// Whether the next of them is to be played.
    needs_decider: bool,
}

/// A board with who plays there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatedBoard {
    /// Places among the members of both teams.
    pub players: [usize; 2],
    /// The boards that both have in their teams: in the Scheveningen system they meet across.
    pub team_boards: [usize; 2],
    /// The side that has White.
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

    /// Whether everybody may know who plays.
    pub const fn is_released(&self) -> bool {
        !self.sealed || self.released || (self.line_ups[0].is_some() && self.line_ups[1].is_some())
    }

    /// Whether a side has handed in its line-up: all that others may know before both are released.
    pub const fn has_line_up(&self, side: Side) -> bool {
        self.line_ups[side.index()].is_some()
    }

    /// A side's own, released or not: for its team and for officials alone.
    pub const fn line_up(&self, side: Side) -> Option<&BoardPlayers> {
        self.line_ups[side.index()].as_ref()
    }

    /// In their order, without who plays there.
    pub fn boards(&self) -> &[MatchBoard] {
        &self.boards
    }

    /// Games that were to break a tie.
    pub fn deciders(&self) -> &[GameResult] {
        &self.deciders
    }

    /// Whether a game that breaks a tie is to be played.
    pub const fn needs_decider(&self) -> bool {
        self.needs_decider
    }

    /// Board points of both so far.
    pub fn board_points(&self, points: &PointSystem) -> [Points; 2] {
        let results: Vec<Option<GameResult>> = self.results();
        score(&results, points, points).board_points
    }

    fn results(&self) -> Vec<Option<GameResult>> {
        self.boards.iter().map(|board| board.result).collect()
    }

    /// Whether anything is known of a board.
    pub fn has_results(&self) -> bool {
        self.boards.iter().any(|board| board.result.is_some())
    }

    /// What stands of a board or, behind the boards, of a game that breaks a tie.
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

    /// The boards and games that are to be played now.
    pub fn open_games(&self) -> impl Iterator<Item = usize> {
        (0..=self.boards.len() + self.deciders.len()).filter(|game| self.is_open(*game))
    }

    /// Whether a result of it can be taken away: of games that break a tie only the last.
    pub(in crate::contest) const fn can_remove_result(&self, game: usize) -> bool {
        let behind = game + 1 == self.boards.len() + self.deciders.len();
        game < self.boards.len() || behind
    }

    /// Whether there is, or may be now, such a board or game.
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

    /// A side plays no more: whatever is open is lost by default.
    pub(in crate::contest) fn default_open_games(&mut self, absent: Side) {
        let lost = GameResult::Default { absent };
        self.boards.iter_mut().for_each(|board| board.result = board.result.or(Some(lost)));
        if self.needs_decider {
            self.deciders.push(lost);
        }
    }

    /// What came of it, once everything is played. Where somebody must win, equal boards leave that to the games
    /// behind them.
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
    /// What follows from the boards for the match.
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
    /// A match that begins, where teams meet; `all` is what came of all its boards beforehand.
    pub(in crate::contest) fn new_match(
        &self,
        stage: usize,
        all: Option<GameResult>,
    ) -> Option<TeamMatch> {
        let boards = self.settings.team_boards()?;
        let sealed = self.settings.teams.sealed_line_ups && !self.are_boards_fixed(stage);
        Some(TeamMatch::new(boards, sealed, all))
    }

    /// Whether everybody keeps his board through a stage.
    pub fn are_boards_fixed(&self, stage: usize) -> bool {
        let system = self.settings.plan.stages.get(stage).map(|stage| stage.system);
        matches!(system, Some(System::BoardGroups { .. } | System::Scheveningen))
    }

    /// Whether a match of a stage cannot end drawn.
    pub(in crate::contest) fn must_be_won(&self, stage: usize) -> bool {
        let system = self.settings.plan.stages.get(stage).map(|stage| stage.system);
        matches!(system, Some(System::Knockout { .. }))
    }

    /// Who plays on each board of a match; `None` where no teams meet, or their line-ups are not released.
    pub fn seated_boards(
        &self,
        stage: usize,
        round: usize,
        table: usize,
    ) -> Option<Vec<SeatedBoard>> {
        let meeting = self.stages.get(stage)?.rounds.get(round)?.meetings.get(table)?;
        let team = meeting.team.as_ref().filter(|team| team.is_released())?;
        let count = team.boards.len();
        let turns = matches!(self.settings.plan.stages[stage].system, System::Scheveningen);
        let drawn = if turns { scheveningen(count, round) } else { None };
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
