//! What a match says of two programs' strength.

/// Won, drawn and lost games of one of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Score {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
}

/// A number with the interval that holds it in 19 of 20 matches.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// What a sequential test says so far.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Sprt {
    /// The first program is at least as much stronger as `elo1`.
    Stronger,
    /// It is not stronger than `elo0`.
    NotStronger,
    /// More games are needed; the logarithm of the likelihood ratio so far.
    Open(f64),
}

impl Score {
    pub const fn games(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// The share of points, 0 to 1.
    pub fn share(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.games().max(1))
    }

    /// The variance of one game's points.
    fn variance(&self) -> f64 {
        let (mean, games) = (self.share(), f64::from(self.games().max(1)));
        let of = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        (of(self.won, 1.0) + of(self.drawn, 0.5) + of(self.lost, 0.0)) / games
    }

    /// The share of points with its interval at 95 %: Wilson's, which holds near 0 and 1, too (Wilson, 1927); draws count as half a
    /// win.
    pub fn interval(&self) -> Interval {
        let (games, share) = (f64::from(self.games().max(1)), self.share());
        let z = 1.959_964_f64;
        let middle = (share + z * z / (2.0 * games)) / (1.0 + z * z / games);
        let half = z / (1.0 + z * z / games)
            * (share * (1.0 - share) / games + z * z / (4.0 * games * games)).sqrt();
        // Rounding must not keep a clean score from its end of the scale.
        let low = if share == 0.0 { 0.0 } else { middle - half };
        let high = if share == 1.0 { 1.0 } else { middle + half };
        Interval { value: share, low, high }
    }

    /// The difference of ratings in points of Elo, with its interval; infinite where every game was won or lost.
    pub fn elo(&self) -> Interval {
        let Interval { value, low, high } = self.interval();
        Interval { value: elo(value), low: elo(low), high: elo(high) }
    }

    /// A sequential probability ratio test of `elo1` against `elo0`, each kind of error one in twenty (Wald, 1945; with the normal
    /// approximation of the likelihood that chess engines are tested with).
    pub fn sprt(&self, elo0: f64, elo1: f64) -> Sprt {
        let variance = self.variance();
        if variance <= 0.0 {
            return Sprt::Open(0.0);
        }
        let (s0, s1) = (points(elo0), points(elo1));
        let games = f64::from(self.games());
        let ratio = games * (s1 - s0) * (2.0 * self.share() - s0 - s1) / (2.0 * variance);
        let bound = (0.95_f64 / 0.05).ln();
        if ratio >= bound {
            Sprt::Stronger
        } else if ratio <= -bound {
            Sprt::NotStronger
        } else {
            Sprt::Open(ratio)
        }
    }
}

fn elo(share: f64) -> f64 {
    400.0 * (share / (1.0 - share)).log10()
}

/// The expected share of points at a difference of ratings.
fn points(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::{Score, Sprt};

    #[test]
    fn three_of_four_points_are_191_points_of_elo() {
        let score = Score { won: 70, drawn: 10, lost: 20 };
        assert!((score.share() - 0.75).abs() < 1e-12);
        assert!((score.elo().value - 190.8).abs() < 0.1);
        assert!(score.elo().low > 100.0 && score.elo().high < 300.0);
    }

    #[test]
    fn a_test_ends_when_the_games_are_clear_and_not_before() {
        let even = Score { won: 45, drawn: 10, lost: 45 };
        assert!(matches!(even.sprt(0.0, 20.0), Sprt::Open(_)));
        let clear = Score { won: 600, drawn: 100, lost: 300 };
        assert_eq!(clear.sprt(0.0, 20.0), Sprt::Stronger);
        let worse = Score { won: 300, drawn: 100, lost: 600 };
        assert_eq!(worse.sprt(0.0, 20.0), Sprt::NotStronger);
    }

    #[test]
    fn the_interval_of_a_clean_score_is_not_a_point() {
        let interval = Score { won: 20, drawn: 0, lost: 0 }.interval();
        assert!(interval.low < 0.9 && (interval.high - 1.0).abs() < 1e-9);
        let elo = Score { won: 4, drawn: 0, lost: 0 }.elo();
        assert!(elo.low.is_finite() && elo.high == f64::INFINITY, "{elo:?}");
        let elo = Score { won: 0, drawn: 0, lost: 20 }.elo();
        assert!(elo.high.is_finite() && elo.low == f64::NEG_INFINITY, "{elo:?}");
    }
}
