//! `adjutant train`: the computer learns by playing against itself.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use adjutant_domain::parallel;
use salpakan::rules::{Outcome, RuleSet};
use salpakan_computer::Weights;
use salpakan_computer::game::Played;
use salpakan_computer::train::{self, Course};

use super::game_choice::GameChoice;
use super::{Status, three_generals};

/// Let the computer play against itself and learn from it, and write what it learned to a file.
///
/// Each generation plays with what the one before has learned. The same arguments give the same weights on any number
/// of cores.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant train --output mine.weights --generations 6 --games 3000\n  adjutant match computer computer --weights mine.weights\n  adjutant train --game three-generals --output mine.weights --generations 6"
)]
pub struct Train {
    /// The game.
    #[arg(long, value_enum, default_value_t = GameChoice::Salpakan)]
    game: GameChoice,
    /// The file to write, after each generation.
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Weights to begin with; otherwise the learner begins knowing nothing.
    #[arg(long, value_name = "FILE")]
    pub(super) from: Option<PathBuf>,
    /// Weights to learn to beat, instead of those that it learns.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Games of the simulator's bots that a learner of Salpakan who knows nothing begins with [default: 40000].
    #[arg(long)]
    simulated: Option<u64>,
    /// Number of generations.
    #[arg(long, default_value_t = 6)]
    pub(super) generations: u64,
    /// Games of each generation.
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(10..))]
    pub(super) games: u64,
    /// Nodes of each decision [default: 60, or 400 with --game three-generals].
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) nodes: Option<u32>,
    /// Rule-sets of Salpakan, used in turn [default: standard].
    #[arg(long, value_delimiter = ',', value_parser = |text: &str| text.parse::<RuleSet>())]
    rulesets: Vec<RuleSet>,
    /// Seed; another one gives other weights.
    #[arg(long, default_value_t = 1)]
    pub(super) seed: u64,
}

impl Train {
    pub(super) fn run(self) -> Status {
        Status::of(self.train().map(|()| Status::Good))
    }

    fn train(&self) -> Result<(), String> {
        match self.game {
            GameChoice::Salpakan => self.salpakan(),
            GameChoice::ThreeGenerals
                if self.simulated.is_some()
                    || self.against.is_some()
                    || !self.rulesets.is_empty() =>
            {
                Err("--simulated, --against and --rulesets are for Salpakan; leave them out"
                    .to_owned())
            }
            GameChoice::ThreeGenerals => three_generals::train(self),
        }
    }

    fn salpakan(&self) -> Result<(), String> {
        let mut weights = match &self.from {
            Some(file) => read(file, Weights::from_bytes)?,
            None => Weights::untrained(self.seed),
        };
        let against =
            self.against.as_deref().map(|file| read(file, Weights::from_bytes)).transpose()?;
        let first = if self.from.is_none() && self.simulated() > 0 { 0 } else { 1 };
        for generation in first..=self.generations {
            let start = Instant::now();
            let games = self.games(&weights, against.as_ref(), generation)?;
            let draws = games.iter().filter(|game| game.outcome == Outcome::Draw).count();
            let plies: u64 = games.iter().map(|game| u64::from(game.timeline.len())).sum();
            // Weights from a file know their own games, as those after the first generation do.
            let course = generation + u64::from(self.from.is_some());
            let epochs = train::learn(&mut weights, &games, Course::of(course, self.seed));
            self.write(&weights.to_bytes())?;
            let Some(last) = epochs.last() else { continue };
            let line = format!(
                "generation {generation}: {} games of {} plies, {draws} drawn; loss of the value {:.4} (games not \
                 learned from {:.4}), of the policy {:.4} ({:.4}); {:.0} s\n",
                games.len(),
                plies / games.len().max(1) as u64,
                last.value,
                last.value_unseen,
                last.policy,
                last.policy_unseen,
                start.elapsed().as_secs_f64()
            );
            tell(&line)?;
        }
        Ok(())
    }

    fn simulated(&self) -> u64 {
        self.simulated.unwrap_or(40_000)
    }

    /// Writes the weights.
    pub(super) fn write(&self, weights: &[u8]) -> Result<(), String> {
        let written = std::fs::write(&self.output, weights);
        written.map_err(|e| format!("cannot write {}: {e}", self.output.display()))
    }

    /// The games of a generation; those of the simulator's bots for generation 0.
    fn games(
        &self,
        weights: &Weights,
        against: Option<&Weights>,
        generation: u64,
    ) -> Result<Vec<Played>, String> {
        let seed = self.seed.wrapping_add(generation << 32);
        let rules = |index: u64| match self.rulesets.len() {
            0 => &RuleSet::STANDARD,
            count => &self.rulesets[index as usize % count],
        };
        let effort = train::effort(self.nodes.unwrap_or(60));
        let workers = parallel::available_workers();
        let games = if generation == 0 {
            train::games(self.simulated(), workers, |n| train::simulated(rules(n), seed, n))
        } else {
            let own = |n| train::practise(weights, against, rules(n), effort, seed, n);
            train::games(self.games, workers, own)
        };
        games.ok_or_else(|| "an army of these rule-sets cannot be deployed".to_owned())
    }
}

/// Prints what a generation has learned.
pub(super) fn tell(line: &str) -> Result<(), String> {
    super::output::ignore_broken_pipe(io::stdout().write_all(line.as_bytes()))
        .map_err(|e| format!("cannot write what was learned: {e}"))
}

/// Weights from a file, of the game whose bytes they are read from.
pub(super) fn read<W>(file: &Path, from_bytes: fn(&[u8]) -> Option<W>) -> Result<W, String> {
    let bytes = std::fs::read(file)
        .map_err(|e| format!("cannot read the weights in {}: {e}", file.display()))?;
    from_bytes(&bytes).ok_or_else(|| {
        format!("{} has no weights of this version; make them by `adjutant train`", file.display())
    })
}
