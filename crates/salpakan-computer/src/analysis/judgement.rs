//! What a lost chance is called, and what it makes of a side's accuracy.

/// Lost chances from which a ply is an inaccuracy, a mistake and a blunder. Lichess marks 0.1, 0.2 and 0.3 on its scale from
/// -1 to 1 (`modules/tree/src/main/Advice.scala` of lichess-org/lila), which are half of that in chances to win.
pub const INACCURACY: f32 = 0.05;
pub const MISTAKE: f32 = 0.10;
pub const BLUNDER: f32 = 0.15;

/// A ply that gave chances away.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Judgement {
    Inaccuracy,
    Mistake,
    Blunder,
}

impl Judgement {
    pub const ALL: [Judgement; 3] = [Judgement::Inaccuracy, Judgement::Mistake, Judgement::Blunder];

    /// What a ply is that gave away this much of a win. `None` if that is too little to be called anything.
    pub fn of(loss: f32) -> Option<Judgement> {
        Judgement::ALL.into_iter().rev().find(|one| loss >= one.threshold())
    }

    /// The smallest loss that it is said of.
    pub const fn threshold(self) -> f32 {
        match self {
            Judgement::Inaccuracy => INACCURACY,
            Judgement::Mistake => MISTAKE,
            Judgement::Blunder => BLUNDER,
        }
    }
}

/// The accuracy of one ply, 0 to 100, from the chances before and after it: lichess's formula
/// (`modules/analyse/src/main/AccuracyPercent.scala` of lichess-org/lila, where it was fitted), with its point for what an imperfect
/// analysis does not know.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let lost = 100.0 * (before - after);
    (103.166_810_0 * (-0.043_544_15 * lost).exp() - 3.166_924_7 + 1.0).clamp(0.0, 100.0)
}

/// The accuracy of a side, 0 to 100, from its chances before and after each of its plies: half the mean of its plies' accuracies,
/// weighted by how much its chances moved around each, half their harmonic mean. That is lichess's formula for a game, too, but that
/// the window of a ply holds this side's chances alone, for the other's are by what the other knew. `None` without plies.
pub fn accuracy(plies: &[(f32, f32)]) -> Option<f64> {
    if plies.is_empty() {
        return None;
    }
    let chances: Vec<f64> = plies.iter().map(|(before, _)| 100.0 * f64::from(*before)).collect();
    let window = (plies.len() / 5).clamp(2, 8).min(plies.len());
    let (mut sum, mut weights, mut inverse) = (0.0, 0.0, 0.0);
    for (index, (before, after)) in plies.iter().enumerate() {
        let last = (index + 1).max(window);
        let weight = deviation(&chances[last - window..last]).clamp(0.5, 12.0);
        let accuracy = move_accuracy(f64::from(*before), f64::from(*after));
        sum += weight * accuracy;
        weights += weight;
        inverse += 1.0 / accuracy.max(1.0);
    }
    Some(f64::midpoint(sum / weights, plies.len() as f64 / inverse))
}

/// The standard deviation.
fn deviation(numbers: &[f64]) -> f64 {
    let count = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / count;
    (numbers.iter().map(|one| (one - mean).powi(2)).sum::<f64>() / count).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_name_begins_at_its_threshold() {
        assert_eq!(Judgement::of(0.049), None);
        assert_eq!(Judgement::of(0.05), Some(Judgement::Inaccuracy));
        assert_eq!(Judgement::of(0.1), Some(Judgement::Mistake));
        assert_eq!(Judgement::of(0.149), Some(Judgement::Mistake));
        assert_eq!(Judgement::of(1.0), Some(Judgement::Blunder));
    }

    #[test]
    fn a_ply_that_gives_nothing_away_is_wholly_accurate() {
        assert_eq!(move_accuracy(0.4, 0.4), 100.0);
        assert_eq!(move_accuracy(0.4, 0.6), 100.0);
        assert_eq!(move_accuracy(1.0, 0.0), 0.0);
        // 103.1668 e^-0.4354 - 2.1669
        assert!((move_accuracy(0.5, 0.4) - 64.58).abs() < 0.02, "{}", move_accuracy(0.5, 0.4));
    }

    #[test]
    fn one_blunder_weighs_more_than_its_share() {
        let mut plies = vec![(0.5, 0.5); 20];
        assert_eq!(accuracy(&plies), Some(100.0));
        plies[10] = (0.5, 0.1);
        plies[11] = (0.1, 0.1);
        let one = accuracy(&plies).expect("plies");
        assert!(one < 95.0 && one > 50.0, "{one}");
        assert_eq!(accuracy(&[]), None);
        assert_eq!(accuracy(&[(0.5, 0.5)]), Some(100.0));
    }
}
