//! Benchmark of Swiss pairing: `cargo bench --bench pairing -- [most players]`.
//!
//! Plays tournaments with random results on one core, nine rounds each, and prints the time per round for 128, 256,
//! 512, 1,000, ... players up to the given number (default 512). Targets for the slowest round: 128 players 10 ms, 512
//! 100 ms, 1,000 500 ms, 2,000 3 s, 5,000 20 s. The last figure of a line is how long explaining the next round takes.

#[path = "../tests/pairing/random.rs"]
#[allow(dead_code, reason = "the tests use the rest of it")]
mod random;

use std::time::{Duration, Instant};

use swiss::pairing::dutch;
use swiss::pairing::explain::explain;
use swiss::points::PointSystem;

use random::{Random, empty, results};

const SIZES: [(usize, &str); 6] = [
    (128, "10 ms"),
    (256, "none"),
    (512, "100 ms"),
    (1_000, "500 ms"),
    (2_000, "3 s"),
    (5_000, "20 s"),
];
const ROUNDS: usize = 9;

fn main() {
    let most = std::env::args().skip(1).filter_map(|word| word.parse().ok()).next().unwrap_or(512);
    let mut before: Option<(usize, Duration)> = None;
    for (count, bar) in SIZES.into_iter().filter(|(count, _)| *count <= most) {
        let mut random = Random(count as u64);
        let mut tournament = empty(count, ROUNDS, PointSystem::default());
        let mut times = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            let round = dutch(&tournament).expect("a round");
            times.push(start.elapsed());
            results(&mut random, &mut tournament, &round);
        }
        tournament.rounds += 1;
        let start = Instant::now();
        explain(&tournament, None).expect("an explanation");
        let explained = start.elapsed();
        let sum: Duration = times.iter().sum();
        let worst = times.iter().max().copied().unwrap_or_default();
        let growth = before.map_or_else(String::new, |(smaller, time)| {
            let exponent = (worst.as_secs_f64() / time.as_secs_f64()).ln()
                / (count as f64 / smaller as f64).ln();
            format!(", grows as n^{exponent:.1}")
        });
        println!(
            "{count:>5} players: {:.1} ms a round, {:.1} ms the worst   (bar: {bar}){growth}; explained in {:.1} ms",
            sum.as_secs_f64() * 1e3 / ROUNDS as f64,
            worst.as_secs_f64() * 1e3,
            explained.as_secs_f64() * 1e3
        );
        before = Some((count, worst));
    }
}
