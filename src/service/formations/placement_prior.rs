//! Where people put their ranks, for the prior that is learned of it: out of the index of revealed games.

use crate::formation::{Filter, Index, SetUp, cell_of};
use crate::service::{App, Error};
use salpakan::rules::{Rank, RuleSet, Square};
use salpakan_knowledge::Weights;

use super::index_cache::current_snapshot;

/// So many pieces of chance are added to each square, so that little that was seen changes little.
const SMOOTHING: f64 = 20.0;

/// What was learned, and of how many set-ups.
pub(in crate::service) struct PlacementPrior {
    pub weights: Weights,
    pub sample_size: u64,
}

/// What all revealed games under the published rules teach but one: of that one is asked, and its own armies tell
/// nothing about it.
///
/// # Errors
/// [`Error`] where the store fails.
pub(in crate::service) fn placement_prior(
    app: &App,
    excluded_game: i32,
) -> Result<PlacementPrior, Error> {
    // Where nothing is there yet, nothing was learned.
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
