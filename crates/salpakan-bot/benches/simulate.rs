//! Benchmark of the simulator on one core: `cargo bench --bench simulate`.
//!
//! Prints games per second with and without writing them as text; medians of several rounds in one
//! run.

use std::hint::black_box;
use std::time::Instant;

use salpakan::record::notation::ggn;
use salpakan::rules::RuleSet;
use salpakan_bot::{Endings, Field, simulate};

const GAMES: u64 = 4_000;
const ROUNDS: usize = 9;

fn main() {
    let field = Field::new(1, 400, GAMES);
    let (mut played, mut written, mut bytes) = (Vec::new(), Vec::new(), 0);
    for _ in 0..ROUNDS {
        played.push(rate(|index| {
            black_box(simulate(&field, &RuleSet::STANDARD, index, Endings::All));
        }));
        let mut text = String::new();
        bytes = 0;
        written.push(rate(|index| {
            text.clear();
            if let Some(record) = simulate(&field, &RuleSet::STANDARD, index, Endings::All) {
                ggn::write(&mut text, &record);
            }
            bytes += text.len() as u64;
        }));
    }
    println!("{GAMES} games of {} bytes each, {ROUNDS} rounds, one core", bytes / GAMES);
    println!("played   {:>8.0} games/s", median(played));
    println!("written  {:>8.0} games/s  (at least 20000 is the bar)", median(written));
}

fn rate(mut game: impl FnMut(u64)) -> f64 {
    let start = Instant::now();
    (0..GAMES).for_each(&mut game);
    GAMES as f64 / start.elapsed().as_secs_f64()
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
