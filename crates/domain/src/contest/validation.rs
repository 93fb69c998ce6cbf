//! Validates facts. Commands only produce valid ones; a file may contain any.

use swiss::knockout::Knockout;
use swiss::stage::System;

use super::qualification::bracket_lines_from_groups;
use super::{
    Contest, ContestFact, ContestSettings, EntrantId, Meeting, Round, RoundId, StageState,
};

impl Contest {
    /// Whether everything a fact refers to exists, and nobody is in two places at once.
    pub(super) fn validate(&self, fact: &ContestFact) -> bool {
        let known = |id: &EntrantId| self.entrant(*id).is_some();
        match fact {
            ContestFact::SettingsChanged { settings } => self.can_change_settings(settings),
            ContestFact::ProhibitedGroupsSet { groups } => {
                groups.iter().flat_map(|group| &group.entrants).all(known)
            }
            ContestFact::ByeRequested { stage, entrant, .. } => {
                *stage < self.stages.len() && known(entrant)
            }
            ContestFact::StageStarted { stage, groups, .. } => self.can_start_stage(*stage, groups),
            ContestFact::StageStartTakenBack { stage } => self.can_take_back_stage_start(*stage),
            ContestFact::StageJoined { stage, entrant, .. } => {
                known(entrant) && self.can_join_stage(*stage, *entrant)
            }
            ContestFact::RoundDrafted { stage, round, meetings, byes, .. } => {
                self.can_draft(*stage, *round, meetings, byes)
            }
            ContestFact::RoundPublished(at) => {
                self.last_round(*at).is_some_and(|last| !last.published)
            }
            ContestFact::GraceEnded(at) => self.round(*at).is_some_and(|round| round.published),
            ContestFact::RoundTakenBack(at) => self.last_round(*at).is_some(),
            ContestFact::RoundRestored(at) => self.can_restore(*at),
            ContestFact::ResultEntered { spot, result, .. } => {
                let at = spot.table_id();
                self.published_meeting(at).is_some_and(|meeting| match &meeting.team {
                    Some(team) => team.has_game(spot.game),
                    None if result.is_none() && !self.can_reopen(at.round_id(), meeting.sides) => {
                        false
                    }
                    None => spot.game < meeting.games.len() || !meeting.is_over(),
                })
            }
            ContestFact::ResultReported { spot, .. } => {
                self.published_meeting(spot.table_id()).is_some_and(|meeting| match &meeting.team {
                    Some(team) => team.is_open(spot.game),
                    None => !meeting.is_over(),
                })
            }
            ContestFact::EntrantRegistered { .. } | ContestFact::PersonAmended { .. } => {
                self.settings.team_boards().is_none()
            }
            ContestFact::EntrantRemoved { entrant } => self.can_remove(*entrant),
            ContestFact::EntrantsMerged { entrant, into } => self.can_merge(*entrant, *into),
            ContestFact::StageRenumbered { stage, order } => self.can_renumber(*stage, order),
            ContestFact::TeamRegistered { team, .. } => self.to_swiss_team(team).is_some(),
            ContestFact::TeamAmended { entrant, team } => self.can_amend_team(*entrant, team),
            ContestFact::LineUpSubmitted { at, side, players } => {
                self.can_set_line_up(*at, *side, players)
            }
            ContestFact::LineUpsReleased(at) => {
                self.published_meeting(*at).is_some_and(|one| one.team.is_some())
            }
            ContestFact::ResultDisputed { spot, .. } => {
                self.published_meeting(spot.table_id()).is_some()
            }
            ContestFact::WindowOpened { stage, round, table, window } => {
                self.is_valid_window(RoundId { stage: *stage, round: *round }, *table, window)
            }
            ContestFact::MatchScheduling { table: of, at, event: what } => {
                self.is_valid_scheduling_event(*of, *at, what)
            }
            ContestFact::PlayOffDecided { stage, winner, loser } => {
                winner != loser
                    && self.is_in_stage(*stage, *winner)
                    && self.is_in_stage(*stage, *loser)
            }
            ContestFact::Announced { number, text } => {
                self.is_valid_announcement(*number, text.as_deref())
            }
            ContestFact::RoundAltered { stage, round, meetings, byes } => {
                self.can_alter(RoundId { stage: *stage, round: *round }, meetings, byes)
            }
            ContestFact::RoundExtended { stage, round, meetings } => {
                self.can_extend(RoundId { stage: *stage, round: *round }, meetings)
            }
            ContestFact::ArenaClockSet { .. }
            | ContestFact::ArenaEnded { .. }
            | ContestFact::ArenaPaused { .. } => self.can_apply_arena_fact(fact),
            ContestFact::ChallengeMade { .. }
            | ContestFact::ChallengeAccepted { .. }
            | ContestFact::ChallengeClosed { .. }
            | ContestFact::LadderClockStarted { .. }
            | ContestFact::LadderFell { .. }
            | ContestFact::LadderEnded { .. } => self.can_apply_ladder_fact(fact),
            ContestFact::LotDrawn { stage, .. } => self.is_lot_to_be_drawn(*stage),
            ContestFact::EventCancelled { .. } => self.can_be_cancelled(),
            ContestFact::RoundRevoked(at) => at.stage < self.stages.len(),
            ContestFact::Redone { .. } => true,
            // It is read with all facts.
            ContestFact::Undone { .. } => false,
            // These name at most one person, who is looked up when they are applied.
            ContestFact::RegistrationToggled { .. }
            | ContestFact::EventEndedSet { .. }
            | ContestFact::EventMoved(_)
            | ContestFact::EntrantAdmitted { .. }
            | ContestFact::EntrantWithdrew { .. }
            | ContestFact::FeePaidSet { .. }
            | ContestFact::PresenceSet { .. } => true,
        }
    }

    fn is_in_stage(&self, stage: usize, id: EntrantId) -> bool {
        self.stages.get(stage).is_some_and(|state| state.entrants().any(|one| one == id))
    }

    fn can_change_settings(&self, settings: &ContestSettings) -> bool {
        let same = self.is_same_plan(&settings.plan) && settings.points == self.settings.points;
        if settings.plan.unit != self.settings.plan.unit && !self.entrants.is_empty() {
            return false;
        }
        if settings.game() != self.settings.game() && self.has_results() {
            return false;
        }
        same || !self.stages.iter().any(StageState::has_begun)
    }

    fn can_start_stage(&self, stage: usize, groups: &[Vec<EntrantId>]) -> bool {
        let (Some(plan), Some(state)) =
            (self.settings.plan.stages.get(stage), self.stages.get(stage))
        else {
            return false;
        };
        let all = || groups.iter().flatten().copied();
        let fits = match plan.system {
            System::Knockout { shape, .. } => {
                groups.iter().all(|line| line.len() <= 1)
                    && Knockout::new(&bracket_lines_from_groups(groups), shape).is_ok()
            }
            System::Swiss { .. }
            | System::Keizer { .. }
            | System::Arena { .. }
            | System::Ladder { .. } => groups.len() == 1 && groups[0].len() > 1,
            System::RoundRobin { .. } => groups.iter().all(|group| group.len() > 1),
            System::BoardGroups { .. } => groups.len() == 1 && groups[0].len() > 1,
            System::Scheveningen => groups.len() == 1 && groups[0].len() == 2,
        };
        fits && !groups.is_empty() && !state.has_begun() && self.are_distinct(all())
    }

    /// Its rounds are undone first.
    fn can_take_back_stage_start(&self, stage: usize) -> bool {
        let state = self.stages.get(stage).filter(|state| state.has_begun());
        state.is_some_and(|state| state.rounds.is_empty()) && !self.has_dependent_stage(stage)
    }

    fn can_join_stage(&self, stage: usize, entrant: EntrantId) -> bool {
        let state = self.stages.get(stage).filter(|state| state.has_begun());
        (self.is_swiss(stage) || self.grows(stage))
            && state.is_some_and(|state| !state.entrants().any(|one| one == entrant))
    }

    /// Nobody sits twice, all are in the stage, and no published round is drafted again.
    fn can_draft(
        &self,
        stage: usize,
        round: usize,
        meetings: &[Meeting],
        byes: &[EntrantId],
    ) -> bool {
        let state = self.stages.get(stage);
        state.is_some_and(|state| round == state.published_rounds())
            && (round == 0 || !self.grows(stage))
            && self.can_seat(stage, meetings, byes)
    }

    /// Nobody sits twice, and all are in the stage.
    pub(super) fn can_seat(&self, stage: usize, meetings: &[Meeting], byes: &[EntrantId]) -> bool {
        let Some(state) = self.stages.get(stage).filter(|state| state.has_begun()) else {
            return false;
        };
        let sitting = meetings.iter().flat_map(|meeting| meeting.sides).chain(byes.iter().copied());
        let mut is_in = vec![false; self.entrants.len()];
        for id in state.entrants() {
            is_in[id.index()] = true;
        }
        let groups = state.groups.len();
        meetings.iter().all(|meeting| meeting.group < groups)
            && sitting.clone().all(|id| is_in.get(id.index()) == Some(&true))
            && self.are_distinct(sitting)
    }

    fn can_restore(&self, at: RoundId) -> bool {
        let state = self.stages.get(at.stage);
        state.is_some_and(|state| {
            at.round == state.published_rounds() && !state.taken_back.is_empty()
        })
    }

    /// The last round of a stage, if it has that number.
    fn last_round(&self, at: RoundId) -> Option<&Round> {
        let rounds = &self.stages.get(at.stage)?.rounds;
        rounds.last().filter(|_| rounds.len() == at.round + 1)
    }

    /// Whether all are registered, and each is named once.
    fn are_distinct(&self, ids: impl Iterator<Item = EntrantId>) -> bool {
        let mut named = vec![false; self.entrants.len()];
        for id in ids {
            match named.get_mut(id.index()) {
                Some(named) if !*named => *named = true,
                _ => return false,
            }
        }
        true
    }
}
