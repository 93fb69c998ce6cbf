//! The worked example in Glickman's paper.

use ledger_ratings::{Glicko, Score, System, rate_event};

use crate::reference::{self, Player};

#[derive(serde::Deserialize)]
struct Example {
    tau: f64,
    player: Values,
    results: Vec<Opponent>,
    after: Values,
}

#[derive(serde::Deserialize)]
struct Values {
    rating: f64,
    deviation: f64,
    volatility: f64,
}

#[derive(serde::Deserialize)]
struct Opponent {
    rating: f64,
    deviation: f64,
    score: String,
}

fn example() -> Example {
    toml::from_str(include_str!("glickman.toml")).expect("the example is TOML")
}

#[allow(clippy::cast_possible_truncation)]
fn glicko(rating: f64, deviation: f64, volatility: f64) -> Glicko {
    Glicko {
        rating: (rating * Glicko::POINT).round() as i32,
        deviation: (deviation * Glicko::POINT).round() as i32,
        volatility: (volatility * Glicko::WHOLE).round() as i32,
    }
}

fn score(name: &str) -> Score {
    match name {
        "win" => Score::Win,
        "loss" => Score::Loss,
        _ => Score::Draw,
    }
}

#[test]
fn the_papers_example_comes_out_as_printed() {
    let example = example();
    let start = glicko(example.player.rating, example.player.deviation, example.player.volatility);
    let system = System { tau: example.tau, start, provisional_above: 11_000 };
    let results: Vec<(Glicko, Score)> = example
        .results
        .iter()
        .map(|result| (glicko(result.rating, result.deviation, 0.06), score(&result.score)))
        .collect();
    let after = rate_event(&system, start, &results);
    // The paper rounds intermediate values: 1464.06 instead of 1464.05 in full precision.
    let near = |value: i32, printed: f64, unit: f64, slack: f64| {
        (f64::from(value) / unit - printed).abs() <= slack
    };
    assert!(near(after.rating, example.after.rating, Glicko::POINT, 0.0101), "{after:?}");
    assert!(near(after.deviation, example.after.deviation, Glicko::POINT, 0.0001), "{after:?}");
    assert!(near(after.volatility, example.after.volatility, Glicko::WHOLE, 0.00001), "{after:?}");
    assert_eq!(after, Glicko { rating: 146_405, deviation: 15_152, volatility: 599_960 });
}

#[test]
fn the_reference_agrees_with_the_paper_too() {
    let example = example();
    let player = Player {
        r: example.player.rating,
        rd: example.player.deviation,
        sigma: example.player.volatility,
    };
    let results: Vec<(Player, f64)> = example
        .results
        .iter()
        .map(|result| {
            let opponent = Player { r: result.rating, rd: result.deviation, sigma: 0.06 };
            (opponent, f64::from(score(&result.score).half_points()) / 2.0)
        })
        .collect();
    let after = reference::period(player, &results, example.tau);
    assert!((after.r - example.after.rating).abs() < 0.01, "{after:?}");
    assert!((after.rd - example.after.deviation).abs() < 0.005, "{after:?}");
    assert!((after.sigma - example.after.volatility).abs() < 0.00001, "{after:?}");
}
