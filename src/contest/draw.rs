//! Who meets whom in the next round.

use std::collections::BTreeSet;

use swiss::Color;
use swiss::knockout::Occupant;
use swiss::pairing;
use swiss::round_robin;
use swiss::stage::System;

use super::places::id;
use super::{Contest, EntrantId, Fact, Meeting, Refusal, Round};

/// A round as it is drawn.
#[derive(PartialEq, Eq)]
pub(super) struct Drawn {
    pub meetings: Vec<Meeting>,
    pub byes: Vec<EntrantId>,
}

impl Drawn {
    fn is(&self, round: &Round) -> bool {
        self.meetings == round.meetings && self.byes == round.byes
    }

    fn draft(self, stage: usize, round: usize, by_hand: bool) -> Fact {
        let Drawn { meetings, byes } = self;
        Fact::Drafted { stage, round, meetings, byes, by_hand }
    }

    /// Everybody who is in it.
    fn everybody(&self) -> impl Iterator<Item = EntrantId> {
        self.meetings.iter().flat_map(|meeting| meeting.sides).chain(self.byes.iter().copied())
    }
}

impl Contest {
    /// The next round of a stage, by its system alone.
    pub(super) fn drawn(&self, stage: usize) -> Result<Drawn, Refusal> {
        match self.settings.plan.stages.get(stage).ok_or(Refusal::NoSuchSpot)?.system {
            System::Swiss { .. } => self.swiss(stage),
            System::RoundRobin { cycles, .. } | System::BoardGroups { cycles } => {
                Ok(self.round_robin(stage, cycles))
            }
            System::Knockout { .. } => self.knockout_round(stage),
            System::Scheveningen => self.two_teams(stage),
        }
    }

    fn swiss(&self, stage: usize) -> Result<Drawn, Refusal> {
        let table = self.to_be_paired(stage).ok_or(Refusal::NotBegun)?;
        let round = pairing::dutch(&table.tournament).map_err(Refusal::NoPairing)?;
        let meeting = |pairing: &pairing::Pairing| {
            self.meeting(stage, [table.ids[pairing.white], table.ids[pairing.black]], 0, None)
        };
        let meetings = round.pairings.iter().map(meeting).collect();
        Ok(Drawn { meetings, byes: round.bye.map(|bye| table.ids[bye]).into_iter().collect() })
    }

    fn round_robin(&self, stage: usize, cycles: round_robin::Cycles) -> Drawn {
        let state = &self.stages[stage];
        let number = state.rounds.iter().take_while(|round| round.published).count();
        let mut drawn = Drawn { meetings: Vec::new(), byes: Vec::new() };
        for (group, ids) in state.groups.iter().enumerate() {
            let Some(round) = round_robin::round(ids.len(), cycles, number) else { continue };
            let meeting = |pairing: &pairing::Pairing| {
                self.meeting(stage, [ids[pairing.white], ids[pairing.black]], group, None)
            };
            drawn.meetings.extend(round.pairings.iter().map(meeting));
            drawn.byes.extend(round.bye.map(|bye| ids[bye]));
        }
        drawn
    }

    /// Two teams meet in every round, each of one another of the other.
    fn two_teams(&self, stage: usize) -> Result<Drawn, Refusal> {
        let groups = &self.stages[stage].groups;
        let [one, other] = groups.first().map_or(&[][..], Vec::as_slice) else {
            return Err(Refusal::NotBegun);
        };
        let meetings = vec![self.meeting(stage, [*one, *other], 0, None)];
        Ok(Drawn { meetings, byes: Vec::new() })
    }

    fn knockout_round(&self, stage: usize) -> Result<Drawn, Refusal> {
        let progress = self.progress(stage).ok_or(Refusal::NotBegun)?;
        let mut meetings = Vec::new();
        for of in progress.ready() {
            let [Occupant::Entrant(one), Occupant::Entrant(other)] =
                progress.matches[of.0].occupants
            else {
                continue;
            };
            meetings.push(self.meeting(stage, [id(one), id(other)], 0, Some(of)));
        }
        if meetings.is_empty() {
            return Err(Refusal::NoRoundLeft);
        }
        Ok(Drawn { meetings, byes: Vec::new() })
    }

    /// The next round as a draft.
    pub(super) fn draft_of(&self, stage: usize) -> Result<Fact, Refusal> {
        let drawn = self.drawn(stage)?;
        let rounds = &self.stages[stage].rounds;
        let round = rounds.iter().take_while(|round| round.published).count();
        Ok(drawn.draft(stage, round, false))
    }

    /// A draft that was changed by hand with those who are to be paired now: tables at which both are still to play
    /// stay, and only the others are seated anew, as far as they go as they were drawn.
    fn kept_by_hand(&self, stage: usize, draft: &Round, drawn: &Drawn) -> Drawn {
        let present: BTreeSet<EntrantId> = drawn.everybody().collect();
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
            drawn.everybody().filter(|one| !seated.contains(one)).collect();
        // Who had the bye has it still, where somebody must.
        left.sort_by_key(|one| draft.byes.contains(one));
        for pair in left.chunks_exact(2) {
            meetings.push(self.meeting(stage, [pair[0], pair[1]], 0, None));
        }
        Drawn { meetings, byes: left.chunks_exact(2).remainder().to_vec() }
    }

    /// Facts that change what drafts stand on, and the drafts as they are paired then. A draft that cannot be paired
    /// any more goes. One that was changed by hand stays as long as it would have been paired in the same way without
    /// these facts; else as much of it stays as can ([`Contest::kept_by_hand`]), and pairing anew is the officials'.
    pub(super) fn with_drafts(&self, mut facts: Vec<Fact>) -> Result<Vec<Fact>, Refusal> {
        if facts.is_empty() {
            return Ok(facts);
        }
        let Ok(after) = self.with(&facts) else { return Err(Refusal::NoSuchSpot) };
        for (stage, state) in after.stages.iter().enumerate() {
            let Some((draft, before)) = state.rounds.split_last() else { continue };
            if draft.published {
                continue;
            }
            if self.pairs_alike(&after, stage) {
                continue;
            }
            let is_possible = before.iter().all(Round::is_over);
            match after.drawn(stage).ok().filter(|_| is_possible) {
                Some(drawn) if drawn.is(draft) => {}
                Some(drawn) if draft.by_hand && self.drawn(stage).is_ok_and(|own| own == drawn) => {
                }
                Some(drawn) if draft.by_hand => {
                    let kept = after.kept_by_hand(stage, draft, &drawn);
                    if !kept.is(draft) {
                        facts.push(kept.draft(stage, before.len(), true));
                    }
                }
                Some(drawn) => facts.push(drawn.draft(stage, before.len(), false)),
                None => facts.push(Fact::TakenBack { stage, round: before.len() }),
            }
        }
        Ok(facts)
    }

    /// Whether the next round of a Swiss stage stands on the same in both, which is told faster than by pairing it.
    fn pairs_alike(&self, after: &Contest, stage: usize) -> bool {
        let of = |contest: &Contest| {
            let is_swiss =
                matches!(contest.settings.plan.stages.get(stage)?.system, System::Swiss { .. });
            let rounds = &contest.stages[stage].rounds;
            let is_drafted = rounds.split_last()?.1.iter().all(Round::is_over);
            let table = contest.to_be_paired(stage).filter(|_| is_swiss && is_drafted)?;
            Some((table.tournament, table.ids, rounds.len()))
        };
        of(after).is_some_and(|after| of(self) == Some(after))
    }

    /// The color of the first in the first Swiss round, and in every first game: as the lot has it.
    pub(super) const fn lot(white: bool) -> Color {
        if white { Color::White } else { Color::Black }
    }
}
