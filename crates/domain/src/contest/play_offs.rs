//! Play-offs between entrants whom the standings leave tied.

use std::collections::BTreeSet;

use swiss::stage::{NotYet, System};
use swiss::standings::Row;
use swiss::tiebreak::Criterion;

use super::qualification::entrant_id_at;
use super::{CommandResult, Contest, ContestError, ContestFact, EntrantId};

/// Entrants between whom a play-off decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayOffTie {
    /// The place that they share in their group; `None` if they are of several groups.
    pub place: Option<usize>,
    pub entrants: Vec<EntrantId>,
}

impl Contest {
    /// Whether play-offs count in the standings of a stage: a knock-out plays until somebody has won, and arenas, ladders and
    /// the Keizer system rank by their own rules.
    pub fn takes_play_offs(&self, stage: usize) -> bool {
        let stage = self.settings.plan.stages.get(stage);
        stage.is_some_and(|stage| match stage.system {
            System::Swiss { .. }
            | System::RoundRobin { .. }
            | System::BoardGroups { .. }
            | System::Scheveningen => true,
            System::Knockout { .. }
            | System::Keizer { .. }
            | System::Arena { .. }
            | System::Ladder { .. } => false,
        })
    }

    /// Who is tied in a finished stage before play-offs count, the best first; nobody where no play-off can be recorded.
    pub fn play_off_ties(&self, stage: usize) -> Vec<PlayOffTie> {
        let takes = self.takes_play_offs(stage) && self.is_stage_over(stage);
        if !takes || self.is_over || self.has_dependent_stage(stage) {
            return Vec::new();
        }
        let mut ties: Vec<PlayOffTie> = (0..self.stages[stage].groups.len())
            .flat_map(|group| self.ties_in(stage, group))
            .collect();
        for across in self.undecided_qualifiers(stage) {
            let is_known = |tie: &PlayOffTie| across.iter().all(|one| tie.entrants.contains(one));
            if !ties.iter().any(is_known) {
                ties.push(PlayOffTie { place: None, entrants: across });
            }
        }
        ties
    }

    fn ties_in(&self, stage: usize, group: usize) -> Vec<PlayOffTie> {
        let Some(mut table) = self.group_tournament(stage, group, usize::MAX) else {
            return Vec::new();
        };
        table.regulations.play_offs.clear();
        let criteria = &mut table.regulations.criteria;
        let decided_before = criteria.iter().position(|one| *one == Criterion::PlayOff);
        criteria.truncate(decided_before.unwrap_or(criteria.len()));
        let standings = table.standings();
        let tie = |rows: &[Row]| {
            let ids = rows.iter().map(|row| table.entrants[row.entrant]);
            let entrants: Vec<EntrantId> =
                ids.filter(|id| !self.has_withdrawn(*id) && !self.is_stand_in(*id)).collect();
            let place = rows.first().map(|row| row.place);
            (entrants.len() > 1).then_some(PlayOffTie { place, entrants })
        };
        standings.rows().chunk_by(|one, next| one.place == next.place).filter_map(tie).collect()
    }

    /// Who is tied for entering a later stage, with play-offs and without them.
    fn undecided_qualifiers(&self, stage: usize) -> BTreeSet<Vec<EntrantId>> {
        let mut before = self.clone();
        before.stages[stage].play_offs.clear();
        let later = stage + 1..self.stages.len();
        let all =
            later.flat_map(|later| [before.stage_entrants(later), self.stage_entrants(later)]);
        let undecided = all.filter_map(|entering| match entering {
            Err(NotYet::Undecided { of, undecided }) if of.0 == stage => Some(undecided.among),
            _ => None,
        });
        undecided
            .map(|among| among.iter().map(|one| entrant_id_at(one.entrant)).collect())
            .collect()
    }

    /// Records a play-off between two tied entrants; of the same two, the latest counts.
    pub fn record_play_off(
        &self,
        stage: usize,
        winner: EntrantId,
        loser: EntrantId,
    ) -> CommandResult {
        self.ensure_running()?;
        let state = self.stage(stage)?;
        if !self.takes_play_offs(stage) {
            return Err(ContestError::NoPlayOffs);
        }
        let is_in = |id: EntrantId| state.entrants().any(|one| one == id);
        for one in [winner, loser] {
            if !is_in(one) {
                return Err(ContestError::NotActive(one));
            }
        }
        if winner == loser {
            return Err(ContestError::PlayOffOfOne);
        }
        if !self.is_stage_over(stage) {
            return Err(ContestError::GamesLeft);
        }
        if self.has_dependent_stage(stage) {
            return Err(ContestError::LaterStageExists);
        }
        if state.play_offs.contains(&(winner, loser)) {
            return Ok(Vec::new());
        }
        let ties = self.play_off_ties(stage);
        if !ties.iter().any(|tie| [winner, loser].iter().all(|one| tie.entrants.contains(one))) {
            return Err(ContestError::PlayOffUntied);
        }
        Ok(vec![ContestFact::PlayOffDecided { stage, winner, loser }])
    }
}
