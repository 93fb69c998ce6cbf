//! Glicko-2 on integers: a game, an event, and time without games.
//!
//! "Step" refers to Glickman's paper, "Example of the Glicko-2 system".

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period};

use super::{Glicko, Score, System};

/// Points per unit of Glickman's internal scale (step 2).
const SCALE: f64 = 173.7178;

/// Both players' values after a game, from the values before it (steps 2-8 for a period of one
/// game). `score` is White's.
pub fn rate_game(system: &System, white: Glicko, black: Glicko, score: Score) -> (Glicko, Glicko) {
    let outcome = outcome_of(score);
    let (new_white, new_black) =
        glicko2(&white.to_formula(), &black.to_formula(), &outcome, &config(system));
    (Glicko::from_formula(&new_white, white), Glicko::from_formula(&new_black, black))
}

/// A player's values after all games of an event (steps 2-8), from each opponent's values before
/// the event and the player's scores.
pub fn rate_event(system: &System, player: Glicko, results: &[(Glicko, Score)]) -> Glicko {
    let results: Vec<(Glicko2Rating, Outcomes)> = results
        .iter()
        .map(|(opponent, score)| (opponent.to_formula(), outcome_of(*score)))
        .collect();
    let value = glicko2_rating_period(&player.to_formula(), &results, &config(system));
    Glicko::from_formula(&value, player)
}

/// The score that a player is expected to make against an opponent, from 0 to 1 (step 3).
pub fn expected_score(player: Glicko, opponent: Glicko) -> f64 {
    let (player, opponent) = (player.to_formula(), opponent.to_formula());
    let deviation = opponent.deviation / SCALE;
    let weight = (1.0 + 3.0 * (deviation / std::f64::consts::PI).powi(2)).sqrt().recip();
    (1.0 + (weight * (opponent.rating - player.rating) / SCALE).exp()).recip()
}

/// A player's values after `periods` whole rating periods without games: the deviation grows by the
/// volatility once per period (step 6), which adds up to a single square root, up to the start
/// value.
pub fn grown(player: Glicko, periods: u32) -> Glicko {
    if periods == 0 || player.deviation >= Glicko::DEVIATIONS.1 {
        return player;
    }
    let value = player.to_formula();
    let growth = value.volatility * f64::from(periods).sqrt() * SCALE;
    let deviation = (value.deviation * value.deviation + growth * growth).sqrt();
    Glicko::from_formula(&Glicko2Rating { deviation, ..value }, player)
}

fn config(system: &System) -> Glicko2Config {
    Glicko2Config { tau: system.tau, ..Glicko2Config::new() }
}

fn outcome_of(score: Score) -> Outcomes {
    match score {
        Score::Win => Outcomes::WIN,
        Score::Draw => Outcomes::DRAW,
        Score::Loss => Outcomes::LOSS,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_expected_as_in_glickmans_example() {
        let value = |rating: i32, deviation: i32| Glicko {
            rating: rating * 100,
            deviation: deviation * 100,
            volatility: 600_000,
        };
        let player = value(1_500, 200);
        for (opponent, expected) in
            [(value(1_400, 30), 0.639), (value(1_550, 100), 0.432), (value(1_700, 300), 0.303)]
        {
            let found = expected_score(player, opponent);
            assert!((found - expected).abs() < 0.000_6, "{opponent:?}: {found}");
        }
    }
}
