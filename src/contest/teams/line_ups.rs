//! Line-ups: handed in for a match, kept until both are in, and released.

use swiss::series::{GameResult, Side};
use swiss::teams::LineUp;

use super::super::{By, Contest, EntrantId, Fact, Meeting, Refusal, Spot};
use super::{Players, Role, TeamMatch, TeamRefusal};

/// The table of a match; all are counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    pub stage: usize,
    pub round: usize,
    pub table: usize,
}

impl Table {
    pub(in crate::contest) const fn spot(self) -> Spot {
        Spot { stage: self.stage, round: self.round, table: self.table, game: 0 }
    }
}

fn refused<T>(why: TeamRefusal) -> Result<T, Refusal> {
    Err(Refusal::Team(why))
}

impl Contest {
    /// The match of a table that was published.
    fn match_at(&self, at: Table) -> Result<(&Meeting, &TeamMatch), Refusal> {
        self.running()?;
        let meeting = self.seated_at(at.spot())?;
        let team = meeting.team.as_ref().ok_or(Refusal::Team(TeamRefusal::WrongUnit))?;
        Ok((meeting, team))
    }

    /// A team says who plays on which board of a match; a later line-up takes the place of an earlier one. A captain
    /// does so until both line-ups are known, or a board has its result; officials may set right who plays on a
    /// board that has none. Where nothing is handed in, the team plays in the order of its roster.
    ///
    /// # Errors
    /// [`Refusal`] where no such match is to be played, it is too late, or the line-up is none of that team.
    pub fn line_up(
        &self,
        at: Table,
        team: EntrantId,
        players: Players,
        by: By,
    ) -> Result<Vec<Fact>, Refusal> {
        let (meeting, known) = self.match_at(at)?;
        let side = meeting.side_of(team).ok_or(Refusal::OthersMeet)?;
        let fixed = self.are_boards_fixed(at.stage);
        if by == By::Himself {
            if fixed {
                return refused(TeamRefusal::BoardsAreFixed);
            }
            let is_known = self.settings.teams.sealed && known.is_released();
            if is_known || known.has_results() || meeting.is_over() {
                return refused(TeamRefusal::IsReleased);
            }
        }
        self.fits(team, &players, fixed, by)?;
        if known.own(side) == Some(&players) {
            return Ok(Vec::new());
        }
        let fact = Fact::LinedUp { at, side, players };
        if known.is_released() && !self.keeps_played_boards(at, &fact) {
            return refused(TeamRefusal::IsReleased);
        }
        Ok(vec![fact])
    }

    /// Whether a team may play like this.
    fn fits(&self, team: EntrantId, players: &Players, fixed: bool, by: By) -> Result<(), Refusal> {
        let of = self.entrant(team).and_then(|one| one.team.as_ref());
        let of = of.and_then(|team| self.of_boards(team)).ok_or(Refusal::NoEntrant(team))?;
        let line_up = LineUp::new(&of, players.0.clone());
        let line_up = line_up.map_err(|fault| Refusal::Team(TeamRefusal::LineUp(fault)))?;
        let mut seated = players.0.iter().enumerate();
        if fixed && !seated.all(|(board, player)| board == *player || *player >= of.boards()) {
            return refused(TeamRefusal::BoardsAreFixed);
        }
        let share = self.settings.teams.share.filter(|_| by != (By::Desk { exception: true }));
        match share.and_then(|share| share.missing_in(&of, &line_up)) {
            Some(missing) => refused(TeamRefusal::Share(missing)),
            None => Ok(()),
        }
    }

    /// Whether the same people play on all boards that have a result.
    fn keeps_played_boards(&self, at: Table, fact: &Fact) -> bool {
        let Ok(after) = self.with(std::slice::from_ref(fact)) else { return false };
        let seats = |contest: &Contest| contest.seats(at.stage, at.round, at.table);
        let (Some(was), Some(is)) = (seats(self), seats(&after)) else { return false };
        let same = |(was, is): (&super::Seat, &super::Seat)| {
            was.board.result.is_none() || was.players == is.players
        };
        was.iter().zip(&is).all(same)
    }

    /// The time for line-ups is over: who has handed in none plays in the order of his roster. Of one match, or of
    /// all of a round.
    ///
    /// # Errors
    /// [`Refusal`] where no such round is played, or no teams meet.
    pub fn release(
        &self,
        stage: usize,
        round: usize,
        table: Option<usize>,
    ) -> Result<Vec<Fact>, Refusal> {
        let tables = match table {
            Some(table) => table..table + 1,
            None => {
                let rounds = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?.rounds.get(round);
                0..rounds.ok_or(Refusal::NoSuchSpot)?.meetings.len()
            }
        };
        let mut facts = Vec::new();
        for table in tables {
            let at = Table { stage, round, table };
            if !self.match_at(at)?.1.is_released() {
                facts.push(Fact::Released(at));
            }
        }
        Ok(facts)
    }

    /// A team has not come to a match, or neither has: all boards without a result are lost by default.
    ///
    /// # Errors
    /// [`Refusal`] where others sit there, or no board is open.
    pub fn default_match(
        &self,
        at: Table,
        sides: [EntrantId; 2],
        absent: Option<Side>,
    ) -> Result<Vec<Fact>, Refusal> {
        let (meeting, team) = self.match_at(at)?;
        if meeting.sides != sides {
            return Err(Refusal::OthersMeet);
        }
        let result = match absent {
            Some(absent) => GameResult::Default { absent },
            None => GameResult::BothAbsent,
        };
        let facts = defaults(at, team, result);
        if facts.is_empty() { Err(Refusal::NotItsTurn) } else { self.with_drafts(facts) }
    }

    /// One of a team says what came of a board: the captain, or who plays there. When both sides say the same, it
    /// counts.
    ///
    /// # Errors
    /// [`Refusal`] where players do not report, he does not play there, or it has its result.
    pub fn say_of_board(
        &self,
        spot: Spot,
        role: Role,
        result: GameResult,
    ) -> Result<Vec<Fact>, Refusal> {
        if !self.settings.players_report {
            return Err(Refusal::NoReports);
        }
        let at = Table { stage: spot.stage, round: spot.round, table: spot.table };
        let (meeting, team) = self.match_at(at)?;
        let side = meeting.side_of(role.team).ok_or(Refusal::NotAtTable)?;
        let Some(seats) = self.seats(spot.stage, spot.round, spot.table) else {
            return refused(TeamRefusal::NotReleased);
        };
        let seat = seats.get(spot.game).ok_or(Refusal::NotItsTurn)?;
        if !role.is_captain && role.member != Some(seat.players[side.index()]) {
            return Err(Refusal::NotAtTable);
        }
        if !team.is_open(spot.game) {
            let stands = team.stands(spot.game);
            let is_same = stands == Some(result);
            return if is_same { Ok(Vec::new()) } else { Err(Refusal::Stands(stands)) };
        }
        if seat.board.said[side.index()] == Some(result) {
            return Ok(Vec::new());
        }
        let mut facts = vec![Fact::Said { spot, side, result }];
        if seat.board.said[side.other().index()] == Some(result) {
            facts.push(Fact::Result { spot, result: Some(result), why: String::new() });
        }
        self.with_drafts(facts)
    }
}

/// The facts by which all that is open of a match ends like this.
pub(in crate::contest) fn defaults(at: Table, team: &TeamMatch, result: GameResult) -> Vec<Fact> {
    let open: Vec<usize> = team.open().collect();
    let released = (!team.is_released() && !open.is_empty()).then_some(Fact::Released(at));
    let lost = open.into_iter().map(|game| Fact::Result {
        spot: Spot { game, ..at.spot() },
        result: Some(result),
        why: String::new(),
    });
    released.into_iter().chain(lost).collect()
}
