//! What spectators can infer, who know neither side's ranks.
//!
//! A challenge links two unknown pieces, so the armies cannot be counted independently. While few pieces have fought,
//! all pairs of armies are enumerated (`sweep.rs`) and the numbers are exact. Later the same sweep drops random states,
//! and the numbers are estimates with a standard error. The type tells which.

mod deal;
mod network;
mod possible;
mod random;
mod sweep;

use salpakan::record::Timeline;
use salpakan::rules::{Piece, Rank};

use super::Ranks;
use network::Network;
use random::Random;
use sweep::{Swept, sweep};

/// How much work a query for spectators may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// The number of states after a step up to which all pairs are counted; beyond it, numbers are estimated. There are
    /// thirty steps: one for each rank of each side.
    pub exact: usize,
    /// The number of states that an estimate keeps after each step.
    pub states: usize,
    /// The number of sweeps for an estimate, at least 2.
    pub runs: u32,
    /// The number of looks after which an estimate stops at [`Effort::FEWEST_RUNS`] sweeps; a thousand take one or two
    /// milliseconds.
    pub looks: u64,
    /// The random seed: equal seeds give equal numbers.
    pub seed: u64,
    /// The number of states that a proof that a piece cannot have a rank may visit.
    pub proof: u32,
}

impl Effort {
    /// The minimum number of sweeps, whatever their cost: with fewer, a standard error says little.
    pub const FEWEST_RUNS: u32 = 4;
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { exact: 5_000, states: 300, runs: 16, looks: u64::MAX, seed: 1, proof: 5_000 }
    }
}

/// How the numbers were computed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// All pairs of armies were counted; there are only rounding errors of `f64`.
    Exact,
    /// The numbers are estimates from this many independent sweeps, each with its standard error.
    Estimated { runs: u32 },
}

/// Whether the sets of possible ranks are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sets {
    /// Exactly the ranks in a set are possible.
    Exact,
    /// No possible rank is missing, but ruling out some others would have been too much work.
    AtLeast,
}

/// A number with its standard error, which is 0 for exact numbers.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    pub value: f64,
    pub error: f64,
}

/// What a spectator can infer about one piece.
#[derive(Clone, PartialEq)]
pub struct PublicBelief {
    pub piece: Piece,
    /// If it was deployed as a Private, it is now a Spy.
    pub promoted: bool,
    /// The possible ranks at deployment; [`PublicBeliefs::sets`] tells whether they are exact.
    pub deployed: Ranks,
    /// The probability of each rank at deployment, in the order of [`Rank::ALL`].
    pub probabilities: [Estimate; Rank::COUNT],
}

/// What a spectator can infer after a ply, under the uniform prior over both armies.
#[derive(Clone, PartialEq)]
pub struct PublicBeliefs {
    pub precision: Precision,
    pub sets: Sets,
    /// The number of consistent pairs of armies.
    pub pairs: Estimate,
    /// White's pieces, then Black's, by origin.
    pub pieces: Vec<PublicBelief>,
}

impl PublicBeliefs {
    /// The beliefs after `ply` plies of a timeline; `None` for contradictory evidence, which no judged game has, or if
    /// no sweep found a pair.
    pub fn at(timeline: &Timeline, ply: u32, effort: &Effort) -> Option<PublicBeliefs> {
        let network = Network::of(timeline, ply)?;
        let (runs, precision) = runs(&network, effort)?;
        let pairs = mean(&runs);
        if pairs.value <= 0.0 {
            return None;
        }
        let places = network.groups.len();
        let rows: Vec<[Estimate; Rank::COUNT]> =
            (0..places).map(|place| Rank::ALL.map(|rank| ratio(&runs, place, rank))).collect();
        let mut sets = Sets::Exact;
        let mut able = |place: usize| {
            let (ranks, is_sure) = able(&network, place, &rows[place], precision, effort);
            if !is_sure {
                sets = Sets::AtLeast;
            }
            ranks
        };
        let able: Vec<Ranks> = (0..places).map(&mut able).collect();
        let belief = |&(piece, place): &(Piece, usize)| {
            let promoted = network.promoted.contains(&piece);
            let (deployed, probabilities) = (able[place], rows[place]);
            PublicBelief { piece, promoted, deployed, probabilities }
        };
        let pieces = network.pieces.iter().map(belief).collect();
        Some(PublicBeliefs { precision, sets, pairs, pieces })
    }

    pub fn piece(&self, piece: Piece) -> Option<&PublicBelief> {
        self.pieces.iter().find(|belief| belief.piece == piece)
    }
}

/// One sweep if it is exact, otherwise as many as requested.
fn runs(network: &Network, effort: &Effort) -> Option<(Vec<Swept>, Precision)> {
    if let Some(exact) = sweep(network, effort.exact, None) {
        return Some((vec![exact], Precision::Exact));
    }
    let most = effort.runs.max(2);
    let (mut runs, mut looks): (Vec<Swept>, u64) = (Vec::new(), 0);
    for stream in 0..most {
        if looks > effort.looks && stream >= Effort::FEWEST_RUNS {
            break;
        }
        let mut lots = Random::new(effort.seed, u64::from(stream));
        let run = sweep(network, effort.states.max(1), Some(&mut lots))?;
        looks += run.looks;
        runs.push(run);
    }
    let precision = Precision::Estimated { runs: runs.len() as u32 };
    Some((runs, precision))
}

/// The mean total, with the standard error of the mean.
fn mean(runs: &[Swept]) -> Estimate {
    let count = runs.len() as f64;
    let value = runs.iter().map(|run| run.total).sum::<f64>() / count;
    let squares: f64 = runs.iter().map(|run| (run.total - value).powi(2)).sum();
    let error = if runs.len() > 1 { (squares / (count * (count - 1.0))).sqrt() } else { 0.0 };
    Estimate { value, error }
}

/// The ratio of two sums over all runs, with its standard error (W. G. Cochran, *Sampling Techniques*, 1977, section
/// 6.4).
fn ratio(runs: &[Swept], place: usize, rank: Rank) -> Estimate {
    let count = runs.len() as f64;
    let sum = |run: &Swept| run.sums[place][rank.index()];
    let total: f64 = runs.iter().map(|run| run.total).sum();
    if total <= 0.0 {
        return Estimate::default();
    }
    let value = runs.iter().map(sum).sum::<f64>() / total;
    let squares: f64 = runs.iter().map(|run| (sum(run) - value * run.total).powi(2)).sum();
    let spread = if runs.len() > 1 { squares * count / (count - 1.0) } else { 0.0 };
    Estimate { value, error: spread.sqrt() / total }
}

/// The possible ranks of a piece of a group, and whether they are exact.
fn able(
    network: &Network,
    place: usize,
    row: &[Estimate; Rank::COUNT],
    precision: Precision,
    effort: &Effort,
) -> (Ranks, bool) {
    let known = network.groups[place].ranks;
    // Whatever a sweep has found exists, regardless of its weight.
    let seen = Ranks::filtered(|rank| row[rank.index()].value > 0.0);
    let (mut ranks, mut is_sure) = (seen, true);
    if precision != Precision::Exact {
        for rank in known.without(seen).iter() {
            let found = possible::can_have(network, place, rank, effort.proof);
            is_sure &= found.is_some();
            if found != Some(false) {
                ranks = ranks.or(Ranks::only(rank));
            }
        }
    }
    (ranks, is_sure)
}
