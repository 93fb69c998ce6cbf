//! `adjutant drill`: tries whether the newest backup can be restored.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;

use adjutant_domain::moment::{HOUR, MINUTE};
use adjutant_service::backup_directory::BackupDirectory;
use adjutant_service::integrity::{self, IntegrityFault};
use adjutant_service::{App, AppSettings, Database, Error, Location, backup};
use adjutant_site::time_format::{now_micros, parse_rfc3339};

use super::Status;
use super::backup::{contents_text, named, open_backup};
use super::continuous::RecoveredBackup;
use super::words::{count_text, say};

/// Try whether the newest backup can be restored, without touching anything that is in use.
///
/// The backup is checked, restored into a new SQLite database in a temporary directory, and that
/// database is checked as `adjutant check` does, sealed data with the key in --data-dir. Then the
/// temporary directory is removed. Backups of PostgreSQL are tried in the same way. Exits 0 if all is
/// well, 1 if something is wrong with the data or the backup is too old, 2 if it cannot be restored.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  adjutant drill --backup-dir /var/backups/adjutant --max-age 26\n  \
                        adjutant drill --continuous /mnt/other/changes --max-age 1\n  \
                        adjutant drill all.backup"
)]
pub struct Drill {
    /// Directory of the sealing key.
    #[arg(long, value_name = "DIR", env = "ADJUTANT_DATA_DIR", default_value = "data")]
    data_dir: PathBuf,
    /// Directory in which the server makes backups; the newest is tried.
    #[arg(long, value_name = "DIR", env = "ADJUTANT_BACKUP_DIR", required_unless_present_any = ["file", "continuous"])]
    backup_dir: Option<PathBuf>,
    /// Directory of a continuous backup (`continuous_backup_dir`), which is tried instead.
    #[arg(long, value_name = "DIR", conflicts_with = "file")]
    continuous: Option<PathBuf>,
    /// How old the backup may be.
    #[arg(long, value_name = "HOURS", value_parser = clap::value_parser!(u16).range(1..))]
    max_age: Option<u16>,
    /// Where the temporary directory is made; it needs as much space as the database, and for a
    /// continuous backup three times as much. [default: the
    /// system's]
    #[arg(long, value_name = "DIR")]
    scratch: Option<PathBuf>,
    /// Another backup to try.
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl Drill {
    pub(super) fn run(self) -> Status {
        Status::of(self.drill())
    }

    fn drill(&self) -> Result<Status, Error> {
        let recovered = match &self.continuous {
            None => None,
            Some(directory) => {
                let inside = self.scratch.clone().unwrap_or_else(std::env::temp_dir);
                Some(RecoveredBackup::make(directory, None, &inside)?)
            }
        };
        let file = recovered.as_ref().map_or_else(|| self.file(), |one| Ok(one.file.clone()))?;
        let named = |e: Error| named(e, &file);
        let contents = backup::verify(open_backup(&file)?).map_err(named)?;
        let tried = self.continuous.as_deref().unwrap_or(&file);
        say!("{}: {}", tried.display(), contents_text(&contents));
        let scratch = Scratch::create(self.scratch.as_deref(), &self.data_dir.join("seal.key"))?;
        let started = Instant::now();
        let database = Database::open(&scratch.settings)?;
        database.restore(open_backup(&file)?, now_micros(), &mut |_| ()).map_err(named)?;
        say!("restored in {:.1} s", started.elapsed().as_secs_f64());
        let faults = check(&scratch.settings)?;
        let is_recent = self.is_recent(&contents.made);
        Ok(Status::good_if(faults == 0 && is_recent))
    }

    /// The backup to try.
    fn file(&self) -> Result<PathBuf, Error> {
        match (&self.file, &self.backup_dir) {
            (Some(file), _) => Ok(file.clone()),
            (None, directory) => {
                let directory = BackupDirectory::new(directory.clone().unwrap_or_default());
                // One of a clock that was ahead is tried only if there is no other.
                let (files, now) = (directory.files()?, now_micros());
                let newest = files.iter().find(|one| one.made <= now).or(files.first()).cloned();
                newest.map(|one| one.path).ok_or_else(|| {
                    Error::not_found(format!(
                        "there is no backup in {}; does the server make them there (`backup_dir`)?",
                        directory.path().display()
                    ))
                })
            }
        }
    }

    /// Says how old the backup is, and whether it is young enough.
    fn is_recent(&self, made: &str) -> bool {
        let Some(made) = parse_rfc3339(made) else {
            say!("when the backup was made cannot be read");
            return self.max_age.is_none();
        };
        let age = now_micros().since(made);
        let too_old = self.max_age.filter(|hours| age > i64::from(*hours) * HOUR);
        match too_old {
            Some(hours) => say!(
                "it is {} old, more than {hours} h: does the server still make backups?",
                age_text(age)
            ),
            None => say!("it is {} old", age_text(age)),
        }
        too_old.is_none()
    }
}

/// A span in minutes, hours or days.
fn age_text(age: i64) -> String {
    match age {
        ..HOUR => format!("{} min", age / MINUTE),
        age if age < 72 * HOUR => format!("{} h", age / HOUR),
        age => format!("{} days", age / (24 * HOUR)),
    }
}

/// Checks the restored database; returns the number of faults.
fn check(settings: &AppSettings) -> Result<u64, Error> {
    let started = Instant::now();
    let app = App::open_without_key(settings)?;
    let mut found = |fault: &IntegrityFault| {
        let place = fault.game.map_or_else(String::new, |id| format!("game {id}: "));
        say!("{place}{}", fault.message);
    };
    let faults = integrity::check(&app, &mut found, &mut |_| ())?.faults;
    let verdict = if faults == 0 { "all is well".to_owned() } else { count_text(faults, "fault") };
    say!("checked in {:.1} s: {verdict}", started.elapsed().as_secs_f64());
    Ok(faults)
}

/// A temporary directory with an empty database and a link to the sealing key; it is removed at the end.
struct Scratch {
    settings: AppSettings,
    _directory: tempfile::TempDir,
}

impl Scratch {
    fn create(inside: Option<&Path>, key: &Path) -> Result<Scratch, Error> {
        let mut builder = tempfile::Builder::new();
        let builder = builder.prefix("adjutant-drill-");
        let inside = inside.map_or_else(std::env::temp_dir, Path::to_owned);
        let fail = |e: std::io::Error| {
            let place = inside.display();
            Error::Unavailable(format!(
                "cannot restore below {place}: {e}; name another directory with --scratch"
            ))
        };
        let directory = builder.tempdir_in(&inside).map_err(fail)?;
        let own = directory.path().join("seal.key");
        let has_key = key.exists();
        if has_key {
            // Not copied: whatever ends the command, no second key stays beside a whole database.
            let link = || std::os::unix::fs::symlink(key.canonicalize()?, &own);
            link().map_err(|e: std::io::Error| {
                Error::Unavailable(format!(
                    "cannot read the sealing key {}: {e}; run this as the user of the server",
                    key.display()
                ))
            })?;
        }
        let database = Location::Sqlite(directory.path().join("adjutant.sqlite"));
        // Where it is missed is where it belongs; it is only read.
        let key_file = if has_key { own } else { key.to_owned() };
        let settings = AppSettings { database, key_file };
        Ok(Scratch { settings, _directory: directory })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_age_is_told_in_minutes_hours_or_days() {
        let told = |hours: i64| age_text(hours * HOUR);
        assert_eq!([told(0), told(1), told(71), told(72)], ["0 min", "1 h", "71 h", "3 days"]);
    }
}
