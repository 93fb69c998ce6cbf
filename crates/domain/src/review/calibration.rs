//! The quality of many forecasts: docs/reviewing.md, "Over all games".

use std::collections::BTreeMap;

use salpakan::rules::Rank;

use super::forecast::{Forecast, brier_score};

/// A forecast with the actual rank and the public probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScoredForecast {
    pub forecast: Forecast,
    /// The rank that the piece was deployed with.
    pub actual_rank: Rank,
    /// The probability of the named rank by the verdicts alone, with all arrangements equally
    /// likely.
    pub uniform: f64,
}

impl ScoredForecast {
    pub fn is_correct(&self) -> bool {
        self.forecast.rank == self.actual_rank
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct ForecastGroup {
    pub notes: u32,
    /// How many named the right rank.
    pub correct: u32,
    chance_sum: f64,
    brier_sum: f64,
    uniform_brier_sum: f64,
}

impl ForecastGroup {
    pub fn add(&mut self, told: &ScoredForecast) {
        self.notes += 1;
        self.correct += u32::from(told.is_correct());
        self.chance_sum += told.forecast.chance;
        self.brier_sum += brier_score(told.forecast, told.actual_rank);
        let counted = Forecast { chance: told.uniform, ..told.forecast };
        self.uniform_brier_sum += brier_score(counted, told.actual_rank);
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.notes > 0).then(|| sum / f64::from(self.notes))
    }

    /// The mean probability that was named. This and the next three are `None` without forecasts.
    pub fn mean_chance(&self) -> Option<f64> {
        self.mean(self.chance_sum)
    }

    /// The share of right forecasts, 0 to 1.
    pub fn hit_rate(&self) -> Option<f64> {
        self.mean(f64::from(self.correct))
    }

    pub fn mean_brier(&self) -> Option<f64> {
        self.mean(self.brier_sum)
    }

    /// The mean Brier score of forecasts of the same pieces and ranks with the probabilities from
    /// the verdicts alone.
    pub fn mean_uniform_brier(&self) -> Option<f64> {
        self.mean(self.uniform_brier_sum)
    }
}

/// Forecasts by probability, by the named rank, and by month.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Calibration {
    pub all: ForecastGroup,
    /// In the order of [`Calibration::BANDS`].
    pub bands: [ForecastGroup; Calibration::BANDS.len()],
    /// In the order of [`Rank::ALL`].
    pub ranks: [ForecastGroup; Rank::COUNT],
    /// By the month of the game, as `2026-11`.
    pub months: BTreeMap<String, ForecastGroup>,
}

impl Calibration {
    /// Bands in percent, inclusive; certainty has its own.
    pub const BANDS: [(u32, u32); 6] =
        [(0, 19), (20, 39), (40, 59), (60, 79), (80, 99), (100, 100)];

    pub fn add(&mut self, month: &str, told: &ScoredForecast) {
        let percent = (told.forecast.chance * 100.0).round() as u32;
        let band = Calibration::BANDS.iter().position(|(_, most)| percent <= *most);
        let own = self.bands.get_mut(band.unwrap_or(Calibration::BANDS.len() - 1));
        let rank = self.ranks.get_mut(told.forecast.rank.index());
        let month = self.months.entry(month.to_owned()).or_default();
        for group in [own, rank, Some(month), Some(&mut self.all)].into_iter().flatten() {
            group.add(told);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(chance: f64, truth: Rank, uniform: f64) -> ScoredForecast {
        ScoredForecast {
            forecast: Forecast { rank: Rank::Spy, chance },
            actual_rank: truth,
            uniform,
        }
    }

    fn close(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-12)
    }

    #[test]
    fn means_are_those_of_a_hand_made_table() {
        let mut all = Calibration::default();
        // Certain and right; certain and wrong; 70 % and right; even and wrong.
        all.add("2026-10", &told(1.0, Rank::Spy, 0.1));
        all.add("2026-11", &told(1.0, Rank::Flag, 0.1));
        all.add("2026-11", &told(0.7, Rank::Spy, 0.5));
        all.add("2026-11", &told(0.5, Rank::Private, 0.0));
        assert_eq!((all.all.notes, all.all.correct), (4, 2));
        assert!(close(all.all.mean_chance(), 3.2 / 4.0));
        assert!(close(all.all.hit_rate(), 0.5));
        assert!(close(all.all.mean_brier(), (0.0 + 1.0 + 0.09 + 0.25) / 4.0));
        assert!(close(all.all.mean_uniform_brier(), (0.81 + 0.01 + 0.25 + 0.0) / 4.0));
        let counts = all.bands.map(|band| (band.notes, band.correct));
        assert_eq!(counts, [(0, 0), (0, 0), (1, 0), (1, 1), (0, 0), (2, 1)]);
        assert!(close(all.bands[5].mean_brier(), 0.5) && all.bands[0].mean_brier().is_none());
        assert_eq!(all.ranks[Rank::Spy.index()], all.all);
        let months: Vec<_> =
            all.months.iter().map(|(name, own)| (name.as_str(), own.notes)).collect();
        assert_eq!(months, [("2026-10", 1), ("2026-11", 3)]);
    }

    #[test]
    fn every_percent_has_its_band() {
        for percent in 0..=100 {
            let mut one = Calibration::default();
            one.add("2026-11", &told(f64::from(percent) / 100.0, Rank::Spy, 0.0));
            let at = one.bands.iter().position(|band| band.notes == 1).expect("a band");
            let (least, most) = Calibration::BANDS[at];
            assert!((least..=most).contains(&percent), "{percent}");
        }
    }
}
