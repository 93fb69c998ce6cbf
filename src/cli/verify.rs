//! `adjutant verify`: the verdict of the rules on any number of records.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;

use crate::parallel;
use salpakan::record::JudgedRecord;
use salpakan::record::notation::{Batch, GameError, read_game};
use salpakan::rules::Outcome;

use super::games::games;

/// Judge every game of the files by the rules: a line for each.
///
/// Exits 0 where all are valid, 1 where one is not, 2 where the input cannot be read.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant verify games.ggn\n  adjutant verify --json archive.ggn.zst | grep false\n  adjutant export | adjutant verify -\n\nThe notation is described in docs/notation.md and, on any site, at /notation."
)]
pub struct Verify {
    /// Print a JSON object a line.
    #[arg(long)]
    json: bool,
    /// GGN, JSON or NDJSON, told apart by content, plain or in zstd; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// What came out, worst last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Found {
    AllValid = 0,
    Invalid = 1,
    Unreadable = 2,
}

impl Verify {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
        let mut worst = Found::AllValid;
        let named = self.files.len() > 1;
        for file in &self.files {
            let label = Label { file, named, json: self.json };
            worst = worst.max(verify_file(file, label, &mut out));
        }
        if let Err(e) = out.flush()
            && e.kind() != io::ErrorKind::BrokenPipe
        {
            eprintln!("adjutant: cannot write the verdicts: {e}");
            worst = Found::Unreadable;
        }
        ExitCode::from(worst as u8)
    }
}

fn verify_file(file: &Path, label: Label<'_>, out: &mut impl Write) -> Found {
    let games = match games(file) {
        Ok(games) => games,
        Err(message) => {
            eprintln!("adjutant: {message}");
            return Found::Unreadable;
        }
    };
    let mut worst = Found::AllValid;
    let work = |batch: Batch| judge_batch(batch, label);
    parallel::map_in_order(games, parallel::workers(), work, |lines| {
        worst = worst.max(lines.worst);
        let written = out.write_all(lines.text.as_bytes()).is_ok();
        if let Some(message) = lines.unreadable {
            // What was judged before stands before the complaint, on one terminal too.
            let _ = out.flush();
            eprintln!("adjutant: {}: {message}", file.display());
        }
        written
    });
    worst
}

struct Lines {
    text: String,
    worst: Found,
    unreadable: Option<String>,
}

fn judge_batch(batch: Batch, label: Label<'_>) -> Lines {
    let mut lines = Lines { text: String::new(), worst: Found::AllValid, unreadable: None };
    for game in &batch.games {
        match read_game(game) {
            Ok(record) => label.valid(&mut lines.text, game.number, &record),
            Err(e) => {
                label.invalid(&mut lines.text, game.number, &e);
                lines.worst = Found::Invalid;
            }
        }
    }
    if let Some(e) = batch.failed {
        lines.worst = Found::Unreadable;
        lines.unreadable = Some(e.to_string());
    }
    lines
}

/// How a line begins and what form it has.
#[derive(Clone, Copy)]
struct Label<'a> {
    file: &'a Path,
    /// Whether the file is named in JSON: only where there are several.
    named: bool,
    json: bool,
}

impl Label<'_> {
    fn valid(self, text: &mut String, number: u64, record: &JudgedRecord) {
        let plies = record.timeline.len();
        let result = record.header.outcome.map_or("*", Outcome::notation);
        let termination = record.header.termination.name();
        let line = if self.json {
            format!(
                "{{{}\"game\": {number}, \"valid\": true, \"plies\": {plies}, \"result\": \
                 \"{result}\", \"termination\": \"{termination}\"}}\n",
                self.file_member()
            )
        } else {
            let file = self.file.display();
            format!("{file}: game {number}: valid, {plies} plies, {result}, {termination}\n")
        };
        text.push_str(&line);
    }

    fn invalid(self, text: &mut String, number: u64, e: &GameError) {
        let line = if self.json {
            let ply = e.ply.map_or("null".to_owned(), |ply| ply.to_string());
            format!(
                "{{{}\"game\": {number}, \"valid\": false, \"line\": {}, \"column\": {}, \"ply\": \
                 {ply}, \"error\": {}}}\n",
                self.file_member(),
                e.line,
                e.column,
                json_text(&e.message)
            )
        } else {
            format!("{}: game {number}: invalid, {e}\n", self.file.display())
        };
        text.push_str(&line);
    }

    fn file_member(self) -> String {
        if self.named {
            format!("\"file\": {}, ", json_text(&self.file.display().to_string()))
        } else {
            String::new()
        }
    }
}

fn json_text(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
