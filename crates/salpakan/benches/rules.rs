//! Benchmark of the rules and of reading records: `cargo bench --bench rules`.
//!
//! `cargo bench --bench rules -- --count` plays the raw plies once and nothing else. Under
//! callgrind, its instructions divided by the printed number of plies are the cost of a ply:
//! `valgrind --tool=callgrind --toggle-collect='*judge_raw*' <the bench's binary> --count`.

#[path = "../tests/support/random_play.rs"]
mod random_play;

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, Throughput};
use random_play::{Clocks, Random, random_game};
use salpakan::record::notation::{GameReader, GameText, ggn, json, read_game};
use salpakan::rules::perft::perft;
use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Move, RuleSet};

const SAMPLE: &str = include_str!("../../../demo/sample.ggn");

/// A submitted game without text: two armies and the moves.
struct Raw {
    armies: ByColor<Deployment>,
    first: Color,
    moves: Vec<Move>,
}

fn raw_games(count: u64) -> Vec<Raw> {
    let game = |seed: u64| {
        let game = random_game(&mut Random(seed << 20), &RuleSet::STANDARD, Clocks::None, 2000);
        let moves = game.timeline.plies.iter().map(|ply| ply.mv).collect();
        Raw { armies: game.armies, first: game.timeline.first, moves }
    };
    (0..count).map(game).collect()
}

/// Judges raw plies and returns how many games ended by rule.
#[inline(never)]
fn judge_raw(games: &[Raw]) -> usize {
    let mut ended = 0;
    for game in games {
        let mut arbiter = Arbiter::new(&RuleSet::STANDARD, game.armies.as_ref(), game.first);
        for &m in &game.moves {
            let Ok(announced) = arbiter.play(m) else { return 0 };
            ended += usize::from(announced.ending.is_some());
        }
    }
    ended
}

fn plies(games: &[Raw]) -> u64 {
    games.iter().map(|game| game.moves.len() as u64).sum()
}

fn rules(criterion: &mut Criterion) {
    let games = raw_games(2000);
    assert_eq!(judge_raw(&games), games.len(), "random games end by rule");
    let mut group = criterion.benchmark_group("rules");
    group.throughput(Throughput::Elements(plies(&games)));
    group.bench_function("judge raw plies", |b| b.iter(|| judge_raw(black_box(&games))));
    let first = &games[0];
    let count = perft(&RuleSet::STANDARD, first.armies.as_ref(), Color::White, 4);
    group.throughput(Throughput::Elements(count));
    group.bench_function("perft 4", |b| {
        b.iter(|| perft(&RuleSet::STANDARD, black_box(first.armies.as_ref()), Color::White, 4));
    });
    group.finish();
}

fn split(bytes: &[u8]) -> Vec<GameText> {
    GameReader::new(bytes).map(|games| games.flatten().collect()).unwrap_or_default()
}

fn records(criterion: &mut Criterion) {
    let texts = split(SAMPLE.as_bytes());
    let records: Vec<_> = texts.iter().filter_map(|text| read_game(text).ok()).collect();
    assert_eq!(records.len(), 800);
    let mut lines = String::new();
    for record in &records {
        json::write(&mut lines, record);
        lines.push('\n');
    }
    let twins = split(lines.as_bytes());
    let mut group = criterion.benchmark_group("records");
    group.measurement_time(Duration::from_secs(5));
    group.throughput(Throughput::Bytes(SAMPLE.len() as u64));
    group.bench_function("split GGN", |b| b.iter(|| split(black_box(SAMPLE.as_bytes())).len()));
    group.bench_function("read and judge GGN", |b| {
        b.iter(|| texts.iter().filter(|text| read_game(text).is_ok()).count());
    });
    group.bench_function("write GGN", |b| {
        let text = || String::with_capacity(SAMPLE.len());
        b.iter_batched_ref(
            text,
            |t| records.iter().for_each(|r| ggn::write(t, r)),
            BatchSize::LargeInput,
        );
    });
    group.throughput(Throughput::Bytes(lines.len() as u64));
    group.bench_function("split NDJSON", |b| b.iter(|| split(black_box(lines.as_bytes())).len()));
    group.bench_function("read and judge NDJSON", |b| {
        b.iter(|| twins.iter().filter(|text| read_game(text).is_ok()).count());
    });
    group.finish();
}

fn main() {
    if std::env::args().any(|argument| argument == "--count") {
        let games = raw_games(500);
        println!("{} plies, {} ends", plies(&games), judge_raw(&games));
        return;
    }
    let mut criterion = Criterion::default().configure_from_args();
    rules(&mut criterion);
    records(&mut criterion);
    criterion.final_summary();
}
