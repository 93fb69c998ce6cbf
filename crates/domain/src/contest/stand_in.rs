//! The computer as a stand-in, which plays where the number of players is odd.
//!
//! It is an entrant as others are, so that pairings, cross-tables and tie-breaks know its games, but it takes part in a round only
//! where somebody would have no opponent otherwise, and it competes for nothing: it comes last in the standings, wins no
//! prize, and enters no further stage.

use swiss::stage::{Source, Stage, System, Unit};

use super::qualification::entrant_id_at;
use super::{
    CommandResult, Contest, ContestError, ContestFact, ContestSettings, EntrantId, EntrantProfile,
    EntrantStatus, RegisteredEntrant,
};
use crate::game::GameKind;
use crate::play::Venue;

/// The most levels that the computer has in a game.
pub const MAX_STAND_IN_LEVEL: u8 = {
    let (mut most, mut at) = (0, 0);
    while at < GameKind::ALL.len() {
        let levels = GameKind::ALL[at].computer_levels();
        if levels > most {
            most = levels;
        }
        at += 1;
    }
    most
};

/// Whether the standings of a stage pair each round, so that the computer can take part in some rounds only.
fn is_paired_by_standings(stage: &Stage) -> bool {
    matches!(stage.system, System::Swiss { .. } | System::Keizer { .. })
        && stage.sources.contains(&Source::Registration)
}

/// Whether it is a round robin of all, in which the computer can play from the start.
fn is_one_round_robin(stage: &Stage) -> bool {
    matches!(stage.system, System::RoundRobin { groups: 1, .. })
        && stage.sources.contains(&Source::Registration)
}

impl ContestSettings {
    /// Whether the game has the level that is to stand in.
    pub(super) fn has_stand_in_level(&self) -> bool {
        self.stand_in.is_none_or(|level| (1..=self.game().computer_levels()).contains(&level))
    }

    /// Whether the computer can stand in: for single players, in casual games, online and at the time of the round, and in a stage
    /// of its own numbers.
    pub fn can_have_stand_in(&self) -> bool {
        let is_online = self.onsite_games().is_some_and(|games| games.venue == Venue::Online);
        let suits = |stage: &Stage| is_paired_by_standings(stage) || is_one_round_robin(stage);
        is_online
            && !self.rated
            && self.scheduling.is_none()
            && self.plan.unit == Unit::Players
            && self.plan.stages.iter().any(suits)
    }
}

impl Contest {
    /// Whether this entrant is the computer as a stand-in.
    pub fn is_stand_in(&self, id: EntrantId) -> bool {
        self.entrant(id).is_some_and(|one| one.person.stands_in)
    }

    fn stand_ins(&self) -> impl Iterator<Item = (EntrantId, &RegisteredEntrant)> {
        self.numbered_entrants().filter(|(_, one)| one.person.stands_in)
    }

    /// The computer as it stands in now.
    pub fn active_stand_in(&self) -> Option<EntrantId> {
        let mut active = self.stand_ins().filter(|(_, one)| one.status == EntrantStatus::Active);
        active.next().map(|(id, _)| id)
    }

    /// Whether the computer is still to be registered, by [`Contest::register_stand_in`].
    pub fn lacks_stand_in(&self) -> bool {
        self.settings.stand_in.is_some() && !self.is_over && self.active_stand_in().is_none()
    }

    /// Registers the computer's player, if the settings ask for one.
    pub fn register_stand_in(&self, person: EntrantProfile) -> CommandResult {
        if !self.lacks_stand_in() {
            return Ok(Vec::new());
        }
        self.ensure_running()?;
        let person = EntrantProfile { stands_in: true, ..person };
        if !person.is_valid() {
            return Err(ContestError::InvalidText);
        }
        let known = self.numbered_entrants().find(|(_, one)| one.person.player == person.player);
        let Some((entrant, one)) = known else {
            return Ok(vec![ContestFact::EntrantRegistered { person, waiting: false }]);
        };
        // An official had entered it like anybody else, or it stood in before.
        let amended = (!one.person.stands_in)
            .then_some(ContestFact::PersonAmended { entrant, person: person.clone() });
        let facts = amended.into_iter();
        let admitted = (one.status != EntrantStatus::Active)
            .then_some(ContestFact::EntrantAdmitted { entrant });
        let there = (!one.present).then_some(ContestFact::PresenceSet { entrant, present: true });
        self.with_updated_drafts(facts.chain(admitted).chain(there).collect())
    }

    /// The facts by which the computer leaves, because another level stands in from now on, or none.
    pub(super) fn stand_in_leaves(&self) -> Vec<ContestFact> {
        let leaves = |(entrant, one): (EntrantId, &RegisteredEntrant)| match one.status {
            EntrantStatus::Withdrawn => None,
            _ if self.can_remove(entrant) => Some(ContestFact::EntrantRemoved { entrant }),
            _ => Some(ContestFact::EntrantWithdrew { entrant, plays_on: true, by_entrant: false }),
        };
        self.stand_ins().filter_map(leaves).collect()
    }

    /// Whether the computer plays in a round robin that has started, in which everybody has a game with it.
    pub(super) fn is_stand_in_fixed(&self) -> bool {
        let stages = self.settings.plan.stages.iter().zip(&self.stages);
        let mut robins = stages.filter(|(plan, _)| is_one_round_robin(plan));
        robins.any(|(_, state)| state.entrants().any(|id| self.is_stand_in(id)))
    }

    /// Whether the computer takes part in the next round of a stage that has started: if the number of all others who do is odd.
    pub(super) fn stands_in(&self, stage: usize, round: usize) -> bool {
        let Some(state) = self.stages.get(stage).filter(|_| self.settings.stand_in.is_some())
        else {
            return false;
        };
        let plays = |id: &EntrantId| {
            let asked = state.requested_byes.contains_key(&(round, *id));
            !asked && !self.is_stand_in(*id) && self.is_available(*id)
        };
        state.entrants().filter(plays).count() % 2 == 1
    }

    /// How the computer enters a stage whose next round needs it; it keeps its number then.
    pub(super) fn stand_in_entry(&self, stage: usize) -> Option<ContestFact> {
        let plan = self.settings.plan.stages.get(stage).filter(|plan| is_paired_by_standings(plan));
        let state = plan.and(self.stages.get(stage)).filter(|state| state.has_begun())?;
        let entrant = self.active_stand_in()?;
        let is_new = state.entrants().all(|other| other != entrant);
        let at = state.entrants().count();
        (is_new && self.stands_in(stage, state.published_rounds()))
            .then_some(ContestFact::StageJoined { stage, entrant, at })
    }

    /// Whether the computer is in a stage from the start: in a round robin of an odd number of players. `registered` are those
    /// who are there, the computer among them.
    pub(super) fn starts_with_stand_in(&self, stage: usize, registered: &[usize]) -> bool {
        let plan = self.settings.plan.stages.get(stage);
        let people = registered.iter().filter(|at| !self.is_stand_in(entrant_id_at(**at))).count();
        self.settings.stand_in.is_some()
            && plan.is_some_and(is_one_round_robin)
            && people % 2 == 1
            && people > 2
    }
}
