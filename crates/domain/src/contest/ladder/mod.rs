//! Ladders: one round that grows by the challenges that are accepted. Places are folded from what happened, in order:
//! a result that is corrected counts where it was entered first, and moves everybody who came later.

mod challenge;
mod due;
mod fold;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use swiss::ladder::{Places, Rules};
use swiss::series::{GameResult, Side};
use swiss::stage::System;

use super::{Contest, EntrantId, Meeting, Round, RoundId, TableId};
use crate::moment::{DAY, Micros};

pub use challenge::{ChallengeAnswer, ChallengeRefusal};

/// How a challenge ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChallengeEnd {
    Played,
    Refused,
    /// Nobody answered in time.
    Unanswered,
    /// The challenger took it back.
    Withdrawn,
    /// The ladder ended, or one of the two left.
    Lapsed,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    pub challenger: EntrantId,
    pub challenged: EntrantId,
    pub made: Micros,
    /// Until when it is to be answered.
    pub until: Micros,
    pub accepted: Option<Micros>,
    /// The table of its game, in the round of the ladder.
    pub table: Option<usize>,
    pub closed: Option<(Micros, ChallengeEnd)>,
}

impl Challenge {
    pub fn names(&self, entrant: EntrantId) -> bool {
        self.challenger == entrant || self.challenged == entrant
    }

    fn is_between(&self, one: EntrantId, other: EntrantId) -> bool {
        self.names(one) && self.names(other)
    }

    /// Whether it waits for an answer.
    pub const fn is_unanswered(&self) -> bool {
        self.accepted.is_none() && self.closed.is_none()
    }
}

/// What may move somebody to another place.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Step {
    Joined(EntrantId),
    Left(EntrantId),
    Returned(EntrantId),
    /// A challenge was played: its number.
    Played(usize),
    /// A challenge was not taken up, which costs the challenged the place: its number.
    Forfeited(usize),
    Fell(BTreeSet<EntrantId>, usize),
}

/// What is known of a ladder beside its games.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LadderState {
    pub started: Option<Micros>,
    /// All challenges, in order.
    pub challenges: Vec<Challenge>,
    steps: Vec<Step>,
    /// Since when each has had neither a game nor a challenge.
    idle_since: BTreeMap<EntrantId, Micros>,
}

impl Contest {
    pub fn ladder_rules(&self, stage: usize) -> Option<Rules> {
        match self.settings.plan.stages.get(stage)?.system {
            System::Ladder { rules } => Some(rules),
            _ => None,
        }
    }

    pub fn is_ladder(&self, stage: usize) -> bool {
        self.ladder_rules(stage).is_some()
    }

    /// Whether a stage is one round to which games are added one by one.
    pub fn grows(&self, stage: usize) -> bool {
        self.settings.plan.stages.get(stage).is_some_and(|plan| plan.system.grows())
    }

    pub(super) fn ladder_round(&self, stage: usize) -> Option<&Round> {
        let rounds = &self.stages.get(stage).filter(|_| self.is_ladder(stage))?.rounds;
        rounds.first().filter(|round| round.published)
    }

    /// What is known of a ladder that has started.
    pub fn ladder(&self, stage: usize) -> Option<&LadderState> {
        self.ladder_round(stage).map(|round| &round.ladder)
    }

    /// Whether a ladder has started and takes challenges.
    pub fn is_ladder_running(&self, stage: usize) -> bool {
        self.ladder_round(stage).is_some_and(|round| round.growing)
    }

    /// When a ladder ends by its rules, if it does.
    pub fn ladder_ends_at(&self, stage: usize) -> Option<Micros> {
        let (rules, state) = (self.ladder_rules(stage)?, self.ladder(stage)?);
        let days = Some(rules.days).filter(|days| *days > 0)?;
        Some(state.started?.saturating_add(i64::from(days) * DAY))
    }

    /// The meeting of an accepted challenge.
    fn challenge_meeting(&self, stage: usize, of: &Challenge) -> Option<&Meeting> {
        self.ladder_round(stage)?.meetings.get(of.table?)
    }

    /// Whether a challenge is to be answered or played. A removed result opens it again; the end of the event leaves
    /// none to be answered.
    pub fn is_challenge_open(&self, stage: usize, of: &Challenge) -> bool {
        match of.closed {
            None => of.accepted.is_some() || self.is_ladder_running(stage),
            Some((_, ChallengeEnd::Played)) => {
                self.challenge_meeting(stage, of).is_some_and(|meeting| !meeting.is_over())
            }
            Some(_) => false,
        }
    }

    /// The challenge of a ladder that is to be answered or played by an entrant.
    pub fn open_challenge(&self, stage: usize, entrant: EntrantId) -> Option<&Challenge> {
        let mut latest = self.ladder(stage)?.challenges.iter().rev();
        latest.find(|one| one.names(entrant) && self.is_challenge_open(stage, one))
    }

    /// The latest challenge of these two.
    pub(super) fn latest_challenge(&self, stage: usize, two: [EntrantId; 2]) -> Option<&Challenge> {
        let mut latest = self.ladder(stage)?.challenges.iter().rev();
        latest.find(|one| one.is_between(two[0], two[1]))
    }

    /// The challenges of a ladder that are to be answered or played, in order.
    pub fn open_challenges(&self, stage: usize) -> impl Iterator<Item = &Challenge> {
        let all = self.ladder(stage).map_or(&[][..], |state| &state.challenges);
        all.iter().filter(move |one| self.is_challenge_open(stage, one))
    }

    /// Since when officials are to rule about a challenge that was not played in time; the two are free meanwhile.
    fn left_to_officials(&self, stage: usize, of: &Challenge) -> Option<Micros> {
        let applied = self.match_schedule(self.challenge_table(stage, of)?)?.applied_default?;
        applied.result.is_none().then_some(applied.at)
    }

    /// Those whose challenge is left to officials, with the time since when it is.
    fn left_since(&self, stage: usize) -> BTreeMap<EntrantId, Micros> {
        let open = self.open_challenges(stage);
        let left = open.filter_map(|one| Some((one, self.left_to_officials(stage, one)?)));
        left.flat_map(|(one, at)| [(one.challenger, at), (one.challenged, at)]).collect()
    }

    /// Those who answer or play a challenge, or wait for it.
    fn busy_in_ladder(&self, stage: usize) -> BTreeSet<EntrantId> {
        let open = self.open_challenges(stage);
        let busy = open.filter(|one| self.left_to_officials(stage, one).is_none());
        busy.flat_map(|one| [one.challenger, one.challenged]).collect()
    }

    /// Those in an open challenge.
    fn challenged_or_playing(&self, stage: usize) -> BTreeSet<EntrantId> {
        self.open_challenges(stage).flat_map(|one| [one.challenger, one.challenged]).collect()
    }

    /// The table of an accepted challenge.
    pub fn challenge_table(&self, stage: usize, of: &Challenge) -> Option<TableId> {
        Some(RoundId { stage, round: 0 }.table(of.table?))
    }

    /// When somebody falls if they neither play nor challenge before; `None` if they do not fall.
    pub fn falls_at(&self, stage: usize, entrant: EntrantId) -> Option<Micros> {
        let rules = self.ladder_rules(stage).filter(|_| self.is_ladder_running(stage))?;
        let state = self.ladder(stage)?;
        let since = *state.idle_since.get(&entrant)?;
        let falls = rules.idle_days > 0 && rules.fall > 0;
        let is_free = falls && !self.busy_in_ladder(stage).contains(&entrant);
        let since = self.left_since(stage).get(&entrant).map_or(since, |left| since.max(*left));
        is_free.then(|| state.fall_after(since, &rules))
    }

    /// The places of a ladder.
    pub fn ladder_places(&self, stage: usize) -> Option<Places<EntrantId>> {
        let state = self.stages.get(stage).filter(|_| self.is_ladder(stage))?;
        let group = state.groups.first()?;
        let Some(round) = self.ladder_round(stage) else {
            let (left, line) = group.iter().partition(|id| self.has_withdrawn(**id));
            return Some(Places { line, left });
        };
        let joined = round.ladder.steps.iter().filter_map(|step| match step {
            Step::Joined(id) => Some(*id),
            _ => None,
        });
        let joined: BTreeSet<EntrantId> = joined.collect();
        let first = group.iter().copied().filter(|id| !joined.contains(id));
        let mut places = Places::new(first.collect());
        for step in &round.ladder.steps {
            match step {
                Step::Joined(id) | Step::Returned(id) => places.enter(*id),
                Step::Left(id) => places.leave(*id),
                Step::Played(number) => {
                    let challenge = &round.ladder.challenges[*number];
                    if round.has_beaten(challenge) {
                        places.overtake(challenge.challenger, challenge.challenged);
                    }
                }
                Step::Forfeited(number) => {
                    let challenge = &round.ladder.challenges[*number];
                    places.overtake(challenge.challenger, challenge.challenged);
                }
                Step::Fell(ids, by) => places.fall(*by, |id| ids.contains(&id)),
            }
        }
        Some(places)
    }
}

impl Round {
    /// Whether the challenger has won the game of a challenge, as it stands now.
    fn has_beaten(&self, challenge: &Challenge) -> bool {
        let meeting = challenge.table.and_then(|table| self.meetings.get(table));
        let Some((meeting, result)) = meeting.and_then(|one| Some((one, one.games.first()?)))
        else {
            return false;
        };
        let winner: Option<Side> = match result {
            GameResult::Won(side) => Some(*side),
            GameResult::Default { absent } => Some(absent.other()),
            GameResult::Drawn | GameResult::BothAbsent => None,
        };
        winner.is_some_and(|side| meeting.entrant_on(side) == challenge.challenger)
    }
}

impl LadderState {
    /// When somebody falls who has not played since a moment.
    fn fall_after(&self, since: Micros, rules: &Rules) -> Micros {
        self.whole_days(since.saturating_add(i64::from(rules.idle_days) * DAY))
    }

    /// The end of the ladder's day in which a moment is: all falls of a day happen at once.
    fn whole_days(&self, moment: Micros) -> Micros {
        let started = self.started.unwrap_or_default();
        let into = (moment - started).rem_euclid(DAY);
        if into == 0 { moment } else { moment.saturating_add(DAY - into) }
    }

    /// Replaces the numbers of entrants.
    pub(super) fn rename_entrants(&mut self, rename: &impl Fn(&mut EntrantId)) {
        let renamed = |mut id: EntrantId| {
            rename(&mut id);
            id
        };
        for challenge in &mut self.challenges {
            rename(&mut challenge.challenger);
            rename(&mut challenge.challenged);
        }
        for step in &mut self.steps {
            match step {
                Step::Joined(id) | Step::Left(id) | Step::Returned(id) => rename(id),
                Step::Fell(ids, _) => *ids = std::mem::take(ids).into_iter().map(renamed).collect(),
                Step::Played(_) | Step::Forfeited(_) => {}
            }
        }
        let idle = std::mem::take(&mut self.idle_since);
        self.idle_since = idle.into_iter().map(|(id, since)| (renamed(id), since)).collect();
    }
}
