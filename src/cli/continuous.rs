//! Recovering from a continuous backup, for `adjutant restore` and `adjutant drill`.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use adjutant_domain::moment::Micros;
use adjutant_service::{AppSettings, Database, Error, Location, continuous_backup};
use chrono::SecondsFormat;

use super::output::Output;
use super::words::say;

/// A backup file made from a continuous backup; it is removed when this is dropped.
pub(super) struct RecoveredBackup {
    pub(super) file: PathBuf,
    _directory: tempfile::TempDir,
}

impl RecoveredBackup {
    /// Recovers the database as of a moment, or of the last change, into a temporary directory in `inside`, which
    /// needs twice the space of the database, and writes a backup of it: what a restored
    /// backup has forgotten, as sessions and messages that were sent, is forgotten here, too.
    pub(super) fn make(
        directory: &Path,
        until: Option<Micros>,
        inside: &Path,
    ) -> Result<RecoveredBackup, Error> {
        let fail = |e: io::Error| {
            let place = inside.display();
            Error::Unavailable(format!(
                "cannot recover below {place}: {e}; name another directory with --scratch"
            ))
        };
        std::fs::create_dir_all(inside).map_err(fail)?;
        let scratch = tempfile::Builder::new().prefix("adjutant-recovery-").tempdir_in(inside);
        let scratch = scratch.map_err(fail)?;
        let path = scratch.path().join("adjutant.sqlite");
        let recovered = continuous_backup::recover(directory, until, &path)?;
        let made = recovered.as_of.to_utc().unwrap_or_default();
        let made = made.to_rfc3339_opts(SecondsFormat::Micros, true);
        say!("{}: recovered as of {made}", directory.display());
        if recovered.is_cut_off {
            say!("its last change was not written to its end and is left out");
        }
        if let Some(damage) = recovered.damage {
            say!("{damage}. What was committed after {made} is not there");
        }
        let key_file = scratch.path().join("seal.key");
        let database = Database::open(&AppSettings { database: Location::Sqlite(path), key_file })?;
        database.migrate()?;
        let file = scratch.path().join("recovered.backup");
        let mut output = Output::open_private(&file).map_err(fail)?;
        database.backup(BufWriter::new(&mut output), &made, &mut |_| ())?;
        output.persist().map_err(fail)?;
        Ok(RecoveredBackup { file, _directory: scratch })
    }
}
