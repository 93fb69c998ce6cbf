//! What `adjutant match` and `adjutant train` do with the Game of Three Generals.

use std::time::{Duration, Instant};

use adjutant_domain::parallel;
use salpakan_bot::Random;
use salpakan_computer::train::games;
use three_generals::{Game, Ply};
use three_generals_computer::game::Player;
use three_generals_computer::sparring::{AnyPly, Greedy};
use three_generals_computer::train::{Course, learn, practise};
use three_generals_computer::{Candidate, Computer, Effort, Level};

pub(super) use three_generals_computer::Weights;
pub(super) use three_generals_computer::game::play;

use super::matches::Contestant;
use super::program_player::ProgramLines;
use super::train::{Train, read, tell};

/// Nodes of each decision of a learner.
const NODES: u32 = 400;

/// A program that plays the Game of Three Generals.
pub(super) fn player<'a>(
    of: &Contestant,
    weights: &'a Weights,
    patience: Duration,
) -> Result<Box<dyn Player + 'a>, String> {
    Ok(match of {
        Contestant::Computer { nodes } => {
            let effort = nodes.map_or_else(Effort::default, Effort::of_nodes);
            Box::new(Computer::new(weights, effort))
        }
        Contestant::Level(_, Some(_)) => {
            return Err(
                "personalities are for Salpakan alone; leave out the part behind /".to_owned()
            );
        }
        Contestant::Level(level, None) => {
            let level = Level::new(level.number());
            let level = level.ok_or("the levels of the Game of Three Generals are 1 to 5")?;
            Box::new(level.player(weights))
        }
        Contestant::Greedy => Box::new(Greedy),
        Contestant::Random => Box::new(AnyPly),
        Contestant::Program(command) => {
            let lines = ProgramLines::start(command, "three-generals 1", patience)?;
            Box::new(Program { lines, told: 0 })
        }
        Contestant::Simulator(_) | Contestant::MonteCarlo(_) => {
            return Err(
                "simulator and monte-carlo play Salpakan alone; the Game of Three Generals has \
                        computer[:NODES], level:1 to level:5, greedy, random and program:COMMAND"
                    .to_owned(),
            );
        }
    })
}

/// A program of somebody else's.
struct Program {
    lines: ProgramLines,
    /// How many plies it was told.
    told: usize,
}

impl Program {
    fn next(&mut self, game: &Game, random: &mut Random) -> Result<Ply, String> {
        for (number, ply) in (1..).zip(game.plies()).skip(self.told) {
            self.lines.say(&format!("ply {number} {ply}"))?;
        }
        self.told = game.plies().len();
        self.lines.say(&format!("go {}", random.bits()))?;
        let answer = self.lines.hear("move")?;
        answer.parse().map_err(|why| format!("{answer:?} is no move: {why}"))
    }
}

impl Player for Program {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<(Ply, Vec<Candidate>)> {
        match self.next(game, random) {
            Ok(ply) => Some((ply, Vec::new())),
            Err(fault) => {
                eprintln!("a program has no move: {fault}");
                None
            }
        }
    }
}

/// Lets the computer play against itself, and learn from it.
pub(super) fn train(orders: &Train) -> Result<(), String> {
    let mut weights = match &orders.from {
        Some(file) => read(file, Weights::from_bytes)?,
        None => Weights::untrained(),
    };
    let nodes = orders.nodes.unwrap_or(NODES);
    for generation in 1..=orders.generations {
        let start = Instant::now();
        let seed = orders.seed.wrapping_add(generation << 32);
        let practice = |number| Some(practise(&weights, nodes, seed, number));
        let games = games(orders.games, parallel::available_workers(), practice);
        let games = games.unwrap_or_default();
        let draws = games.iter().filter(|played| played.winner.is_none()).count();
        let plies: usize = games.iter().map(|played| played.game.plies().len()).sum();
        // Weights from a file know something, as those after the first generation do.
        let course = generation + u64::from(orders.from.is_some());
        let learned = learn(&mut weights, &games, Course::of(course, orders.seed));
        orders.write(&weights.to_bytes())?;
        tell(&format!(
            "generation {generation}: {} games of {} plies, {draws} drawn; loss {:.4} (of the results of games not learned from \
             {:.4}, before {:.4}); {:.0} s\n",
            games.len(),
            plies / games.len().max(1),
            learned.loss,
            learned.unseen,
            learned.before,
            start.elapsed().as_secs_f64()
        ))?;
    }
    Ok(())
}
