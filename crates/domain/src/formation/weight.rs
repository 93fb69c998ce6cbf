//! The weight of a player's set-ups: docs/formations.md, "Weights".

use std::sync::LazyLock;

/// The rating that weights refer to, in points.
pub const BASELINE: u16 = 1_700;
/// The assumed rating of unrated players.
pub const START: u16 = 1_500;
/// A weight of 1.
pub const WEIGHT_ONE: u32 = 1_000;

/// Higher ratings weigh the same as this one.
const HIGHEST: usize = 4_000;

static WEIGHTS: LazyLock<Vec<u16>> = LazyLock::new(|| {
    let of = |rating: usize| {
        let below = f64::from(BASELINE) - rating as f64;
        let expected = 1.0 / (1.0 + 10_f64.powf(below / 400.0));
        (f64::from(WEIGHT_ONE) * expected).round().max(1.0) as u16
    };
    (0..=HIGHEST).map(of).collect()
});

/// The weight of a rating, in thousandths: the expected score against a player of [`BASELINE`], 1 /
/// (1 + 10^((1700 - rating) / 400)), rounded and at least 1. A rating of 0 means unrated and weighs
/// as [`START`].
pub fn weight(rating: u16) -> u32 {
    let rating = if rating == 0 { START } else { rating };
    u32::from(WEIGHTS[usize::from(rating).min(HIGHEST)])
}
