//! Pairs the next round.

use std::collections::BTreeSet;

use swiss::keizer;
use swiss::knockout::Occupant;
use swiss::pairing;
use swiss::round_robin;
use swiss::stage::System;

use super::qualification::entrant_id_at;
use super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, Meeting, Round, RoundId,
    StageState,
};

#[derive(PartialEq, Eq)]
pub(super) struct RoundPairings {
    pub meetings: Vec<Meeting>,
    pub byes: Vec<EntrantId>,
}

impl RoundPairings {
    fn matches_round(&self, round: &Round) -> bool {
        self.meetings == round.meetings && self.byes == round.byes
    }

    fn into_draft_fact(self, stage: usize, round: usize, by_hand: bool) -> ContestFact {
        let RoundPairings { meetings, byes } = self;
        ContestFact::RoundDrafted { stage, round, meetings, byes, is_manual: by_hand }
    }

    /// Everybody in the round.
    fn entrants(&self) -> impl Iterator<Item = EntrantId> {
        self.meetings.iter().flat_map(|meeting| meeting.sides).chain(self.byes.iter().copied())
    }
}

impl Contest {
    /// The next round of a stage according to its system.
    pub(super) fn pair_next_round(&self, stage: usize) -> Result<RoundPairings, ContestError> {
        match self.settings.plan.stages.get(stage).ok_or(ContestError::NotFound)?.system {
            System::Swiss { .. } | System::Keizer { .. } => self.pair_by_standings(stage),
            System::Arena { .. } => self.pair_arena(stage),
            // Its games come with the challenges.
            System::Ladder { .. } => Ok(RoundPairings { meetings: Vec::new(), byes: Vec::new() }),
            System::RoundRobin { cycles, .. } | System::BoardGroups { cycles } => {
                Ok(self.pair_round_robin(stage, cycles))
            }
            System::Knockout { .. } => self.pair_knockout(stage),
            System::Scheveningen => self.pair_two_teams(stage),
        }
    }

    fn pair_by_standings(&self, stage: usize) -> Result<RoundPairings, ContestError> {
        let table = self.pairing_tournament(stage).ok_or(ContestError::StageNotStarted)?;
        let round = match table.regulations.keizer {
            Some(rules) => keizer::pair(&table.tournament, &rules),
            None => pairing::dutch(&table.tournament),
        };
        let round = round.map_err(ContestError::NoPairing)?;
        let meeting = |pairing: &pairing::Pairing| {
            self.new_meeting(
                stage,
                [table.entrants[pairing.white], table.entrants[pairing.black]],
                0,
                None,
            )
        };
        let meetings = round.pairings.iter().map(meeting).collect();
        Ok(RoundPairings {
            meetings: self.at_their_tables(stage, meetings),
            byes: round.bye.map(|bye| table.entrants[bye]).into_iter().collect(),
        })
    }

    fn pair_round_robin(&self, stage: usize, cycles: round_robin::Cycles) -> RoundPairings {
        let state = &self.stages[stage];
        let number = state.published_rounds();
        let mut drawn = RoundPairings { meetings: Vec::new(), byes: Vec::new() };
        for (group, ids) in state.groups.iter().enumerate() {
            let Some(round) = round_robin::round(ids.len(), cycles, number) else { continue };
            let meeting = |pairing: &pairing::Pairing| {
                self.new_meeting(stage, [ids[pairing.white], ids[pairing.black]], group, None)
            };
            drawn.meetings.extend(round.pairings.iter().map(meeting));
            drawn.byes.extend(round.bye.map(|bye| ids[bye]));
        }
        drawn
    }

    /// Two teams meet in every round; each member meets another member of the other team.
    fn pair_two_teams(&self, stage: usize) -> Result<RoundPairings, ContestError> {
        let groups = &self.stages[stage].groups;
        let [one, other] = groups.first().map_or(&[][..], Vec::as_slice) else {
            return Err(ContestError::StageNotStarted);
        };
        let meetings = vec![self.new_meeting(stage, [*one, *other], 0, None)];
        Ok(RoundPairings { meetings, byes: Vec::new() })
    }

    fn pair_knockout(&self, stage: usize) -> Result<RoundPairings, ContestError> {
        let progress = self.knockout_progress(stage).ok_or(ContestError::StageNotStarted)?;
        let mut meetings = Vec::new();
        for of in progress.ready() {
            let [Occupant::Entrant(one), Occupant::Entrant(other)] =
                progress.matches[of.0].occupants
            else {
                continue;
            };
            meetings.push(self.new_meeting(
                stage,
                [entrant_id_at(one), entrant_id_at(other)],
                0,
                Some(of),
            ));
        }
        if meetings.is_empty() {
            return Err(ContestError::NoRoundLeft);
        }
        Ok(RoundPairings { meetings, byes: Vec::new() })
    }

    /// The draft of the next round, after the entry of the computer if it is needed.
    pub(super) fn draft_next_round(&self, stage: usize) -> CommandResult {
        let mut facts: Vec<ContestFact> = self.stand_in_entry(stage).into_iter().collect();
        let after = self.with_facts(&facts).map_err(|_| ContestError::NotFound)?;
        let drawn = after.pair_next_round(stage)?;
        let round = after.stages[stage].published_rounds();
        facts.push(drawn.into_draft_fact(stage, round, false));
        Ok(facts)
    }

    /// Updates a manually changed draft: tables whose entrants both still play stay, and only the
    /// others are paired again, as the system would pair them if possible.
    fn keep_manual_pairings(
        &self,
        stage: usize,
        draft: &Round,
        drawn: &RoundPairings,
    ) -> RoundPairings {
        let present: BTreeSet<EntrantId> = drawn.entrants().collect();
        let both = |meeting: &&Meeting| meeting.sides.iter().all(|side| present.contains(side));
        let mut meetings: Vec<Meeting> = draft.meetings.iter().filter(both).cloned().collect();
        let mut seated: BTreeSet<EntrantId> =
            meetings.iter().flat_map(|meeting| meeting.sides).collect();
        for meeting in &drawn.meetings {
            if meeting.sides.iter().all(|side| !seated.contains(side)) {
                seated.extend(meeting.sides);
                meetings.push(meeting.clone());
            }
        }
        let mut left: Vec<EntrantId> =
            drawn.entrants().filter(|one| !seated.contains(one)).collect();
        // The entrant who had the bye keeps it if somebody must have one.
        left.sort_by_key(|one| draft.byes.contains(one));
        for pair in left.chunks_exact(2) {
            meetings.push(self.new_meeting(stage, [pair[0], pair[1]], 0, None));
        }
        RoundPairings { meetings, byes: left.chunks_exact(2).remainder().to_vec() }
    }

    /// Adds facts that drafts depend on, and the drafts as they are paired after that. A draft that
    /// can no longer be paired is dropped. A manually changed one stays if the system's pairing is
    /// the same without these facts; otherwise as much of it stays as possible
    /// ([`Contest::keep_manual_pairings`]), and officials decide whether to pair it again.
    pub(super) fn with_updated_drafts(&self, mut facts: Vec<ContestFact>) -> CommandResult {
        if facts.is_empty() {
            return Ok(facts);
        }
        let mut after = self.with_facts(&facts).map_err(|_| ContestError::NotFound)?;
        let drafted = |state: &StageState| state.rounds.last().is_some_and(|last| !last.published);
        let drafts = (0..after.stages.len()).filter(|stage| drafted(&after.stages[*stage]));
        let entries: Vec<ContestFact> =
            drafts.filter_map(|stage| after.stand_in_entry(stage)).collect();
        after.apply_facts(&entries).map_err(|_| ContestError::NotFound)?;
        facts.extend(entries);
        for (stage, state) in after.stages.iter().enumerate() {
            let Some((draft, before)) = state.rounds.split_last() else { continue };
            if draft.published || self.has_same_pairing_input(&after, stage) {
                continue;
            }
            let is_possible = before.iter().all(Round::is_over);
            match after.pair_next_round(stage).ok().filter(|_| is_possible) {
                Some(drawn) if drawn.matches_round(draft) => {}
                Some(drawn)
                    if draft.is_manual
                        && self.pair_next_round(stage).is_ok_and(|own| own == drawn) => {}
                Some(drawn) if draft.is_manual => {
                    let kept = after.keep_manual_pairings(stage, draft, &drawn);
                    if !kept.matches_round(draft) {
                        facts.push(kept.into_draft_fact(stage, before.len(), true));
                    }
                }
                Some(drawn) => facts.push(drawn.into_draft_fact(stage, before.len(), false)),
                None => {
                    facts.push(ContestFact::RoundTakenBack(RoundId { stage, round: before.len() }))
                }
            }
        }
        Ok(facts)
    }

    /// Whether the pairing of the next Swiss or Keizer round has the same input in both, which is faster than
    /// pairing it.
    fn has_same_pairing_input(&self, after: &Contest, stage: usize) -> bool {
        let of = |contest: &Contest| {
            let rounds = &contest.stages.get(stage)?.rounds;
            let is_drafted = rounds.split_last()?.1.iter().all(Round::is_over);
            let table = contest
                .pairing_tournament(stage)
                .filter(|_| contest.is_swiss(stage) && is_drafted)?;
            Some((table.tournament, table.entrants, table.regulations, rounds.len()))
        };
        of(after).is_some_and(|after| of(self) == Some(after))
    }
}
