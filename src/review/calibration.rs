//! What many forecasts were worth together: docs/reviewing.md, "Over all games".

use std::collections::BTreeMap;

use salpakan::rules::Rank;

use super::forecast::{Forecast, brier};

/// A forecast beside what the piece was, and beside what everybody could count.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Told {
    pub forecast: Forecast,
    /// What the piece was deployed as.
    pub truth: Rank,
    /// The chance that the verdicts alone left to the rank that was named, each arrangement as likely as any other.
    pub uniform: f64,
}

impl Told {
    #[must_use]
    pub fn is_right(&self) -> bool {
        self.forecast.rank == self.truth
    }
}

/// Forecasts that are looked at together.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Group {
    pub notes: u32,
    /// Those whose piece was what they named.
    pub right: u32,
    chances: f64,
    scores: f64,
    uniform: f64,
}

impl Group {
    /// With one more.
    pub fn add(&mut self, told: &Told) {
        self.notes += 1;
        self.right += u32::from(told.is_right());
        self.chances += told.forecast.chance;
        self.scores += brier(told.forecast, told.truth);
        let counted = Forecast { chance: told.uniform, ..told.forecast };
        self.uniform += brier(counted, told.truth);
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.notes > 0).then(|| sum / f64::from(self.notes))
    }

    /// The mean chance that was named; this and the next three are `None` without forecasts.
    #[must_use]
    pub fn chance(&self) -> Option<f64> {
        self.mean(self.chances)
    }

    /// How often it was so, 0 to 1.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        self.mean(f64::from(self.right))
    }

    /// The mean Brier score.
    #[must_use]
    pub fn brier(&self) -> Option<f64> {
        self.mean(self.scores)
    }

    /// The mean Brier score of who had named, of the same pieces and ranks, the chances that the verdicts alone left.
    #[must_use]
    pub fn uniform(&self) -> Option<f64> {
        self.mean(self.uniform)
    }
}

/// Forecasts by how sure they were, by the rank that they named, and by month.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Calibration {
    pub all: Group,
    /// In the order of [`Calibration::BANDS`].
    pub bands: [Group; Calibration::BANDS.len()],
    /// In the order of [`Rank::ALL`].
    pub ranks: [Group; Rank::COUNT],
    /// By the month of the game, as `2026-11`.
    pub months: BTreeMap<String, Group>,
}

impl Calibration {
    /// From and up to so many percent; who is certain stands alone.
    pub const BANDS: [(u32, u32); 6] =
        [(0, 19), (20, 39), (40, 59), (60, 79), (80, 99), (100, 100)];

    /// With one more, of a game in this month.
    pub fn add(&mut self, month: &str, told: &Told) {
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

    fn told(chance: f64, truth: Rank, uniform: f64) -> Told {
        Told { forecast: Forecast { rank: Rank::Spy, chance }, truth, uniform }
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
        assert_eq!((all.all.notes, all.all.right), (4, 2));
        assert!(close(all.all.chance(), 3.2 / 4.0));
        assert!(close(all.all.share(), 0.5));
        assert!(close(all.all.brier(), (0.0 + 1.0 + 0.09 + 0.25) / 4.0));
        assert!(close(all.all.uniform(), (0.81 + 0.01 + 0.25 + 0.0) / 4.0));
        let counts = all.bands.map(|band| (band.notes, band.right));
        assert_eq!(counts, [(0, 0), (0, 0), (1, 0), (1, 1), (0, 0), (2, 1)]);
        assert!(close(all.bands[5].brier(), 0.5) && all.bands[0].brier().is_none());
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
