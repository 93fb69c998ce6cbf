//! Who withdraws, comes back, and forfeits a game.

use swiss::series::{GameResult, Next, Side};

use super::scheduling::TableId;
use super::teams::{MatchTable, TeamError, default_board_facts};
use super::{
    Contest, ContestError, ContestFact, EntrantId, EntrantStatus, GameSlot, Meeting, StageState,
};

/// Why a result is taken away that was a forfeit.
const FORFEIT_TAKEN_BACK: &str = "forfeit taken back";

impl Contest {
    /// Somebody withdraws, by themselves or not, from the next round on: games of rounds that are published are
    /// still played. Before anything began, the first who waits has the place. Where a draft has them, it is paired
    /// anew; what a round robin and a knock-out have for them later is lost by default.
    ///
    /// # Errors
    /// [`ContestError`] where there is nobody, or they take no part.
    pub fn withdraw(
        &self,
        entrant: EntrantId,
        own: bool,
    ) -> Result<Vec<ContestFact>, ContestError> {
        self.ensure_running()?;
        let standing = self.registered_entrant(entrant)?.status;
        if standing == EntrantStatus::Withdrawn {
            return Err(ContestError::NotActive(entrant));
        }
        let had_place = standing == EntrantStatus::Active;
        let mut facts =
            vec![ContestFact::EntrantWithdrew { entrant, plays_on: true, by_entrant: own }];
        let begun = self.stages.iter().any(StageState::has_begun);
        let waits = self.numbered_entrants().find(|(_, one)| one.status == EntrantStatus::Waiting);
        let has_room = self.active_count() <= self.capacity();
        if let Some((first, _)) = waits.filter(|_| had_place && !begun && has_room) {
            facts.push(ContestFact::EntrantAdmitted { entrant: first });
        }
        self.with_updated_drafts(facts)
    }

    /// Who has withdrawn by themselves takes part again, as long as no round was published since.
    ///
    /// # Errors
    /// [`ContestError`] where they have not, the next round is published, or others have the places.
    pub fn rejoin(&self, entrant: EntrantId) -> Result<Vec<ContestFact>, ContestError> {
        self.ensure_running()?;
        if !self.registered_entrant(entrant)?.may_return {
            return Err(ContestError::CannotReturn);
        }
        if !self.has_room() {
            return Err(ContestError::Full);
        }
        self.admit(entrant)
    }

    /// Somebody forfeits what is open at a table of a published round: the game, or the rest of a match.
    ///
    /// # Errors
    /// [`ContestError`] where they do not sit there, or it is decided.
    pub fn forfeit(
        &self,
        entrant: EntrantId,
        at: TableId,
    ) -> Result<Vec<ContestFact>, ContestError> {
        self.ensure_running()?;
        let meeting = self.current_meeting_at(first_game(at))?;
        let absent = meeting.side_of(entrant).ok_or(ContestError::PairingChanged)?;
        if meeting.is_over() {
            return Err(ContestError::AlreadyDecided);
        }
        let mut facts = Vec::new();
        let mut after = self.clone();
        // Behind the boards of a match of teams, or a game of a series, others may be open.
        while let Ok(meeting) = after.meeting_at(first_game(at)) {
            let lost = default_facts(meeting, at, absent);
            if lost.is_empty() {
                break;
            }
            after.apply_facts(&lost).map_err(|_| ContestError::GameNotOpen)?;
            facts.extend(lost);
        }
        self.with_updated_drafts(facts)
    }

    /// Takes a forfeit back: the game is open again. Where several were forfeited one after the other, all are.
    ///
    /// # Errors
    /// [`ContestError`] where they have forfeited nothing there, or a later round or stage stands on it; matches of teams are
    /// set right board by board.
    pub fn take_back_forfeit(
        &self,
        entrant: EntrantId,
        at: TableId,
    ) -> Result<Vec<ContestFact>, ContestError> {
        self.ensure_running()?;
        let meeting = self.current_meeting_at(first_game(at))?;
        if meeting.team.is_some() {
            return Err(ContestError::Team(TeamError::WrongUnit));
        }
        let games = self.forfeited_games(entrant, meeting);
        if games.is_empty() {
            return Err(ContestError::NoForfeit(entrant));
        }
        let rounds = &self.stages[at.stage].rounds;
        if rounds.iter().skip(at.round + 1).any(|round| round.published) {
            return Err(ContestError::LaterRoundExists);
        }
        if self.has_dependent_stage(at.stage) {
            return Err(ContestError::LaterStageExists);
        }
        let fact = |game: usize| ContestFact::ResultEntered {
            spot: GameSlot { game, ..first_game(at) },
            result: None,
            reason: FORFEIT_TAKEN_BACK.to_owned(),
        };
        self.with_updated_drafts(games.rev().map(fact).collect())
    }

    /// The games at the end of a meeting that somebody has lost by default.
    fn forfeited_games(&self, entrant: EntrantId, meeting: &Meeting) -> std::ops::Range<usize> {
        let count = meeting.games.len();
        let Some(absent) = meeting.side_of(entrant) else { return count..count };
        let lost = GameResult::Default { absent };
        let last = meeting.games.iter().rev().take_while(|game| **game == lost).count();
        count - last..count
    }

    /// Tables of published rounds at which somebody has something open.
    pub fn open_tables(&self, entrant: EntrantId) -> Vec<TableId> {
        self.tables_where(entrant, |_, meeting| !meeting.is_over())
    }

    /// Tables at which a forfeit of somebody can be taken back: of the last published round of a stage that none stands on.
    pub fn revocable_forfeits(&self, entrant: EntrantId) -> Vec<TableId> {
        self.tables_where(entrant, |at, meeting| {
            let rounds = &self.stages[at.stage].rounds;
            let follows = rounds.iter().skip(at.round + 1).any(|round| round.published);
            let is_usual =
                meeting.team.is_none() && !self.has_dependent_stage(at.stage) && !follows;
            is_usual && !self.forfeited_games(entrant, meeting).is_empty()
        })
    }

    fn tables_where(
        &self,
        entrant: EntrantId,
        is_meant: impl Fn(TableId, &Meeting) -> bool,
    ) -> Vec<TableId> {
        let mut found = Vec::new();
        for (stage, state) in self.stages.iter().enumerate() {
            let published = state.rounds.iter().enumerate().filter(|(_, round)| round.published);
            for (round, of) in published {
                let tables = of.meetings.iter().enumerate().filter(|(table, meeting)| {
                    let at = TableId { stage, round, table: *table };
                    meeting.side_of(entrant).is_some() && is_meant(at, meeting)
                });
                found.extend(tables.map(|(table, _)| TableId { stage, round, table }));
            }
        }
        found
    }

    /// Whether something of a published round of the stage is open for somebody.
    pub(super) fn has_open_games(&self, stage: usize, entrant: EntrantId) -> bool {
        let rounds = self.stages[stage].rounds.iter().filter(|round| round.published);
        let mut meetings = rounds.flat_map(|round| &round.meetings);
        meetings.any(|meeting| !meeting.is_over() && meeting.side_of(entrant).is_some())
    }

    pub(super) fn apply_admission(&mut self, entrant: EntrantId) -> Option<()> {
        let one = self.entrant_mut(entrant)?;
        (one.status, one.may_return) = (EntrantStatus::Active, false);
        for stage in &mut self.stages {
            stage.withdrawn_playing_on.retain(|(_, finishing)| *finishing != entrant);
        }
        self.mark_unseated();
        Some(())
    }

    pub(super) fn apply_withdrawal(
        &mut self,
        entrant: EntrantId,
        plays_on: bool,
        own: bool,
    ) -> Option<()> {
        let one = self.entrant_mut(entrant)?;
        (one.status, one.may_return) = (EntrantStatus::Withdrawn, own);
        if plays_on {
            for at in self.open_tables(entrant) {
                self.stages[at.stage].withdrawn_playing_on.insert((at.round, entrant));
            }
        } else {
            self.default_open_meetings(entrant);
        }
        self.drop_unpublished_byes(entrant);
        Some(())
    }
}

const fn first_game(at: TableId) -> GameSlot {
    GameSlot { stage: at.stage, round: at.round, table: at.table, game: 0 }
}

/// The facts by which a side loses what is open now; none where nothing is.
fn default_facts(meeting: &Meeting, at: TableId, absent: Side) -> Vec<ContestFact> {
    let lost = GameResult::Default { absent };
    match (&meeting.team, meeting.next) {
        (Some(team), _) => {
            let TableId { stage, round, table } = at;
            default_board_facts(MatchTable { stage, round, table }, team, lost)
        }
        (None, Next::Play { game, .. }) => {
            let spot = GameSlot { game, ..first_game(at) };
            vec![ContestFact::ResultEntered { spot, result: Some(lost), reason: String::new() }]
        }
        _ => Vec::new(),
    }
}
