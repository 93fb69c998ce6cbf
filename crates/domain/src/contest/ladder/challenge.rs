//! Challenges: who may challenge whom, and what the two and officials do about it.

use swiss::Color;
use swiss::ladder::Places;
use swiss::series::Side;

use super::super::{
    CommandResult, Contest, ContestError, ContestFact, EntrantId, EntrantStatus, Meeting, RoundId,
};
use super::{Challenge, ChallengeEnd};
use crate::contest::scheduling::{
    DefaultConsequence, DefaultRule, MAX_TIMESTAMP, MatchWindow, SchedulingRules,
};
use crate::moment::{DAY, Micros};

/// The most games of a ladder: as many tables as facts may name.
const MAX_GAMES: usize = 9_999;

/// Why somebody cannot be challenged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeRefusal {
    /// They are below, or too many places above.
    OutOfReach { reach: u32 },
    /// The challenger has an open challenge.
    OwnChallengeOpen,
    /// The other has an open challenge.
    OtherChallengeOpen,
    /// The same two had a challenge that ended less than these days ago; from then on they may.
    TooSoon { days: u32, until: Micros },
    /// The ladder ends before the challenge would have to be answered.
    Ending,
}

/// What is done about a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeAnswer {
    Accept,
    Refuse,
    /// By the challenger.
    Withdraw,
}

impl From<ChallengeRefusal> for ContestError {
    fn from(refusal: ChallengeRefusal) -> ContestError {
        match refusal {
            ChallengeRefusal::OutOfReach { reach } => ContestError::OutOfReach { reach },
            ChallengeRefusal::OwnChallengeOpen => ContestError::OwnChallengeOpen,
            ChallengeRefusal::OtherChallengeOpen => ContestError::OtherChallengeOpen,
            ChallengeRefusal::TooSoon { days, .. } => ContestError::ChallengedTooSoon { days },
            ChallengeRefusal::Ending => ContestError::LadderNotRunning,
        }
    }
}

impl Contest {
    /// Why an entrant of a ladder cannot challenge another now; `None` if they can.
    pub fn challenge_refusal(
        &self,
        stage: usize,
        two: (EntrantId, EntrantId),
        now: Micros,
    ) -> Option<ChallengeRefusal> {
        self.challenge_refusal_at(stage, &self.ladder_places(stage)?, two, now)
    }

    /// The same for who asks of many, with the places of the ladder.
    pub fn challenge_refusal_at(
        &self,
        stage: usize,
        places: &Places<EntrantId>,
        (challenger, challenged): (EntrantId, EntrantId),
        now: Micros,
    ) -> Option<ChallengeRefusal> {
        let rules = self.ladder_rules(stage)?;
        let above = places.place_of(challenger).zip(places.place_of(challenged));
        let above = above.and_then(|(own, other)| own.checked_sub(other));
        let answer = now.saturating_add(i64::from(rules.answer_days) * DAY);
        let ends = self.ladder_ends_at(stage).is_some_and(|ends| ends < answer);
        let reach = rules.reach;
        match above {
            _ if ends => Some(ChallengeRefusal::Ending),
            Some(1..) if above <= Some(reach as usize) => {
                self.open_or_recent(stage, challenger, challenged, now)
            }
            _ => Some(ChallengeRefusal::OutOfReach { reach }),
        }
    }

    fn open_or_recent(
        &self,
        stage: usize,
        challenger: EntrantId,
        challenged: EntrantId,
        now: Micros,
    ) -> Option<ChallengeRefusal> {
        let days = self.ladder_rules(stage)?.apart_days;
        let busy = self.busy_in_ladder(stage);
        let mut open = self.open_challenges(stage);
        if busy.contains(&challenger) || open.any(|one| one.is_between(challenger, challenged)) {
            return Some(ChallengeRefusal::OwnChallengeOpen);
        }
        if busy.contains(&challenged) {
            return Some(ChallengeRefusal::OtherChallengeOpen);
        }
        let (closed, _) = self.latest_challenge(stage, [challenger, challenged])?.closed?;
        let until = closed.saturating_add(i64::from(days) * DAY);
        (now < until).then_some(ChallengeRefusal::TooSoon { days, until })
    }

    /// An entrant of a ladder challenges another.
    pub fn challenge(
        &self,
        stage: usize,
        challenger: EntrantId,
        challenged: EntrantId,
        now: Micros,
    ) -> CommandResult {
        self.ensure_ladder_running(stage)?;
        let (mut facts, after) = self.ladder_moves(now);
        after.ensure_ladder_running(stage)?;
        for id in [challenger, challenged] {
            if after.registered_entrant(id)?.status != EntrantStatus::Active {
                return Err(ContestError::NotActive(id));
            }
        }
        if let Some(refusal) = after.challenge_refusal(stage, (challenger, challenged), now) {
            return Err(refusal.into());
        }
        let days = after.ladder_rules(stage).map_or(0, |rules| rules.answer_days);
        let until = now.saturating_add(i64::from(days) * DAY).min(MAX_TIMESTAMP);
        facts.push(ContestFact::ChallengeMade { stage, challenger, challenged, at: now, until });
        Ok(facts)
    }

    /// Answers or takes back the challenge that waits for it and that `challenger` has made.
    pub fn answer_challenge(
        &self,
        stage: usize,
        challenger: EntrantId,
        answer: ChallengeAnswer,
        now: Micros,
    ) -> CommandResult {
        self.ensure_ladder_running(stage)?;
        let (mut facts, after) = self.ladder_moves(now);
        let challenge = after.open_challenge(stage, challenger);
        let challenge = challenge.filter(|one| one.challenger == challenger && one.is_unanswered());
        let challenge = challenge.ok_or(ContestError::NoChallenge)?;
        facts.extend(match answer {
            ChallengeAnswer::Accept => after.acceptance(stage, challenge, now)?,
            ChallengeAnswer::Refuse => {
                let forfeits = self.ladder_rules(stage).is_some_and(|rules| rules.forfeits);
                vec![closing(stage, challenge, now, (ChallengeEnd::Refused, forfeits))]
            }
            ChallengeAnswer::Withdraw => {
                vec![closing(stage, challenge, now, (ChallengeEnd::Withdrawn, false))]
            }
        });
        Ok(facts)
    }

    fn acceptance(&self, stage: usize, challenge: &Challenge, now: Micros) -> CommandResult {
        let Challenge { challenger, challenged, .. } = *challenge;
        let game =
            self.game_of_challenge(stage, challenge, now).ok_or(ContestError::NoRoundLeft)?;
        let accepted = ContestFact::ChallengeAccepted { stage, challenger, challenged, at: now };
        Ok([accepted].into_iter().chain(game).collect())
    }

    /// The game of an accepted challenge: a table, and a window in which the two agree on a time and play. `None` if
    /// there are too many tables.
    pub(super) fn game_of_challenge(
        &self,
        stage: usize,
        challenge: &Challenge,
        now: Micros,
    ) -> Option<[ContestFact; 2]> {
        let table = self.ladder_round(stage)?.meetings.len();
        let days = self.ladder_rules(stage)?.play_days;
        let until = now.saturating_add(i64::from(days) * DAY).min(MAX_TIMESTAMP);
        let rule = self.scheduling_rules(stage).map_or(BY_OFFICIALS, |rules| rules.rule);
        let window = MatchWindow { from: now, agree_by: until, until, rule };
        let sides = self.challenge_colors(stage, challenge);
        let meetings = vec![self.new_meeting(stage, sides, 0, None)];
        (table < MAX_GAMES).then_some([
            ContestFact::RoundExtended { stage, round: 0, meetings },
            ContestFact::WindowOpened { stage, round: 0, table: Some(table), window },
        ])
    }

    /// How matches of a stage are arranged; those of ladders are in any case.
    pub(in crate::contest) fn scheduling_rules(&self, stage: usize) -> Option<SchedulingRules> {
        let of_ladder = || {
            self.is_ladder(stage)
                .then(|| SchedulingRules { rule: BY_OFFICIALS, ..SchedulingRules::default() })
        };
        self.settings.scheduling.clone().or_else(of_ladder)
    }

    /// Whether players arrange matches in any stage.
    pub fn arranges_matches(&self) -> bool {
        self.settings.scheduling.is_some() || (0..self.stages.len()).any(|at| self.is_ladder(at))
    }

    /// White is who has had it less often in the ladder, otherwise the challenger.
    fn challenge_colors(&self, stage: usize, challenge: &Challenge) -> [EntrantId; 2] {
        let meetings = self.ladder_round(stage).map_or(&[][..], |round| &round.meetings);
        let surplus = |id: EntrantId| -> i32 {
            let color = |one: &Meeting| match one.side_of(id) {
                Some(Side::First) => 1,
                Some(Side::Second) => -1,
                None => 0,
            };
            meetings.iter().map(color).sum()
        };
        let (one, other) = (challenge.challenger, challenge.challenged);
        let first = if surplus(one) > surplus(other) { Color::Black } else { Color::White };
        if first == Color::White { [one, other] } else { [other, one] }
    }

    /// The ladder in progress in which an entrant plays, if any.
    pub fn own_ladder(&self, entrant: EntrantId) -> Option<usize> {
        let is_in = |stage: &usize| {
            let state = &self.stages[*stage];
            self.is_ladder_running(*stage) && state.entrants().any(|one| one == entrant)
        };
        (0..self.stages.len()).filter(|_| !self.is_over).find(is_in)
    }

    /// An entrant challenges another in the ladder in progress.
    pub fn challenge_own(
        &self,
        own: EntrantId,
        challenged: EntrantId,
        now: Micros,
    ) -> CommandResult {
        let stage = self.own_ladder(own).ok_or(ContestError::LadderNotRunning)?;
        self.challenge(stage, own, challenged, now)
    }

    /// An entrant answers the challenge of another, or takes back their own to that one.
    pub fn answer_own(
        &self,
        (own, other): (EntrantId, EntrantId),
        answer: ChallengeAnswer,
        now: Micros,
    ) -> CommandResult {
        let stage = self.own_ladder(own).ok_or(ContestError::LadderNotRunning)?;
        let challenge = self.open_challenge(stage, own).filter(|one| one.names(other));
        let challenge = challenge.ok_or(ContestError::NoChallenge)?;
        let is_theirs = match answer {
            ChallengeAnswer::Accept | ChallengeAnswer::Refuse => challenge.challenged == own,
            ChallengeAnswer::Withdraw => challenge.challenger == own,
        };
        if !is_theirs {
            return Err(ContestError::NoChallenge);
        }
        self.answer_challenge(stage, challenge.challenger, answer, now)
    }

    /// Ends a ladder: challenges without an answer lapse, and accepted ones are still played and count.
    pub fn end_ladder(&self, stage: usize, now: Micros) -> CommandResult {
        self.ensure_ladder_running(stage)?;
        let (mut facts, after) = self.ladder_moves(now);
        after.ensure_ladder_running(stage)?;
        facts.extend(after.ending(stage, now));
        Ok(facts)
    }

    pub(super) fn ending(&self, stage: usize, at: Micros) -> Vec<ContestFact> {
        let open = self.open_challenges(stage).filter(|one| one.is_unanswered());
        let lapses = open.map(|one| closing(stage, one, at, (ChallengeEnd::Lapsed, false)));
        lapses.chain([ContestFact::LadderEnded { stage, at }]).collect()
    }

    /// Adds a late entrant to a ladder in progress, at its end.
    pub fn join_ladder(&self, stage: usize, entrant: EntrantId) -> CommandResult {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
        let one = self.registered_entrant(entrant)?;
        let is_open = self.is_ladder(stage) && self.takes_registrations(stage);
        if !is_open || one.status != EntrantStatus::Active {
            return Err(ContestError::NotActive(entrant));
        }
        if state.entrants().any(|other| other == entrant) {
            return Err(ContestError::AlreadyRegistered(entrant));
        }
        let at = state.entrants().count();
        self.with_updated_drafts(vec![ContestFact::StageJoined { stage, entrant, at }])
    }

    /// Starts a ladder: its stage has one round, which is published without a game.
    pub fn with_ladder_round(&self, stage: usize, mut facts: Vec<ContestFact>) -> Vec<ContestFact> {
        if self.is_ladder(stage) && !facts.is_empty() {
            let (meetings, byes, is_manual) = (Vec::new(), Vec::new(), false);
            facts.push(ContestFact::RoundDrafted { stage, round: 0, meetings, byes, is_manual });
            facts.push(ContestFact::RoundPublished(RoundId { stage, round: 0 }));
        }
        facts
    }

    fn ensure_ladder_running(&self, stage: usize) -> Result<(), ContestError> {
        self.ensure_running()?;
        self.started_stage(stage)?;
        if self.is_ladder_running(stage) { Ok(()) } else { Err(ContestError::LadderNotRunning) }
    }
}

/// The fact that a challenge ended; whether it costs the challenged the place.
pub(super) const fn closing(
    stage: usize,
    of: &Challenge,
    at: Micros,
    (how, forfeits): (ChallengeEnd, bool),
) -> ContestFact {
    let Challenge { challenger, challenged, .. } = *of;
    ContestFact::ChallengeClosed { stage, challenger, challenged, at, how, forfeits }
}

/// Where matches are not arranged otherwise, officials rule about a challenge that was not played in time.
const BY_OFFICIALS: DefaultRule = DefaultRule {
    one_silent: DefaultConsequence::Officials,
    both_silent: DefaultConsequence::Officials,
    not_agreed: DefaultConsequence::Officials,
    one_absent: DefaultConsequence::Officials,
    both_absent: DefaultConsequence::Officials,
    grace_minutes: 30,
    remind_hours: 24,
    appeal_hours: 48,
};
