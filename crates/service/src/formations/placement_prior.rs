//! The learned prior: where players place their ranks, from the index of revealed games.

use crate::{App, Result};
use adjutant_domain::formation::{Filter, Index, SetUp, cell_of};
use salpakan::rules::{Rank, RuleSet, Square};
use salpakan_knowledge::Weights;

use super::index_cache::current_snapshot;

/// Pseudo-counts added to each square, so that few observations change little.
const SMOOTHING: f64 = 20.0;

/// The learned weights, and the number of set-ups behind them.
pub(crate) struct PlacementPrior {
    pub weights: Weights,
    pub sample_size: u64,
}

/// Learns from all revealed games under the standard rules except the examined one, whose own
/// armies must not affect its result.
pub(crate) fn placement_prior(app: &App, excluded_game: i32) -> Result<PlacementPrior> {
    // Without an index nothing is learned.
    let snapshot = current_snapshot(app)?;
    let none = Index::default();
    let index = snapshot.as_ref().map_or(&none, |own| &own.index);
    let totals = index.totals(&Filter::default());
    let own =
        index.find(excluded_game).map(|(segment, at)| segment.set_ups(at)).unwrap_or_default();
    let own: Vec<SetUp> = own.iter().filter_map(|(_, set_up)| *set_up).collect();
    let seen = |square: Square, rank: Rank| {
        let Some(cell) = cell_of(square) else { return 0.0 };
        let here = own.iter().filter(|set_up| set_up.occupant(cell) == Some(rank)).count();
        totals.place(cell, Some(rank)).games().saturating_sub(here as u64) as f64
    };
    let weights = Weights::of_counts(&RuleSet::STANDARD.army(), seen, SMOOTHING);
    let set_ups = totals.all().games().saturating_sub(own.len() as u64);
    Ok(PlacementPrior { weights, sample_size: set_ups })
}
