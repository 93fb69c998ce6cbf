//! Applies the facts of ladders.

use std::collections::BTreeSet;

use super::super::{Contest, ContestFact, EntrantId, Meeting, RoundId};
use super::{Challenge, ChallengeEnd, LadderState, Step};
use crate::moment::Micros;

impl Contest {
    /// Whether a fact of a ladder says something of one in which it can happen.
    pub(in crate::contest) fn can_apply_ladder_fact(&self, fact: &ContestFact) -> bool {
        match fact {
            ContestFact::ChallengeMade { stage, challenger, challenged, .. } => {
                let busy = self.busy_in_ladder(*stage);
                let is_free = |id: EntrantId| self.is_in_ladder(*stage, id) && !busy.contains(&id);
                let is_open = |one: &Challenge| one.is_between(*challenger, *challenged);
                challenger != challenged
                    && self.is_ladder_running(*stage)
                    && !self.open_challenges(*stage).any(is_open)
                    && is_free(*challenger)
                    && is_free(*challenged)
            }
            ContestFact::ChallengeAccepted { stage, challenger, challenged, .. } => {
                let known = self.open_number(*stage, *challenger, *challenged);
                self.is_ladder_running(*stage) && known.is_some_and(|(_, one)| one.is_unanswered())
            }
            ContestFact::ChallengeClosed { stage, challenger, challenged, how, .. } => {
                let known = self.open_number(*stage, *challenger, *challenged);
                known.is_some_and(|(_, one)| match how {
                    ChallengeEnd::Played => {
                        self.challenge_meeting(*stage, one).is_some_and(Meeting::is_over)
                    }
                    _ => one.is_unanswered(),
                })
            }
            ContestFact::LadderFell { stage, entrants, .. } => {
                let mut is_in = vec![false; self.entrants.len()];
                for id in self.stages.get(*stage).iter().flat_map(|state| state.entrants()) {
                    is_in[id.index()] = !self.has_withdrawn(id);
                }
                let is_known = |id: &EntrantId| is_in.get(id.index()).copied().unwrap_or_default();
                self.is_ladder_running(*stage) && entrants.iter().all(is_known)
            }
            ContestFact::LadderClockStarted { stage, .. }
            | ContestFact::LadderEnded { stage, .. } => self.is_ladder_running(*stage),
            _ => false,
        }
    }

    fn is_in_ladder(&self, stage: usize, id: EntrantId) -> bool {
        let state = self.stages.get(stage);
        state.is_some_and(|state| state.entrants().any(|one| one == id)) && !self.has_withdrawn(id)
    }

    /// The challenge of one to another that has not ended, and its number.
    fn open_number(
        &self,
        stage: usize,
        challenger: EntrantId,
        challenged: EntrantId,
    ) -> Option<(usize, &Challenge)> {
        let all = self.ladder(stage)?.challenges.iter().enumerate();
        let mut own = all.filter(|(_, one)| one.closed.is_none());
        own.find(|(_, one)| (one.challenger, one.challenged) == (challenger, challenged))
    }

    /// The number of an accepted challenge without a table, between these two.
    fn accepted_number(&self, stage: usize, sides: [EntrantId; 2]) -> Option<usize> {
        self.ladder(stage)?.challenges.iter().position(|one| {
            let waits = one.accepted.is_some() && one.table.is_none() && one.closed.is_none();
            waits && one.is_between(sides[0], sides[1])
        })
    }

    /// Whether these tables can be added to a ladder: each is the game of an accepted challenge.
    pub(in crate::contest) fn can_extend_ladder(&self, at: RoundId, meetings: &[Meeting]) -> bool {
        let has_challenge = |one: &Meeting| {
            let is_plain = one.knockout_match.is_none() && one.games.is_empty();
            is_plain && self.accepted_number(at.stage, one.sides).is_some()
        };
        at.round == 0
            && self.ladder_round(at.stage).is_some()
            && !meetings.is_empty()
            && meetings.iter().all(has_challenge)
            && self.can_seat(at.stage, meetings, &[])
    }

    pub(in crate::contest) fn apply_ladder_extension(
        &mut self,
        at: RoundId,
        new: &[Meeting],
    ) -> Option<()> {
        for one in new {
            let number = self.accepted_number(at.stage, one.sides)?;
            let meeting = self.new_meeting(at.stage, one.sides, 0, None);
            let round = self.round_mut(at)?;
            round.ladder.challenges[number].table = Some(round.meetings.len());
            round.meetings.push(meeting);
        }
        Some(())
    }

    pub(in crate::contest) fn apply_ladder_fact(&mut self, fact: &ContestFact) -> Option<()> {
        match fact {
            ContestFact::ChallengeMade { stage, challenger, challenged, at, until } => {
                self.ladder_mut(*stage)?.challenges.push(Challenge {
                    challenger: *challenger,
                    challenged: *challenged,
                    made: *at,
                    until: *until,
                    accepted: None,
                    table: None,
                    closed: None,
                });
            }
            ContestFact::ChallengeAccepted { stage, challenger, challenged, at } => {
                let (number, _) = self.open_number(*stage, *challenger, *challenged)?;
                self.ladder_mut(*stage)?.challenges[number].accepted = Some(*at);
            }
            ContestFact::ChallengeClosed { stage, challenger, challenged, at, how, forfeits } => {
                let (number, _) = self.open_number(*stage, *challenger, *challenged)?;
                self.ladder_mut(*stage)?.close(number, *at, (*how, *forfeits));
            }
            ContestFact::LadderClockStarted { stage, at, again, until } => {
                let all: Vec<EntrantId> = self.stages.get(*stage)?.entrants().collect();
                let ladder = self.ladder_mut(*stage)?;
                ladder.start_clocks(&all, *at, *again);
                for one in ladder.challenges.iter_mut().filter(|one| one.is_unanswered()) {
                    one.until = one.until.max(until.unwrap_or(one.until));
                }
            }
            ContestFact::LadderFell { stage, at, entrants, places } => {
                let state = self.ladder_mut(*stage)?;
                state.idle_since.extend(entrants.iter().map(|id| (*id, *at)));
                state.steps.push(Step::Fell(entrants.iter().copied().collect(), *places));
            }
            ContestFact::LadderEnded { stage, .. } => {
                self.round_mut(RoundId { stage: *stage, round: 0 })?.growing = false;
            }
            _ => return None,
        }
        Some(())
    }

    fn ladder_mut(&mut self, stage: usize) -> Option<&mut LadderState> {
        self.round_mut(RoundId { stage, round: 0 }).map(|round| &mut round.ladder)
    }

    /// A late entrant takes the last place of a ladder in progress.
    pub(in crate::contest) fn enter_ladder(&mut self, stage: usize, entrant: EntrantId) {
        if self.ladder(stage).is_some()
            && let Some(ladder) = self.ladder_mut(stage)
        {
            ladder.steps.push(Step::Joined(entrant));
        }
    }

    /// Lets those who have withdrawn leave the ladders in progress, and those who are back enter at the end.
    pub(in crate::contest) fn follow_in_ladders(&mut self) {
        for stage in 0..self.stages.len() {
            let Some(places) = self.ladder(stage).and_then(|_| self.ladder_places(stage)) else {
                continue;
            };
            let left = places.line.iter().filter(|id| self.has_withdrawn(**id));
            let left = left.map(|id| Step::Left(*id));
            let back = places.left.iter().filter(|id| !self.has_withdrawn(**id));
            let steps: Vec<Step> = left.chain(back.map(|id| Step::Returned(*id))).collect();
            let Some(ladder) = self.ladder_mut(stage) else { continue };
            for step in &steps {
                if let Step::Left(id) | Step::Returned(id) = step {
                    ladder.idle_since.remove(id);
                }
            }
            ladder.steps.extend(steps);
        }
    }

    /// Whether a result of a ladder may be removed: neither of the two has another challenge.
    pub(in crate::contest) fn can_reopen_in_ladder(
        &self,
        at: RoundId,
        sides: [EntrantId; 2],
    ) -> bool {
        let busy: BTreeSet<EntrantId> = self.challenged_or_playing(at.stage);
        sides.iter().all(|side| !busy.contains(side))
    }
}

impl LadderState {
    fn close(&mut self, number: usize, at: Micros, (how, forfeits): (ChallengeEnd, bool)) {
        let challenge = &mut self.challenges[number];
        challenge.closed = Some((at, how));
        let both = [challenge.challenger, challenge.challenged];
        // Who challenges and takes it back gains no time; it stood still meanwhile.
        let open = at.since(challenge.made).max(0);
        for id in both {
            let since = self.idle_since.get(&id).map(|since| since.saturating_add(open));
            match how {
                ChallengeEnd::Withdrawn | ChallengeEnd::Lapsed => {
                    self.idle_since.extend(since.map(|since| (id, since)));
                }
                _ => {
                    self.idle_since.insert(id, at);
                }
            }
        }
        if how == ChallengeEnd::Played {
            self.steps.push(Step::Played(number));
        } else if forfeits {
            self.steps.push(Step::Forfeited(number));
        }
    }

    /// Starts the time without a game of those for whom it does not run, or of all `again`, and that of the ladder.
    fn start_clocks(&mut self, all: &[EntrantId], at: Micros, again: bool) {
        self.started.get_or_insert(at);
        for id in all {
            let since = self.idle_since.entry(*id).or_insert(at);
            if again {
                *since = at;
            }
        }
    }
}
