//! Knock-out matches that are played as soon as both of their players are known, without waiting for a round.

use std::collections::{BTreeMap, BTreeSet};

use swiss::knockout::{MatchId, Occupant};

use super::qualification::entrant_id_at;
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, Meeting, Round, RoundId, TableId,
};
use crate::moment::Micros;

/// A published match of a knock-out: where it is.
struct Place {
    round: usize,
    table: usize,
}

impl Contest {
    /// These facts, and what follows without waiting for a round: knock-out matches, arenas and ladders.
    #[must_use]
    pub fn with_new_pairs(&self, facts: Vec<ContestFact>, now: Micros) -> Vec<ContestFact> {
        let facts = self.with_arena_pairs(self.with_ready_matches(facts, now), now);
        self.with_ladder_moves(facts, now)
    }

    /// These facts, and the knock-out matches that can be played after them if the event does not wait for rounds.
    #[must_use]
    pub fn with_ready_matches(&self, mut facts: Vec<ContestFact>, now: Micros) -> Vec<ContestFact> {
        let is_continuous = |contest: &Contest| contest.settings.continuous_knockout;
        if !is_continuous(self) || self.is_over {
            return facts;
        }
        let Ok(mut after) = self.with_facts(&facts) else { return facts };
        if after.is_over || !is_continuous(&after) {
            return facts;
        }
        for stage in 0..after.stages.len() {
            let new = after.ready_matches(stage, now);
            if after.apply_facts(&new).is_ok() {
                facts.extend(new);
            }
        }
        facts
    }

    /// Publishes the matches of a knock-out that can be played now, whatever round the others are in.
    pub fn start_ready_matches(&self, stage: usize, now: Micros) -> CommandResult {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
        if !self.is_knockout(stage) || state.published_rounds() == 0 {
            return Err(ContestError::NotPublished);
        }
        match self.ready_matches(stage, now) {
            facts if facts.is_empty() => Err(ContestError::NoMatchReady),
            facts => Ok(facts),
        }
    }

    /// How many matches of a knock-out in progress can be played and are not published.
    pub fn ready_match_count(&self, stage: usize) -> usize {
        self.unpublished_matches(stage).len()
    }

    /// The facts that publish all matches that can be played. The first round is published by officials.
    fn ready_matches(&self, stage: usize, now: Micros) -> Vec<ContestFact> {
        let Some(published) = self.stages.get(stage).map(super::StageState::published_rounds)
        else {
            return Vec::new();
        };
        let window = self.settings.scheduling.as_ref().map(|arranged| arranged.window_from(now));
        let mut new: Vec<Meeting> = Vec::new();
        let mut extended: BTreeMap<usize, Vec<(usize, Meeting)>> = BTreeMap::new();
        let mut next: Vec<usize> =
            self.stages[stage].rounds.iter().map(|round| round.meetings.len()).collect();
        let mut taken = self.tables_taken();
        for (meeting, level, place) in self.unpublished_matches(stage) {
            match place {
                Some(place) => {
                    extended.entry(place.round).or_default().push((place.table, meeting));
                }
                None if level < published => {
                    let table = next[level];
                    next[level] += 1;
                    let meeting = self.at_free_table(meeting, table, &mut taken);
                    extended.entry(level).or_default().push((table, meeting));
                }
                None => new.push(self.at_free_table(meeting, new.len(), &mut taken)),
            }
        }
        let mut facts = Vec::new();
        for (round, meetings) in extended {
            let (tables, meetings): (Vec<usize>, Vec<Meeting>) = meetings.into_iter().unzip();
            facts.push(ContestFact::RoundExtended { stage, round, meetings });
            facts.extend(tables.into_iter().filter_map(|table| {
                let (table, window) = (Some(table), window?);
                Some(ContestFact::WindowOpened { stage, round, table, window })
            }));
        }
        if !new.is_empty() {
            let (round, byes, is_manual) = (published, Vec::new(), false);
            facts.push(ContestFact::RoundDrafted { stage, round, meetings: new, byes, is_manual });
            facts.push(ContestFact::RoundPublished(RoundId { stage, round }));
            let opened = |window| ContestFact::WindowOpened { stage, round, table: None, window };
            facts.extend(window.map(opened));
        }
        facts
    }

    /// The numbers of the tables in the hall at which somebody plays.
    fn tables_taken(&self) -> BTreeSet<usize> {
        let open = self.published_tables().filter(|(_, meeting)| !meeting.is_over());
        open.map(|(at, meeting)| meeting.number_in_hall(at.table)).collect()
    }

    /// The match with the lowest free number in the hall if others play at its own. Players who arrange their matches
    /// do not meet in a hall.
    fn at_free_table(
        &self,
        meeting: Meeting,
        table: usize,
        taken: &mut BTreeSet<usize>,
    ) -> Meeting {
        if meeting.is_over() || self.settings.scheduling.is_some() || taken.insert(table + 1) {
            return meeting;
        }
        let hall_table = (1..).find(|number| taken.insert(*number));
        Meeting { hall_table, ..meeting }
    }

    /// The matches that can be played and are not published between the two who play them, with the round that they
    /// belong to and their place if others were to play them. Who has played or plays on this site stays.
    fn unpublished_matches(&self, stage: usize) -> Vec<(Meeting, usize, Option<Place>)> {
        let published = self.stages.get(stage).map_or(0, super::StageState::published_rounds);
        let (Some(knockout), Some(progress)) =
            (self.knockout(stage), self.knockout_progress(stage))
        else {
            return Vec::new();
        };
        if published == 0 {
            return Vec::new();
        }
        let levels = knockout.rounds();
        let level = |of: MatchId| levels.iter().position(|round| round.contains(&of));
        let mut found = Vec::new();
        for of in progress.ready() {
            let [Occupant::Entrant(one), Occupant::Entrant(other)] =
                progress.matches[of.0].occupants
            else {
                continue;
            };
            let sides = [entrant_id_at(one), entrant_id_at(other)];
            let place = self.place_of(stage, of);
            let known = place
                .as_ref()
                .and_then(|at| self.stages[stage].rounds[at.round].meetings.get(at.table));
            let is_replaced = |known: &Meeting| {
                known.sides != sides
                    && !known.has_results()
                    && self.settings.onsite_games().is_none()
            };
            if known.is_none_or(is_replaced) {
                let hall_table = known.and_then(|known| known.hall_table);
                let new = self.new_meeting(stage, sides, 0, Some(of));
                let meeting = Meeting { hall_table, ..new };
                found.push((meeting, level(of).unwrap_or(published), place));
            }
        }
        found
    }

    fn place_of(&self, stage: usize, of: MatchId) -> Option<Place> {
        let rounds = self.stages[stage].rounds.iter().enumerate();
        rounds.filter(|(_, round)| round.published).find_map(|(round, known)| {
            let table = known.meetings.iter().position(|one| one.knockout_match == Some(of))?;
            Some(Place { round, table })
        })
    }

    /// Whether matches can be added to a published round of a knock-out: each is between the two who play it now, and
    /// replaces at most one without results.
    pub(super) fn can_extend(&self, at: RoundId, meetings: &[Meeting]) -> bool {
        if self.is_arena(at.stage) {
            return self.can_extend_arena(at, meetings);
        }
        if self.is_ladder(at.stage) {
            return self.can_extend_ladder(at, meetings);
        }
        let Some(round) = self.round(at).filter(|round| round.published) else { return false };
        let Some(progress) = self.knockout_progress(at.stage) else { return false };
        let is_new = |meeting: &Meeting| {
            let Some(of) = meeting.knockout_match.filter(|of| of.0 < progress.matches.len()) else {
                return false;
            };
            let elsewhere =
                self.place_of(at.stage, of).is_some_and(|place| place.round != at.round);
            let known = round.meetings.iter().find(|one| one.knockout_match == Some(of));
            !elsewhere
                && self.has_current_pair(&progress, meeting)
                && known.is_none_or(|known| !known.has_results())
        };
        let matches: Vec<_> = meetings.iter().map(|one| one.knockout_match).collect();
        let is_once = |of| matches.iter().filter(|other| **other == of).count() == 1;
        let sides: Vec<EntrantId> = meetings.iter().flat_map(|one| one.sides).collect();
        !meetings.is_empty()
            && meetings.iter().all(is_new)
            && matches.iter().all(|of| is_once(*of))
            && sides.iter().all(|id| self.entrant(*id).is_some())
    }

    pub(super) fn apply_extension(&mut self, at: RoundId, meetings: &[Meeting]) -> Option<()> {
        if self.is_arena(at.stage) {
            return self.apply_arena_extension(at, meetings);
        }
        if self.is_ladder(at.stage) {
            return self.apply_ladder_extension(at, meetings);
        }
        for one in meetings {
            let new = self.new_meeting(at.stage, one.sides, one.group, one.knockout_match);
            let new = Meeting { hall_table: one.hall_table, ..new };
            let round = self.round_mut(at)?;
            let known =
                round.meetings.iter().position(|own| own.knockout_match == one.knockout_match);
            match known {
                Some(table) => {
                    round.meetings[table] = new;
                    round.schedule.tables.remove(&table);
                    let here = TableId { stage: at.stage, round: at.round, table };
                    let disputed = &mut self.stages.get_mut(at.stage)?.disputed;
                    disputed.retain(|spot, _| spot.table_id() != here);
                }
                None => round.meetings.push(new),
            }
        }
        let progress = self.knockout_progress(at.stage)?;
        let is_current = |round: &Round| {
            round.meetings.iter().all(|meeting| self.has_current_pair(&progress, meeting))
        };
        let is_stale = !self.round(at).is_some_and(is_current);
        self.round_mut(at)?.stale &= is_stale;
        Some(())
    }
}
