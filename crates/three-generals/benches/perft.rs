//! Benchmark of the rules: `cargo bench -p three-generals --bench perft`.
//!
//! Prints perft with the last ply counted in bulk beside its limit, beside perft that plays the last ply as well, and
//! how many written plies are read and verified in a second.

use std::hint::black_box;
use std::time::{Duration, Instant};

use three_generals::{Game, Ply, Position};

#[path = "../tests/rules/random.rs"]
mod random;

use random::Random;

/// Nodes per second of perft with bulk counting, on one core.
const LEAST_NODES: f64 = 20e6;
/// Plies per second that are read from text and judged.
const LEAST_PLIES: f64 = 2e6;
const ROUNDS: usize = 5;

fn main() {
    let start = Game::new();
    let middle = Random(2008).game(80);
    for (name, game, depth) in [("start", &start, 5), ("middle game", &middle, 4)] {
        let (paths, bulk) = fastest(|| game.perft(depth));
        let (played, singly) = fastest(|| played_out(game.position(), depth));
        assert_eq!(paths, played, "both count the same paths");
        let speed = paths as f64 / bulk.as_secs_f64();
        report(&format!("perft {depth}, {name}"), speed, "nodes", LEAST_NODES);
        let ratio = singly.as_secs_f64() / bulk.as_secs_f64();
        println!("{:<24} {ratio:>8.1} times as fast as playing the last ply", "");
    }
    let games: Vec<String> = (0..200).map(|seed| written(&Random(seed).game(400))).collect();
    let (plies, time) = fastest(|| games.iter().map(|game| verified(black_box(game))).sum::<u64>());
    report("verifying", plies as f64 / time.as_secs_f64(), "plies", LEAST_PLIES);
}

/// What it returns, and its shortest time.
fn fastest(mut measured: impl FnMut() -> u64) -> (u64, Duration) {
    let mut best = Duration::MAX;
    let mut value = 0;
    for _ in 0..ROUNDS {
        let before = Instant::now();
        value = black_box(measured());
        best = best.min(before.elapsed());
    }
    (value, best)
}

fn report(name: &str, speed: f64, of: &str, least: f64) {
    let verdict = if speed >= least { "ok" } else { "TOO SLOW" };
    let millions = |number: f64| number / 1e6;
    println!("{name:<24} {:>8.1} M {of}/s (limit {}) {verdict}", millions(speed), millions(least));
}

/// Perft that plays each ply, the last as well.
fn played_out(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut paths = 0;
    position.for_each_ply(|ply| {
        paths += played_out(&position.after(ply).expect("what is listed is legal"), depth - 1);
    });
    paths
}

fn written(game: &Game) -> String {
    let plies: Vec<String> = game.plies().iter().map(Ply::to_string).collect();
    plies.join(" ")
}

/// Reads a game and plays it by the rules; returns its length.
fn verified(text: &str) -> u64 {
    let mut game = Game::new();
    for word in text.split(' ') {
        let ply: Ply = word.parse().expect("it was written by us");
        game.play(ply).expect("it was played by the rules");
    }
    game.plies().len() as u64
}
