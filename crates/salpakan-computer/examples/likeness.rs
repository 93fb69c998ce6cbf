//! How often players of known kinds find what the analysis finds best: makes `src/analysis/likeness.txt`.
//!
//! ```sh
//! cargo run --release -p salpakan-computer --example likeness -- play 400 2 > turns-2.txt
//! cargo run --release -p salpakan-computer --example likeness -- fit turns-*.txt > crates/salpakan-computer/src/analysis/likeness.txt
//! ```
//!
//! `play GAMES SEED` plays and analyses games between players of kinds drawn by chance, one side a line; several can run at a time with
//! other seeds. `fit FILES` fits the model to the levels of the computer, which err as people do and yet are more like it than any other
//! program of their strength, and counts which players of five games stand out by a model that was fitted without them.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;

use salpakan::rules::{ByColor, Color, Deployment, Move, RuleSet};
use salpakan_bot::{Random, Skill};
use salpakan_computer::analysis::likeness::{Likeness, Measured, Model, matters};
use salpakan_computer::analysis::{Analyst, Choice, Depth, Forecast, Turn};
use salpakan_computer::game::{Player, play};
use salpakan_computer::sparring::{Greedy, MonteCarlo, SimulatorBot};
use salpakan_computer::{Candidate, Computer, Effort, Level, Sight, Weights};

/// The kinds with their ratings: by matches of the levels as they once were, level 4 being the 1500 that new players start with. No match places
/// the simulator's weaker bots, which count as the weakest; those with help are rated as what they play without it.
const KINDS: [(&str, u32); 13] = [
    ("simulator-0", 1_000),
    ("simulator-500", 1_000),
    ("simulator-1000", 1_245),
    ("level-1", 1_189),
    ("level-2", 1_300),
    ("level-3", 1_402),
    ("level-4", 1_500),
    ("greedy", 1_580),
    ("monte-carlo", 1_390),
    ("asks-100", 1_402),
    ("asks-50", 1_402),
    ("asks-25", 1_402),
    ("level-6", 1_715),
];

/// Somebody who asks the computer in so many of 100 plies, and otherwise plays as level 3 does.
struct Asker {
    own: Computer<'static>,
    asked: Computer<'static>,
    percent: u32,
}

impl Player for Asker {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        Player::deploy(&mut self.own, rules, color, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let asks = random.below(100) < self.percent;
        let player = if asks { &mut self.asked } else { &mut self.own };
        Player::choose(player, sight, random)
    }
}

fn player(kind: &str) -> Box<dyn Player> {
    let weights = Weights::learned();
    let (name, number) = kind.split_once('-').unwrap_or((kind, ""));
    let number: u32 = number.parse().unwrap_or(0);
    let level = |level: u32| {
        let level = u8::try_from(level).ok().and_then(Level::new);
        level.expect("the kinds name levels that there are").player(weights)
    };
    match name {
        "simulator" => Box::new(SimulatorBot(Skill(number))),
        "level" => Box::new(level(number)),
        "asks" => Box::new(Asker {
            own: level(3),
            asked: Computer::new(weights, Effort::of_nodes(4_000)),
            percent: number,
        }),
        "monte" => Box::new(MonteCarlo { playouts: 300, plies: 60 }),
        _ => Box::new(Greedy),
    }
}

fn play_games(games: u64, seed: u64) -> Result<(), Box<dyn Error>> {
    for number in 0..games {
        let mut random = Random::new(0x5eed_0000_1000 + seed, number);
        let kinds = ByColor::from_fn(|_| KINDS[random.below(KINDS.len() as u32) as usize].0);
        let (mut white, mut black) = (player(kinds.white), player(kinds.black));
        let players = ByColor::<&mut dyn Player> { white: &mut *white, black: &mut *black };
        let played = play(&RuleSet::STANDARD, players, Color::White, 300, &mut random);
        let played = played.ok_or("a player has no set-up")?;
        // The graph is not needed.
        let depth = Depth { games: 1, searched: 0, ..Depth::DEFAULT };
        let record = (&played.timeline, played.armies.as_ref());
        let analyst = Analyst::new(Weights::learned(), record, depth, 1);
        let turns: Vec<Turn> =
            (21..=played.timeline.len()).filter_map(|ply| analyst.turn(ply)).collect();
        let mut out = std::io::stdout().lock();
        for color in [Color::White, Color::Black] {
            write!(out, "{} {seed}.{number}", kinds[color])?;
            for turn in turns.iter().filter(|turn| turn.mover == color) {
                let Choice { likely, at_stake } = turn.choice;
                let found = u8::from(turn.best == turn.played);
                let loss = turn.loss();
                write!(out, " {found}/{:.3}/{likely:.3}/{at_stake:.4}/{loss:.4}", turn.chance)?;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// A ply as [`play_games`] wrote it.
fn read_turn(text: &str) -> Option<Turn> {
    let numbers: Vec<f32> = text.split('/').map(|one| one.parse().ok()).collect::<Option<_>>()?;
    let [found, chance, likely, at_stake, loss] = numbers[..] else { return None };
    let (best, other) = (Move::parse("e3-e4").ok()?, Move::parse("d3-d4").ok()?);
    Some(Turn {
        ply: 21,
        mover: Color::White,
        played: if found > 0.5 { best } else { other },
        chance,
        after: chance - loss,
        best,
        line: Vec::new(),
        reason: None,
        luck: None,
        forecast: Forecast::default(),
        truth: Forecast::default(),
        choice: Choice { likely, at_stake },
    })
}

/// The plies of a player's games.
type Turns = Vec<Turn>;

/// Players of five games each, by kind.
fn read_players(files: &[String]) -> Result<BTreeMap<&'static str, Vec<Turns>>, Box<dyn Error>> {
    let mut games: BTreeMap<&str, Vec<Turns>> = BTreeMap::new();
    for file in files {
        for line in std::fs::read_to_string(file)?.lines() {
            let mut words = line.split(' ');
            let kind = words.next().and_then(|name| KINDS.iter().find(|kind| kind.0 == name));
            let kind = kind.ok_or_else(|| format!("{file}: a line begins with no kind"))?;
            let turns: Option<Turns> = words.skip(1).map(read_turn).collect();
            let turns = turns.ok_or_else(|| format!("{file}: a damaged line of {}", kind.0))?;
            games.entry(kind.0).or_default().push(turns);
        }
    }
    let players = |games: Vec<Turns>| -> Vec<Turns> {
        games.chunks_exact(Measured::GAMES).map(<[Turns]>::concat).collect()
    };
    Ok(games.into_iter().map(|(kind, games)| (kind, players(games))).collect())
}

fn rating(kind: &str) -> u32 {
    KINDS.iter().find(|one| one.0 == kind).map_or(0, |one| one.1)
}

/// Solves for the weights by Newton's method: logistic regression of the moves found, and least squares of what was given away.
fn fit<'a>(players: impl Iterator<Item = (u32, &'a Turns)>) -> Model {
    let turns: Vec<(u32, &Turn)> = players
        .flat_map(|(rating, turns)| turns.iter().map(move |turn| (rating, turn)))
        .filter(|(_, turn)| matters(turn))
        .collect();
    let mut odds = [0.0; 3];
    for _ in 0..25 {
        let (mut gradient, mut curve) = ([0.0; 3], [[0.0; 3]; 3]);
        for (rating, turn) in &turns {
            let terms = Model::terms(turn, *rating);
            let sum: f64 = terms.iter().zip(odds).map(|(term, weight)| term * weight).sum();
            let expected = 1.0 / (1.0 + (-sum).exp());
            let error = f64::from(u8::from(turn.best == turn.played)) - expected;
            for row in 0..3 {
                gradient[row] += error * terms[row];
                for column in 0..3 {
                    curve[row][column] += expected * (1.0 - expected) * terms[row] * terms[column];
                }
            }
        }
        for (weight, step) in odds.iter_mut().zip(solve(curve, gradient)) {
            *weight += step;
        }
    }
    // Each ply counts by what is at stake, of which a share is given away.
    let (mut gradient, mut curve) = ([0.0; 3], [[0.0; 3]; 3]);
    curve[2][2] = 1.0;
    for (rating, turn) in &turns {
        let terms = Model::terms(turn, *rating);
        let (at_stake, terms) = (f64::from(turn.choice.at_stake), [terms[0], terms[2]]);
        for row in 0..2 {
            gradient[row] += f64::from(turn.loss()) * terms[row];
            for column in 0..2 {
                curve[row][column] += at_stake * terms[row] * terms[column];
            }
        }
    }
    let [constant, slope, _] = solve(curve, gradient);
    Model { odds, given: [constant, slope], dispersion: 1.0 }
}

/// Three linear equations, by elimination; they have a solution where ratings and plies differ.
fn solve(mut left: [[f64; 3]; 3], mut right: [f64; 3]) -> [f64; 3] {
    for pivot in 0..3 {
        let (line, value) = (left[pivot], right[pivot]);
        for row in (0..3).filter(|row| *row != pivot) {
            let factor = left[row][pivot] / line[pivot];
            for (entry, above) in left[row].iter_mut().zip(line) {
                *entry -= factor * above;
            }
            right[row] -= factor * value;
        }
    }
    std::array::from_fn(|row| right[row] / left[row][row])
}

fn fit_files(files: &[String]) -> Result<(), Box<dyn Error>> {
    let players = read_players(files)?;
    let levels = || players.iter().filter(|(kind, _)| kind.starts_with("level-"));
    let half = |keep: usize| {
        let chosen = levels().flat_map(move |(kind, all)| {
            let rating = rating(kind);
            let kept = all.iter().enumerate().filter(move |(number, _)| number % 2 == keep);
            kept.map(move |(_, turns)| (rating, turns))
        });
        fit(chosen)
    };
    // Each player is judged by the model of the other half.
    let models = [half(1), half(0)];
    let judged = |kind: &str, dispersion: f64| -> Vec<Likeness> {
        let of = |(number, turns): (usize, &Turns)| {
            let model = Model { dispersion, ..models[number % 2] };
            Likeness::by(&model, turns, Color::White, Some(rating(kind)))
        };
        players[kind].iter().enumerate().map(of).collect()
    };
    let squares: Vec<f64> = levels()
        .flat_map(|(kind, _)| judged(kind, 1.0))
        .map(|one| one.deviations().powi(2))
        .collect();
    let dispersion = (squares.iter().sum::<f64>() / squares.len() as f64).max(1.0);
    let whole = fit(levels().flat_map(|(kind, all)| all.iter().map(|turns| (rating(kind), turns))));
    println!(
        "# What players of known kinds find of what the analysis finds best, in plies that matter: the model, then the players of"
    );
    println!(
        "# {} games of each kind and those of them who stood out. Made by examples/likeness.rs.",
        Measured::GAMES
    );
    println!("odds {:.4} {:.4} {:.4}", whole.odds[0], whole.odds[1], whole.odds[2]);
    println!("given {:.4} {:.4}", whole.given[0], whole.given[1]);
    println!("dispersion {dispersion:.4}");
    for kind in players.keys() {
        let all = judged(kind, dispersion);
        let out = all.iter().filter(|one| one.stands_out()).count();
        println!("{kind} {} {out}", all.len());
        let mut sum = Likeness::default();
        all.iter().for_each(|one| sum.add(one));
        let plies = f64::from(sum.plies);
        let most = all.iter().map(Likeness::deviations).fold(f64::MIN, f64::max);
        eprintln!(
            "{kind}: {:.0} plies a player, found {:.3}, expected {:.3}; lost {:.4}, usually {:.4}; mean deviation {:.2}, most {most:.2}",
            plies / all.len() as f64,
            f64::from(sum.alike) / plies,
            sum.expected / plies,
            sum.lost / plies,
            sum.usually_lost / plies,
            all.iter().map(Likeness::deviations).sum::<f64>() / all.len() as f64,
        );
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match &args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", games, seed] => play_games(games.parse()?, seed.parse()?),
        ["fit", _, ..] => fit_files(&args[1..]),
        _ => Err("say `play GAMES SEED` or `fit FILES`".into()),
    }
}
