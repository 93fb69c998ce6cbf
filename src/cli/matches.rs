//! `adjutant match`: programs play each other, with the arbiter between them.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use clap::Args;

use adjutant_domain::parallel;
use salpakan::rules::{ByColor, Color, Outcome, RuleSet};
use salpakan_bot::{Random, Skill};
use salpakan_computer::game::{Player, play};
use salpakan_computer::score::{Score, Sprt};
use salpakan_computer::sparring::{AnyMove, Greedy, MonteCarlo, SimulatorBot};
use salpakan_computer::{Computer, Effort, Level, Personality, Weights};

use super::game_choice::GameChoice;
use super::program_player::ProgramPlayer;
use super::train::read;
use super::{Status, three_generals};

/// Play a match between two programs, and print the score with its error bars.
///
/// A program is `computer` (or `computer:NODES`, for its strength), `level:1` to `level:9`, also with a personality (`level:5/attacker`), `simulator:SKILL` (0 to 1000), `greedy`,
/// `monte-carlo:PLAYOUTS`, `random`, or `program:COMMAND`, which speaks the line protocol of docs/computer.md. Nobody is
/// told what a player cannot see. With `--game three-generals` they are `computer`, `level:1` to `level:5`, `greedy`, `random` and
/// `program:COMMAND`. Each pair of games has the same seed and exchanged colors.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant match computer simulator:1000 --games 100\n  adjutant match program:./mine greedy --games 200 --sprt 0,20\n  adjutant match --game three-generals level:3 level:2 --games 200"
)]
pub struct Match {
    /// The game.
    #[arg(long, value_enum, default_value_t = GameChoice::Salpakan)]
    game: GameChoice,
    /// The program whose score is printed.
    first: Contestant,
    /// Its opponent.
    second: Contestant,
    /// Number of games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// The rule-set of Salpakan [default: standard].
    #[arg(long, value_parser = |text: &str| text.parse::<RuleSet>())]
    ruleset: Option<RuleSet>,
    /// Seed; another one gives other games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Plies after which a game is a draw.
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..))]
    plies: u32,
    /// End as soon as a sequential test of these two differences in points of Elo is decided, such as 0,20.
    #[arg(long, value_name = "ELO0,ELO1", value_parser = read_sprt)]
    sprt: Option<(f64, f64)>,
    /// Weights of `computer` from `adjutant train`, instead of those in the program.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Weights of the second program, if they are not those of the first.
    #[arg(long, value_name = "FILE")]
    second_weights: Option<PathBuf>,
    /// Seconds a program may take for a ply.
    #[arg(long, default_value_t = 30)]
    patience: u64,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Contestant {
    Computer { nodes: Option<u32> },
    Level(Level, Option<Personality>),
    Simulator(u32),
    Greedy,
    MonteCarlo(u32),
    Random,
    Program(String),
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Contestant, String> {
        let (name, rest) = match text.split_once(':') {
            Some((name, rest)) => (name, Some(rest)),
            None => (text, None),
        };
        let number = |usual: u32, most: u32| match rest {
            None => Ok(usual),
            Some(rest) => match rest.parse() {
                Ok(number) if number <= most => Ok(number),
                _ => Err(format!("{rest:?} is no number from 0 to {most}")),
            },
        };
        match (name, rest) {
            ("computer", None) => Ok(Contestant::Computer { nodes: None }),
            ("computer", Some(_)) => {
                let nodes = Some(number(0, 10_000_000)?.max(1));
                Ok(Contestant::Computer { nodes })
            }
            ("level", Some(rest)) => {
                let (level, personality) = rest.split_once('/').unwrap_or((rest, ""));
                let level = level.parse().ok().and_then(Level::new);
                let level = level.ok_or("the levels are 1 to 9".to_owned())?;
                let named = Personality::parse(personality);
                if !personality.is_empty() && named.is_none() {
                    let known = Personality::ALL.map(Personality::key).join(", ");
                    return Err(format!("{personality:?} is no personality; known are {known}"));
                }
                Ok(Contestant::Level(level, named))
            }
            ("simulator", _) => Ok(Contestant::Simulator(number(1_000, 1_000)?)),
            ("monte-carlo", _) => Ok(Contestant::MonteCarlo(number(2_000, 10_000_000)?.max(1))),
            ("greedy", None) => Ok(Contestant::Greedy),
            ("random", None) => Ok(Contestant::Random),
            ("program", Some(command)) if !command.trim().is_empty() => {
                Ok(Contestant::Program(command.to_owned()))
            }
            _ => Err("known are computer[:NODES], level:1 to level:9 (also level:5/attacker), simulator[:SKILL], greedy, \
                      monte-carlo[:PLAYOUTS], random and program:COMMAND"
                .to_owned()),
        }
    }
}

fn read_sprt(text: &str) -> Result<(f64, f64), String> {
    let wanted = "two numbers of points, the second one larger, such as 0,20";
    let (low, high) = text.split_once(',').ok_or(wanted)?;
    match (low.trim().parse::<f64>(), high.trim().parse::<f64>()) {
        (Ok(low), Ok(high)) if low < high && low.is_finite() && high.is_finite() => Ok((low, high)),
        _ => Err(wanted.to_owned()),
    }
}

/// A game of the match that is over.
struct Finished {
    /// `None` for a draw.
    first_won: Option<bool>,
    /// Whether an illegal ply, or none in time, decided it.
    is_forfeit: bool,
    plies: u64,
}

/// What is known of the match so far.
#[derive(Default)]
struct Tally {
    score: Score,
    plies: u64,
    /// Games that an illegal ply, or none in time, has lost, by side.
    forfeits: [u32; 2],
    decided: bool,
    fault: Option<String>,
}

impl Match {
    pub(super) fn run(self) -> Status {
        Status::of(self.play().map(|()| Status::Good))
    }

    fn play(&self) -> Result<(), String> {
        match self.game {
            GameChoice::Salpakan => {
                let [first, second] = self.both_weights(Weights::from_bytes)?;
                let first = first.as_ref().unwrap_or_else(|| Weights::learned());
                let weights = [first, second.as_ref().unwrap_or(first)];
                self.play_games(|game| self.salpakan(game, weights))
            }
            GameChoice::ThreeGenerals if self.ruleset.is_some() => {
                Err("--ruleset is for Salpakan; leave it out".to_owned())
            }
            GameChoice::ThreeGenerals => {
                let [first, second] = self.both_weights(three_generals::Weights::from_bytes)?;
                let first = first.as_ref().unwrap_or_else(|| three_generals::Weights::learned());
                let weights = [first, second.as_ref().unwrap_or(first)];
                self.play_games(|game| self.three_generals(game, weights))
            }
        }
    }

    fn both_weights<W>(
        &self,
        from_bytes: fn(&[u8]) -> Option<W>,
    ) -> Result<[Option<W>; 2], String> {
        let read =
            |file: &Option<PathBuf>| file.as_deref().map(|file| read(file, from_bytes)).transpose();
        Ok([read(&self.weights)?, read(&self.second_weights)?])
    }

    /// Plays all games, and prints the score.
    fn play_games(
        &self,
        play: impl Fn(u32) -> Result<Finished, String> + Sync,
    ) -> Result<(), String> {
        let tally = Mutex::new(Tally::default());
        let next = std::sync::atomic::AtomicU32::new(0);
        let start = Instant::now();
        std::thread::scope(|scope| {
            for _ in 0..parallel::available_workers() {
                scope.spawn(|| {
                    loop {
                        let game = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        let over = |tally: &Tally| tally.decided || tally.fault.is_some();
                        if game >= self.games || over(&lock(&tally)) {
                            return;
                        }
                        let played = play(game);
                        self.note(game, played, &mut lock(&tally));
                    }
                });
            }
        });
        let tally = tally.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(fault) = tally.fault {
            return Err(fault);
        }
        let report = self.report(&tally, start.elapsed());
        super::output::ignore_broken_pipe(io::stdout().write_all(report.as_bytes()))
            .map_err(|e| format!("cannot write the score: {e}"))
    }

    fn player<'a>(
        &self,
        of: &Contestant,
        weights: &'a Weights,
    ) -> Result<Box<dyn Player + 'a>, String> {
        Ok(match of {
            Contestant::Computer { nodes } => {
                let effort = nodes.map_or_else(Effort::default, Effort::of_nodes);
                Box::new(Computer::new(weights, effort))
            }
            Contestant::Level(level, personality) => {
                Box::new(level.player_like(weights, *personality))
            }
            Contestant::Simulator(skill) => Box::new(SimulatorBot(Skill(*skill))),
            Contestant::Greedy => Box::new(Greedy),
            Contestant::MonteCarlo(playouts) => {
                Box::new(MonteCarlo { playouts: *playouts, plies: 60 })
            }
            Contestant::Random => Box::new(AnyMove),
            Contestant::Program(command) => {
                let patience = Duration::from_secs(self.patience);
                Box::new(ProgramPlayer::start(command, patience)?)
            }
        })
    }

    fn salpakan(&self, game: u32, weights: [&Weights; 2]) -> Result<Finished, String> {
        let mut first = self.player(&self.first, weights[0])?;
        let mut second = self.player(&self.second, weights[1])?;
        let is_white = game.is_multiple_of(2);
        let mut random = Random::new(self.seed, u64::from(game / 2));
        let begins = if random.chance(500) { Color::White } else { Color::Black };
        let (white, black) =
            if is_white { (&mut first, &mut second) } else { (&mut second, &mut first) };
        let players = ByColor {
            white: white.as_mut() as &mut dyn Player,
            black: black.as_mut() as &mut dyn Player,
        };
        let ruleset = self.ruleset.unwrap_or(RuleSet::STANDARD);
        let played = play(&ruleset, players, begins, self.plies, &mut random)
            .ok_or_else(|| format!("a program has no set-up for {ruleset}"))?;
        let winner = match played.outcome {
            Outcome::Draw => None,
            Outcome::Win(winner) => Some((winner == Color::White) == is_white),
        };
        Ok(Finished {
            first_won: winner,
            is_forfeit: winner.is_some() && played.timeline.ending.is_none(),
            plies: u64::from(played.timeline.len()),
        })
    }

    fn three_generals(
        &self,
        game: u32,
        weights: [&three_generals::Weights; 2],
    ) -> Result<Finished, String> {
        let patience = Duration::from_secs(self.patience);
        let mut first = three_generals::player(&self.first, weights[0], patience)?;
        let mut second = three_generals::player(&self.second, weights[1], patience)?;
        let is_white = game.is_multiple_of(2);
        let mut random = Random::new(self.seed, u64::from(game / 2));
        let played = if is_white {
            three_generals::play([first.as_mut(), second.as_mut()], self.plies, &mut random)
        } else {
            three_generals::play([second.as_mut(), first.as_mut()], self.plies, &mut random)
        };
        Ok(Finished {
            first_won: played.winner.map(|winner| (winner as usize == 0) == is_white),
            is_forfeit: played.winner.is_some() && played.game.ending().is_none(),
            plies: played.game.plies().len() as u64,
        })
    }

    fn note(&self, game: u32, played: Result<Finished, String>, tally: &mut Tally) {
        let played = match played {
            Ok(played) => played,
            Err(fault) => {
                tally.fault.get_or_insert(format!("game {}: {fault}", game + 1));
                return;
            }
        };
        let score = &mut tally.score;
        match played.first_won {
            None => score.drawn += 1,
            Some(true) => score.won += 1,
            Some(false) => score.lost += 1,
        }
        if played.is_forfeit {
            tally.forfeits[usize::from(played.first_won == Some(true))] += 1;
        }
        tally.plies += played.plies;
        if let Some((low, high)) = self.sprt {
            tally.decided = !matches!(tally.score.sprt(low, high), Sprt::Open(_));
        }
    }

    fn report(&self, tally: &Tally, took: Duration) -> String {
        let Tally { score, plies, forfeits, .. } = tally;
        let games = score.games();
        let (share, elo) = (score.interval(), score.elo());
        let mut text = format!(
            "{games} games: {} won, {} drawn, {} lost\n\
             score {:.1} % (95 %: {:.1} to {:.1}), Elo {:+.0} ({:+.0} to {:+.0})\n\
             {:.0} plies a game, {:.2} s a game\n",
            score.won,
            score.drawn,
            score.lost,
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
            elo.value,
            elo.low,
            elo.high,
            *plies as f64 / f64::from(games.max(1)),
            took.as_secs_f64() / f64::from(games.max(1)),
        );
        for (forfeits, who) in forfeits.iter().zip(["first", "second"]) {
            if *forfeits > 0 {
                let _ =
                    writeln!(text, "the {who} program lost {forfeits} by an illegal ply or none");
            }
        }
        if let Some((low, high)) = self.sprt {
            let _ = match score.sprt(low, high) {
                Sprt::Stronger => writeln!(text, "SPRT: stronger by {high} points"),
                Sprt::NotStronger => writeln!(text, "SPRT: not stronger by {low} points"),
                Sprt::Open(ratio) => writeln!(text, "SPRT: open, log-likelihood ratio {ratio:.2}"),
            };
        }
        text
    }
}

fn lock(tally: &Mutex<Tally>) -> std::sync::MutexGuard<'_, Tally> {
    tally.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
