//! `adjutant verify`: judges records by the rules.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use adjutant_domain::game::{AnyRecord, read_record};
use adjutant_domain::parallel;
use game_record::Outcome;
use game_record::notation::{Batch, GameError};

use super::Status;
use super::input::read_batches;

/// Check every game in the files by the rules: one line for each.
///
/// Exits 0 if all are valid, 1 if one is not, 2 if the input cannot be read.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant verify games.ggn\n  adjutant verify --json archive.ggn.zst | grep false\n  adjutant export | adjutant verify -\n\nThe notation is described in docs/notation.md and, on any site, at /notation."
)]
pub struct Verify {
    /// Print one JSON object per line.
    #[arg(long)]
    json: bool,
    /// GGN, JSON or NDJSON, detected by content, plain or zstd; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Verify {
    pub(super) fn run(self) -> Status {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut worst = Status::Good;
        let named = self.files.len() > 1;
        for file in &self.files {
            let label = LineFormat { file, named, json: self.json };
            worst = worst.max(verify_file(file, label, &mut out));
        }
        if let Err(e) = out.flush()
            && e.kind() != io::ErrorKind::BrokenPipe
        {
            eprintln!("adjutant: cannot write the verdicts: {e}");
            worst = Status::Failed;
        }
        worst
    }
}

fn verify_file(file: &Path, label: LineFormat<'_>, out: &mut impl Write) -> Status {
    let games = match read_batches(file) {
        Ok(games) => games,
        Err(message) => {
            eprintln!("adjutant: {message}");
            return Status::Failed;
        }
    };
    let mut worst = Status::Good;
    let work = |batch: Batch| judge_batch(batch, label);
    parallel::map_in_order(games, parallel::available_workers(), work, |lines| {
        worst = worst.max(lines.worst);
        let written = out.write_all(lines.text.as_bytes()).is_ok();
        if let Some(message) = lines.unreadable {
            // Print earlier results before the error, even on the same terminal.
            let _ = out.flush();
            eprintln!("adjutant: {}: {message}", file.display());
        }
        written
    });
    worst
}

struct BatchReport {
    text: String,
    worst: Status,
    unreadable: Option<String>,
}

fn judge_batch(batch: Batch, label: LineFormat<'_>) -> BatchReport {
    let mut lines = BatchReport { text: String::new(), worst: Status::Good, unreadable: None };
    for game in &batch.games {
        match read_record(game) {
            Ok(record) => label.write_valid(&mut lines.text, game.number, &record),
            Err(e) => {
                label.write_invalid(&mut lines.text, game.number, &e);
                lines.worst = Status::Bad;
            }
        }
    }
    if let Some(e) = batch.failed {
        lines.worst = Status::Failed;
        lines.unreadable = Some(e.to_string());
    }
    lines
}

/// How lines begin, and their format.
#[derive(Clone, Copy)]
struct LineFormat<'a> {
    file: &'a Path,
    /// Whether JSON contains the file's name: only if there are several files.
    named: bool,
    json: bool,
}

impl LineFormat<'_> {
    fn write_valid(self, text: &mut String, number: u64, record: &AnyRecord) {
        let plies = record.ply_count();
        let result = record.header().outcome.map_or("*", Outcome::notation);
        let termination = record.header().termination.name();
        let line = if self.json {
            format!(
                "{{{}\"game\": {number}, \"valid\": true, \"plies\": {plies}, \"result\": \
                 \"{result}\", \"termination\": \"{termination}\"}}\n",
                self.json_file_member()
            )
        } else {
            let file = self.file.display();
            format!("{file}: game {number}: valid, {plies} plies, {result}, {termination}\n")
        };
        text.push_str(&line);
    }

    fn write_invalid(self, text: &mut String, number: u64, e: &GameError) {
        let line = if self.json {
            let ply = e.ply.map_or("null".to_owned(), |ply| ply.to_string());
            format!(
                "{{{}\"game\": {number}, \"valid\": false, \"line\": {}, \"column\": {}, \"ply\": \
                 {ply}, \"error\": {}}}\n",
                self.json_file_member(),
                e.line,
                e.column,
                json_escaped(&e.message)
            )
        } else {
            format!("{}: game {number}: invalid, {e}\n", self.file.display())
        };
        text.push_str(&line);
    }

    fn json_file_member(self) -> String {
        if self.named {
            format!("\"file\": {}, ", json_escaped(&self.file.display().to_string()))
        } else {
            String::new()
        }
    }
}

fn json_escaped(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
