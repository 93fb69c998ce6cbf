//! Speed and calibration of the analysis: `cargo bench --bench computer -- [games]`.
//!
//! On one core: the analysis of a game of 150 plies at the default depth (bar 20 s, goal 5 s) and its first graph (bar 2 s). Then the
//! Brier score of the chances to win, position by position, on so many games (60) of each kind, none of which was learned from:
//! the computer against itself, the bots of the simulator, and the records of `demo/sample.ggn`. Beside it stand two baselines, each a
//! logistic curve fitted to the very games that it is judged by: the difference of the numbers of pieces, and the difference of the
//! players' ratings (of the bots their skill, of the records the Elo numbers that fit all their games best; the computer is its own
//! equal). Bar: 25 % below either, goal 40 %.

use std::collections::BTreeMap;
use std::time::Instant;

use salpakan::record::notation::{GameReader, read_game};
use salpakan::record::{JudgedRecord, Timeline};
use salpakan::rules::{ByColor, Color, Deployment, Outcome, RuleSet};
use salpakan_bot::{Random, Skill};
use salpakan_computer::analysis::{Analyst, Depth, graph};
use salpakan_computer::game::{Played, Player, play};
use salpakan_computer::sparring::SimulatorBot;
use salpakan_computer::{Computer, Effort, Weights};

struct Game {
    timeline: Timeline,
    armies: ByColor<Deployment>,
    outcome: Outcome,
    /// White's rating minus Black's, in any unit.
    rating: f64,
}

impl Game {
    fn new(played: Played, rating: f64) -> Game {
        let Played { timeline, armies, outcome, .. } = played;
        Game { timeline, armies, outcome, rating }
    }

    fn analyst(&self, depth: Depth) -> Analyst<'_> {
        let record = (&self.timeline, self.armies.as_ref());
        Analyst::new(Weights::learned(), record, depth, 1)
    }
}

fn points(outcome: Outcome, side: Color) -> f64 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f64::from(u8::from(winner == side)),
    }
}

/// Far from the seeds that training uses.
const SEED: u64 = 0x5eed_0000_0000;

fn self_play(nodes: u32, number: u64) -> Option<Game> {
    let computer =
        || Computer { noise: 0.3, ..Computer::new(Weights::learned(), Effort::of_nodes(nodes)) };
    let (mut white, mut black) = (computer(), computer());
    let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
    let mut random = Random::new(SEED, number);
    Some(Game::new(play(&RuleSet::STANDARD, players, Color::White, 600, &mut random)?, 0.0))
}

fn between_bots(number: u64) -> Option<Game> {
    let mut random = Random::new(SEED + 1, number);
    let skills = ByColor::from_fn(|_| random.below(1001));
    let (mut white, mut black) =
        (SimulatorBot(Skill(skills.white)), SimulatorBot(Skill(skills.black)));
    let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
    let played = play(&RuleSet::STANDARD, players, Color::White, 600, &mut random)?;
    Some(Game::new(played, f64::from(skills.white) - f64::from(skills.black)))
}

/// The records of the demo, with the Elo numbers that explain the results of all of them best.
fn records(count: usize) -> Vec<Game> {
    let text: &[u8] = include_bytes!("../../../demo/sample.ggn");
    let read = GameReader::new(text).into_iter().flatten();
    let records: Vec<JudgedRecord> = read.filter_map(|text| read_game(&text.ok()?).ok()).collect();
    let mut ratings: BTreeMap<&str, f64> = BTreeMap::new();
    let rated: Vec<(&str, &str, f64)> = records
        .iter()
        .filter(|record| record.header.outcome.is_some())
        .map(|record| {
            let roster = &record.header.roster;
            let points = record.header.outcome.map_or(0.5, |outcome| points(outcome, Color::White));
            (roster.white.as_str(), roster.black.as_str(), points)
        })
        .collect();
    // Gradient ascent of the likelihood, held together by a small penalty.
    for _ in 0..400 {
        let mut slopes: BTreeMap<&str, f64> = BTreeMap::new();
        for (white, black, points) in &rated {
            let rating = |name| ratings.get(name).copied().unwrap_or(0.0);
            let error = points - sigmoid(rating(*white) - rating(*black));
            *slopes.entry(*white).or_default() += error;
            *slopes.entry(*black).or_default() -= error;
        }
        for (name, slope) in slopes {
            let rating = ratings.entry(name).or_default();
            *rating += 0.1 * (slope - 0.3 * *rating);
        }
    }
    let rating = |name: &String| ratings.get(name.as_str()).copied().unwrap_or(0.0);
    let game = |record: &JudgedRecord| {
        let (armies, roster) = (&record.armies, &record.header.roster);
        Some(Game {
            timeline: record.timeline.clone(),
            armies: ByColor::new(armies.white?, armies.black?),
            outcome: record.header.outcome?,
            rating: rating(&roster.white) - rating(&roster.black),
        })
    };
    records.iter().filter_map(game).take(count).collect()
}

fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// A forecast's input and what came.
type Cases = Vec<(f64, f64)>;

/// The mean squared error of chances.
fn brier(cases: &Cases) -> f64 {
    cases.iter().map(|(chance, points)| (chance - points).powi(2)).sum::<f64>()
        / cases.len().max(1) as f64
}

/// The Brier score of the logistic curve through an even chance at 0 that fits these cases best.
fn best_brier(cases: &Cases) -> f64 {
    let most = cases.iter().map(|(x, _)| x.abs()).fold(0.0, f64::max).max(1e-9);
    let of = |slope: f64| {
        brier(&cases.iter().map(|(x, points)| (sigmoid(slope * x / most), *points)).collect())
    };
    (0..400).map(|step| of(f64::from(step) / 10.0)).fold(f64::INFINITY, f64::min)
}

#[derive(Default)]
struct Scores {
    chances: [Cases; 4],
    material: Cases,
    rating: Cases,
}

fn score(games: &[Game], depth: Depth) -> Scores {
    let mut scores = Scores::default();
    for game in games {
        let analyst = game.analyst(depth);
        let turns = analyst.turns();
        for point in graph(&turns, &game.timeline) {
            let Some(glance) = analyst.glance(point.ply) else { continue };
            let points = points(game.outcome, glance.mover);
            let board = game.timeline.board_after(point.ply - 1);
            let count = |color| f64::from(board.standing(color).len());
            let sign = if glance.mover == Color::White { 1.0 } else { -1.0 };
            for (cases, chance) in scores.chances.iter_mut().zip([
                point.chance,
                glance.chance,
                point.truth,
                glance.truth,
            ]) {
                cases.push((f64::from(chance), points));
            }
            let material = count(glance.mover) - count(glance.mover.opponent());
            scores.material.push((material, points));
            scores.rating.push((sign * game.rating, points));
        }
    }
    scores
}

fn calibration(name: &str, games: &[Game]) {
    let depth = Depth { nodes: 1, comparison: 2, ..Depth::DEFAULT };
    let scores = score(games, depth);
    let (material, rating) = (best_brier(&scores.material), best_brier(&scores.rating));
    println!(
        "{name}: {} games, {} positions; Brier score of the number of pieces {material:.3}, of ratings alone {rating:.3}",
        games.len(),
        scores.material.len()
    );
    let names = ["by what the mover knew", "first look", "with both armies", "first look"];
    for (what, cases) in names.into_iter().zip(&scores.chances) {
        let found = brier(cases);
        println!(
            "  {what}: {found:.3}, {:.0} % below the number of pieces and {:.0} % below ratings (bar 25)",
            100.0 * (1.0 - found / material),
            100.0 * (1.0 - found / rating)
        );
    }
}

/// The time of an analysis, from a game that is long enough.
fn speed() {
    const PLIES: u32 = 150;
    let Some(game) = (0..200)
        .filter_map(|number| self_play(60, 10_000 + number))
        .find(|game| game.timeline.len() >= PLIES)
    else {
        println!("no game of {PLIES} plies");
        return;
    };
    let analyst = game.analyst(Depth::DEFAULT);
    let start = Instant::now();
    let seen = (1..=PLIES).filter_map(|ply| analyst.glance(ply)).count();
    println!("first graph of {seen} plies: {:.2} s (bar 2)", start.elapsed().as_secs_f64());
    let start = Instant::now();
    let seen = (1..=PLIES).filter_map(|ply| analyst.turn(ply)).count();
    println!("analysis of {seen} plies: {:.2} s (bar 20, goal 5)", start.elapsed().as_secs_f64());
}

fn main() {
    let asked = std::env::args().skip(1).find_map(|one| one.parse().ok());
    let games: u64 = asked.unwrap_or(60).max(1);
    speed();
    let own: Vec<Game> = (0..games).filter_map(|number| self_play(200, number)).collect();
    calibration("the computer against itself", &own);
    let bots: Vec<Game> = (0..games).filter_map(between_bots).collect();
    calibration("bots of the simulator", &bots);
    calibration("records of demo/sample.ggn", &records(games as usize));
}
