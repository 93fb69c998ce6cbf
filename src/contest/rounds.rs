//! Stages begin, and rounds are paired, changed, published, and taken back.

use std::collections::BTreeSet;

use swiss::stage::{Entered, Source, System};

use super::places::id;
use super::teams::TeamRefusal;
use super::{AskedBye, Contest, EntrantId, Fact, Refusal, Round};

impl Contest {
    fn of_round(&self, stage: usize, round: usize) -> Result<&Round, Refusal> {
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        state.rounds.get(round).ok_or(Refusal::NoSuchSpot)
    }

    /// A stage begins with those who enter it; `white` is the lot for the first color.
    ///
    /// # Errors
    /// [`Refusal`] where it has begun, it is not known who enters, or they are too few.
    pub fn begin(&self, stage: usize, white: bool) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        if state.has_begun() {
            return Err(Refusal::HasBegun);
        }
        let entering = self.entering(stage).map_err(Refusal::NotYet)?;
        let plan = &self.settings.plan.stages[stage];
        let least = match plan.system {
            System::RoundRobin { groups, .. } => 2 * groups,
            _ => 2,
        };
        if entering.len() < least {
            return Err(Refusal::TooFew { there: entering.len(), needed: least });
        }
        if matches!(plan.system, System::Scheveningen) && entering.len() != 2 {
            return Err(Refusal::Team(TeamRefusal::TwoTeams(entering.len())));
        }
        let groups = self.groups_of(stage, &entering).ok_or(Refusal::NoSuchSpot)?;
        Ok(vec![Fact::Begun { stage, groups, initial: Contest::lot(white) }])
    }

    fn groups_of(&self, stage: usize, entering: &[Entered]) -> Option<Vec<Vec<EntrantId>>> {
        let plan = self.settings.plan.stages.get(stage)?;
        let ids = |places: Vec<usize>| places.into_iter().map(id).collect::<Vec<_>>();
        if let System::Knockout { .. } = plan.system {
            let lines = plan.lines(entering)?;
            return Some(lines.into_iter().map(|line| ids(line.into_iter().collect())).collect());
        }
        let club = |at: usize| self.protected(id(at)).map(str::to_owned);
        Some(plan.groups(entering, club).into_iter().map(ids).collect())
    }

    /// Somebody who came late joins a Swiss stage that has begun: rounds that are over are none of his, and his
    /// pairing number is by his rating (FIDE C.04.2, late entries).
    ///
    /// # Errors
    /// [`Refusal`] where he takes no part, is in it, or it is no Swiss stage one registers for.
    pub fn join(&self, stage: usize, entrant: EntrantId) -> Result<Vec<Fact>, Refusal> {
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        let plan = &self.settings.plan.stages[stage];
        if !state.has_begun() {
            return Err(Refusal::NotBegun);
        }
        let is_open = matches!(plan.system, System::Swiss { .. }) && self.takes_registered(stage);
        let one = self.entrant(entrant).ok_or(Refusal::NoEntrant(entrant))?;
        if !is_open || self.is_over || one.standing != super::Standing::In {
            return Err(Refusal::NotIn(entrant));
        }
        if state.entrants().any(|other| other == entrant) {
            return Err(Refusal::Already(entrant));
        }
        let rating = |id: &EntrantId| self.entrant(*id).map_or(0, |one| one.person.rating);
        let weaker = state.entrants().position(|other| rating(&other) < one.person.rating);
        let at = weaker.unwrap_or_else(|| state.entrants().count());
        self.with_drafts(vec![Fact::Joined { stage, entrant, at }])
    }

    /// Pairs the next round as a draft, or the draft anew.
    ///
    /// # Errors
    /// [`Refusal`] where the round before is open, no round is left, or there is no pairing.
    pub fn pair(&self, stage: usize) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        if !state.has_begun() {
            return Err(Refusal::NotBegun);
        }
        let published = state.rounds.iter().take_while(|round| round.published).count();
        // A result of an earlier round may have been taken away.
        let open = state.rounds[..published].iter().position(|round| !round.is_over());
        if let Some(round) = open {
            let meetings = state.rounds[round].meetings.iter().enumerate();
            let tables = meetings.filter(|(_, meeting)| !meeting.is_over()).map(|(at, _)| at);
            return Err(Refusal::RoundIsOpen { round, tables: tables.collect() });
        }
        let is_last = match self.rounds_of(stage) {
            Some(rounds) => published >= rounds,
            None => self.progress(stage).is_some_and(|progress| progress.is_over()),
        };
        if is_last {
            return Err(Refusal::NoRoundLeft);
        }
        Ok(vec![self.draft_of(stage)?])
    }

    /// Two who sit in a draft change their seats; the one of them may be the one with the bye. Of one table they
    /// change colors.
    ///
    /// # Errors
    /// [`Refusal`] where that is no draft, or they are not in it.
    pub fn exchange(
        &self,
        stage: usize,
        one: EntrantId,
        other: EntrantId,
    ) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        let number = state.rounds.len().checked_sub(1).ok_or(Refusal::NoSuchSpot)?;
        let draft = &state.rounds[number];
        if draft.published {
            return Err(Refusal::IsPublished);
        }
        let sits = |id: EntrantId| {
            draft.byes.contains(&id)
                || draft.meetings.iter().any(|meeting| meeting.side_of(id).is_some())
        };
        let is_drawn = !matches!(self.settings.plan.stages[stage].system, System::Swiss { .. });
        if one == other || is_drawn || !sits(one) || !sits(other) {
            return Err(Refusal::CannotExchange);
        }
        let swap = |id: EntrantId| match id {
            id if id == one => other,
            id if id == other => one,
            id => id,
        };
        let meeting =
            |meeting: &super::Meeting| self.meeting(stage, meeting.sides.map(swap), 0, None);
        let meetings = draft.meetings.iter().map(meeting).collect();
        let byes = draft.byes.iter().map(|id| swap(*id)).collect();
        Ok(vec![Fact::Drafted { stage, round: number, meetings, byes, by_hand: true }])
    }

    /// Publishes a draft.
    ///
    /// # Errors
    /// [`Refusal`] where it is none.
    pub fn publish(&self, stage: usize, round: usize) -> Result<Vec<Fact>, Refusal> {
        if self.of_round(stage, round)?.published {
            return Err(Refusal::IsPublished);
        }
        if self.is_over {
            return Err(Refusal::Over);
        }
        Ok(vec![Fact::Published { stage, round }])
    }

    /// Publishes a draft as an official has seen it.
    ///
    /// # Errors
    /// As [`Contest::publish`]; [`Refusal::DraftChanged`] where it is another by now.
    pub fn publish_seen(
        &self,
        (stage, round): (usize, usize),
        seen: u64,
        now: i64,
    ) -> Result<Vec<Fact>, Refusal> {
        let facts = self.publish_at(stage, round, now)?;
        if self.draft_print(stage, round) == Some(seen) {
            Ok(facts)
        } else {
            Err(Refusal::DraftChanged)
        }
    }

    /// What tells a draft from another of the same round: who sits where, and who has a bye or has asked for one.
    #[must_use]
    pub fn draft_print(&self, stage: usize, round: usize) -> Option<u64> {
        let state = self.stages.get(stage)?;
        let draft = state.rounds.get(round).filter(|draft| !draft.published)?;
        let sides = draft.meetings.iter().flat_map(|meeting| meeting.sides);
        let asked = self.asked_byes(stage, round);
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
    #[must_use]
    pub fn asked_byes(&self, stage: usize, round: usize) -> Vec<(EntrantId, AskedBye)> {
        let Some(state) = self.stages.get(stage) else { return Vec::new() };
        let Some(of) = state.rounds.get(round) else { return Vec::new() };
        let sits = |id: EntrantId| {
            of.byes.contains(&id) || of.meetings.iter().any(|one| one.side_of(id).is_some())
        };
        let last = EntrantId(u32::MAX);
        let asked = state.byes.range((round, EntrantId(0))..=(round, last));
        let inside: BTreeSet<EntrantId> = state.entrants().collect();
        let given = asked.filter(|((_, id), _)| inside.contains(id) && !sits(*id));
        given.map(|((_, id), bye)| (*id, *bye)).collect()
    }

    /// Takes the last round back: a draft, or a published one, with its results where that is said.
    ///
    /// # Errors
    /// [`Refusal`] where a round or a stage stands on it, or it has results and that is not said.
    pub fn take_back(
        &self,
        stage: usize,
        round: usize,
        with_results: bool,
    ) -> Result<Vec<Fact>, Refusal> {
        let known = self.of_round(stage, round)?;
        if self.is_over {
            return Err(Refusal::Over);
        }
        if self.stages[stage].rounds.len() > round + 1 {
            return Err(Refusal::RoundFollows);
        }
        if self.is_used(stage) {
            return Err(Refusal::StageFollows);
        }
        if known.has_results() && !with_results {
            let tables = known
                .meetings
                .iter()
                .filter(|one| !one.games.is_empty() || one.has_results())
                .count();
            return Err(Refusal::HasResults { tables });
        }
        Ok(vec![Fact::TakenBack { stage, round }])
    }

    /// Takes back that a stage has begun, as long as nothing of it is played. Published rounds go with it where that is
    /// said, and everybody is told that they hold no longer.
    ///
    /// # Errors
    /// [`Refusal`] where it has not begun, something of it is played, a stage stands on it, or published rounds would go
    /// and that is not said.
    pub fn take_back_begin(&self, stage: usize, with_rounds: bool) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        if !state.has_begun() {
            return Err(Refusal::NotBegun);
        }
        if self.is_used(stage) {
            return Err(Refusal::StageFollows);
        }
        let meetings = state.rounds.iter().flat_map(|round| &round.meetings);
        let tables = meetings.filter(|one| one.has_results() || one.is_reported()).count();
        if tables > 0 {
            return Err(Refusal::StageIsPlayed { tables });
        }
        let rounds = state.rounds.iter().filter(|round| round.published).count();
        if rounds > 0 && !with_rounds {
            return Err(Refusal::StageIsPublished { rounds });
        }
        let last_first = (0..state.rounds.len()).rev();
        let rounds = last_first.map(|round| Fact::TakenBack { stage, round });
        Ok(rounds.chain([Fact::BeginTakenBack { stage }]).collect())
    }

    /// Whether a stage has begun that takes from this one.
    pub(super) fn is_used(&self, stage: usize) -> bool {
        let takes = |source: &Source| source.of().is_some_and(|of| of.0 == stage);
        let all = self.stages.iter().zip(&self.settings.plan.stages);
        all.filter(|(state, _)| state.has_begun()).any(|(_, plan)| plan.sources.iter().any(takes))
    }

    /// Brings back the round that was taken back last, with its results.
    ///
    /// # Errors
    /// [`Refusal::NothingToRestore`] where none was, or another was published since.
    pub fn restore(&self, stage: usize) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        if state.taken_back.is_empty() {
            return Err(Refusal::NothingToRestore);
        }
        let published = state.rounds.iter().take_while(|round| round.published).count();
        Ok(vec![Fact::Restored { stage, round: published }])
    }
}
