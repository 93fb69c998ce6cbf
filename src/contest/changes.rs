//! Settings, people kept apart, byes, play-offs, and the end.

use swiss::stage::{Plan, System};

use super::settings::MOST_ENTRANTS;
use super::{AskedBye, Contest, EntrantId, Fact, Refusal, Settings, Standing};

/// So many groups and names, all together, may be kept apart by name.
pub(super) const MOST_APART: usize = 20_000;
/// People are kept apart in so many first rounds at most, where not in all.
pub const MOST_ROUNDS_APART: usize = 1_000;

/// People who do not meet each other in Swiss stages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptApart {
    pub entrants: Vec<EntrantId>,
    /// In the first so many rounds of a stage; in all of them where it is `None`.
    pub rounds: Option<usize>,
}

impl From<Vec<EntrantId>> for KeptApart {
    fn from(entrants: Vec<EntrantId>) -> KeptApart {
        KeptApart { entrants, rounds: None }
    }
}

impl Contest {
    /// A new event.
    ///
    /// # Errors
    /// [`Refusal::Settings`].
    pub fn create(settings: Settings) -> Result<Vec<Fact>, Refusal> {
        let faults = settings.faults();
        if !faults.is_empty() {
            return Err(Refusal::Settings(faults));
        }
        Ok(vec![Fact::Settled(Box::new(settings))])
    }

    /// Changes how it is played. The plan and the points stay once a stage has begun, but for the number of Swiss
    /// rounds, where no stage stands on them yet: time may run short, or opponents. Tie-breaks may change until the end,
    /// and standings follow.
    ///
    /// # Errors
    /// [`Refusal`] for faulty settings, or a change that comes too late.
    pub fn settle(&self, settings: Settings) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let begun = self.stages.iter().any(super::StageState::has_begun);
        let same = self.is_same_plan(&settings.plan)
            && settings.points == self.settings.points
            && settings.teams.match_points == self.settings.teams.match_points;
        // Rosters are made for so many boards.
        let other_unit = settings.plan.unit != self.settings.plan.unit && !self.entrants.is_empty();
        if (begun && !same) || other_unit {
            return Err(Refusal::PlanIsUsed);
        }
        if settings == self.settings {
            return Ok(Vec::new());
        }
        let faults = settings.faults();
        if !faults.is_empty() {
            return Err(Refusal::Settings(faults));
        }
        let most = settings.cap.unwrap_or(MOST_ENTRANTS) as usize;
        let places = if begun { 0 } else { most.saturating_sub(self.count_in()) };
        let mut facts = vec![Fact::Settled(Box::new(settings))];
        // Where there is more room now, those who wait have it.
        let waiting = self.numbered().filter(|(_, one)| one.standing == Standing::Waiting);
        facts.extend(waiting.take(places).map(|(id, _)| Fact::Admitted(id)));
        self.with_drafts(facts)
    }

    /// Whether a plan is that of the event, but for the number of rounds of Swiss stages that can still have another.
    pub(super) fn is_same_plan(&self, plan: &Plan) -> bool {
        let mut own = self.settings.plan.clone();
        for (at, (own, new)) in own.stages.iter_mut().zip(&plan.stages).enumerate() {
            let (System::Swiss { rounds: own }, System::Swiss { rounds: new }) =
                (&mut own.system, &new.system)
            else {
                continue;
            };
            // Rounds that were taken back may come again.
            let state = &self.stages[at];
            if *new >= state.rounds.len() + state.taken_back.len() && !self.is_used(at) {
                *own = *new;
            }
        }
        own == *plan
    }

    /// Keeps people apart who are not to meet; instead of all who were before.
    ///
    /// # Errors
    /// [`Refusal`] where somebody is not there.
    pub fn keep_apart(
        &self,
        groups: impl IntoIterator<Item = impl Into<KeptApart>>,
    ) -> Result<Vec<Fact>, Refusal> {
        let groups: Vec<KeptApart> = groups.into_iter().map(Into::into).collect();
        if are_too_many(&groups) {
            return Err(Refusal::Words);
        }
        if self.is_over {
            return Err(Refusal::Over);
        }
        let mut all = groups.iter().flat_map(|group| &group.entrants);
        let stranger = all.find(|id| self.entrant(**id).is_none());
        if let Some(id) = stranger {
            return Err(Refusal::NoEntrant(*id));
        }
        if groups == self.apart {
            return Ok(Vec::new());
        }
        self.with_drafts(vec![Fact::KeptApart(groups)])
    }

    /// Notes a bye that somebody asks for in a round of a Swiss stage that is not published, or takes it back.
    ///
    /// # Errors
    /// [`Refusal`] where he takes no part, or the round is published.
    pub fn ask_bye(
        &self,
        stage: usize,
        round: usize,
        entrant: EntrantId,
        bye: Option<AskedBye>,
    ) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        let is_swiss = matches!(self.settings.plan.stages[stage].system, System::Swiss { .. });
        if !is_swiss {
            return Err(Refusal::NoSuchSpot);
        }
        let one = self.entrant(entrant).ok_or(Refusal::NoEntrant(entrant))?;
        if one.standing == Standing::Withdrawn {
            return Err(Refusal::NotIn(entrant));
        }
        let rounds = self.rounds_of(stage).ok_or(Refusal::NoSuchSpot)?;
        if round >= rounds {
            return Err(Refusal::NoSuchRound { rounds });
        }
        if state.rounds.get(round).is_some_and(|round| round.published) {
            return Err(Refusal::IsPublished);
        }
        if state.byes.get(&(round, entrant)).copied() == bye {
            return Ok(Vec::new());
        }
        self.with_drafts(vec![Fact::AskedBye { stage, round, entrant, bye }])
    }

    /// Two who were equal have played for the place; of the same two, what is said last counts.
    ///
    /// # Errors
    /// [`Refusal`] where they are not both in the stage, it goes on, or another stands on it.
    pub fn play_off(
        &self,
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    ) -> Result<Vec<Fact>, Refusal> {
        if self.is_over {
            return Err(Refusal::Over);
        }
        let state = self.stages.get(stage).ok_or(Refusal::NoSuchSpot)?;
        let is_in = |id: EntrantId| state.entrants().any(|one| one == id);
        for one in [winner, loser] {
            if !is_in(one) {
                return Err(Refusal::NotIn(one));
            }
        }
        if winner == loser || !self.is_stage_over(stage) {
            return Err(Refusal::NotOver);
        }
        if self.is_used(stage) {
            return Err(Refusal::StageFollows);
        }
        if state.play_offs.contains(&(winner, loser)) {
            return Ok(Vec::new());
        }
        Ok(vec![Fact::PlayedOff { stage, winner, loser }])
    }

    /// Ends it, or opens it again.
    ///
    /// # Errors
    /// [`Refusal::NotOver`] where something is left to be played.
    pub fn end(&self, over: bool) -> Result<Vec<Fact>, Refusal> {
        if over == self.is_over {
            return Ok(Vec::new());
        }
        let is_played = (0..self.stages.len()).all(|stage| self.is_stage_over(stage));
        if over && !is_played {
            return Err(Refusal::NotOver);
        }
        Ok(vec![Fact::Ended(over)])
    }
}

/// Whether so many are kept apart that pairing would be about nothing else.
pub(super) fn are_too_many(groups: &[KeptApart]) -> bool {
    groups.iter().map(|group| group.entrants.len() + 1).sum::<usize>() > MOST_APART
}
