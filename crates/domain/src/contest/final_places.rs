//! The final places of an event.

use super::qualification::entrant_id_at;
use super::{Contest, EntrantId};

impl Contest {
    /// All entrants of any stage with their final place, from 1. Qualifiers rank before the others:
    /// the last stages give the first places, and among parallel stages the one listed first. In
    /// several groups the winners share a place, then the seconds, and so on.
    pub fn final_places(&self) -> Vec<(EntrantId, usize)> {
        let mut placed: Vec<(EntrantId, usize)> = Vec::new();
        let mut is_placed = vec![false; self.entrants.len()];
        for stage in self.stages_last_first() {
            let mut tiers = self.tiers(stage);
            tiers.retain(|(_, one)| is_placed.get(one.index()) == Some(&false));
            tiers.sort_by_key(|(tier, _)| *tier);
            let before = placed.len();
            for (tier, one) in &tiers {
                let better = tiers.partition_point(|(other, _)| other < tier);
                is_placed[one.index()] = true;
                placed.push((*one, before + better + 1));
            }
        }
        placed
    }

    /// The stages that have started, those with the longest path to them first.
    fn stages_last_first(&self) -> Vec<usize> {
        let begun = self.stages.iter().enumerate().filter(|(_, state)| state.has_begun());
        let mut stages: Vec<usize> = begun.map(|(stage, _)| stage).collect();
        let depths = self.depths();
        stages.sort_by_key(|stage| (std::cmp::Reverse(depths[*stage]), *stage));
        stages
    }

    /// The length of the longest path of stages to each.
    fn depths(&self) -> Vec<usize> {
        let plan = &self.settings.plan.stages;
        let mut depths = vec![0; self.stages.len()];
        // A stage may be listed before those it takes entrants from; no path is longer than the
        // number of stages.
        for _ in 0..plan.len() {
            for (stage, own) in plan.iter().enumerate() {
                let before = own.sources.iter().filter_map(|source| source.of());
                let longest = before.filter_map(|of| depths.get(of.0)).max();
                let depth = longest.map_or(0, |longest: &usize| longest + 1);
                if let Some(known) = depths.get_mut(stage) {
                    *known = depth.min(plan.len());
                }
            }
        }
        depths
    }

    /// The entrants of a stage, each with the place they left it with.
    fn tiers(&self, stage: usize) -> Vec<(usize, EntrantId)> {
        if let Some(progress) = self.knockout_progress(stage) {
            let out = |one: &EntrantId| {
                progress.places.iter().all(|own| entrant_id_at(own.entrant) != *one)
            };
            let places =
                progress.places.iter().map(|own| (own.places.first, entrant_id_at(own.entrant)));
            // Eliminated entrants without a place come after the others.
            let others = self.stages[stage].entrants().filter(out).map(|one| (usize::MAX, one));
            return places.chain(others).collect();
        }
        let groups = 0..self.stages[stage].groups.len();
        let tables = groups.filter_map(|group| self.group_tournament(stage, group, usize::MAX));
        let mut tiers = Vec::new();
        for table in tables {
            let standings = table.standings();
            tiers.extend(
                standings.rows().iter().map(|row| (row.place, table.entrants[row.entrant])),
            );
        }
        tiers
    }
}
