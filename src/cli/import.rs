//! `adjutant import`: records into the store.

use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use chrono::Utc;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::service::import::{Counts, Refusal, Verdict, import};
use crate::service::records::Provenance;
use crate::service::{App, Error};

use super::games::open;
use super::store_args::StoreArgs;

/// Store the games of the files: each judged by the rules, each for itself.
///
/// The same game twice is one game, so an import may be repeated. Refused games are
/// listed with place and reason, and written to a rejects file to be mended.
/// Exits 0 where all games are in, 1 where some were refused, 2 where a file cannot
/// be read or stored.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant import games.ggn\n  zstdcat archive.ndjson.zst | adjutant import -"
)]
pub struct Import {
    #[command(flatten)]
    store: StoreArgs,
    /// Where refused games go, each behind a comment with place and reason.
    /// FILE.rejects beside each file unless given; adjutant.rejects for standard input.
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// GGN, JSON or NDJSON, told apart by content, plain or in zstd; `-` is standard input.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Import {
    /// Runs the command.
    pub fn run(self) -> ExitCode {
        match self.import() {
            Ok(0) => ExitCode::SUCCESS,
            Ok(_) => ExitCode::from(1),
            Err(e) => {
                eprintln!("adjutant: {e}");
                ExitCode::from(2)
            }
        }
    }

    /// Imports all files; answers how many games were refused.
    fn import(&self) -> Result<u64, Error> {
        let app = self.store.open()?;
        let mut refused = 0;
        for file in &self.files {
            refused += self.import_file(&app, file)?;
        }
        Ok(refused)
    }

    fn import_file(&self, app: &App, file: &Path) -> Result<u64, Error> {
        let name = file.display().to_string();
        let unreadable =
            |e: io::Error| Error::Invalid { field: "file", message: format!("{name}: {e}") };
        let input = open(file).map_err(unreadable)?;
        let size =
            std::fs::metadata(file).ok().filter(|meta| meta.is_file()).map(|meta| meta.len());
        let mut rejects = Rejects::new(self.rejects.clone().unwrap_or_else(|| beside(file)));
        let bar = progress_bar(size);
        let mut tell = |verdict: &Verdict, counts: &Counts| {
            if let Verdict::Refused(refusal) = verdict {
                rejects.take(&name, refusal, &bar);
            }
            bar.set_position(counts.bytes);
            bar.set_message(message(counts));
        };
        let now = Utc::now().timestamp_micros();
        let done = import(app, input, Provenance::Command, now, &mut tell);
        bar.finish_and_clear();
        rejects.finish();
        let counts = done.map_err(|e| match e {
            Error::Invalid { message, .. } => {
                Error::Invalid { field: "file", message: format!("{name}: {message}") }
            }
            other => other,
        })?;
        println!("{name}: {}", message(&counts));
        Ok(counts.refused)
    }
}

fn message(counts: &Counts) -> String {
    let Counts { added, duplicates, refused, .. } = counts;
    format!("{added} games added, {duplicates} already there, {refused} refused")
}

fn beside(file: &Path) -> PathBuf {
    if file.as_os_str() == "-" {
        return PathBuf::from("adjutant.rejects");
    }
    let mut name = file.as_os_str().to_owned();
    name.push(".rejects");
    PathBuf::from(name)
}

/// A bar with rate and remaining time on a terminal, and nothing elsewhere.
pub(super) fn progress_bar(bytes: Option<u64>) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = bytes.map_or_else(ProgressBar::no_length, ProgressBar::new);
    let style = "{bar:30} {bytes}/{total_bytes} {bytes_per_sec} {eta} left  {msg}";
    // The template is a constant; the default style is good enough if it were wrong.
    bar.set_style(
        ProgressStyle::with_template(style).unwrap_or_else(|_| ProgressStyle::default_bar()),
    );
    bar
}

/// The file of refused games, made when the first is refused.
struct Rejects {
    path: PathBuf,
    file: Option<BufWriter<File>>,
    count: u64,
}

/// So many refusals are also shown on standard error.
const SHOWN: u64 = 20;

impl Rejects {
    fn new(path: PathBuf) -> Rejects {
        Rejects { path, file: None, count: 0 }
    }

    fn take(&mut self, name: &str, refusal: &Refusal, bar: &ProgressBar) {
        self.count += 1;
        let line = format!("{name}: game {}: {}", refusal.game, refusal.error);
        if self.count <= SHOWN {
            bar.suspend(|| eprintln!("{line}"));
        }
        if let Err(e) = self.write(&line, &refusal.text) {
            bar.suspend(|| eprintln!("adjutant: cannot write {}: {e}", self.path.display()));
        }
    }

    fn write(&mut self, line: &str, text: &[u8]) -> io::Result<()> {
        if self.file.is_none() {
            self.file = Some(BufWriter::new(File::create(&self.path)?));
        }
        let Some(file) = &mut self.file else { return Ok(()) };
        writeln!(file, "; {}", line.replace('\n', " "))?;
        file.write_all(text)?;
        file.write_all(b"\n\n")
    }

    fn finish(mut self) {
        if self.count == 0 {
            return;
        }
        match self.file.as_mut().map_or(Ok(()), Write::flush) {
            Ok(()) => eprintln!("{} refused games are in {}", self.count, self.path.display()),
            Err(e) => eprintln!("adjutant: cannot write {}: {e}", self.path.display()),
        }
    }
}
