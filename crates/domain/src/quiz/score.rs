//! Scores answers with a quadratic rule, under which answering what one believes is the best
//! strategy.

use salpakan::rules::{Army, Rank};
use salpakan_knowledge::Ranks;

/// The points of an answer, from 0 for an uninformed answer or a worse one to 100 for the exact
/// probabilities.
pub type QuizPoints = i32;

/// How inclined somebody is to challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Inclination {
    Fight,
    RatherFight,
    Even,
    RatherFlee,
    Flee,
}

impl Inclination {
    pub const ALL: [Inclination; 5] = [
        Inclination::Fight,
        Inclination::RatherFight,
        Inclination::Even,
        Inclination::RatherFlee,
        Inclination::Flee,
    ];

    /// The expected result of the challenge that it stands for.
    pub const fn expected_score(self) -> f64 {
        match self {
            Inclination::Fight => 0.95,
            Inclination::RatherFight => 0.75,
            Inclination::Even => 0.5,
            Inclination::RatherFlee => 0.25,
            Inclination::Flee => 0.05,
        }
    }

    /// The digit in URLs: the higher, the more inclined.
    pub const fn digit(self) -> u8 {
        match self {
            Inclination::Fight => 4,
            Inclination::RatherFight => 3,
            Inclination::Even => 2,
            Inclination::RatherFlee => 1,
            Inclination::Flee => 0,
        }
    }

    pub fn from_digit(digit: u8) -> Option<Inclination> {
        Inclination::ALL.into_iter().find(|one| one.digit() == digit)
    }
}

/// The points of an answer with `loss`, when an uninformed answer has the loss `ignorant`.
fn points_from_loss(loss: f64, ignorant: f64) -> QuizPoints {
    if ignorant <= 0.0 {
        return 0;
    }
    // Rounding hides platform differences in the last bits.
    ((100.0 * (1.0 - loss / ignorant)).round() as QuizPoints).max(0)
}

/// A distribution over ranks, by [`Rank::index`].
pub type RankDistribution = [f64; Rank::COUNT];

/// The distribution over an army if only `ranks` are possible; over all ranks if none is.
fn naive_distribution(army: &Army, ranks: Ranks) -> RankDistribution {
    let counts = army.counts();
    let among =
        |rank: Rank| if ranks.contains(rank) { f64::from(counts[rank.index()]) } else { 0.0 };
    let all: f64 = Rank::ALL.into_iter().map(among).sum();
    if all <= 0.0 {
        return naive_distribution(army, Ranks::of_army(army));
    }
    Rank::ALL.map(|rank| among(rank) / all)
}

/// Half the sum of squared differences: 0 for equal distributions, at most 1.
fn quadratic_loss(said: &RankDistribution, truth: &RankDistribution) -> f64 {
    said.iter().zip(truth).map(|(said, truth)| (said - truth).powi(2)).sum::<f64>() / 2.0
}

/// The loss of answering only that the piece belongs to its army.
pub fn uninformed_loss(army: &Army, truth: &RankDistribution) -> f64 {
    quadratic_loss(&naive_distribution(army, Ranks::of_army(army)), truth)
}

/// The points of answering that a piece is one of `ranks`.
pub fn rank_points(army: &Army, ranks: Ranks, truth: &RankDistribution) -> QuizPoints {
    points_from_loss(
        quadratic_loss(&naive_distribution(army, ranks), truth),
        uninformed_loss(army, truth),
    )
}

/// The points of this inclination when the expected result of the challenge is `expected`.
pub fn challenge_points(feeling: Inclination, expected: f64) -> QuizPoints {
    let off = |said: f64| (said - expected).powi(2);
    points_from_loss(off(feeling.expected_score()), off(Inclination::Even.expected_score()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use salpakan::rules::RuleSet;

    fn spy_or_private() -> (Army, RankDistribution) {
        let mut truth = [0.0; Rank::COUNT];
        truth[Rank::Spy.index()] = 0.25;
        truth[Rank::Private.index()] = 0.75;
        (RuleSet::STANDARD.army(), truth)
    }

    #[test]
    fn the_exact_set_is_worth_all_where_the_army_is_all_there_is_to_know() {
        let (army, truth) = spy_or_private();
        let ranks = |all: &[Rank]| Ranks::filtered(|rank| all.contains(&rank));
        let points = |all: &[Rank]| rank_points(&army, ranks(all), &truth);
        assert_eq!(points(&[Rank::Spy, Rank::Private]), 100);
        assert_eq!(points(&Rank::ALL), 0, "all of them is nothing");
        assert_eq!(points(&[]), 0, "none of them is as good as all");
        assert!(points(&[Rank::Private]) > 0 && points(&[Rank::Private]) < 100);
        assert_eq!(points(&[Rank::Flag]), 0, "worse than nothing is nothing, too");
    }

    #[test]
    fn nobody_gains_by_saying_other_than_he_believes() {
        for expected in [0.05, 0.25, 0.75, 0.95] {
            let points = |feeling| challenge_points(feeling, expected);
            let best = Inclination::ALL.into_iter().max_by_key(|one| points(*one)).unwrap();
            assert!((best.expected_score() - expected).abs() < 1e-9);
            assert_eq!((points(best), points(Inclination::Even)), (100, 0));
        }
    }

    #[test]
    fn a_feeling_is_a_digit() {
        for one in Inclination::ALL {
            assert_eq!(Inclination::from_digit(one.digit()), Some(one));
        }
        assert_eq!(Inclination::from_digit(5), None);
    }
}
