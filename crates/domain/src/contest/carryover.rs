//! Points that carry over from one stage to the next.

use std::collections::BTreeMap;

use swiss::points::Points;
use swiss::stage::{CarriedGame, CarriedPoints, carried_points};

use super::{Contest, EntrantId, GroupTournament};

impl Contest {
    /// The starting points of each entrant of a stage, by place in [`Contest::entrants`]; empty if
    /// none carry over. Points come from at most this many earlier stages.
    pub(super) fn carried_points(&self, stage: usize, before: usize) -> BTreeMap<usize, Points> {
        let (Some(plan), Some(state)) =
            (self.settings.plan.stages.get(stage), self.stages.get(stage))
        else {
            return BTreeMap::new();
        };
        let which = plan.carry.points;
        if which == CarriedPoints::None || before == 0 {
            return BTreeMap::new();
        }
        let mut of: Vec<usize> =
            plan.sources.iter().filter_map(|source| source.of()).map(|of| of.0).collect();
        of.sort_unstable();
        of.dedup();
        let (mut games, mut others) = (Vec::new(), Vec::new());
        for stage in of {
            let groups = self.stages.get(stage).map_or(0, |state| state.groups.len());
            let tables = (0..groups).filter_map(|group| {
                self.group_tournament_with_carry(stage, group, usize::MAX, before - 1)
            });
            for table in tables {
                collect_results(&table, &mut games, &mut others);
            }
        }
        let advancing: Vec<usize> = state.entrants().map(EntrantId::index).collect();
        carried_points(which, &advancing, &games, &others)
    }
}

/// Collects the results of each game of a table, and everybody's other points.
fn collect_results(
    table: &GroupTournament,
    games: &mut Vec<CarriedGame>,
    others: &mut Vec<(usize, Points)>,
) {
    let at = |place: usize| table.entrants[place].index();
    let of = |place: usize, round: usize| table.tournament.earned(place, round);
    for (place, entrant) in table.tournament.entrants.iter().enumerate() {
        others.push((at(place), entrant.carried));
        for (round, entry) in entrant.entries.iter().enumerate() {
            match entry.opponent() {
                None => others.push((at(place), of(place, round))),
                Some(other) if place < other => games.push(CarriedGame {
                    entrants: [at(place), at(other)],
                    points: [of(place, round), of(other, round)],
                }),
                // The first of the two sides reports the game.
                Some(_) => {}
            }
        }
    }
}
