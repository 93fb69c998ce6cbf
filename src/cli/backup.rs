//! `adjutant backup` and `adjutant restore`.

use std::io::{self, Read};
use std::path::{Path, PathBuf};

use chrono::{SecondsFormat, Utc};
use clap::Args;
use indicatif::ProgressBar;

use adjutant_service::backup::{self, Contents};
use adjutant_service::{Database, Error};
use adjutant_site::time_format::now_micros;

use super::Status;
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

/// Fill an empty database from a backup.
///
/// The whole backup is checked first, and everything or nothing is restored. A database with games
/// is refused: restore into another data directory, check it, and serve that one. Ratings are
/// recalculated. Bring along the sealing key (seal.key) of the old data directory: adjutant does
/// not serve sealed data without it. Exits 0, or 2 if it fails.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  adjutant restore --data-dir restored all.backup\n  \
                        adjutant restore --check-only all.backup")]
pub struct Restore {
    #[command(flatten)]
    store: StoreArgs,
    /// Only check the backup; do not touch the database.
    #[arg(long)]
    check_only: bool,
    /// The file written by `adjutant backup`.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Restore {
    pub(super) fn run(self) -> Status {
        Status::of(self.restore().map_err(|e| match e {
            // An invalid backup is reported with its file name.
            Error::Invalid { field: "backup", message } => {
                format!("{}: {message}", self.file.display())
            }
            e => e.to_string(),
        }))
    }

    fn restore(&self) -> Result<Status, Error> {
        let contents = backup::verify(open_backup(&self.file)?)?;
        if self.check_only {
            say!("{}: {}", self.file.display(), contents_text(&contents));
            return Ok(Status::Good);
        }
        let settings = self.store.settings()?;
        let database = Database::open(&settings)?;
        let bar = progress_bar(None);
        let (backup, now) = (open_backup(&self.file)?, now_micros());
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
