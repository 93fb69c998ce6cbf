//! Stages begin, and rounds are paired, changed, published, and taken back.

use std::collections::BTreeSet;

use swiss::stage::{Entered, Source, System};

use super::qualification::entrant_id_at;
use super::teams::TeamError;
use super::{Contest, ContestError, ContestFact, EntrantId, RequestedBye, Round};

impl Contest {
    fn round(&self, stage: usize, round: usize) -> Result<&Round, ContestError> {
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        state.rounds.get(round).ok_or(ContestError::NotFound)
    }

    /// A stage begins with those who enter it; `white` is the lot for the first color.
    ///
    /// # Errors
    /// [`ContestError`] where it has begun, it is not known who enters, or they are too few.
    pub fn start_stage(&self, stage: usize, white: bool) -> Result<Vec<ContestFact>, ContestError> {
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        if state.has_begun() {
            return Err(ContestError::StageStarted);
        }
        let entering = self.stage_entrants(stage).map_err(ContestError::EntrantsUndecided)?;
        let plan = &self.settings.plan.stages[stage];
        let least = match plan.system {
            System::RoundRobin { groups, .. } => 2 * groups,
            _ => 2,
        };
        if entering.len() < least {
            return Err(ContestError::TooFewEntrants { present: entering.len(), needed: least });
        }
        if matches!(plan.system, System::Scheveningen) && entering.len() != 2 {
            return Err(ContestError::Team(TeamError::TwoTeams(entering.len())));
        }
        let groups = self.entrant_groups(stage, &entering).ok_or(ContestError::NotFound)?;
        Ok(vec![ContestFact::StageStarted {
            stage,
            groups,
            initial: Contest::initial_color(white),
        }])
    }

    fn entrant_groups(&self, stage: usize, entering: &[Entered]) -> Option<Vec<Vec<EntrantId>>> {
        let plan = self.settings.plan.stages.get(stage)?;
        let ids = |places: Vec<usize>| places.into_iter().map(entrant_id_at).collect::<Vec<_>>();
        if let System::Knockout { .. } = plan.system {
            let lines = plan.lines(entering)?;
            return Some(lines.into_iter().map(|line| ids(line.into_iter().collect())).collect());
        }
        let club = |at: usize| self.protection_group(entrant_id_at(at)).map(str::to_owned);
        Some(plan.groups(entering, club).into_iter().map(ids).collect())
    }

    /// Somebody who came late joins a Swiss stage that has begun: rounds that are over are none of his, and his
    /// pairing number is by his rating (FIDE C.04.2, late entries).
    ///
    /// # Errors
    /// [`ContestError`] where he takes no part, is in it, or it is no Swiss stage one registers for.
    pub fn join_stage(
        &self,
        stage: usize,
        entrant: EntrantId,
    ) -> Result<Vec<ContestFact>, ContestError> {
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        let plan = &self.settings.plan.stages[stage];
        if !state.has_begun() {
            return Err(ContestError::StageNotStarted);
        }
        let is_open =
            matches!(plan.system, System::Swiss { .. }) && self.takes_registrations(stage);
        let one = self.entrant(entrant).ok_or(ContestError::UnknownEntrant(entrant))?;
        if !is_open || self.is_over || one.status != super::EntrantStatus::Active {
            return Err(ContestError::NotActive(entrant));
        }
        if state.entrants().any(|other| other == entrant) {
            return Err(ContestError::AlreadyRegistered(entrant));
        }
        let rating = |id: &EntrantId| self.entrant(*id).map_or(0, |one| one.person.rating);
        let weaker = state.entrants().position(|other| rating(&other) < one.person.rating);
        let at = weaker.unwrap_or_else(|| state.entrants().count());
        self.with_updated_drafts(vec![ContestFact::StageJoined { stage, entrant, at }])
    }

    /// Pairs the next round as a draft, or the draft anew.
    ///
    /// # Errors
    /// [`ContestError`] where the round before is open, no round is left, or there is no pairing.
    pub fn pair_round(&self, stage: usize) -> Result<Vec<ContestFact>, ContestError> {
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        if !state.has_begun() {
            return Err(ContestError::StageNotStarted);
        }
        let published = state.rounds.iter().take_while(|round| round.published).count();
        // A result of an earlier round may have been taken away.
        let open = state.rounds[..published].iter().position(|round| !round.is_over());
        if let Some(round) = open {
            let meetings = state.rounds[round].meetings.iter().enumerate();
            let tables = meetings.filter(|(_, meeting)| !meeting.is_over()).map(|(at, _)| at);
            return Err(ContestError::RoundUnfinished { round, tables: tables.collect() });
        }
        let is_last = match self.round_count(stage) {
            Some(rounds) => published >= rounds,
            None => self.knockout_progress(stage).is_some_and(|progress| progress.is_over()),
        };
        if is_last {
            return Err(ContestError::NoRoundLeft);
        }
        Ok(vec![self.draft_next_round(stage)?])
    }

    /// Two who sit in a draft change their seats; the one of them may be the one with the bye. Of one table they
    /// change colors.
    ///
    /// # Errors
    /// [`ContestError`] where that is no draft, or they are not in it.
    pub fn swap_seats(
        &self,
        stage: usize,
        one: EntrantId,
        other: EntrantId,
    ) -> Result<Vec<ContestFact>, ContestError> {
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        let number = state.rounds.len().checked_sub(1).ok_or(ContestError::NotFound)?;
        let draft = &state.rounds[number];
        if draft.published {
            return Err(ContestError::AlreadyPublished);
        }
        let sits = |id: EntrantId| {
            draft.byes.contains(&id)
                || draft.meetings.iter().any(|meeting| meeting.side_of(id).is_some())
        };
        let is_drawn = !matches!(self.settings.plan.stages[stage].system, System::Swiss { .. });
        if one == other || is_drawn || !sits(one) || !sits(other) {
            return Err(ContestError::CannotSwap);
        }
        let swap = |id: EntrantId| match id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
        let meeting =
            |meeting: &super::Meeting| self.new_meeting(stage, meeting.sides.map(swap), 0, None);
        let meetings = draft.meetings.iter().map(meeting).collect();
        let byes = draft.byes.iter().map(|id| swap(*id)).collect();
        Ok(vec![ContestFact::RoundDrafted {
            stage,
            round: number,
            meetings,
            byes,
            is_manual: true,
        }])
    }

    /// Publishes a draft.
    pub fn publish_round(
        &self,
        stage: usize,
        round: usize,
    ) -> Result<Vec<ContestFact>, ContestError> {
        if self.round(stage, round)?.published {
            return Err(ContestError::AlreadyPublished);
        }
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        Ok(vec![ContestFact::RoundPublished { stage, round }])
    }

    /// Publishes a draft as an official has seen it.
    ///
    /// # Errors
    /// As [`Contest::publish_round`]; [`ContestError::DraftChanged`] where it is another by now.
    pub fn publish_seen_draft(
        &self,
        (stage, round): (usize, usize),
        seen: u64,
        now: i64,
    ) -> Result<Vec<ContestFact>, ContestError> {
        let facts = self.publish_round_at(stage, round, now)?;
        if self.draft_fingerprint(stage, round) == Some(seen) {
            Ok(facts)
        } else {
            Err(ContestError::DraftChanged)
        }
    }

    /// What tells a draft from another of the same round: who sits where, and who has a bye or has asked for one.
    pub fn draft_fingerprint(&self, stage: usize, round: usize) -> Option<u64> {
        let state = self.stages.get(stage)?;
        let draft = state.rounds.get(round).filter(|draft| !draft.published)?;
        let sides = draft.meetings.iter().flat_map(|meeting| meeting.sides);
        let asked = self.requested_byes(stage, round);
        let marks = sides
            .map(|side| u64::from(side.0))
            .chain([u64::MAX])
            .chain(draft.byes.iter().map(|bye| u64::from(bye.0)))
            .chain([u64::MAX])
            .chain(asked.iter().flat_map(|(id, bye)| [u64::from(id.0), *bye as u64]));
        // FNV-1a, a number at a time: nobody gains by two drafts that look alike.
        let mix = |print: u64, mark: u64| (print ^ mark).wrapping_mul(0x0100_0000_01b3);
        Some(marks.fold(0xcbf2_9ce4_8422_2325, mix))
    }

    /// Who has a bye in a round because they asked for it, in the order of their numbers.
    pub fn requested_byes(&self, stage: usize, round: usize) -> Vec<(EntrantId, RequestedBye)> {
        let Some(state) = self.stages.get(stage) else { return Vec::new() };
        let Some(of) = state.rounds.get(round) else { return Vec::new() };
        let sits = |id: EntrantId| {
            of.byes.contains(&id) || of.meetings.iter().any(|one| one.side_of(id).is_some())
        };
        let last = EntrantId(u32::MAX);
        let asked = state.requested_byes.range((round, EntrantId(0))..=(round, last));
        let inside: BTreeSet<EntrantId> = state.entrants().collect();
        let given = asked.filter(|((_, id), _)| inside.contains(id) && !sits(*id));
        given.map(|((_, id), bye)| (*id, *bye)).collect()
    }

    /// Takes the last round back: a draft, or a published one, with its results where that is said.
    ///
    /// # Errors
    /// [`ContestError`] where a round or a stage stands on it, or it has results and that is not said.
    pub fn take_back_round(
        &self,
        stage: usize,
        round: usize,
        with_results: bool,
    ) -> Result<Vec<ContestFact>, ContestError> {
        let known = self.round(stage, round)?;
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        if self.stages[stage].rounds.len() > round + 1 {
            return Err(ContestError::LaterRoundExists);
        }
        if self.has_dependent_stage(stage) {
            return Err(ContestError::LaterStageExists);
        }
        if known.has_results() && !with_results {
            let tables = known
                .meetings
                .iter()
                .filter(|one| !one.games.is_empty() || one.has_results())
                .count();
            return Err(ContestError::HasResults { tables });
        }
        Ok(vec![ContestFact::RoundTakenBack { stage, round }])
    }

    /// Takes back that a stage has begun, as long as nothing of it is played. Published rounds go with it where that is
    /// said, and everybody is told that they hold no longer.
    ///
    /// # Errors
    /// [`ContestError`] where it has not begun, something of it is played, a stage stands on it, or published rounds would go
    /// and that is not said.
    pub fn take_back_stage_start(
        &self,
        stage: usize,
        with_rounds: bool,
    ) -> Result<Vec<ContestFact>, ContestError> {
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        if !state.has_begun() {
            return Err(ContestError::StageNotStarted);
        }
        if self.has_dependent_stage(stage) {
            return Err(ContestError::LaterStageExists);
        }
        let meetings = state.rounds.iter().flat_map(|round| &round.meetings);
        let tables = meetings.filter(|one| one.has_results() || one.is_reported()).count();
        if tables > 0 {
            return Err(ContestError::StageHasResults { tables });
        }
        let rounds = state.rounds.iter().filter(|round| round.published).count();
        if rounds > 0 && !with_rounds {
            return Err(ContestError::StageHasPublishedRounds { rounds });
        }
        let last_first = (0..state.rounds.len()).rev();
        let rounds = last_first.map(|round| ContestFact::RoundTakenBack { stage, round });
        Ok(rounds.chain([ContestFact::StageStartTakenBack { stage }]).collect())
    }

    /// Whether a stage has begun that takes from this one.
    pub(super) fn has_dependent_stage(&self, stage: usize) -> bool {
        let takes = |source: &Source| source.of().is_some_and(|of| of.0 == stage);
        let all = self.stages.iter().zip(&self.settings.plan.stages);
        all.filter(|(state, _)| state.has_begun()).any(|(_, plan)| plan.sources.iter().any(takes))
    }

    /// Brings back the round that was taken back last, with its results.
    ///
    /// # Errors
    /// [`ContestError::NothingToRestore`] where none was, or another was published since.
    pub fn restore_round(&self, stage: usize) -> Result<Vec<ContestFact>, ContestError> {
        if self.is_over {
            return Err(ContestError::EventOver);
        }
        let state = self.stages.get(stage).ok_or(ContestError::NotFound)?;
        if state.taken_back.is_empty() {
            return Err(ContestError::NothingToRestore);
        }
        let published = state.rounds.iter().take_while(|round| round.published).count();
        Ok(vec![ContestFact::RoundRestored { stage, round: published }])
    }
}
