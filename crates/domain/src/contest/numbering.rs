//! Pairing numbers of a Swiss stage in progress, corrected by hand.

use std::cmp::Reverse;

use super::{CommandResult, Contest, ContestError, ContestFact, EntrantId};

impl Contest {
    /// Gives an entrant of a Swiss stage the pairing number `number`, from 1; those between move by one.
    ///
    /// FIDE C.04.2 allows it as long as the fourth round is not paired; whether it is fair later, officials decide.
    pub fn set_pairing_number(
        &self,
        stage: usize,
        entrant: EntrantId,
        number: usize,
    ) -> CommandResult {
        let mut order = self.pairing_order(stage)?.to_vec();
        let at = order.iter().position(|id| *id == entrant);
        let at = at.ok_or(ContestError::NotActive(entrant))?;
        if !(1..=order.len()).contains(&number) {
            return Err(ContestError::NoSuchNumber { last: order.len() });
        }
        let moved = order.remove(at);
        order.insert(number - 1, moved);
        self.renumber(stage, order)
    }

    /// Numbers the entrants of a Swiss stage by rating again, as when ratings were wrong at its start.
    pub fn number_by_rating(&self, stage: usize) -> CommandResult {
        let mut order = self.pairing_order(stage)?.to_vec();
        let rating = |id: &EntrantId| self.entrant(*id).map_or(0, |one| one.person.rating);
        order.sort_by_key(|id| (Reverse(rating(id)), *id));
        self.renumber(stage, order)
    }

    fn pairing_order(&self, stage: usize) -> Result<&[EntrantId], ContestError> {
        self.ensure_running()?;
        let state = self.started_stage(stage)?;
        let swiss = state.groups.first().filter(|_| self.is_swiss(stage));
        swiss.map(Vec::as_slice).ok_or(ContestError::NumbersFixed)
    }

    fn renumber(&self, stage: usize, order: Vec<EntrantId>) -> CommandResult {
        if self.stages[stage].groups[0] == order {
            return Ok(Vec::new());
        }
        self.with_updated_drafts(vec![ContestFact::StageRenumbered { stage, order }])
    }

    /// The entrant's pairing number in a Swiss stage in progress, from 1.
    pub fn pairing_number(&self, stage: usize, entrant: EntrantId) -> Option<usize> {
        let group = self.stages.get(stage)?.groups.first().filter(|_| self.is_swiss(stage))?;
        group.iter().position(|id| *id == entrant).map(|at| at + 1)
    }

    /// Whether these are the entrants of a Swiss stage in another order.
    pub(super) fn can_renumber(&self, stage: usize, order: &[EntrantId]) -> bool {
        let group = self.stages.get(stage).and_then(|state| state.groups.first());
        group.filter(|_| self.is_swiss(stage)).is_some_and(|group| {
            let (mut own, mut new) = (group.clone(), order.to_vec());
            own.sort_unstable();
            new.sort_unstable();
            own == new
        })
    }
}
