//! Withdrawing, returning, and forfeiting games.

use swiss::series::{GameResult, Next, Side};

use super::teams::{TeamError, default_board_facts};
use super::{
    Amount, CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus, Meeting,
    StageState, TableId,
};

/// The reason for removing a forfeit.
const FORFEIT_TAKEN_BACK: &str = "forfeit taken back";

impl Contest {
    /// Withdraws an entrant, at their own request or not, from the next round on: games of
    /// published rounds are still played. Before the event starts, the first in the waiting list
    /// gets the place. Drafts are paired again; later games in round robins and knockouts are
    /// forfeited.
    pub fn withdraw(&self, entrant: EntrantId, own: bool) -> CommandResult {
        self.ensure_running()?;
        let standing = self.registered_entrant(entrant)?.status;
        if standing == EntrantStatus::Withdrawn {
            return Err(ContestError::NotActive(entrant));
        }
        let left = ContestFact::EntrantWithdrew { entrant, plays_on: true, by_entrant: own };
        self.with_successor(standing, left)
    }

    /// Removes an entrant who was registered by mistake, unless a stage has started with them.
    pub fn remove(&self, entrant: EntrantId) -> CommandResult {
        self.ensure_running()?;
        let standing = self.registered_entrant(entrant)?.status;
        if !self.can_remove(entrant) {
            return Err(ContestError::InStage(entrant));
        }
        self.with_successor(standing, ContestFact::EntrantRemoved { entrant })
    }

    /// Whether an entrant is known, and in no stage that has started.
    pub fn can_remove(&self, entrant: EntrantId) -> bool {
        let mut in_stages = self.stages.iter().flat_map(StageState::entrants);
        self.entrant(entrant).is_some() && !in_stages.any(|one| one == entrant)
    }

    /// The facts when somebody leaves; before the event starts, the first in the waiting list gets
    /// the place.
    pub(super) fn with_successor(
        &self,
        standing: EntrantStatus,
        left: ContestFact,
    ) -> CommandResult {
        let had_place = standing == EntrantStatus::Active;
        let mut facts = vec![left];
        let begun = self.stages.iter().any(StageState::has_begun);
        let waits = self.numbered_entrants().find(|(_, one)| one.status == EntrantStatus::Waiting);
        let has_room = self.active_count() <= self.capacity();
        if let Some((first, _)) = waits.filter(|_| had_place && !begun && has_room) {
            facts.push(ContestFact::EntrantAdmitted { entrant: first });
        }
        self.with_updated_drafts(facts)
    }

    /// Lets an entrant return who withdrew themselves, until another round is published.
    pub fn rejoin(&self, entrant: EntrantId) -> CommandResult {
        self.ensure_running()?;
        if !self.registered_entrant(entrant)?.may_return {
            return Err(ContestError::CannotReturn);
        }
        if self.has_room() {
            return self.admit(entrant);
        }
        self.rejoin_waiting_list(entrant)
    }

    /// Puts somebody who withdrew before anything began at the end of the waiting list, as a newcomer
    /// would be. A paid fee stays with its number, so that only officials admit whoever paid.
    pub(super) fn rejoin_waiting_list(&self, entrant: EntrantId) -> CommandResult {
        let one = self.registered_entrant(entrant)?;
        if one.paid || one.team.is_some() || !self.can_remove(entrant) || !self.takes_new_entrants()
        {
            return Err(ContestError::FullForEntrant);
        }
        let person = one.person.clone();
        let anew = ContestFact::EntrantRegistered { person, waiting: true };
        self.with_updated_drafts(vec![ContestFact::EntrantRemoved { entrant }, anew])
    }

    /// Forfeits an entrant's open game at a table of a published round, or the rest of the match.
    pub fn forfeit(&self, entrant: EntrantId, at: TableId) -> CommandResult {
        self.ensure_running()?;
        let meeting = self.current_meeting_at(at.game(0))?;
        let absent = meeting.side_of(entrant).ok_or(ContestError::PairingChanged)?;
        if meeting.is_over() {
            return Err(ContestError::AlreadyDecided);
        }
        let mut facts = Vec::new();
        let mut after = self.clone();
        // After the boards of a team match, or a game of a series, more may be open.
        while let Ok(meeting) = after.meeting_at(at.game(0)) {
            let lost = default_facts(meeting, at, absent);
            if lost.is_empty() {
                break;
            }
            after.apply_facts(&lost).map_err(|_| ContestError::GameNotOpen)?;
            facts.extend(lost);
        }
        self.with_updated_drafts(facts)
    }

    /// Undoes a forfeit: the game is open again. If several were forfeited in a row, all are.
    pub fn take_back_forfeit(&self, entrant: EntrantId, at: TableId) -> CommandResult {
        self.ensure_running()?;
        let meeting = self.current_meeting_at(at.game(0))?;
        if meeting.team.is_some() {
            return Err(ContestError::Team(TeamError::WrongUnit));
        }
        let games = self.forfeited_games(entrant, meeting);
        if games.is_empty() {
            return Err(ContestError::NoForfeit(entrant));
        }
        if !self.can_reopen(at.round_id(), meeting.sides) {
            return Err(ContestError::PlaysElsewhere);
        }
        let rounds = &self.stages[at.stage].rounds;
        if rounds.iter().skip(at.round + 1).any(|round| round.published) {
            return Err(ContestError::LaterRoundExists);
        }
        if self.has_dependent_stage(at.stage) {
            return Err(ContestError::LaterStageExists);
        }
        let fact = |game: usize| ContestFact::ResultEntered {
            spot: at.game(game),
            result: None,
            reason: FORFEIT_TAKEN_BACK.to_owned(),
        };
        self.with_updated_drafts(games.rev().map(fact).collect())
    }

    /// The games at the end of a meeting that an entrant lost by forfeit.
    fn forfeited_games(&self, entrant: EntrantId, meeting: &Meeting) -> std::ops::Range<usize> {
        let count = meeting.games.len();
        let Some(absent) = meeting.side_of(entrant) else { return count..count };
        let lost = GameResult::Default { absent };
        let last = meeting.games.iter().rev().take_while(|game| **game == lost).count();
        count - last..count
    }

    /// Tables of published rounds at which an entrant has an open game.
    pub fn open_tables(&self, entrant: EntrantId) -> Vec<TableId> {
        self.tables_where(entrant, |_, meeting| !meeting.is_over())
    }

    /// Tables at which an entrant's forfeit can be undone: of the last published round of a stage
    /// that no other depends on.
    pub fn revocable_forfeits(&self, entrant: EntrantId) -> Vec<TableId> {
        self.tables_where(entrant, |at, meeting| {
            let rounds = &self.stages[at.stage].rounds;
            let follows = rounds.iter().skip(at.round + 1).any(|round| round.published);
            let is_usual =
                meeting.team.is_none() && !self.has_dependent_stage(at.stage) && !follows;
            is_usual
                && self.can_reopen(at.round_id(), meeting.sides)
                && !self.forfeited_games(entrant, meeting).is_empty()
        })
    }

    fn tables_where(
        &self,
        entrant: EntrantId,
        is_meant: impl Fn(TableId, &Meeting) -> bool,
    ) -> Vec<TableId> {
        let is_own = |(at, meeting): &(TableId, &Meeting)| {
            meeting.side_of(entrant).is_some() && is_meant(*at, meeting)
        };
        self.published_tables().filter(is_own).map(|(at, _)| at).collect()
    }

    /// Whether an entrant has open games in published rounds of the stage.
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
        self.follow_in_ladders();
        Some(())
    }

    pub(super) fn apply_removal(&mut self, entrant: EntrantId) -> Option<()> {
        let one = self.entrant_mut(entrant)?;
        (one.status, one.may_return) = (EntrantStatus::Removed, false);
        (one.paid, one.present) = (false, false);
        one.amount_paid = Amount::default();
        self.drop_unpublished_byes(entrant);
        for group in &mut self.prohibited {
            group.entrants.retain(|other| *other != entrant);
        }
        self.prohibited.retain(|group| group.entrants.len() > 1);
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
        self.follow_in_ladders();
        Some(())
    }
}

/// The facts by which a side loses the open games; empty if there are none.
fn default_facts(meeting: &Meeting, at: TableId, absent: Side) -> Vec<ContestFact> {
    let lost = GameResult::Default { absent };
    match (&meeting.team, meeting.next) {
        (Some(team), _) => default_board_facts(at, team, lost),
        (None, Next::Play { game, .. }) => vec![ContestFact::result(at.game(game), lost)],
        _ => Vec::new(),
    }
}
