//! What a spectator can work out, who knows neither side's ranks.
//!
//! A challenge ties two unknown pieces together, so the armies cannot be counted apart. While few have fought all pairs of
//! armies are gone through (`sweep.rs`) and the numbers are exact; later the same sweep drops states by lot, and the
//! numbers are estimates with a standard error. The type says which.

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

/// How much work a public query may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Effort {
    /// States after each step up to which all pairs are counted; beyond, numbers are estimated. There are thirty steps: one for
    /// each rank of each side.
    pub exact: usize,
    /// States that an estimate keeps after each step.
    pub states: usize,
    /// Sweeps that an estimate is made of, at least 2.
    pub runs: u32,
    /// Looks after which an estimate makes do with [`Effort::FEWEST_RUNS`] sweeps; a thousand take one or two milliseconds.
    pub looks: u64,
    /// Where chance begins: the same seed gives the same numbers.
    pub seed: u64,
    /// States that the proof that a piece cannot have a rank may look at.
    pub proof: u32,
}

impl Effort {
    /// Sweeps that are made whatever they cost: of fewer, a standard error says little.
    pub const FEWEST_RUNS: u32 = 4;
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { exact: 5_000, states: 300, runs: 16, looks: u64::MAX, seed: 1, proof: 5_000 }
    }
}

/// How the numbers came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Precision {
    /// All pairs of armies were counted; only `f64` rounds.
    Exact,
    /// The numbers are estimates from so many independent sweeps, each with its standard error.
    Estimated { runs: u32 },
}

/// Whether the sets of possible ranks are exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sets {
    /// Each rank in a set is possible, each other one is not.
    Exact,
    /// No possible rank is missing; it was too much work to rule out some others.
    AtLeast,
}

/// A number with its standard error, which is 0 where the number is exact.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Estimate {
    pub value: f64,
    pub error: f64,
}

/// What a spectator can work out about one piece.
#[derive(Clone, PartialEq)]
pub struct PublicBelief {
    pub piece: Piece,
    /// Where it was deployed as a Private it is a Spy now.
    pub promoted: bool,
    /// Ranks it can have been deployed with; [`PublicBeliefs::sets`] says how sure that is.
    pub deployed: Ranks,
    /// The probability of each rank at deployment, in the order of [`Rank::ALL`].
    pub probabilities: [Estimate; Rank::COUNT],
}

/// What a spectator can work out after a ply, under the uniform prior over both armies.
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
    /// After `ply` plies of a timeline; `None` where what everybody saw contradicts itself, which no judged game does, or
    /// where no sweep found a single pair.
    #[must_use]
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

    /// What is believed of one piece.
    #[must_use]
    pub fn piece(&self, piece: Piece) -> Option<&PublicBelief> {
        self.pieces.iter().find(|belief| belief.piece == piece)
    }
}

/// One sweep where it is exact, else as many as are asked for.
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

/// The ratio of two sums over all runs, with its standard error (W. G. Cochran, *Sampling Techniques*, 1977, section 6.4).
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

/// The ranks that a piece of a group can have, and whether that is sure.
fn able(
    network: &Network,
    place: usize,
    row: &[Estimate; Rank::COUNT],
    precision: Precision,
    effort: &Effort,
) -> (Ranks, bool) {
    let known = network.groups[place].ranks;
    // What a sweep has come upon exists, however it was weighed.
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

impl std::fmt::Debug for PublicBelief {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PublicBelief(..)")
    }
}

impl std::fmt::Debug for PublicBeliefs {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PublicBeliefs(..)")
    }
}
