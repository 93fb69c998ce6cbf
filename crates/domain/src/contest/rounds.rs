//! Starts stages; pairs, changes, publishes and undoes rounds.

use std::collections::BTreeSet;

use swiss::Color;
use swiss::stage::{Entered, Source, System};

use super::qualification::entrant_id_at;
use super::teams::TeamError;
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus, Meeting,
    RequestedBye, RoundId,
};
use crate::moment::Micros;

impl Contest {
    /// Starts a stage with its entrants; `white` is the drawn color of the first one.
    pub fn start_stage(&self, stage: usize, white: bool) -> CommandResult {
        self.ensure_running()?;
        let state = self.stage(stage)?;
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
        let initial = if white { Color::White } else { Color::Black };
        Ok(vec![ContestFact::StageStarted { stage, groups, initial }])
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

    /// Adds a late entrant to a Swiss stage in progress: earlier rounds count as not played, and
    /// their pairing number follows their rating (FIDE C.04.2, late entries).
    pub fn join_stage(&self, stage: usize, entrant: EntrantId) -> CommandResult {
        let state = self.started_stage(stage)?;
        let one = self.entrant(entrant).ok_or(ContestError::UnknownEntrant(entrant))?;
        if !self.is_swiss(stage) || !self.takes_registrations(stage) {
            return Err(ContestError::NoLateEntry);
        }
        if self.is_over || one.status != EntrantStatus::Active {
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

    /// Active entrants of a stage who are not in its draft and asked for no bye in that round: they
    /// are not checked in. Empty where there is no draft.
    pub fn left_out_of_draft(&self, stage: usize) -> Vec<EntrantId> {
        let Some(state) = self.stages.get(stage) else { return Vec::new() };
        let Some((draft, before)) = state.rounds.split_last() else { return Vec::new() };
        if draft.published {
            return Vec::new();
        }
        let is_left_out = |id: &EntrantId| {
            !draft.includes(*id)
                && !state.requested_byes.contains_key(&(before.len(), *id))
                && self.entrant(*id).is_some_and(|one| one.status == EntrantStatus::Active)
        };
        state.entrants().filter(is_left_out).collect()
    }

    /// Pairs the next round as a draft, or the draft again.
    pub fn pair_round(&self, stage: usize) -> CommandResult {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
        let published = state.published_rounds();
        // A result of an earlier round may have been removed.
        let open = state.rounds[..published].iter().position(|round| !round.is_over());
        if let Some(round) = open {
            let meetings = state.rounds[round].meetings.iter().enumerate();
            let open: Vec<_> = meetings.filter(|(_, meeting)| !meeting.is_over()).collect();
            let tables = open.iter().map(|(at, _)| *at).collect();
            let are_begun = open.iter().all(|(_, meeting)| !meeting.games.is_empty());
            return Err(if are_begun {
                ContestError::MatchUndecided { round, tables }
            } else {
                ContestError::RoundUnfinished { round, tables }
            });
        }
        if !self.has_round_left(stage) {
            return Err(ContestError::NoRoundLeft);
        }
        self.draft_next_round(stage)
    }

    /// Whether a stage has a round after its published ones. Officials may give a Swiss stage more rounds.
    pub fn has_round_left(&self, stage: usize) -> bool {
        match self.round_count(stage) {
            Some(rounds) => self.stages[stage].published_rounds() < rounds,
            None => !self.knockout_progress(stage).is_some_and(|progress| progress.is_over()),
        }
    }

    /// Swaps the seats of two entrants in a draft, of whom one may have the bye. At the same table
    /// they swap colors.
    pub fn swap_seats(&self, stage: usize, one: EntrantId, other: EntrantId) -> CommandResult {
        self.ensure_running()?;
        let state = self.stage(stage)?;
        let round = state.rounds.len().checked_sub(1).ok_or(ContestError::NotFound)?;
        let draft = &state.rounds[round];
        if draft.published {
            return Err(ContestError::AlreadyPublished);
        }
        if one == other || !self.is_swiss(stage) || !draft.includes(one) || !draft.includes(other) {
            return Err(ContestError::CannotSwap);
        }
        let swap = |id: EntrantId| match id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
        let meeting = |meeting: &Meeting| self.new_meeting(stage, meeting.sides.map(swap), 0, None);
        let meetings = draft.meetings.iter().map(meeting).collect();
        let byes = draft.byes.iter().map(|id| swap(*id)).collect();
        Ok(vec![ContestFact::RoundDrafted { stage, round, meetings, byes, is_manual: true }])
    }

    /// Publishes a draft. After a round that was undone, pairs that stay have the results that they had.
    pub fn publish_round(&self, at: RoundId) -> CommandResult {
        let draft = self.round(at).ok_or(ContestError::NotFound)?;
        if draft.published {
            return Err(ContestError::AlreadyPublished);
        }
        self.ensure_running()?;
        let published = ContestFact::RoundPublished(at);
        Ok([published].into_iter().chain(self.results_before_undoing(at, draft)).collect())
    }

    /// Publishes a draft that an official has reviewed.
    pub fn publish_seen_draft(&self, at: RoundId, seen: u64, now: Micros) -> CommandResult {
        let facts = self.publish_round_at(at, now)?;
        let is_same = self.draft_fingerprint(at) == Some(seen);
        if is_same { Ok(facts) } else { Err(ContestError::DraftChanged) }
    }

    /// Identifies a draft among those of the same round by its seats, byes and requested byes.
    pub fn draft_fingerprint(&self, at: RoundId) -> Option<u64> {
        let draft = self.round(at).filter(|draft| !draft.published)?;
        let sides = draft.meetings.iter().flat_map(|meeting| meeting.sides);
        let asked = self.requested_byes(at);
        let marks = sides
            .map(|side| u64::from(side.0))
            .chain([u64::MAX])
            .chain(draft.byes.iter().map(|bye| u64::from(bye.0)))
            .chain([u64::MAX])
            .chain(asked.iter().flat_map(|(id, bye)| [u64::from(id.0), *bye as u64]));
        // FNV-1a over numbers. Not cryptographic: nobody gains from a collision of drafts.
        let mix = |print: u64, mark: u64| (print ^ mark).wrapping_mul(0x0100_0000_01b3);
        Some(marks.fold(0xcbf2_9ce4_8422_2325, mix))
    }

    /// The entrants who requested a bye for a round, by number.
    pub fn requested_byes(&self, at: RoundId) -> Vec<(EntrantId, RequestedBye)> {
        let Some(of) = self.round(at) else { return Vec::new() };
        let state = &self.stages[at.stage];
        let last = EntrantId(u32::MAX);
        let asked = state.requested_byes.range((at.round, EntrantId(0))..=(at.round, last));
        let inside: BTreeSet<EntrantId> = state.entrants().collect();
        let given = asked.filter(|((_, id), _)| inside.contains(id) && !of.includes(*id));
        given.map(|((_, id), bye)| (*id, *bye)).collect()
    }

    /// Undoes the last round, a draft or a published one; with its results only if `with_results`
    /// is set.
    pub fn take_back_round(&self, at: RoundId, with_results: bool) -> CommandResult {
        let known = self.round(at).ok_or(ContestError::NotFound)?;
        self.ensure_running()?;
        if self.stages[at.stage].rounds.len() > at.round + 1 {
            return Err(ContestError::LaterRoundExists);
        }
        if self.has_dependent_stage(at.stage) {
            return Err(ContestError::LaterStageExists);
        }
        if known.has_results() && !with_results {
            let is_decided = |one: &&Meeting| !one.games.is_empty() || one.has_results();
            let tables = known.meetings.iter().filter(is_decided).count();
            return Err(ContestError::HasResults { tables });
        }
        Ok(vec![ContestFact::RoundTakenBack(at)])
    }

    /// Undoes the start of a stage of which nothing has been played. Its published rounds are
    /// undone with it only if `with_rounds` is set, and everybody is notified.
    pub fn take_back_stage_start(&self, stage: usize, with_rounds: bool) -> CommandResult {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
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
        let rounds = last_first.map(|round| ContestFact::RoundTakenBack(RoundId { stage, round }));
        Ok(rounds.chain([ContestFact::StageStartTakenBack { stage }]).collect())
    }

    /// Whether a stage has started that takes entrants or points from this one.
    pub(super) fn has_dependent_stage(&self, stage: usize) -> bool {
        let takes = |source: &Source| source.of().is_some_and(|of| of.0 == stage);
        let all = self.stages.iter().zip(&self.settings.plan.stages);
        all.filter(|(state, _)| state.has_begun()).any(|(_, plan)| plan.sources.iter().any(takes))
    }

    /// Restores the round that was undone last, with its results.
    pub fn restore_round(&self, stage: usize) -> CommandResult {
        self.ensure_running()?;
        let state = self.stage(stage)?;
        if state.taken_back.is_empty() {
            return Err(ContestError::NothingToRestore);
        }
        let round = state.published_rounds();
        Ok(vec![ContestFact::RoundRestored(RoundId { stage, round })])
    }
}
