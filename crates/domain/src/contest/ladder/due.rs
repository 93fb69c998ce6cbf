//! What happens in a ladder by itself: silence and idleness have consequences at their time, also if the server was down
//! then, and the ladder ends on its day.

use super::super::{Contest, ContestFact, EntrantId, EntrantStatus};
use super::challenge::closing;
use super::{Challenge, ChallengeEnd};
use crate::moment::{DAY, Micros};

/// For how many days back falls are made up after the server was down.
const MADE_UP_DAYS: i64 = 400;

/// After so many facts at once, the rest follows at the next look at what is due.
const MAX_MOVES: usize = 300;

/// Something that becomes due in a ladder, in the order of those at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Silence,
    Fall,
    End,
}

impl Contest {
    /// These facts, and what happens in ladders after them by itself.
    #[must_use]
    pub fn with_ladder_moves(&self, facts: Vec<ContestFact>, now: Micros) -> Vec<ContestFact> {
        self.with_ladder_moves_since(facts, now, Micros::MIN)
    }

    /// The same for a server that is up since a moment: a challenge whose answer was due while it was down may be answered
    /// for another day.
    #[must_use]
    pub fn with_ladder_moves_since(
        &self,
        mut facts: Vec<ContestFact>,
        now: Micros,
        up_since: Micros,
    ) -> Vec<ContestFact> {
        let has_ladder = (0..self.stages.len()).any(|stage| self.is_ladder(stage));
        if self.is_over || !has_ladder {
            return facts;
        }
        let Ok(after) = self.with_facts(&facts) else { return facts };
        let mut anew = self.clocks_anew(&after, now);
        anew.extend(after.longer_answers(now, up_since.saturating_add(DAY)));
        if let Ok(after) = after.with_facts(&anew) {
            facts.extend(anew);
            facts.extend(after.ladder_moves(now).0);
        }
        facts
    }

    /// Rules count from when they change: the time without a game starts anew where it became another.
    fn clocks_anew(&self, after: &Contest, now: Micros) -> Vec<ContestFact> {
        let idle = |contest: &Contest, stage| {
            let rules = contest.ladder_rules(stage)?;
            Some((rules.idle_days, rules.fall))
        };
        let is_other = |stage: &usize| {
            let has_clock = after.ladder(*stage).is_some_and(|state| state.started.is_some());
            let runs = has_clock && after.is_ladder_running(*stage);
            runs && idle(self, *stage) != idle(after, *stage)
        };
        let stages = (0..after.stages.len()).filter(is_other);
        stages
            .map(|stage| ContestFact::LadderClockStarted {
                stage,
                at: now,
                again: true,
                until: None,
            })
            .collect()
    }

    /// Nobody could answer while the server was down.
    fn longer_answers(&self, now: Micros, until: Micros) -> Vec<ContestFact> {
        let is_late =
            |one: &Challenge| self.can_be_silent(one) && one.until.saturating_add(DAY) < until;
        let has_late = |stage: &usize| {
            let state = self.ladder(*stage).filter(|_| self.is_ladder_running(*stage));
            state.is_some_and(|state| state.challenges.iter().any(is_late))
        };
        let stages = (0..self.stages.len()).filter(|stage| now < until && has_late(stage));
        let longer = |stage| ContestFact::LadderClockStarted {
            stage,
            at: now,
            again: false,
            until: Some(until),
        };
        stages.map(longer).collect()
    }

    /// What has become due in ladders by now, each at its own time, and the contest after it; of very much, the first.
    pub(super) fn ladder_moves(&self, now: Micros) -> (Vec<ContestFact>, Contest) {
        let (mut facts, mut after) = (Vec::new(), self.clone());
        // Each turn closes a challenge, ends a ladder or starts idle time anew, so that the list is finite.
        while facts.len() < MAX_MOVES
            && let Some(next) = after.next_ladder_move(now)
        {
            if after.apply_facts(&next).is_err() {
                break;
            }
            facts.extend(next);
        }
        (facts, after)
    }

    fn next_ladder_move(&self, now: Micros) -> Option<Vec<ContestFact>> {
        if self.is_over {
            return None;
        }
        let stages = 0..self.stages.len();
        let earliest = now.saturating_sub(MADE_UP_DAYS * DAY);
        let next = |stage| Some((self.next_in_ladder(stage, earliest)?, stage));
        let due = stages.clone().filter_map(next);
        let due = due.filter(|((at, _), _)| *at <= now).min();
        due.map(|((at, what), stage)| self.due_in_ladder(stage, (at, what), earliest))
            .or_else(|| stages.clone().find_map(|stage| self.pending_in_ladder(stage, now)))
    }

    /// When something happens in a ladder next without another fact.
    pub(in crate::contest) fn next_ladder_at(&self) -> Option<Micros> {
        let stages = (0..self.stages.len()).filter(|_| !self.is_over);
        let next = stages.filter_map(|stage| match self.pending_in_ladder(stage, Micros(0)) {
            Some(_) => Some(Micros(0)),
            None => self.next_in_ladder(stage, Micros(0)).map(|(at, _)| at),
        });
        next.min()
    }

    fn next_in_ladder(&self, stage: usize, earliest: Micros) -> Option<(Micros, Due)> {
        let state = self.ladder(stage).filter(|_| self.is_ladder_running(stage))?;
        state.started?;
        let silent = state.challenges.iter().filter(|one| self.can_be_silent(one));
        let silence = silent.map(|one| (one.until, Due::Silence)).min();
        let fall = self.falls(stage, earliest).into_iter().map(|(at, _)| (at, Due::Fall)).min();
        let end = self.ladder_ends_at(stage).map(|at| (at, Due::End));
        silence.into_iter().chain(fall).chain(end).min()
    }

    /// Whether silence closes a challenge: for guests, who learn nothing of it here, officials answer.
    fn can_be_silent(&self, one: &Challenge) -> bool {
        let is_guest = self.entrant(one.challenged).is_none_or(|other| other.person.player == 0);
        one.is_unanswered() && !is_guest
    }

    /// Those who fall if nothing happens, with the time of it. Who should have fallen long ago does so at the earliest
    /// moment for which it is made up.
    fn falls(&self, stage: usize, earliest: Micros) -> Vec<(Micros, EntrantId)> {
        let Some((rules, state)) = self.ladder_rules(stage).zip(self.ladder(stage)) else {
            return Vec::new();
        };
        if rules.idle_days == 0 || rules.fall == 0 {
            return Vec::new();
        }
        let (busy, left) = (self.busy_in_ladder(stage), self.left_since(stage));
        let idle = state.idle_since.iter();
        let idle = idle.filter(|(id, _)| !busy.contains(id) && !self.has_withdrawn(**id));
        idle.map(|(id, since)| {
            let since = left.get(id).map_or(*since, |left| *since.max(left));
            let falls = state.fall_after(since, &rules);
            (falls.max(state.whole_days(earliest)), *id)
        })
        .collect()
    }

    fn due_in_ladder(
        &self,
        stage: usize,
        (at, what): (Micros, Due),
        earliest: Micros,
    ) -> Vec<ContestFact> {
        let rules = self.ladder_rules(stage).unwrap_or_default();
        match what {
            Due::Silence => {
                let late = |one: &&Challenge| self.can_be_silent(one) && one.until == at;
                let end = (ChallengeEnd::Unanswered, rules.forfeits);
                self.open_challenges(stage)
                    .filter(late)
                    .map(|one| closing(stage, one, at, end))
                    .collect()
            }
            Due::Fall => {
                let all = self.falls(stage, earliest).into_iter().filter(|(when, _)| *when == at);
                let (entrants, places) = (all.map(|(_, id)| id).collect(), rules.fall as usize);
                vec![ContestFact::LadderFell { stage, at, entrants, places }]
            }
            Due::End => self.ending(stage, at),
        }
    }

    /// What follows at once from what was entered.
    fn pending_in_ladder(&self, stage: usize, now: Micros) -> Option<Vec<ContestFact>> {
        let state = self.ladder(stage)?;
        let mut active = self.stages[stage].entrants().filter(|id| !self.has_withdrawn(*id));
        if self.is_ladder_running(stage) {
            if let Some(entrant) = self.late_for_ladder(stage) {
                let at = self.stages[stage].entrants().count();
                return Some(vec![ContestFact::StageJoined { stage, entrant, at }]);
            }
            if active.any(|id| !state.idle_since.contains_key(&id)) {
                return Some(vec![ContestFact::LadderClockStarted {
                    stage,
                    at: now,
                    again: false,
                    until: None,
                }]);
            }
        }
        state.challenges.iter().filter(|one| one.closed.is_none()).find_map(|one| {
            let is_over =
                self.challenge_meeting(stage, one).is_some_and(super::super::Meeting::is_over);
            let is_left = [one.challenger, one.challenged].iter().any(|id| self.has_withdrawn(*id));
            // Its game is at another table in another copy of the event.
            if one.accepted.is_some() && one.table.is_none() {
                return self.game_of_challenge(stage, one, now).map(Vec::from);
            }
            let how = match is_over {
                true => ChallengeEnd::Played,
                false if is_left && one.is_unanswered() => ChallengeEnd::Lapsed,
                false => return None,
            };
            Some(vec![closing(stage, one, now, (how, false))])
        })
    }

    /// Somebody who registered after the ladder started and is in no stage.
    fn late_for_ladder(&self, stage: usize) -> Option<EntrantId> {
        if !self.takes_registrations(stage) {
            return None;
        }
        let mut is_in = vec![false; self.entrants.len()];
        for id in self.stages.iter().flat_map(|state| state.entrants()) {
            is_in[id.index()] = true;
        }
        let mut active =
            self.numbered_entrants().filter(|(_, one)| one.status == EntrantStatus::Active);
        active.find(|(id, _)| !is_in[id.index()]).map(|(id, _)| id)
    }
}
