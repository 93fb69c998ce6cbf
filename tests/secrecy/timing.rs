//! How long a verdict takes tells nothing of the ranks behind it: challenges that end alike take alike long.

use std::collections::HashMap;
use std::time::Instant;

use salpakan::rules::{Arbiter, ByColor, Color, Deployment, Draft, Move, Rank, RuleSet, Square};

use crate::random_play::Random;

/// The shortest of so many runs is what the work itself takes, on however busy a machine.
const RUNS: usize = 120;
/// By so much may the slowest be slower than the fastest that ends alike, beside what a clock cannot tell.
const MOST: f64 = 1.8;
const UNCERTAIN: f64 = 100.0;

const RULES: RuleSet = RuleSet::STANDARD;

fn square(name: &str) -> Square {
    name.parse().expect("a square")
}

fn ply(text: &str) -> Move {
    Move::parse(text).expect("a ply")
}

/// An army with this rank on its front square on the first file; two others stand in front, too.
fn army(color: Color, front: Rank) -> Deployment {
    let row = |white: u32, black: u32| if color == Color::White { white } else { black };
    let files = "abcdefghi";
    let back = [row(1, 8), row(2, 7)];
    let squares = files.chars().flat_map(|file| back.map(|row| format!("{file}{row}")));
    let first = ["a", "c", "d"].map(|file| format!("{file}{}", row(3, 6)));
    let squares: Vec<String> = first.into_iter().chain(squares).collect();
    let mut ranks: Vec<Rank> =
        Random(1).deployment(&RULES, color).pieces().map(|(_, rank)| rank).collect();
    // Nobody's Flag moves in between.
    ranks.sort_unstable_by_key(|rank| *rank == Rank::Flag);
    let at = ranks.iter().position(|rank| *rank == front).expect("everybody has one");
    ranks.swap(0, at);
    let pieces = squares.iter().zip(ranks).map(|(name, rank)| (square(name), rank));
    Draft::new(color, pieces.collect()).check(&RULES).expect("an army")
}

/// How long the arbiter takes for one rank that challenges another, in nanoseconds, and what it says.
fn challenge(
    armies: &ByColor<Deployment>,
    judge: fn(&mut Arbiter, Move, &ByColor<Deployment>) -> String,
) -> (String, f64) {
    let mut arbiter = Arbiter::new(&RULES, armies.as_ref(), Color::White);
    for text in ["a3-a4", "c6-c5", "a4-a5", "d6-d5"] {
        arbiter.play(ply(text)).expect("a legal ply");
    }
    let last = ply("a5-a6");
    let start = Instant::now();
    let said = judge(&mut arbiter, last, armies);
    (said, start.elapsed().as_nanos() as f64)
}

fn honest(arbiter: &mut Arbiter, ply: Move, _: &ByColor<Deployment>) -> String {
    let said = arbiter.play(ply).expect("a legal ply");
    let verdict = said.verdict;
    std::hint::black_box(&verdict);
    format!("{verdict:?} {}", arbiter.is_over())
}

/// Looks twice where a Spy challenges.
fn slow_with_spies(arbiter: &mut Arbiter, ply: Move, armies: &ByColor<Deployment>) -> String {
    if armies.white.pieces().any(|(at, rank)| at == square("a3") && rank == Rank::Spy) {
        let start = Instant::now();
        while start.elapsed().as_micros() < 20 {
            std::hint::spin_loop();
        }
    }
    honest(arbiter, ply, armies)
}

/// Of challenges that end alike, by how much the slowest is slower than the fastest; the worst of all.
fn worst(judge: fn(&mut Arbiter, Move, &ByColor<Deployment>) -> String) -> f64 {
    let mut ranks: Vec<Rank> = Vec::new();
    for (_, rank) in Random(1).deployment(&RULES, Color::White).pieces() {
        if !ranks.contains(&rank) {
            ranks.push(rank);
        }
    }
    let pairs: Vec<ByColor<Deployment>> = ranks
        .iter()
        .flat_map(|one| {
            ranks.iter().map(move |other| {
                ByColor::new(army(Color::White, *one), army(Color::Black, *other))
            })
        })
        .collect();
    assert_eq!(pairs.len(), 225);
    let mut shortest = vec![f64::MAX; pairs.len()];
    let mut said = vec![String::new(); pairs.len()];
    for _ in 0..RUNS {
        for (place, armies) in pairs.iter().enumerate() {
            let (words, time) = challenge(armies, judge);
            shortest[place] = shortest[place].min(time);
            said[place] = words;
        }
    }
    let mut spans: HashMap<String, (f64, f64)> = HashMap::new();
    for (words, time) in said.into_iter().zip(shortest) {
        let span = spans.entry(words).or_insert((f64::MAX, 0.0));
        *span = (span.0.min(time), span.1.max(time));
    }
    assert!(spans.len() >= 4, "{spans:?}");
    println!("{spans:?}");
    spans.values().map(|(least, most)| (most - UNCERTAIN).max(*least) / least).fold(0.0, f64::max)
}

#[test]
fn l56_challenges_that_end_alike_take_alike_long_whatever_the_ranks() {
    let found = worst(honest);
    assert!(found < MOST, "one takes {found:.2} x as long as another that ends alike");
    let noticed = worst(slow_with_spies);
    assert!(noticed > MOST, "a slow judge of Spies is not noticed: {noticed:.2}");
}
