//! Settings, players kept apart and byes.

use std::fmt;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use swiss::entrant::Bye;
use swiss::stage::{Plan, System};

use super::json::limits::Number;
use super::lots::with_lots_of;
use super::settings::MAX_ENTRANTS;
use super::{
    CommandResult, Contest, ContestError, ContestFact, ContestSettings, EntrantId, EntrantStatus,
    Round, RoundId,
};

/// Maximum number of groups and names kept apart by name, all together.
pub(super) const MAX_PROHIBITED_NAMES: usize = 20_000;
/// Maximum number of first rounds in which players are kept apart, if not in all.
pub const MAX_PROHIBITED_ROUNDS: usize = 1_000;

/// Players who do not meet each other in Swiss stages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProhibitedGroup {
    pub entrants: Vec<EntrantId>,
    /// In this many first rounds of a stage; in all if `None`.
    pub rounds: Option<usize>,
}

/// An object; a group that is kept apart in all rounds is a list.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TemporaryGroup {
    entrants: Vec<EntrantId>,
    rounds: Number<usize, 1, { MAX_PROHIBITED_ROUNDS as i64 }>,
}

impl Serialize for ProhibitedGroup {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.rounds {
            None => self.entrants.serialize(serializer),
            Some(rounds) => {
                let (entrants, rounds) = (self.entrants.clone(), Number(rounds));
                TemporaryGroup { entrants, rounds }.serialize(serializer)
            }
        }
    }
}

impl<'de> Deserialize<'de> for ProhibitedGroup {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ProhibitedGroup, D::Error> {
        struct GroupVisitor;

        impl<'de> Visitor<'de> for GroupVisitor {
            type Value = ProhibitedGroup;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of entrants or an object")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, items: A) -> Result<ProhibitedGroup, A::Error> {
                let entrants = Vec::<EntrantId>::deserialize(SeqAccessDeserializer::new(items))?;
                Ok(ProhibitedGroup::from(entrants))
            }

            fn visit_map<A: MapAccess<'de>>(self, members: A) -> Result<ProhibitedGroup, A::Error> {
                let members = MapAccessDeserializer::new(members);
                let TemporaryGroup { entrants, rounds } = TemporaryGroup::deserialize(members)?;
                Ok(ProhibitedGroup { entrants, rounds: Some(rounds.0) })
            }
        }

        deserializer.deserialize_any(GroupVisitor)
    }
}

impl From<Vec<EntrantId>> for ProhibitedGroup {
    fn from(entrants: Vec<EntrantId>) -> ProhibitedGroup {
        ProhibitedGroup { entrants, rounds: None }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RequestedBye {
    /// With the points of a draw.
    Half,
    /// Without points.
    Zero,
    /// With the points of a win, which officials grant.
    Full,
}

impl RequestedBye {
    pub const fn bye(self) -> Bye {
        match self {
            RequestedBye::Half => Bye::Half,
            RequestedBye::Zero => Bye::Zero,
            RequestedBye::Full => Bye::Full,
        }
    }
}

impl Contest {
    pub fn create(mut settings: ContestSettings) -> CommandResult {
        settings.plan = with_lots_of(settings.plan, &[]);
        Ok(vec![settings_fact(settings)?])
    }

    /// Changes the settings. The plan and the points are fixed once a stage has started, except for
    /// the number of rounds of Swiss stages that no other stage depends on yet. Tie-breaks may
    /// change until the end, and standings follow.
    pub fn change_settings(&self, mut settings: ContestSettings) -> CommandResult {
        self.ensure_running()?;
        settings.plan = self.with_drawn_lots(settings.plan);
        let begun = self.stages.iter().any(super::StageState::has_begun);
        let same = self.is_same_plan(&settings.plan)
            && settings.points == self.settings.points
            && settings.teams.match_points == self.settings.teams.match_points;
        // Rosters depend on the number of boards.
        let other_unit = settings.plan.unit != self.settings.plan.unit && !self.entrants.is_empty();
        let other_stand_in = settings.stand_in != self.settings.stand_in;
        if (begun && !same) || other_unit || (other_stand_in && self.is_stand_in_fixed()) {
            return Err(ContestError::PlanLocked);
        }
        // Entrants bring ratings, and the computer, of one game.
        if settings.game() != self.settings.game() && !self.entrants.is_empty() {
            return Err(ContestError::GameLocked);
        }
        if settings == self.settings {
            return Ok(Vec::new());
        }
        self.check_new_timetable(&settings)?;
        let most = settings.max_entrants.unwrap_or(MAX_ENTRANTS) as usize;
        let places = if begun { 0 } else { most.saturating_sub(self.active_count()) };
        let mut facts = vec![settings_fact(settings)?];
        if other_stand_in {
            facts.extend(self.stand_in_leaves());
        }
        // If there is more room now, waiting entrants are admitted.
        let waiting =
            self.numbered_entrants().filter(|(_, one)| one.status == EntrantStatus::Waiting);
        facts.extend(
            waiting.take(places).map(|(id, _)| ContestFact::EntrantAdmitted { entrant: id }),
        );
        self.with_updated_drafts(facts)
    }

    /// Whether there are results, also of rounds that were taken back and may be restored.
    pub fn has_results(&self) -> bool {
        let rounds =
            self.stages.iter().flat_map(|stage| stage.rounds.iter().chain(&stage.taken_back));
        rounds.into_iter().any(Round::has_results)
    }

    /// Whether the plan is the event's, except for the number of rounds of Swiss and Keizer stages that may
    /// still change, and what counts in Keizer stages, arenas and ladders.
    pub(super) fn is_same_plan(&self, plan: &Plan) -> bool {
        let mut own = self.settings.plan.clone();
        for (at, (own, new)) in own.stages.iter_mut().zip(&plan.stages).enumerate() {
            let rounds = match (own.system, new.system) {
                (System::Swiss { .. }, System::Swiss { rounds })
                | (System::Keizer { .. }, System::Keizer { rounds, .. }) => rounds,
                // Points and waits of an arena are counted anew; its clock is set at the desk once it has started.
                (System::Arena { .. }, System::Arena { .. }) => {
                    1 + self.stages[at].taken_back.len()
                }
                // The rules of a ladder count from now on.
                (System::Ladder { .. }, System::Ladder { .. }) => {
                    1 + self.stages[at].taken_back.len()
                }
                _ => continue,
            };
            // Rounds that were undone may be restored.
            let state = &self.stages[at];
            if rounds >= state.rounds.len() + state.taken_back.len()
                && !self.has_dependent_stage(at)
            {
                own.system = new.system;
            }
        }
        own == *plan
    }

    /// Replaces the groups of players who are kept apart.
    pub fn keep_apart(
        &self,
        groups: impl IntoIterator<Item = impl Into<ProhibitedGroup>>,
    ) -> CommandResult {
        let groups: Vec<ProhibitedGroup> = groups.into_iter().map(Into::into).collect();
        if exceeds_prohibited_limit(&groups) {
            return Err(ContestError::InvalidText);
        }
        self.ensure_running()?;
        let mut all = groups.iter().flat_map(|group| &group.entrants);
        let stranger = all.find(|id| self.entrant(**id).is_none());
        if let Some(id) = stranger {
            return Err(ContestError::UnknownEntrant(*id));
        }
        if groups == self.prohibited {
            return Ok(Vec::new());
        }
        self.with_updated_drafts(vec![ContestFact::ProhibitedGroupsSet { groups }])
    }

    /// Records a requested bye in an unpublished round of a Swiss stage, or cancels it.
    pub fn request_bye(
        &self,
        RoundId { stage, round }: RoundId,
        entrant: EntrantId,
        bye: Option<RequestedBye>,
    ) -> CommandResult {
        self.ensure_running()?;
        let state = self.stage(stage)?;
        if !self.is_swiss(stage) {
            return Err(ContestError::NotFound);
        }
        if self.registered_entrant(entrant)?.status == EntrantStatus::Withdrawn {
            return Err(ContestError::NotActive(entrant));
        }
        let rounds = self.round_count(stage).ok_or(ContestError::NotFound)?;
        if round >= rounds {
            return Err(ContestError::NoSuchRound { rounds });
        }
        if state.rounds.get(round).is_some_and(|round| round.published) {
            return Err(ContestError::AlreadyPublished);
        }
        if state.requested_byes.get(&(round, entrant)).copied() == bye {
            return Ok(Vec::new());
        }
        self.with_updated_drafts(vec![ContestFact::ByeRequested { stage, round, entrant, bye }])
    }
}

fn settings_fact(settings: ContestSettings) -> Result<ContestFact, ContestError> {
    let faults = settings.validate();
    if faults.is_empty() {
        Ok(ContestFact::SettingsChanged { settings: Box::new(settings) })
    } else {
        Err(ContestError::InvalidSettings(faults))
    }
}

/// Whether so many entrants are kept apart that pairing would take too long.
pub(super) fn exceeds_prohibited_limit(groups: &[ProhibitedGroup]) -> bool {
    groups.iter().map(|group| group.entrants.len() + 1).sum::<usize>() > MAX_PROHIBITED_NAMES
}
