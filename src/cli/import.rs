//! `adjutant import`: stores records.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use adjutant_service::import::{Counts, Verdict};
use adjutant_service::importing;
use adjutant_service::owner::Limits;
use adjutant_service::{App, Error};
use adjutant_site::time_format::now_micros;

use super::Status;
use super::input::open_input;
use super::rejects::{Rejects, default_path, ensure_not_an_input};
use super::store_args::StoreArgs;
use super::words::{count_text, say};

/// Store the games in the files, each checked by the rules on its own.
///
/// Duplicates are recognised, so an import can be repeated. Rejected games are listed with place
/// and reason, and written to a rejects file for correction. Exits 0 if all games were imported, 1
/// if some were rejected, 2 if a file cannot be read, written or stored.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant import games.ggn\n  zstdcat archive.ndjson.zst | adjutant import -\n\nThe notation is described in docs/notation.md and, on any site, at /notation."
)]
pub struct Import {
    #[command(flatten)]
    store: StoreArgs,
    /// File for the rejected games of all inputs, each after a comment with place and reason; must
    /// not be an input. By default FILE.rejects beside each file, adjutant.rejects for standard
    /// input.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// GGN, JSON or NDJSON, detected by content, plain or zstd; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Import {
    pub(super) fn run(self) -> Status {
        let refused = self.import_files();
        self.store.status(refused.map(|refused| Status::good_if(refused == 0)))
    }

    /// Imports all files; returns the number of refused games.
    fn import_files(&self) -> Result<u64, Error> {
        let mut together = self.open_rejects()?;
        let app = self.store.open()?;
        let mut refused = Ok(0);
        for file in &self.files {
            let done = match &mut together {
                Some(rejects) => import_file(&app, file, rejects),
                None => {
                    let mut own = Rejects::open_lazily(default_path(file));
                    let done = import_file(&app, file, &mut own);
                    first_error(done, own.finish())
                }
            };
            refused = refused.and_then(|before| done.map(|count| before + count));
            if refused.is_err() {
                break;
            }
        }
        first_error(refused, together.map_or(Ok(()), Rejects::finish))
    }

    /// Opens the file named for all refused games, unless that would overwrite an input.
    fn open_rejects(&self) -> Result<Option<Rejects>, Error> {
        let Some(named) = &self.rejects else {
            self.files
                .iter()
                .try_for_each(|file| ensure_not_an_input(&default_path(file), &self.files))?;
            return Ok(None);
        };
        ensure_not_an_input(named, &self.files)?;
        Rejects::open(named).map(Some)
    }
}

/// Refused games are written even if an input breaks off; the first error is returned.
fn first_error(done: Result<u64, Error>, written: Result<(), Error>) -> Result<u64, Error> {
    done.and_then(|count| written.map(|()| count))
}

/// Imports one file; returns the number of its games that were refused.
fn import_file(app: &App, file: &Path, rejects: &mut Rejects) -> Result<u64, Error> {
    let name = file.display().to_string();
    let input = open_input(file).map_err(|e| Error::Unavailable(format!("{name}: {e}")))?;
    let size = std::fs::metadata(file).ok().filter(|meta| meta.is_file()).map(|meta| meta.len());
    let bar = progress_bar(size);
    let mut tell = |verdict: &Verdict, counts: &Counts| {
        if let Verdict::Refused(refusal) = verdict {
            rejects.push(&name, refusal, &bar);
        }
        bar.set_position(counts.bytes);
        bar.set_message(counts_message(counts));
    };
    let now = now_micros();
    app.set_today(now.day());
    let limits = Limits { bytes: u64::MAX, ..Limits::default() };
    let done = importing::import(app, &importing::by_command(), input, &limits, now, &mut tell);
    bar.finish_and_clear();
    let counts = done.map_err(|e| match e {
        Error::Invalid { message, .. } => Error::Unavailable(format!("{name}: {message}")),
        other => other,
    })?;
    say!("{name}: {}", counts_message(&counts));
    Ok(counts.refused)
}

fn counts_message(counts: &Counts) -> String {
    let Counts { added, duplicates, refused, .. } = counts;
    format!("{} added, {duplicates} already there, {refused} refused", count_text(*added, "game"))
}

/// A progress bar with rate and remaining time on a terminal; hidden elsewhere.
pub(super) fn progress_bar(bytes: Option<u64>) -> ProgressBar {
    progress_bar_with("{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} left  {msg}", bytes)
}

/// A progress bar of this style; hidden unless on a terminal.
pub(super) fn progress_bar_with(style: &str, length: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = length.map_or_else(ProgressBar::no_length, ProgressBar::new);
    // Templates are constants; if one were invalid, the default style would do.
    let style = ProgressStyle::with_template(style);
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
