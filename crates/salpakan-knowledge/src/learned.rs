//! A prior learned from revealed games: where people put their ranks.

use salpakan::record::Timeline;
use salpakan::rules::{Army, Color, Deployment, FILES, LOCAL_SQUARES, Rank, Square};

use super::belief::Known;
use super::player::known_at;
use super::weighted::{Row, Space, marginals};

/// How much likelier each rank stands on each square than by chance, seen from its owner's side.
///
/// Under these weights an army is as likely as the product, over its pieces, of the weight of the piece's rank on its
/// origin. All weights alike are the uniform prior.
#[derive(Clone, PartialEq)]
pub struct Weights(Vec<Row>);

impl Weights {
    /// Learns from revealed deployments of one army: which games those are (a rating band, a season) is the caller's choice.
    ///
    /// The weight is the frequency of the rank among the pieces seen on that square, over its frequency in the army; each
    /// square begins with `smoothing` pieces (above 0) as chance would have them, so that no weight is 0.
    #[must_use]
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

    /// The same from how often each rank was seen on each of White's home squares, Black's deployments turned by 180 degrees.
    #[must_use]
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
    #[must_use]
    pub fn on(&self, color: Color, origin: Square) -> &Row {
        &self.0[own_place(color, origin)]
    }
}

/// The place of a square as its owner sees it, his own back row first, from his left: Black's is turned by 180 degrees.
fn own_place(color: Color, square: Square) -> usize {
    let file = match color {
        Color::White => square.file(),
        Color::Black => FILES - 1 - square.file(),
    };
    let place = usize::from(square.depth(color) * FILES + file);
    place.min(LOCAL_SQUARES - 1)
}

/// How likely each deployment is before anything was seen.
#[derive(Clone, Copy)]
pub enum Prior<'a> {
    /// Every arrangement of the army on its squares alike: what follows from the rules alone.
    Uniform,
    /// By where people put their ranks: a guess about people, named as such.
    Learned(&'a Weights),
}

/// The probabilities of one piece's ranks at deployment, under a prior.
#[derive(Clone, Copy, PartialEq)]
pub struct Likelihood {
    pub origin: Square,
    /// Where it was deployed as a Private it is a Spy now.
    pub promoted: bool,
    /// In the order of [`Rank::ALL`].
    pub probabilities: Row,
}

/// What a player may think of each enemy piece after `ply` plies under a prior, by origin. No possible rank has
/// probability 0, no impossible one another; the numbers are exact but for the rounding of `f64`. `space` may be used again.
#[must_use]
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
            marginals(known.army().counts(), &rows(&known, enemy, weights), space)
        }
    };
    let pieces = known.origins().iter().enumerate().zip(rows);
    let likelihood = |((piece, origin), probabilities): ((usize, &Square), Row)| {
        let promoted = known.been_home() >> piece & 1 == 1;
        Likelihood { origin: *origin, promoted, probabilities }
    };
    pieces.map(likelihood).collect()
}

/// By piece the weights of the ranks that it may have; 0 for others.
fn rows(known: &Known, color: Color, weights: &Weights) -> Vec<Row> {
    let pieces = known.origins().iter().zip(known.sets());
    pieces
        .map(|(origin, ranks)| {
            let row = weights.on(color, *origin);
            Rank::ALL.map(|rank| if ranks.contains(rank) { row[rank.index()] } else { 0.0 })
        })
        .collect()
}

impl std::fmt::Debug for Weights {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Weights(..)")
    }
}

impl std::fmt::Debug for Likelihood {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Likelihood(..)")
    }
}
