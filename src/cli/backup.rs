//! `adjutant backup` and `adjutant restore`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{SecondsFormat, Utc};
use clap::Args;
use indicatif::ProgressBar;

use adjutant_domain::moment::Micros;
use adjutant_service::backup::{self, Contents};
use adjutant_service::{Database, Error};
use adjutant_site::time_format::{now_micros, parse_rfc3339};

use super::Status;
use super::continuous::RecoveredBackup;
use super::import::progress_bar;
use super::input::open_file;
use super::output::Output;
use super::store_args::StoreArgs;
use super::words::{count_text, say};

/// Write all stored data into one file, also while the server is running.
///
/// The file holds the database as of one moment, for SQLite and PostgreSQL alike. It appears under
/// its name only when complete. It does not contain the sealing key (seal.key in the data
/// directory): keep that separately and safely, because without it the set-ups of unfinished games,
/// players' saved set-ups and the second factors of accounts are lost. Exits 0, or 2 if it fails.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant backup adjutant-2026-04-30.backup\n  \
                        adjutant backup --database-url postgres://localhost/adjutant all.backup")]
pub struct Backup {
    #[command(flatten)]
    store: StoreArgs,
    /// The file to write.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Backup {
    pub(super) fn run(self) -> Status {
        self.store.status(self.backup())
    }

    fn backup(&self) -> Result<Status, Error> {
        let database = Database::open_existing(&self.store.settings()?)?;
        let fail = |e: io::Error| Error::Unavailable(format!("cannot write the backup to {e}"));
        let mut output = Output::open_private(&self.file).map_err(fail)?;
        let made = Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true);
        let bar = progress_bar(None);
        let writer = io::BufWriter::with_capacity(1 << 16, &mut output);
        let contents = database.backup(writer, &made, &mut |rows| update_progress(&bar, rows))?;
        bar.finish_and_clear();
        output.persist().map_err(fail)?;
        say!("{}: {}", self.file.display(), contents_text(&contents));
        if database.has_sealed()? {
            say!(
                "Games that are not over, second factors and set-ups that players keep are sealed \
                 in it; the key is not: keep {} apart",
                self.store.settings()?.key_file.display()
            );
        }
        Ok(Status::Good)
    }
}

/// Fill an empty database from a backup, or from a continuous backup as of a moment.
///
/// The whole backup is checked first, and everything or nothing is restored. A database with games
/// is refused: restore into another data directory, check it, and serve that one. Ratings are
/// recalculated. Bring along the sealing key (seal.key) of the old data directory: adjutant does
/// not serve sealed data without it. Exits 0, or 2 if it fails.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant restore --data-dir restored all.backup\n  \
                        adjutant restore --check-only all.backup\n  \
                        adjutant restore --data-dir restored --continuous /mnt/other/changes\n  \
                        adjutant restore --data-dir restored --continuous /mnt/other/changes \
                        --until 2026-04-30T15:20:00+08:00")]
pub struct Restore {
    #[command(flatten)]
    store: StoreArgs,
    /// Only check the backup; do not touch the database.
    #[arg(long)]
    check_only: bool,
    /// Directory of a continuous backup (`continuous_backup_dir`) to recover from.
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    continuous: Option<PathBuf>,
    /// The moment as of which it is recovered, as 2026-04-30T15:20:00+08:00. [default: the last change]
    #[arg(long, value_name = "MOMENT", requires = "continuous", value_parser = parse_moment)]
    until: Option<Micros>,
    /// Where a continuous backup is recovered; it needs twice the space of the database. [default:
    /// the system's directory of temporary files]
    #[arg(long, value_name = "DIR", requires = "continuous")]
    scratch: Option<PathBuf>,
    /// The file written by `adjutant backup`.
    #[arg(value_name = "FILE", required_unless_present = "continuous")]
    file: Option<PathBuf>,
}

fn parse_moment(text: &str) -> Result<Micros, String> {
    parse_rfc3339(text).ok_or_else(|| {
        "give a moment with its time zone, as 2026-04-30T15:20:00+08:00 or 2026-04-30T07:20:00Z"
            .to_owned()
    })
}

impl Restore {
    pub(super) fn run(self) -> Status {
        let restored = match &self.continuous {
            None => self.restore(self.file.as_deref().unwrap_or(Path::new(""))),
            Some(directory) => {
                let scratch = self.scratch.clone().unwrap_or_else(std::env::temp_dir);
                let recovered = RecoveredBackup::make(directory, self.until, &scratch);
                recovered.and_then(|recovered| self.restore(&recovered.file))
            }
        };
        Status::of(restored.map_err(|e| match e {
            // It begins with the name of the file.
            Error::Invalid { field: "backup", message } => message.to_string(),
            e => e.to_string(),
        }))
    }

    fn restore(&self, file: &Path) -> Result<Status, Error> {
        let contents = backup::verify(open_backup(file)?).map_err(|e| named(e, file))?;
        if self.check_only {
            let checked = self.continuous.as_deref().unwrap_or(file);
            say!("{}: {}", checked.display(), contents_text(&contents));
            return Ok(Status::Good);
        }
        let settings = self.store.settings()?;
        let database = Database::open(&settings)?;
        let bar = progress_bar(None);
        let (backup, now) = (open_backup(file)?, now_micros());
        let contents = database.restore(backup, now, &mut |rows| update_progress(&bar, rows))?;
        bar.finish_and_clear();
        say!("{}: restored {}", settings.database, contents_text(&contents));
        if database.has_sealed()? && !settings.key_file.exists() {
            say!(
                "Games that are not over, second factors and set-ups that players keep are sealed: \
                 put the key of the old database to {} (mode 600); adjutant does not open this \
                 database without it",
                settings.key_file.display()
            );
        }
        Ok(Status::Good)
    }
}

/// An invalid backup is reported with its file name.
pub(super) fn named(e: Error, file: &Path) -> Error {
    match e {
        Error::Invalid { field: "backup", message } => {
            Error::invalid("backup", format!("{}: {message}", file.display()))
        }
        e => e,
    }
}

pub(super) fn open_backup(file: &Path) -> Result<impl Read, Error> {
    let fail = |e: io::Error| Error::Unavailable(format!("{}: {e}", file.display()));
    Ok(io::BufReader::with_capacity(1 << 16, open_file(file).map_err(fail)?))
}

fn update_progress(bar: &ProgressBar, rows: u64) {
    bar.set_message(format!("{rows} rows"));
    bar.tick();
}

pub(super) fn contents_text(contents: &Contents) -> String {
    let Contents { made, .. } = contents;
    let count = |table, thing| count_text(contents.count(table), thing);
    let (games, players) = (count("games", "game"), count("players", "player"));
    format!("{games}, {players}, {}, as of {made}", count("events", "event"))
}
