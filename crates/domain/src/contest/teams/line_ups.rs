//! Line-ups: submitted for a match, secret until both are in, and released.

use swiss::series::{GameResult, Side};
use swiss::teams::LineUp;

use super::super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, GameSlot, Meeting, RoundId,
    SubmittedBy, TableId,
};
use super::{BoardPlayers, TeamError, TeamMatch, TeamRole};

pub(super) fn team_error<T>(why: TeamError) -> Result<T, ContestError> {
    Err(ContestError::Team(why))
}

impl Contest {
    fn match_at(&self, at: TableId) -> Result<(&Meeting, &TeamMatch), ContestError> {
        self.ensure_running()?;
        let meeting = self.current_meeting_at(at.game(0))?;
        let team = meeting.team.as_ref().ok_or(ContestError::Team(TeamError::WrongUnit))?;
        Ok((meeting, team))
    }

    /// Submits a team's line-up for a match; a later one replaces an earlier one. Captains can do
    /// so until both line-ups are known or a board has its result; officials can correct boards
    /// without a result. A team without a line-up plays in roster order.
    pub fn submit_line_up(
        &self,
        at: TableId,
        team: EntrantId,
        players: BoardPlayers,
        by: SubmittedBy,
    ) -> CommandResult {
        let (meeting, known) = self.match_at(at)?;
        let side = meeting.side_of(team).ok_or(ContestError::PairingChanged)?;
        let fixed = self.are_boards_fixed(at.stage);
        if by == SubmittedBy::Entrant {
            if fixed {
                return team_error(TeamError::FixedBoards);
            }
            let is_known = self.settings.teams.sealed_line_ups && known.is_released();
            if is_known || known.has_results() || meeting.is_over() {
                return team_error(TeamError::LineUpLocked);
            }
        }
        self.check_line_up(team, &players, fixed, by)?;
        if known.line_up(side) == Some(&players) {
            return Ok(Vec::new());
        }
        let fact = ContestFact::LineUpSubmitted { at, side, players };
        if known.is_released() && !self.keeps_played_boards(at, &fact) {
            return team_error(TeamError::LineUpLocked);
        }
        Ok(vec![fact])
    }

    /// Checks whether a team may play this line-up.
    fn check_line_up(
        &self,
        team: EntrantId,
        players: &BoardPlayers,
        fixed: bool,
        by: SubmittedBy,
    ) -> Result<(), ContestError> {
        let of = self.entrant(team).and_then(|one| one.team.as_ref());
        let of = of
            .and_then(|team| self.to_swiss_team(team))
            .ok_or(ContestError::UnknownEntrant(team))?;
        let line_up = LineUp::new(&of, players.0.clone());
        let line_up = line_up.map_err(|fault| ContestError::Team(TeamError::LineUp(fault)))?;
        let mut seated = players.0.iter().enumerate();
        if fixed && !seated.all(|(board, player)| board == *player || *player >= of.boards()) {
            return team_error(TeamError::FixedBoards);
        }
        let share = self
            .settings
            .teams
            .title_share
            .filter(|_| by != (SubmittedBy::Official { waives_eligibility: true }));
        match share.and_then(|share| share.missing_in(&of, &line_up)) {
            Some(missing) => team_error(TeamError::TitleShare(missing)),
            None => Ok(()),
        }
    }

    /// Whether the same people play on all boards that have a result.
    fn keeps_played_boards(&self, at: TableId, fact: &ContestFact) -> bool {
        let Ok(after) = self.with_facts(std::slice::from_ref(fact)) else { return false };
        let seats = |contest: &Contest| contest.seated_boards(at);
        let (Some(was), Some(is)) = (seats(self), seats(&after)) else { return false };
        let same = |(was, is): (&super::SeatedBoard, &super::SeatedBoard)| {
            was.board.result.is_none() || was.players == is.players
        };
        was.iter().zip(&is).all(same)
    }

    /// Releases the line-ups of one match or of a whole round; teams without one play in roster
    /// order.
    pub fn release_line_ups(&self, round: RoundId, table: Option<usize>) -> CommandResult {
        let tables = match table {
            Some(table) => table..table + 1,
            None => 0..self.round(round).ok_or(ContestError::NotFound)?.meetings.len(),
        };
        let mut facts = Vec::new();
        for table in tables {
            let at = round.table(table);
            if !self.match_at(at)?.1.is_released() {
                facts.push(ContestFact::LineUpsReleased(at));
            }
        }
        Ok(facts)
    }

    /// Forfeits all boards without a result for an absent team, or both.
    pub fn default_match(
        &self,
        at: TableId,
        sides: [EntrantId; 2],
        absent: Option<Side>,
    ) -> CommandResult {
        let (meeting, team) = self.match_at(at)?;
        if meeting.sides != sides {
            return Err(ContestError::PairingChanged);
        }
        let result = match absent {
            Some(absent) => GameResult::Default { absent },
            None => GameResult::BothAbsent,
        };
        let facts = default_board_facts(at, team, result);
        if facts.is_empty() {
            Err(ContestError::GameNotOpen)
        } else {
            self.with_updated_drafts(facts)
        }
    }

    /// Reports the result of a board by its player or their captain; it counts once both sides
    /// report the same.
    pub fn report_board_result(
        &self,
        spot: GameSlot,
        role: TeamRole,
        result: GameResult,
    ) -> CommandResult {
        if !self.settings.player_reports {
            return Err(ContestError::ReportingDisabled);
        }
        let (meeting, team) = self.match_at(spot.table_id())?;
        let side = meeting.side_of(role.team).ok_or(ContestError::NotAtThisTable)?;
        let Some(seats) = self.seated_boards(spot.table_id()) else {
            return team_error(TeamError::LineUpsNotReleased);
        };
        let seat = seats.get(spot.game).ok_or(ContestError::GameNotOpen)?;
        if !role.is_captain && role.member != Some(seat.players[side.index()]) {
            return Err(ContestError::NotAtThisTable);
        }
        if !team.is_open(spot.game) {
            let stands = team.result_of(spot.game);
            let is_same = stands == Some(result);
            return if is_same {
                Ok(Vec::new())
            } else {
                Err(ContestError::ResultConflict(stands))
            };
        }
        if seat.board.reports[side.index()] == Some(result) {
            return Ok(Vec::new());
        }
        let mut facts = vec![ContestFact::ResultReported { spot, side, result }];
        if seat.board.reports[side.other().index()] == Some(result) {
            facts.push(ContestFact::result(spot, result));
        }
        self.with_updated_drafts(facts)
    }
}

/// The facts that end all open boards of a match with this result.
pub(in crate::contest) fn default_board_facts(
    at: TableId,
    team: &TeamMatch,
    result: GameResult,
) -> Vec<ContestFact> {
    let open: Vec<usize> = team.open_games().collect();
    let is_new = !team.is_released() && !open.is_empty();
    let released = is_new.then_some(ContestFact::LineUpsReleased(at));
    let lost = open.into_iter().map(|game| ContestFact::result(at.game(game), result));
    released.into_iter().chain(lost).collect()
}
