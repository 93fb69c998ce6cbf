//! Benchmark of the binary format: size and speed. `cargo bench --bench codec`.
//!
//! Random games under the published rules, and the demo's; medians of several rounds on one core.

#[path = "../tests/support/random_play.rs"]
mod random_play;

use std::hint::black_box;
use std::time::Instant;

use random_play::{Clocks, Game, Random, ideal_bits, random_game};
use salpakan::record::Timeline;
use salpakan::record::codec::{decode_army, decode_timeline, encode_army, encode_timeline};
use salpakan::record::notation::{GameReader, read_game};
use salpakan::rules::{ByColor, Color, RuleSet};

const GAMES: u64 = 2000;
const ROUNDS: usize = 15;
/// Version, flags, rule-set and two footprints, in bytes.
const HEAD: f64 = 9.0;

fn main() {
    for clocks in [Clocks::None, Clocks::All] {
        let games: Vec<Game> = (0..GAMES)
            .map(|seed| random_game(&mut Random(seed << 20), &RuleSet::STANDARD, clocks, 2000))
            .collect();
        println!("{GAMES} random games, clocks: {clocks:?}");
        timelines(games.iter().map(|game| game.timeline.clone()).collect());
        if clocks == Clocks::None {
            armies(&games);
        }
    }
    let mut demo = demo();
    println!("{} games of the demo, all rule-sets, as they are", demo.len());
    timelines(demo.clone());
    demo.iter_mut().flat_map(|game| &mut game.plies).for_each(|ply| ply.clock = None);
    println!("the same without clocks");
    timelines(demo);
}

fn demo() -> Vec<Timeline> {
    let sample = include_bytes!("../../../demo/sample.ggn");
    let games = GameReader::new(&sample[..]).expect("the sample can be read");
    games
        .map(|game| {
            let game = game.expect("the sample can be read");
            read_game(&game).unwrap_or_else(|error| panic!("the sample is valid: {error}")).timeline
        })
        .collect()
}

fn timelines(mut games: Vec<Timeline>) {
    games.iter_mut().for_each(|game| game.flags = ByColor::default());
    let mean = |sum: f64| sum / games.len() as f64;
    let plies: usize = games.iter().map(|game| game.plies.len()).sum();
    let ideal: f64 = mean(games.iter().map(|game| ideal_bits(game) / 8.0).sum());
    let stored: Vec<Vec<u8>> = games.iter().map(encode_timeline).collect();
    let bytes = mean(stored.iter().map(|bytes| bytes.len() as f64).sum());
    println!("  plies a game       {:8.1}", mean(plies as f64));
    println!("  bytes a game       {bytes:8.1}");
    println!("  less the head      {:8.1}", bytes - HEAD);
    println!("  ideal of the plies {ideal:8.1}  ratio {:.3}", (bytes - HEAD) / ideal);
    let decode = median(|| stored.iter().for_each(|b| drop(black_box(decode_timeline(b)))));
    let encode = median(|| games.iter().for_each(|game| drop(black_box(encode_timeline(game)))));
    println!("  decode             {:8.1} Mplies/s", plies as f64 / decode / 1e6);
    println!("  encode             {:8.1} Mplies/s", plies as f64 / encode / 1e6);
}

fn armies(games: &[Game]) {
    let rules = &RuleSet::STANDARD;
    let stored: Vec<_> = games.iter().map(|g| g.armies.map(|a| encode_army(rules, &a))).collect();
    let encode = median(|| {
        for game in games {
            black_box(game.armies.map(|army| encode_army(rules, &army)));
        }
    });
    let decode = median(|| {
        for (game, bytes) in games.iter().zip(&stored) {
            let army = |color: Color| {
                let taken = game.timeline.taken[color].unwrap_or_default();
                decode_army(rules, color, taken, bytes[color].as_slice()).is_ok()
            };
            black_box(ByColor::from_fn(army));
        }
    });
    let millions = |seconds: f64| 2.0 * games.len() as f64 / seconds / 1e6;
    println!("  armies encode      {:8.2} M/s", millions(encode));
    println!("  armies decode      {:8.2} M/s", millions(decode));
}

/// The median time of a round in seconds.
fn median(mut round: impl FnMut()) -> f64 {
    let mut seconds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            round();
            start.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds[ROUNDS / 2]
}
