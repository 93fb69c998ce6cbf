//! Glicko-2 values as integers, the only form that is stored or carried over.

use skillratings::glicko2::Glicko2Rating;

/// Rating, deviation and volatility as integers. They fit into `i32` over the whole permitted
/// range, with a resolution at which an ordinary game changes each by many units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Glicko {
    /// In hundredths of a point.
    pub rating: i32,
    /// In hundredths of a point.
    pub deviation: i32,
    /// In ten-millionths.
    pub volatility: i32,
}

impl Glicko {
    /// Units per point of rating or deviation.
    pub const POINT: f64 = 100.0;
    /// Units per 1.0 of volatility.
    pub const WHOLE: f64 = 10_000_000.0;
    /// The lowest and highest rating. Within 6,000 points of each other the expected score stays
    /// away from 0 and 1 in `f64`, so no formula divides by zero.
    pub const RATINGS: (i32, i32) = (-100_000, 500_000);
    /// The lowest and highest deviation; the maximum is Glickman's start value.
    pub const DEVIATIONS: (i32, i32) = (100, 35_000);
    /// The lowest and highest volatility.
    pub const VOLATILITIES: (i32, i32) = (1_000, 5_000_000);

    /// The rating in points.
    pub fn points(self) -> f64 {
        f64::from(self.rating) / Glicko::POINT
    }

    /// The rating in whole points, rounded half up.
    pub fn whole_points(self) -> i32 {
        (self.rating + 50).div_euclid(100)
    }

    /// The deviation in whole points, rounded half up.
    pub fn whole_deviation(self) -> i32 {
        (self.deviation + 50).div_euclid(100)
    }

    /// The values in the library's form.
    pub(super) fn to_formula(self) -> Glicko2Rating {
        Glicko2Rating {
            rating: self.points(),
            deviation: f64::from(self.deviation) / Glicko::POINT,
            volatility: f64::from(self.volatility) / Glicko::WHOLE,
        }
    }

    /// The library's result, rounded and clamped to the permitted ranges. NaN keeps the old value.
    pub(super) fn from_formula(value: &Glicko2Rating, old: Glicko) -> Glicko {
        Glicko {
            rating: quantum(value.rating * Glicko::POINT, Glicko::RATINGS, old.rating),
            deviation: quantum(value.deviation * Glicko::POINT, Glicko::DEVIATIONS, old.deviation),
            volatility: quantum(
                value.volatility * Glicko::WHOLE,
                Glicko::VOLATILITIES,
                old.volatility,
            ),
        }
    }
}

fn quantum(value: f64, (low, high): (i32, i32), old: i32) -> i32 {
    if value.is_nan() {
        return old;
    }
    // In range after clamping, so the cast is exact.
    #[allow(clippy::cast_possible_truncation)]
    let whole = value.round().clamp(f64::from(low), f64::from(high)) as i32;
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_points_round_halves_up() {
        let value = |rating| Glicko { rating, deviation: 11_049, volatility: 600_000 };
        assert_eq!(value(146_406).whole_points(), 1464);
        assert_eq!(value(146_450).whole_points(), 1465);
        assert_eq!(value(-150).whole_points(), -1);
        assert_eq!(value(0).whole_deviation(), 110);
    }

    #[test]
    fn what_is_no_number_changes_nothing() {
        let old = Glicko { rating: 150_000, deviation: 35_000, volatility: 600_000 };
        let bad =
            Glicko2Rating { rating: f64::NAN, deviation: f64::INFINITY, volatility: f64::NAN };
        let kept = Glicko::from_formula(&bad, old);
        assert_eq!(kept, old);
    }
}
