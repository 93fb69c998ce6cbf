//! Speed and calibration of the analysis: `cargo bench --bench computer -- [games] [kind]`.
//!
//! On one core: the analysis of a game of 150 plies at the default depth (bar 20 s, goal 5 s) and its first graph (bar 2 s). Then, on
//! all cores, the Brier score of the chances to win in a position drawn from each of so many games (200) of each kind, or of the kinds
//! with `kind` in their name, none of which was learned from: the computer against itself with 60, 200 and 1,000 nodes a ply, its levels
//! against each other, the bots of the simulator, and the records of `demo/sample.ggn`. Beside it stand two baselines, each a
//! logistic curve fitted to the very games that it is judged by: the difference of the numbers of pieces, and the difference of the
//! players' ratings (of the levels their number, of the bots their skill, of the records the Elo numbers that fit all their games best;
//! the computer is its own equal). Bar: 25 % below either, goal 40 %.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use salpakan::record::notation::{GameReader, read_game};
use salpakan::record::{JudgedRecord, Timeline};
use salpakan::rules::{ByColor, Color, Deployment, Outcome, RuleSet};
use salpakan_bot::{Random, Skill};
use salpakan_computer::analysis::{Analyst, Depth, Turn, graph};
use salpakan_computer::game::{Played, Player, play};
use salpakan_computer::sparring::SimulatorBot;
use salpakan_computer::{Computer, Effort, Level, Weights};

#[derive(Clone)]
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

fn between_levels(number: u64) -> Option<Game> {
    let mut random = Random::new(SEED + 2, number);
    let mut level = || Level::new(1 + random.below(8) as u8);
    let (one, other) = (level()?, level()?);
    let (mut white, mut black) = (one.player(Weights::learned()), other.player(Weights::learned()));
    let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
    let played = play(&RuleSet::STANDARD, players, Color::White, 600, &mut random)?;
    Some(Game::new(played, f64::from(one.number()) - f64::from(other.number())))
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

const LEVELS: &str = "levels against each other";
const BOTS: &str = "bots of the simulator";
const RECORDS: &str = "records of demo/sample.ggn";

/// What was forecast in a position, and what came.
struct Case {
    chances: [f64; 4],
    material: f64,
    rating: f64,
    points: f64,
}

/// Plies that [`graph`] takes in, to either side of a point.
const AROUND: u32 = 4;

/// The forecasts in a position of the game that is drawn by its number.
fn case(game: &Game, number: u64) -> Option<Case> {
    let last = game.timeline.len();
    let ply = 1 + Random::new(SEED + 3, number).below(last);
    let depth = Depth { nodes: 1, comparison: 2, ..Depth::DEFAULT };
    let analyst = game.analyst(depth);
    let near = ply.saturating_sub(AROUND).max(1)..=(ply + AROUND).min(last);
    let turns: Vec<Turn> = near.filter_map(|near| analyst.turn(near)).collect();
    let point = graph(&turns, &game.timeline).into_iter().find(|point| point.ply == ply)?;
    let glance = analyst.glance(ply)?;
    let board = game.timeline.board_after(ply - 1);
    let count = |color| f64::from(board.standing(color).len());
    let sign = if glance.mover == Color::White { 1.0 } else { -1.0 };
    let chances = [point.chance, glance.chance, point.truth, glance.truth];
    Some(Case {
        chances: chances.map(f64::from),
        material: count(glance.mover) - count(glance.mover.opponent()),
        rating: sign * game.rating,
        points: points(game.outcome, glance.mover),
    })
}

/// The cases of games that are made by their numbers, on all cores.
fn cases(count: usize, make: impl Fn(u64) -> Option<Game> + Sync) -> Vec<Case> {
    let next = AtomicUsize::new(0);
    let work = || {
        let numbers = std::iter::repeat_with(|| next.fetch_add(1, Ordering::Relaxed));
        let numbers = numbers.take_while(|number| *number < count).map(|number| number as u64);
        numbers.filter_map(|number| case(&make(number)?, number)).collect::<Vec<Case>>()
    };
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap_or_default()).collect()
    })
}

fn calibration(name: &str, count: usize, make: impl Fn(u64) -> Option<Game> + Sync) {
    let cases = cases(count, make);
    let of = |forecast: fn(&Case) -> f64| -> Cases {
        cases.iter().map(|case| (forecast(case), case.points)).collect()
    };
    let (material, rating) =
        (best_brier(&of(|case| case.material)), best_brier(&of(|case| case.rating)));
    println!(
        "{name}: a position of each of {} games; Brier score of the number of pieces {material:.4}, of ratings alone {rating:.4}",
        cases.len()
    );
    let found = [
        ("by what the mover knew", of(|case| case.chances[0])),
        ("first look", of(|case| case.chances[1])),
        ("with both armies", of(|case| case.chances[2])),
        ("first look", of(|case| case.chances[3])),
    ];
    for (what, cases) in found {
        let found = brier(&cases);
        println!(
            "  {what}: {found:.4}, {:.0} % below the number of pieces and {:.0} % below ratings (bar 25)",
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
    let asked: Vec<String> = std::env::args().skip(1).filter(|one| one != "--bench").collect();
    let games: usize = asked.iter().find_map(|one| one.parse().ok()).unwrap_or(200).max(1);
    let kind = asked.iter().find(|one| one.parse::<usize>().is_err());
    let is_asked = |name: &str| kind.is_none_or(|kind| name.contains(kind.as_str()));
    speed();
    for nodes in [60, 200, 1_000] {
        let name = format!("the computer against itself, {nodes} nodes a ply");
        if is_asked(&name) {
            calibration(&name, games, |number| self_play(nodes, number));
        }
    }
    if is_asked(LEVELS) {
        calibration(LEVELS, games, between_levels);
    }
    if is_asked(BOTS) {
        calibration(BOTS, games, between_bots);
    }
    if is_asked(RECORDS) {
        let records = records(games);
        calibration(RECORDS, records.len(), |number| {
            records.get(usize::try_from(number).ok()?).cloned()
        });
    }
}
