//! Counts and scores of cell contents.

use salpakan::rules::Rank;

use super::facts::Segment;
use super::filter::Filter;
use super::interval::{Estimate, wilson};
use super::set_up::{CELLS, mirrored_cell, number_of};
use super::weight::weight;

/// The possible contents of a cell as numbers, including empty.
const OCCUPANTS: usize = 16;
const PLACES: usize = CELLS * OCCUPANTS;

/// Lost, drawn and won games, as counts and by their players' weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    pub losses: u64,
    pub draws: u64,
    pub wins: u64,
    /// In thousandths, in the same order.
    pub weights: [u64; 3],
}

impl Tally {
    pub(super) fn of(score: usize, rating: u16) -> Tally {
        let mut tally = Tally::default();
        tally.add(score, 1, u64::from(weight(rating)));
        tally
    }

    fn add(&mut self, score: usize, games: u64, weight: u64) {
        match score {
            0 => self.losses += games,
            1 => self.draws += games,
            _ => self.wins += games,
        }
        self.weights[score.min(2)] += weight;
    }

    pub(super) fn join(&mut self, other: &Tally) {
        self.losses += other.losses;
        self.draws += other.draws;
        self.wins += other.wins;
        self.weights.iter_mut().zip(other.weights).for_each(|(own, more)| *own += more);
    }

    /// The sum of both.
    pub fn and(mut self, other: Tally) -> Tally {
        self.join(&other);
        self
    }

    pub const fn games(&self) -> u64 {
        self.losses + self.draws + self.wins
    }

    /// The sum of the weights, in thousandths.
    pub fn weight(&self) -> u64 {
        self.weights.iter().sum()
    }

    /// The mean score of these games, with half a point for a draw; `None` without games.
    pub fn score(&self) -> Option<Estimate> {
        let games = self.games() as f64;
        wilson((self.wins as f64 + self.draws as f64 / 2.0) / games, games)
    }
}

/// The contents of all cells in the set-ups that match a filter.
#[derive(Clone)]
pub struct Totals {
    all: Tally,
    /// The sum of the squared weights, in millionths.
    squares: u64,
    places: Vec<Tally>,
}

impl Default for Totals {
    fn default() -> Totals {
        Totals { all: Tally::default(), squares: 0, places: vec![Tally::default(); PLACES] }
    }
}

/// Counts in the low halves, weights in the high ones; a segment has too few games for an overflow.
type Counts = [u64; PLACES];

impl Totals {
    pub(super) fn of(segment: &Segment, filter: &Filter) -> Totals {
        // By whether the set-up was mirrored, then by score.
        let mut counts = vec![[0_u64; PLACES]; 6];
        let mut totals = Totals::default();
        filter.sides(segment, |side| {
            let weight = u64::from(weight(side.rating));
            let own = &mut counts[usize::from(side.mirrored) * 3 + side.score];
            count(own, side.folded.bits(), weight << 32 | 1);
            totals.all.add(side.score, 1, weight);
            totals.squares += weight * weight;
        });
        for (at, counts) in counts.iter().enumerate() {
            totals.take(counts, at % 3, at >= 3 && !filter.folded);
        }
        totals
    }

    fn take(&mut self, counts: &Counts, score: usize, turned: bool) {
        for cell in 0..CELLS {
            let shown = if turned { mirrored_cell(cell) } else { cell };
            for occupant in 0..OCCUPANTS {
                let both = counts[cell * OCCUPANTS + occupant];
                let place = &mut self.places[shown * OCCUPANTS + occupant];
                place.add(score, both & u64::from(u32::MAX), both >> 32);
            }
        }
    }

    pub(super) fn join(&mut self, other: &Totals) {
        self.all.join(&other.all);
        self.squares += other.squares;
        self.places.iter_mut().zip(&other.places).for_each(|(own, more)| own.join(more));
    }

    /// The tally of all set-ups.
    pub const fn all(&self) -> &Tally {
        &self.all
    }

    /// The tally of set-ups with this content in this cell.
    pub fn place(&self, cell: usize, occupant: Option<Rank>) -> &Tally {
        &self.places[cell.min(CELLS - 1) * OCCUPANTS + usize::from(number_of(occupant))]
    }

    /// The effective number of observations with these weights (Kish): (sum of w)^2 / sum of w^2.
    fn worth(&self) -> f64 {
        let weight = self.all.weight() as f64;
        if self.squares == 0 { 0.0 } else { weight * weight / self.squares as f64 }
    }

    /// The share of set-ups with this content in this cell, by count or by the players' weights.
    pub fn share(&self, cell: usize, occupant: Option<Rank>, weighted: bool) -> Option<Estimate> {
        self.share_of(self.place(cell, occupant), weighted)
    }

    /// The share of some of these set-ups.
    pub fn share_of(&self, tally: &Tally, weighted: bool) -> Option<Estimate> {
        if weighted {
            return wilson(tally.weight() as f64 / self.all.weight() as f64, self.worth());
        }
        let games = self.all.games() as f64;
        wilson(tally.games() as f64 / games, games)
    }

    /// The score of set-ups with this content in this cell.
    pub fn score(&self, cell: usize, occupant: Option<Rank>, weighted: bool) -> Option<Estimate> {
        self.score_of(self.place(cell, occupant), weighted)
    }

    /// The score of some of these set-ups.
    pub fn score_of(&self, tally: &Tally, weighted: bool) -> Option<Estimate> {
        if !weighted {
            return tally.score();
        }
        let [_, draws, wins] = tally.weights.map(|weight| weight as f64);
        // Each counts for as many effective observations as the average of all set-ups.
        let worth = self.worth() / self.all.games() as f64;
        wilson((wins + draws / 2.0) / tally.weight() as f64, tally.games() as f64 * worth)
    }
}

/// Adds a set-up to the counts of its 27 cells; `step` is its count and weight.
fn count(counts: &mut Counts, cells: u128, step: u64) {
    // The lower of two words holds fourteen cells.
    const LOW: usize = 14;
    let (mut low, mut high) = (cells as u64, (cells >> (4 * LOW)) as u64);
    for cell in 0..LOW {
        counts[cell * OCCUPANTS + (low & 15) as usize] += step;
        low >>= 4;
    }
    for cell in LOW..CELLS {
        counts[cell * OCCUPANTS + (high & 15) as usize] += step;
        high >>= 4;
    }
}
