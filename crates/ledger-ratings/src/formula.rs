//! Glicko-2 on integers: a game, an event, and time without games.
//!
//! "Step" refers to Glickman's paper, "Example of the Glicko-2 system".

use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2, glicko2_rating_period};

use super::{Glicko, Score, System};

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

/// A player's values after `periods` whole rating periods without games: the deviation grows by the
/// volatility once per period (step 6), which adds up to a single square root, up to the start
/// value.
pub fn grown(player: Glicko, periods: u32) -> Glicko {
    if periods == 0 || player.deviation >= Glicko::DEVIATIONS.1 {
        return player;
    }
    /// Points per unit of Glickman's internal scale (step 2).
    const SCALE: f64 = 173.7178;
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
