//! Folds facts to the state of a contest.

use std::collections::BTreeMap;

use swiss::series::{GameResult, Next};
use swiss::stage::Source;

use super::history::facts_in_force;
use super::{
    Contest, ContestFact, ContestSettings, EntrantId, EntrantProfile, EntrantStatus, GameSlot,
    Meeting, RegisteredEntrant, RequestedBye, Round, RoundId, StageState, TableId,
};

/// A fact that is invalid after those before it: its index, from 0, among the facts that were applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidFact(pub usize);

impl Contest {
    fn from_settings(settings: ContestSettings) -> Contest {
        let stages = vec![StageState::default(); settings.plan.stages.len()];
        Contest {
            settings,
            registration_open: false,
            is_over: false,
            cancelled: None,
            moved: None,
            entrants: Vec::new(),
            prohibited: Vec::new(),
            announcements: BTreeMap::new(),
            last_announcement: 0,
            stages,
        }
    }

    /// Builds the contest from all its facts, or from those in force.
    /// Returns [`InvalidFact`] with the first fact that is invalid after those before it.
    pub fn from_facts<'a>(
        facts: impl IntoIterator<Item = &'a ContestFact>,
    ) -> Result<Contest, InvalidFact> {
        let facts: Vec<&ContestFact> = facts.into_iter().collect();
        let mut contest: Option<Contest> = None;
        for number in facts_in_force(&facts)? {
            let done = match (&mut contest, facts[number]) {
                (None, ContestFact::SettingsChanged { settings }) => {
                    contest = Some(Contest::from_settings((**settings).clone()));
                    Some(())
                }
                (None, _) => None,
                (Some(contest), fact) => contest.apply_fact(fact),
            };
            done.ok_or(InvalidFact(number))?;
        }
        contest.ok_or(InvalidFact(0))
    }

    /// Returns the contest after more facts. What undoes others needs all facts: [`Contest::from_facts`].
    pub fn with_facts(&self, facts: &[ContestFact]) -> Result<Contest, InvalidFact> {
        let mut contest = self.clone();
        contest.apply_facts(facts)?;
        Ok(contest)
    }

    /// Applies facts in place, for callers with thousands of them. Those before an invalid one stay applied.
    pub fn apply_facts(&mut self, facts: &[ContestFact]) -> Result<(), InvalidFact> {
        for (number, fact) in facts.iter().enumerate() {
            self.apply_fact(fact).ok_or(InvalidFact(number))?;
        }
        Ok(())
    }

    /// Applies one fact; `None` if it is invalid.
    fn apply_fact(&mut self, fact: &ContestFact) -> Option<()> {
        if !self.validate(fact) {
            return None;
        }
        match fact {
            ContestFact::SettingsChanged { settings } => self.apply_settings((**settings).clone()),
            ContestFact::RegistrationToggled { open } => self.registration_open = *open,
            ContestFact::EntrantRegistered { person, waiting } => {
                self.apply_registration(person.clone(), *waiting)
            }
            ContestFact::PersonAmended { entrant, person } => {
                self.entrant_mut(*entrant)?.person = person.clone()
            }
            ContestFact::TeamRegistered { team, waiting } => {
                self.apply_team_registration(team, *waiting)?;
            }
            ContestFact::TeamAmended { entrant, team } => self.apply_team_change(*entrant, team)?,
            ContestFact::LineUpSubmitted { at, side, players } => {
                self.match_mut(*at)?.set_line_up(*side, players.clone());
            }
            ContestFact::LineUpsReleased(at) => self.match_mut(*at)?.release(),
            ContestFact::EntrantAdmitted { entrant } => self.apply_admission(*entrant)?,
            ContestFact::EntrantWithdrew { entrant, plays_on, by_entrant: own } => {
                self.apply_withdrawal(*entrant, *plays_on, *own)?;
            }
            ContestFact::EntrantRemoved { entrant } => self.apply_removal(*entrant)?,
            ContestFact::EntrantsMerged { entrant, into } => self.apply_merge(*entrant, *into)?,
            ContestFact::FeePaidSet { entrant, paid, amount } => {
                let one = self.entrant_mut(*entrant)?;
                (one.paid, one.amount_paid) = (*paid, *amount);
            }
            ContestFact::PresenceSet { entrant, present } => {
                self.entrant_mut(*entrant)?.present = *present
            }
            ContestFact::ProhibitedGroupsSet { groups: apart } => self.prohibited.clone_from(apart),
            ContestFact::EventEndedSet { over } => self.apply_end(*over),
            ContestFact::EventCancelled { reason } => self.apply_cancellation(reason),
            ContestFact::EventMoved(moved) => self.apply_move(*moved),
            ContestFact::Announced { number, text } => {
                self.apply_announcement(*number, text.as_deref());
            }
            ContestFact::ByeRequested { stage, round, entrant, bye } => {
                let at = RoundId { stage: *stage, round: *round };
                self.apply_bye_request(at, *entrant, *bye)?;
            }
            ContestFact::LotDrawn { stage, lot } => self.apply_lot(*stage, *lot)?,
            ContestFact::StageStarted { stage, groups, initial } => {
                let state = self.stages.get_mut(*stage)?;
                state.groups.clone_from(groups);
                state.initial_color = Some(*initial);
            }
            ContestFact::StageRenumbered { stage, order } => {
                self.stages.get_mut(*stage)?.groups.first_mut()?.clone_from(order);
            }
            ContestFact::StageStartTakenBack { stage } => self.apply_stage_taken_back(*stage)?,
            ContestFact::StageJoined { stage, entrant, at } => {
                self.apply_late_entry(*stage, *entrant, *at)?;
            }
            ContestFact::PlayOffDecided { stage, winner, loser } => {
                self.apply_play_off(*stage, *winner, *loser)?;
            }
            ContestFact::RoundDrafted { stage, round, meetings, byes, is_manual } => {
                let (meetings, byes) = (meetings.clone(), byes.clone());
                let draft = Round { meetings, byes, is_manual: *is_manual, ..Round::default() };
                self.apply_draft(*stage, *round, draft)?;
            }
            ContestFact::RoundPublished(at) => self.apply_publication(*at)?,
            ContestFact::RoundTakenBack(at) => self.apply_round_taken_back(at.stage)?,
            ContestFact::RoundRestored(at) => self.apply_restoration(*at)?,
            ContestFact::ResultEntered { spot, result, .. } => self.apply_result(*spot, *result)?,
            ContestFact::WindowOpened { stage, round, table, window } => {
                let at = RoundId { stage: *stage, round: *round };
                self.apply_window(at, *table, *window)?;
            }
            ContestFact::MatchScheduling { table: of, at, event: what } => {
                self.apply_scheduling_event(*of, *at, what)?
            }
            ContestFact::ResultReported { spot, side, result } => {
                let meeting = self.meeting_mut(spot.table_id())?;
                match &mut meeting.team {
                    Some(team) => team.set_report(spot.game, *side, *result)?,
                    None => meeting.reports[side.index()] = Some(*result),
                }
            }
            ContestFact::ResultDisputed { spot, said } => self.set_dispute(*spot, said.clone())?,
            ContestFact::GraceEnded(_)
            | ContestFact::RoundAltered { .. }
            | ContestFact::RoundExtended { .. }
            | ContestFact::RoundRevoked(_)
            | ContestFact::ArenaClockSet { .. }
            | ContestFact::ArenaEnded { .. }
            | ContestFact::ArenaPaused { .. }
            | ContestFact::ChallengeMade { .. }
            | ContestFact::ChallengeAccepted { .. }
            | ContestFact::ChallengeClosed { .. }
            | ContestFact::LadderClockStarted { .. }
            | ContestFact::LadderFell { .. }
            | ContestFact::LadderEnded { .. } => self.apply_round_change(fact)?,
            // Marks in the history: what they stand for follows, or is left out.
            ContestFact::Redone { .. } | ContestFact::Undone { .. } => {}
        }
        Some(())
    }

    /// Applies a fact about a round that is on.
    fn apply_round_change(&mut self, fact: &ContestFact) -> Option<()> {
        match fact {
            ContestFact::RoundAltered { stage, round, meetings, byes } => {
                let at = RoundId { stage: *stage, round: *round };
                self.apply_alteration(at, meetings, byes)
            }
            ContestFact::RoundExtended { stage, round, meetings } => {
                self.apply_extension(RoundId { stage: *stage, round: *round }, meetings)
            }
            ContestFact::GraceEnded(at) => {
                self.stages.get_mut(at.stage)?.grace_ended.insert(at.round);
                Some(())
            }
            ContestFact::RoundRevoked(at) => {
                self.stages.get_mut(at.stage)?.revoked_with_start += 1;
                Some(())
            }
            ContestFact::ArenaClockSet { .. }
            | ContestFact::ArenaEnded { .. }
            | ContestFact::ArenaPaused { .. } => self.apply_arena_fact(fact),
            fact => self.apply_ladder_fact(fact),
        }
    }

    fn apply_bye_request(
        &mut self,
        at: RoundId,
        entrant: EntrantId,
        bye: Option<RequestedBye>,
    ) -> Option<()> {
        let byes = &mut self.stages.get_mut(at.stage)?.requested_byes;
        match bye {
            Some(bye) => byes.insert((at.round, entrant), bye),
            None => byes.remove(&(at.round, entrant)),
        };
        Some(())
    }

    fn apply_registration(&mut self, person: EntrantProfile, waiting: bool) {
        let standing = if waiting { EntrantStatus::Waiting } else { EntrantStatus::Active };
        // The computer is always there.
        let present = person.stands_in;
        self.entrants
            .push(RegisteredEntrant { present, ..RegisteredEntrant::new(person, None, standing) });
    }

    fn apply_stage_taken_back(&mut self, stage: usize) -> Option<()> {
        let state = self.stages.get_mut(stage)?;
        *state = StageState {
            revoked_with_start: state.revoked_rounds(),
            requested_byes: std::mem::take(&mut state.requested_byes),
            ..StageState::default()
        };
        Some(())
    }

    fn apply_late_entry(&mut self, stage: usize, entrant: EntrantId, at: usize) -> Option<()> {
        let state = self.stages.get_mut(stage)?;
        let group = state.groups.first_mut()?;
        group.insert(at.min(group.len()), entrant);
        if state.rounds.iter().any(|round| round.published) {
            state.late_entrants.push(entrant);
        }
        self.enter_ladder(stage, entrant);
        Some(())
    }

    /// Of several play-offs between the same two entrants, the last counts: it corrects those before.
    fn apply_play_off(&mut self, stage: usize, winner: EntrantId, loser: EntrantId) -> Option<()> {
        let play_offs = &mut self.stages.get_mut(stage)?.play_offs;
        play_offs.retain(|both| *both != (winner, loser) && *both != (loser, winner));
        play_offs.push((winner, loser));
        Some(())
    }

    fn apply_settings(&mut self, settings: ContestSettings) {
        self.stages.resize(settings.plan.stages.len(), StageState::default());
        self.settings = settings;
    }

    pub(super) fn entrant_mut(&mut self, id: EntrantId) -> Option<&mut RegisteredEntrant> {
        self.entrants.get_mut(id.index()).filter(|one| one.status != EntrantStatus::Removed)
    }

    pub(super) fn round_mut(&mut self, at: RoundId) -> Option<&mut Round> {
        self.stages.get_mut(at.stage)?.rounds.get_mut(at.round)
    }

    pub(super) fn meeting_mut(&mut self, at: TableId) -> Option<&mut Meeting> {
        self.round_mut(at.round_id())?.meetings.get_mut(at.table)
    }

    fn apply_draft(&mut self, stage: usize, round: usize, mut draft: Round) -> Option<()> {
        let series = self.series_of(stage)?;
        for meeting in &mut draft.meetings {
            meeting.reports = [None; 2];
            meeting.team = self.new_match(stage, meeting.games.first().copied());
            meeting.by_withdrawal = !meeting.games.is_empty();
            meeting.next = series.next(&meeting.games);
        }
        let rounds = &mut self.stages.get_mut(stage)?.rounds;
        rounds.truncate(round);
        rounds.push(draft);
        Some(())
    }

    fn apply_publication(&mut self, at: RoundId) -> Option<()> {
        let growing = self.grows(at.stage);
        let round = self.round_mut(at)?;
        (round.published, round.growing) = (true, growing);
        let state = self.stages.get_mut(at.stage)?;
        // The published round replaces those that were taken back.
        state.taken_back.clear();
        state.arena.ends = None;
        state.revoked_with_start = 0;
        state.withdrawn_playing_on.retain(|(of, _)| *of < at.round);
        // Players who withdrew themselves cannot return after this.
        self.entrants.iter_mut().for_each(|one| one.may_return = false);
        self.follow_in_ladders();
        Some(())
    }

    fn apply_round_taken_back(&mut self, stage: usize) -> Option<()> {
        let state = self.stages.get_mut(stage)?;
        let last = state.rounds.pop()?;
        state.disputed.retain(|spot, _| spot.round != state.rounds.len());
        state.grace_ended.remove(&state.rounds.len());
        // Restored, an arena ends when it would have ended.
        state.arena.rematch = None;
        // A draft is not kept, because it can be paired again at any time.
        state.taken_back.extend(Some(last).filter(|last| last.published));
        Some(())
    }

    fn apply_restoration(&mut self, RoundId { stage, round }: RoundId) -> Option<()> {
        let state = self.stages.get_mut(stage)?;
        let again = state.taken_back.pop()?;
        state.rounds.truncate(round);
        state.rounds.push(again);
        let finishes = |id: &EntrantId| state.withdrawn_playing_on.contains(&(round, *id));
        let finishing: Vec<EntrantId> = state.entrants().filter(finishes).collect();
        let stay = |id: &EntrantId| !self.has_withdrawn(*id) || finishing.contains(id);
        let left: Vec<EntrantId> =
            self.numbered_entrants().map(|(id, _)| id).filter(|id| !stay(id)).collect();
        left.into_iter().for_each(|id| self.default_open_meetings(id));
        self.follow_in_ladders();
        Some(())
    }

    /// Enters, corrects or removes a result. Published rounds that were paired by a changed result become stale.
    fn apply_result(&mut self, spot: GameSlot, result: Option<GameResult>) -> Option<()> {
        let series = self.series_of(spot.stage)?;
        let (points, must_be_won) = (self.settings.points, self.is_knockout(spot.stage));
        let meeting = self.meeting_mut(spot.table_id())?;
        let was = meeting.result_of(spot.game);
        match result {
            _ if meeting.team.is_some() => {
                meeting.team.as_mut()?.set_result(spot.game, result)?;
                meeting.update_match_result(&points, must_be_won, &series);
            }
            Some(result) if spot.game < meeting.games.len() => meeting.games[spot.game] = result,
            Some(result) if spot.game == meeting.games.len() => meeting.games.push(result),
            None if spot.game + 1 == meeting.games.len() => {
                meeting.games.pop();
            }
            _ => return None,
        }
        meeting.reports = [None; 2];
        meeting.by_withdrawal = false;
        meeting.next = series.next(&meeting.games);
        self.set_dispute(spot, None)?;
        if result.is_none() {
            self.move_reopened_game(spot.table_id());
        }
        if was.is_some() && was != result {
            self.mark_stale(spot);
        }
        Some(())
    }

    /// Marks rounds as stale: later published rounds of the stage, and all of stages that depend on it.
    pub(super) fn mark_stale(&mut self, spot: GameSlot) {
        let mut changed = vec![spot.stage];
        let plan = &self.settings.plan.stages;
        let takes = |number: &usize, changed: &[usize]| {
            let from = |source: &Source| source.of().is_some_and(|of| changed.contains(&of.0));
            !changed.contains(number) && plan[*number].sources.iter().any(from)
        };
        // A stage may be listed before those that it depends on.
        while let Some(next) = (0..plan.len()).find(|number| takes(number, &changed)) {
            changed.push(next);
        }
        for number in changed {
            let Some(stage) = self.stages.get_mut(number) else { continue };
            let later = if number == spot.stage { spot.round + 1 } else { 0 };
            let published = stage.rounds.iter_mut().skip(later).filter(|round| round.published);
            published.for_each(|round| round.stale = true);
        }
    }

    /// Marks published rounds of knock-outs as stale in which others should meet now, because an entrant has returned.
    pub(super) fn mark_unseated(&mut self) {
        for stage in 0..self.stages.len() {
            let Some(progress) = self.knockout_progress(stage) else { continue };
            let rounds = self.stages[stage].rounds.iter().enumerate();
            let unseated = rounds.filter(|(_, round)| {
                let is_seated = |meeting: &Meeting| self.has_current_pair(&progress, meeting);
                round.published && !round.meetings.iter().all(is_seated)
            });
            let unseated: Vec<usize> = unseated.map(|(number, _)| number).collect();
            for number in unseated {
                self.stages[stage].rounds[number].stale = true;
            }
        }
    }

    /// Removes requested byes of an entrant who no longer takes part from rounds that are not published.
    pub(super) fn drop_unpublished_byes(&mut self, entrant: EntrantId) {
        for stage in &mut self.stages {
            let published = stage.published_rounds();
            stage.requested_byes.retain(|(round, one), _| *one != entrant || *round < published);
        }
    }

    /// Forfeits the open games of an entrant in published rounds. Meetings of a draft are left to pairing.
    pub(super) fn default_open_meetings(&mut self, entrant: EntrantId) {
        for stage in 0..self.stages.len() {
            let Some(series) = self.series_of(stage) else { continue };
            let (points, must_be_won) = (self.settings.points, self.is_knockout(stage));
            let rounds = self.stages[stage].rounds.iter_mut().filter(|round| round.published);
            for meeting in rounds.flat_map(|round| &mut round.meetings) {
                let Some(absent) = meeting.side_of(entrant).filter(|_| !meeting.is_over()) else {
                    continue;
                };
                if let Some(team) = &mut meeting.team {
                    let is_new = !team.has_results();
                    team.default_open_games(absent);
                    meeting.by_withdrawal = is_new;
                    meeting.update_match_result(&points, must_be_won, &series);
                    continue;
                }
                let is_new = meeting.games.is_empty();
                // The other side wins all remaining games.
                while matches!(series.next(&meeting.games), Next::Play { .. }) {
                    meeting.games.push(GameResult::Default { absent });
                }
                meeting.by_withdrawal = is_new;
                meeting.next = series.next(&meeting.games);
            }
        }
    }
}
