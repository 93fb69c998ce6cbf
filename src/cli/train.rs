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

use super::Status;

/// Let the computer play against itself and learn from it, and write what it learned to a file.
///
/// Each generation plays with what the one before has learned. The same arguments give the same weights on any number
/// of cores.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant train --output mine.weights --generations 6 --games 3000\n  adjutant match computer computer --weights mine.weights"
)]
pub struct Train {
    /// The file to write, after each generation.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Weights to begin with; otherwise the learner begins knowing nothing.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Weights to learn to beat, instead of those that it learns.
    #[arg(long, value_name = "FILE")]
    against: Option<PathBuf>,
    /// Games of the simulator's bots that a learner who knows nothing begins with.
    #[arg(long, default_value_t = 40_000)]
    simulated: u64,
    /// Number of generations.
    #[arg(long, default_value_t = 6)]
    generations: u64,
    /// Games of each generation.
    #[arg(long, default_value_t = 3_000, value_parser = clap::value_parser!(u64).range(10..))]
    games: u64,
    /// Nodes of each decision.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Rule-sets, used in turn.
    #[arg(long, value_delimiter = ',', value_parser = |text: &str| text.parse::<RuleSet>(), default_value = "standard")]
    rulesets: Vec<RuleSet>,
    /// Seed; another one gives other weights.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Train {
    pub(super) fn run(self) -> Status {
        Status::of(self.train().map(|()| Status::Good))
    }

    fn train(&self) -> Result<(), String> {
        let mut weights = match &self.from {
            Some(file) => read(file)?,
            None => Weights::untrained(self.seed),
        };
        let against = self.against.as_deref().map(read).transpose()?;
        let first = if self.from.is_none() && self.simulated > 0 { 0 } else { 1 };
        for generation in first..=self.generations {
            let start = Instant::now();
            let games = self.games(&weights, against.as_ref(), generation)?;
            let draws = games.iter().filter(|game| game.outcome == Outcome::Draw).count();
            let plies: u64 = games.iter().map(|game| u64::from(game.timeline.len())).sum();
            // Weights from a file know their own games, as those after the first generation do.
            let course = generation + u64::from(self.from.is_some());
            let epochs = train::learn(&mut weights, &games, Course::of(course, self.seed));
            let written = std::fs::write(&self.output, weights.to_bytes());
            written.map_err(|e| format!("cannot write {}: {e}", self.output.display()))?;
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
            super::output::ignore_broken_pipe(io::stdout().write_all(line.as_bytes()))
                .map_err(|e| format!("cannot write what was learned: {e}"))?;
        }
        Ok(())
    }

    /// The games of a generation; those of the simulator's bots for generation 0.
    fn games(
        &self,
        weights: &Weights,
        against: Option<&Weights>,
        generation: u64,
    ) -> Result<Vec<Played>, String> {
        let seed = self.seed.wrapping_add(generation << 32);
        let rules = |index: u64| &self.rulesets[index as usize % self.rulesets.len()];
        let (workers, effort) = (parallel::available_workers(), train::effort(self.nodes));
        let games = if generation == 0 {
            train::games(self.simulated, workers, |n| train::simulated(rules(n), seed, n))
        } else {
            let own = |n| train::practise(weights, against, rules(n), effort, seed, n);
            train::games(self.games, workers, own)
        };
        games.ok_or_else(|| "an army of these rule-sets cannot be deployed".to_owned())
    }
}

/// Weights from a file.
pub(super) fn read(file: &Path) -> Result<Weights, String> {
    let bytes = std::fs::read(file)
        .map_err(|e| format!("cannot read the weights in {}: {e}", file.display()))?;
    Weights::from_bytes(&bytes).ok_or_else(|| {
        format!("{} has no weights of this version; make them by `adjutant train`", file.display())
    })
}
