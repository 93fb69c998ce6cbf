//! Speed of the search and of the analysis on one core: `cargo bench -p three-generals-computer`.
//!
//! Prints positions visited in a second at the start and in a middle game, beside perft's rate of the same run as a measure that means
//! something on any machine, and how long the analysis of a game of 150 plies takes at the default depth (bar 20 s, goal 5 s).

use std::time::Instant;

use salpakan_bot::Random;
use three_generals::Game;
use three_generals_computer::analysis::{Analyst, Depth, graph};
use three_generals_computer::game::play;
use three_generals_computer::{Computer, Effort, Unseen, Weights, search};

/// Seconds that the analysis of a game of 150 plies may take.
const BAR: f64 = 20.0;
const PLIES: usize = 150;
const NODES: u32 = 300_000;

fn main() {
    let weights = Weights::learned();
    let game = long_game(weights);
    let start = Game::new();
    let middle = game.until(PLIES / 2);
    for (name, game) in [("start", &start), ("middle game", &middle)] {
        let before = Instant::now();
        let effort = Effort { lines: 1, ..Effort::of_nodes(NODES) };
        let found = search(&weights.value, game, effort, &[], Unseen::default(), 1);
        let speed = f64::from(NODES) / before.elapsed().as_secs_f64();
        let before = Instant::now();
        let paths = game.perft(3);
        let perft = paths as f64 / before.elapsed().as_secs_f64();
        println!(
            "{name:<12} {:>6.0} k nodes/s, a {:.0}th of perft's rate; {} at {:.3}",
            speed / 1e3,
            perft / speed,
            found[0].ply,
            found[0].chance
        );
    }
    let before = Instant::now();
    let points = graph(weights, &game).len();
    println!("first graph  {:>6.3} s for {points} plies", before.elapsed().as_secs_f64());
    let before = Instant::now();
    let turns = Analyst::new(weights, &game, Depth::DEFAULT, 1).turns();
    let took = before.elapsed().as_secs_f64();
    let verdict = if took <= BAR { "ok" } else { "TOO SLOW" };
    println!(
        "analysis     {took:>6.1} s for {} plies (bar {BAR} s, goal 5 s) {verdict}",
        turns.len()
    );
}

/// The first game of weak players that lasts so long, cut there.
fn long_game(weights: &Weights) -> Game {
    let computer = || Computer {
        noise: 0.3,
        ..Computer::new(weights, Effort { lines: 6, ..Effort::of_nodes(300) })
    };
    let games = (0..).map(|seed| {
        play([&mut computer(), &mut computer()], PLIES as u32, &mut Random::new(seed, 0)).game
    });
    games.into_iter().find(|game| game.plies().len() == PLIES).expect("games without end")
}
