//! What a set-up weighs where strong players count for more: docs/formations.md, "Weights".

use std::sync::LazyLock;

/// The rating against which weights are measured, in points.
pub const BASELINE: u16 = 1_700;
/// The rating that a game counts with in which its player has none.
pub const START: u16 = 1_500;
/// A weight of 1.
pub const WEIGHT_ONE: u32 = 1_000;

/// Ratings above this weigh as this one does.
const HIGHEST: usize = 4_000;

static WEIGHTS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let of = |rating: usize| {
        let below = f64::from(BASELINE) - rating as f64;
        let expected = 1.0 / (1.0 + 10_f64.powf(below / 400.0));
        (f64::from(WEIGHT_ONE) * expected).round().max(1.0) as u16
    };
    (0..=HIGHEST).map(of).collect()
});

/// The weight of a player of this rating, in thousandths: what he scores on average against a player of
/// [`BASELINE`], 1 / (1 + 10^((1700 - rating) / 400)), at least 1 and rounded. A rating of 0 stands for
/// none, and weighs as [`START`].
#[must_use]
pub fn weight(rating: u16) -> u32 {
    let rating = if rating == 0 { START } else { rating };
    u32::from(WEIGHTS[usize::from(rating).min(HIGHEST)])
}
