//! `adjutant simulate`: plausible games between bots of hidden strength.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use adjutant_domain::parallel;
use salpakan::record::notation::{ggn, json};
use salpakan::rules::RuleSet;
use salpakan_bot::{Endings, Field, simulate};

use super::Status;
use super::output::{PackedOutput, ignore_broken_pipe};

/// Write simulated games, in the order of their dates.
///
/// The players are bots of hidden strength that see what a player sees. The same arguments give the
/// same bytes on any machine.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant simulate --games 1000 --players 50 --seed 1 > games.ggn\n  adjutant simulate --games 1000 --players 50 --seed 1 --strengths truth.tsv > games.ggn"
)]
pub struct Simulate {
    /// Number of games.
    #[arg(long, default_value_t = 1_000)]
    games: u64,
    /// Number of players, at least 2.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(2..))]
    players: u32,
    /// Seed; another one gives other players and games.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Output format.
    #[arg(long, aliases = ["format", "to"], value_enum, default_value_t = SimulatedForm::Ggn)]
    form: SimulatedForm,
    /// Rule-sets, used in turn.
    #[arg(long, value_delimiter = ',', value_parser = |text: &str| text.parse::<RuleSet>(), default_value = "standard")]
    rulesets: Vec<RuleSet>,
    /// Only finished games.
    #[arg(long)]
    only_final: bool,
    /// Compress with zstd.
    #[arg(long)]
    zstd: bool,
    /// Also write handles and hidden strengths (0 to 1000), separated by tabs, to this file.
    #[arg(long, value_name = "FILE")]
    strengths: Option<PathBuf>,
    /// Output file instead of standard output.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// A form of simulated games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SimulatedForm {
    Ggn,
    Ndjson,
}

/// The number of games in a thread's batch.
const BATCH_GAMES: u64 = 100;

impl Simulate {
    pub(super) fn run(self) -> Status {
        Status::of(self.simulate().map(|()| Status::Good))
    }

    fn simulate(&self) -> Result<(), String> {
        let field = Field::new(self.seed, self.players, self.games);
        if let Some(file) = &self.strengths {
            let written = write_strengths(&field, file);
            written.map_err(|e| format!("cannot write the strengths to {e}"))?;
        }
        let written = ignore_broken_pipe(self.write_games(&field));
        written.map_err(|e| format!("cannot write the games to {e}"))
    }

    fn write_games(&self, field: &Field) -> io::Result<()> {
        let mut out = PackedOutput::open(self.output.as_deref(), self.zstd)?;
        let mut failed = Ok(());
        let batches = 0..self.games.div_ceil(BATCH_GAMES);
        let play = |batch: u64| self.simulate_batch(field, batch);
        parallel::map_in_order(batches, parallel::available_workers(), play, |text| {
            failed = out.write_all(text.as_bytes());
            failed.is_ok()
        });
        failed?;
        out.finish()
    }

    fn simulate_batch(&self, field: &Field, batch: u64) -> String {
        let endings = if self.only_final { Endings::Final } else { Endings::All };
        let mut text = String::with_capacity(BATCH_GAMES as usize * 3_000);
        for index in batch * BATCH_GAMES..((batch + 1) * BATCH_GAMES).min(self.games) {
            let rules = &self.rulesets[(index % self.rulesets.len() as u64) as usize];
            let Some(record) = simulate(field, rules, index, endings) else { continue };
            match self.form {
                SimulatedForm::Ggn => ggn::write(&mut text, &record),
                SimulatedForm::Ndjson => {
                    json::write(&mut text, &record);
                    text.push('\n');
                }
            }
        }
        text
    }
}

fn write_strengths(field: &Field, file: &Path) -> io::Result<()> {
    let mut out = PackedOutput::open(Some(file), false)?;
    for player in 0..field.players() {
        writeln!(out, "{}\t{}", field.handle(player), field.strength(player).0)?;
    }
    out.finish()
}
