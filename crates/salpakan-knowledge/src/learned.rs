//! A prior learned from revealed games: where people deploy their ranks.

use salpakan::record::Timeline;
use salpakan::rules::{Army, Color, Deployment, FILES, LOCAL_SQUARES, Rank, Square};

use super::belief::Known;
use super::player::known_at;
use super::weighted::{Row, Space, marginals};

/// How much likelier each rank is on each square than by chance, from its owner's side.
///
/// Under these weights the likelihood of an army is the product, over its pieces, of the weight of the piece's rank on
/// its origin. Equal weights give the uniform prior.
#[derive(Clone, PartialEq)]
pub struct Weights(Vec<Row>);

impl Weights {
    /// Learns from revealed deployments of one army; the caller chooses the games (a rating band, a season).
    ///
    /// The weight is the frequency of the rank among the pieces seen on that square, divided by its frequency in the
    /// army. Each square starts with `smoothing` (above 0) pieces distributed by chance, so that no weight is 0.
    pub fn learn<'a>(
        army: &Army,
        seen: impl IntoIterator<Item = &'a Deployment>,
        smoothing: f64,
    ) -> Weights {
        let mut counts = vec![[0.0; Rank::COUNT]; LOCAL_SQUARES];
        for deployment in seen {
            for (square, rank) in deployment.pieces() {
                counts[own_place(deployment.color(), square)][rank.index()] += 1.0;
            }
        }
        let seen = |square, rank: Rank| counts[own_place(Color::White, square)][rank.index()];
        Weights::of_counts(army, seen, smoothing)
    }

    /// Learns from the counts of each rank on each of White's home squares, with Black's deployments rotated by 180
    /// degrees.
    pub fn of_counts(army: &Army, seen: impl Fn(Square, Rank) -> f64, smoothing: f64) -> Weights {
        let size = army.size() as f64;
        let chance = Rank::ALL.map(|rank| f64::from(army.count(rank)) / size);
        let mut weights = vec![[0.0; Rank::COUNT]; LOCAL_SQUARES];
        for square in Square::all().take(LOCAL_SQUARES) {
            let counts = Rank::ALL.map(|rank| seen(square, rank));
            let total = smoothing + counts.iter().sum::<f64>();
            let row = &mut weights[own_place(Color::White, square)];
            for ((weight, count), share) in row.iter_mut().zip(counts).zip(chance) {
                if share > 0.0 {
                    *weight = (count + share * smoothing) / (total * share);
                }
            }
        }
        Weights(weights)
    }

    /// The weights of the ranks on `origin`, in the order of [`Rank::ALL`].
    pub fn on(&self, color: Color, origin: Square) -> &Row {
        &self.0[own_place(color, origin)]
    }
}

/// The index of a square from its owner's side, the own back row first and from the left: Black's is rotated by 180
/// degrees.
fn own_place(color: Color, square: Square) -> usize {
    let file = match color {
        Color::White => square.file(),
        Color::Black => FILES - 1 - square.file(),
    };
    let place = usize::from(square.depth(color) * FILES + file);
    place.min(LOCAL_SQUARES - 1)
}

/// The likelihood of deployments before anything is seen.
#[derive(Clone, Copy)]
pub enum Prior<'a> {
    /// All arrangements of the army on its squares are equally likely: what follows from the rules alone.
    Uniform,
    /// By where people deploy their ranks: an assumption about people, labelled as such.
    Learned(&'a Weights),
}

/// The probabilities of a piece's ranks at deployment, under a prior.
#[derive(Clone, Copy, PartialEq)]
pub struct Likelihood {
    pub origin: Square,
    /// If it was deployed as a Private, it is now a Spy.
    pub promoted: bool,
    /// In the order of [`Rank::ALL`].
    pub probabilities: Row,
}

/// The probabilities for each enemy piece after `ply` plies in a player's view, under a prior, by origin. Exactly the
/// possible ranks have a probability above 0; the numbers are exact up to the rounding of `f64`. `space` can be reused.
pub fn likelihoods(
    timeline: &Timeline,
    own: &Deployment,
    ply: u32,
    prior: Prior<'_>,
    space: &mut Space,
) -> Vec<Likelihood> {
    let known = known_at(timeline, own, ply);
    let enemy = own.color().opponent();
    let rows = match prior {
        Prior::Uniform => {
            let beliefs = known.beliefs(ply);
            let row = |belief: super::Belief<'_>| Rank::ALL.map(|rank| belief.probability(rank));
            beliefs.pieces().map(row).collect()
        }
        Prior::Learned(weights) => {
            marginals(known.army.counts(), &rows(&known, enemy, weights), space)
        }
    };
    let pieces = known.origins.iter().enumerate().zip(rows);
    let likelihood = |((piece, origin), probabilities): ((usize, &Square), Row)| {
        let promoted = known.been_home >> piece & 1 == 1;
        Likelihood { origin: *origin, promoted, probabilities }
    };
    pieces.map(likelihood).collect()
}

/// By piece the weights of its possible ranks; 0 for others.
fn rows(known: &Known, color: Color, weights: &Weights) -> Vec<Row> {
    let pieces = known.origins.iter().zip(&known.sets);
    pieces
        .map(|(origin, ranks)| {
            let row = weights.on(color, *origin);
            Rank::ALL.map(|rank| if ranks.contains(rank) { row[rank.index()] } else { 0.0 })
        })
        .collect()
}
