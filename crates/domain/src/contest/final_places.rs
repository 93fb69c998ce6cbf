//! The final places of an event.

use swiss::points::Points;

use super::qualification::entrant_id_at;
use super::{Contest, EntrantId};

impl Contest {
    /// All entrants of any stage with their final place, from 1, but for the computer as a stand-in. Qualifiers rank before the others:
    /// the last stages give the first places, and among parallel stages the one listed first. In
    /// several groups the winners share a place, then the seconds, and so on.
    pub fn final_places(&self) -> Vec<(EntrantId, usize)> {
        self.finishes().into_iter().map(|one| (one.entrant, one.place)).collect()
    }

    /// The same, with who is equal on points.
    pub fn finishes(&self) -> Vec<Finish> {
        let mut finishes: Vec<Finish> = Vec::new();
        let mut is_placed = vec![false; self.entrants.len()];
        for stage in self.stages_last_first() {
            let mut tiers = self.tiers(stage);
            tiers.retain(|one| is_placed.get(one.entrant.index()) == Some(&false));
            tiers.retain(|one| !self.is_stand_in(one.entrant));
            tiers.sort_by_key(|one| one.place);
            let before = finishes.len();
            for (at, tier) in tiers.iter().enumerate() {
                let place = before + tiers.partition_point(|other| other.place < tier.place) + 1;
                let is_level = |other: &Tier| other.points.is_some() && other.points == tier.points;
                let level = match at.checked_sub(1).and_then(|one| tiers.get(one)) {
                    Some(other) if is_level(other) => finishes[before + at - 1].level,
                    _ => place,
                };
                is_placed[tier.entrant.index()] = true;
                finishes.push(Finish { entrant: tier.entrant, place, level });
            }
        }
        finishes
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
    fn tiers(&self, stage: usize) -> Vec<Tier> {
        if let Some(progress) = self.knockout_progress(stage) {
            let out = |one: &EntrantId| {
                progress.places.iter().all(|own| entrant_id_at(own.entrant) != *one)
            };
            let tier = |(place, entrant)| Tier { place, entrant, points: None };
            let places =
                progress.places.iter().map(|own| (own.places.first, entrant_id_at(own.entrant)));
            // Eliminated entrants without a place come after the others.
            let others = self.stages[stage].entrants().filter(out).map(|one| (usize::MAX, one));
            return places.chain(others).map(tier).collect();
        }
        let count = self.stages[stage].groups.len();
        let tables = (0..count).filter_map(|group| self.group_tournament(stage, group, usize::MAX));
        let mut tiers = Vec::new();
        for table in tables {
            let standings = table.standings();
            tiers.extend(standings.rows().iter().map(|row| Tier {
                place: row.place,
                entrant: table.entrants[row.entrant],
                // Those of several groups had other opponents, and places of a ladder do not follow from points.
                points: (count == 1 && !self.is_ladder(stage)).then_some(row.points),
            }));
        }
        tiers
    }
}

struct Tier {
    place: usize,
    entrant: EntrantId,
    points: Option<Points>,
}

/// An entrant's final place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finish {
    pub entrant: EntrantId,
    /// From 1; shared by those between whom nothing decides.
    pub place: usize,
    /// The first place of those who are equal on points, tie-breaks aside.
    pub level: usize,
}
