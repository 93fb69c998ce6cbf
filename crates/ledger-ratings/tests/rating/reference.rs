//! An independent implementation of Glicko-2 from Glickman's paper "Example of the Glicko-2 system"
//! (2022 edition), for comparison. It shares no code with ours, and solves step 5 by bisection
//! instead of the paper's Illinois method, which finds the same root.

/// The scale of step 2.
const SCALE: f64 = 173.7178;

/// Rating, deviation and volatility on the paper's display scale.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Player {
    pub r: f64,
    pub rd: f64,
    pub sigma: f64,
}

/// A player's values after a rating period; `results` are the opponents before it and the player's
/// scores: 0, 0.5 or 1. Deviations are capped at the start value of 350.
pub fn period(player: Player, results: &[(Player, f64)], tau: f64) -> Player {
    let mu = (player.r - 1500.0) / SCALE;
    let phi = player.rd / SCALE;
    let (mut information, mut surprise) = (0.0, 0.0);
    for (opponent, score) in results {
        let mu_j = (opponent.r - 1500.0) / SCALE;
        let phi_j = opponent.rd / SCALE;
        let g = 1.0 / (1.0 + 3.0 * phi_j * phi_j / std::f64::consts::PI.powi(2)).sqrt();
        let expected = 1.0 / (1.0 + (-g * (mu - mu_j)).exp());
        information += g * g * expected * (1.0 - expected);
        surprise += g * (score - expected);
    }
    let v = 1.0 / information;
    let sigma = volatility(phi, v, v * surprise, player.sigma, tau);
    let phi_star_squared = phi * phi + sigma * sigma;
    let phi_new = 1.0 / (1.0 / phi_star_squared + information).sqrt();
    let mu_new = mu + phi_new * phi_new * surprise;
    Player { r: SCALE * mu_new + 1500.0, rd: (SCALE * phi_new).min(350.0), sigma }
}

/// A player's values after a period without games: step 6 only.
pub fn idle(player: Player) -> Player {
    let phi = player.rd / SCALE;
    let rd = (phi * phi + player.sigma * player.sigma).sqrt() * SCALE;
    Player { rd: rd.min(350.0), ..player }
}

/// Step 5: the root of f, which is decreasing.
fn volatility(phi: f64, v: f64, delta: f64, sigma: f64, tau: f64) -> f64 {
    let a = (sigma * sigma).ln();
    let f = |x: f64| {
        let ex = x.exp();
        let spread = phi * phi + v + ex;
        ex * (delta * delta - spread) / (2.0 * spread * spread) - (x - a) / (tau * tau)
    };
    let (mut low, mut high) = (a - 1.0, a + 1.0);
    while f(low) < 0.0 {
        low -= 1.0;
    }
    while f(high) > 0.0 {
        high += 1.0;
    }
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if f(middle) > 0.0 { low = middle } else { high = middle }
    }
    (low / 2.0).exp()
}
