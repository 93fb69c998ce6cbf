//! The number of entrants of each stage, and how many can advance.

use super::super::knockout::Shape;
use super::{Plan, Source, Stage, StageId, System};

/// The sizes of a stage's groups, the larger first.
pub fn group_sizes(system: &System, entrants: usize) -> Vec<usize> {
    match system {
        System::RoundRobin { groups, .. } if *groups > 0 => {
            let larger = entrants % groups;
            (0..*groups).map(|group| entrants / groups + usize::from(group < larger)).collect()
        }
        _ => vec![entrants],
    }
}

/// How many places the stage determines in a group of this size.
pub fn decided(system: &System, size: usize) -> usize {
    let known = match system {
        System::Knockout { shape: Shape::Single { left: 1, third_place: true }, .. } => 4,
        System::Knockout { shape: Shape::Single { left: 1, .. }, .. } => 2,
        System::Knockout { shape: Shape::Single { .. }, .. } => 0,
        System::Knockout { shape: Shape::Double { .. }, .. } => 4,
        _ => size,
    };
    known.min(size)
}

/// How many are left at the end of a knock-out.
pub const fn left(system: &System) -> Option<usize> {
    match system {
        System::Knockout { shape: Shape::Single { left, .. }, .. } => Some(*left),
        System::Knockout { .. } | System::Scheveningen => Some(1),
        _ => None,
    }
}

/// How many a source asks for from a stage with this many entrants, and how many there are.
pub fn asked_and_there(source: Source, from: &Stage, entrants: usize) -> (usize, usize) {
    let sizes = group_sizes(&from.system, entrants);
    match source {
        Source::Top { each, .. } => {
            (each.saturating_mul(sizes.len()), sizes.iter().map(|size| each.min(*size)).sum())
        }
        Source::BestOfPlace { place, count, .. } => {
            (count, sizes.iter().filter(|size| **size > place).count())
        }
        Source::Winners(_) | Source::Losers(_) => {
            let left = left(&from.system).unwrap_or(0);
            (left, left.min(entrants))
        }
        Source::Registration | Source::Seeds(_) => (0, 0),
    }
}

impl Plan {
    pub fn has_arena(&self) -> bool {
        self.stages.iter().any(|stage| matches!(stage.system, System::Arena { .. }))
    }

    /// The stages in an order in which each comes after its sources, or the stages of a cycle.
    pub(super) fn order(&self) -> Result<Vec<StageId>, Vec<StageId>> {
        let mut order: Vec<StageId> = Vec::new();
        let mut left: Vec<StageId> = (0..self.stages.len()).map(StageId).collect();
        loop {
            let waits = |id: &StageId| {
                let mut of = self.stages[id.0].sources.iter().filter_map(|source| source.of());
                of.any(|of| !order.contains(&of))
            };
            let (later, ready): (Vec<StageId>, Vec<StageId>) =
                left.iter().partition(|id| waits(id));
            if later.is_empty() {
                order.extend(ready);
                return Ok(order);
            }
            if ready.is_empty() {
                return Err(later);
            }
            order.extend(ready);
            left = later;
        }
    }

    /// The number of entrants of each stage if this many register in total, shared evenly among the stages with
    /// registration. Requires known sources without cycles.
    pub(super) fn counts(&self, order: &[StageId], registered: usize) -> Vec<usize> {
        let registers = |stage: &Stage| stage.sources.contains(&Source::Registration);
        let doors = self.stages.iter().filter(|stage| registers(stage)).count().max(1);
        let mut counts = vec![0; self.stages.len()];
        for id in order {
            let stage = &self.stages[id.0];
            let before = self.stages[..id.0].iter().filter(|stage| registers(stage)).count();
            let mut count = 0;
            for source in &stage.sources {
                count += match (*source, source.of()) {
                    (Source::Seeds(seeds), _) => seeds,
                    (Source::BestOfPlace { count, .. }, Some(of)) => {
                        asked_and_there(*source, &self.stages[of.0], counts[of.0]).1.min(count)
                    }
                    (_, Some(of)) => asked_and_there(*source, &self.stages[of.0], counts[of.0]).1,
                    (_, None) => registered / doors + usize::from(before < registered % doors),
                };
            }
            counts[id.0] = count;
        }
        counts
    }
}
