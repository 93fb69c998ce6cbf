//! Continuous backup of a SQLite database: a copy of its file, and after it every change, each within
//! a second of its commit. Any moment since the oldest copy can be recovered.
//!
//! The directory holds a *generation* for each copy, named by the moment at which it was begun:
//!
//! ```text
//! 20261128T093000.000000Z/
//!     base.zst           the database file, compressed with zstd
//!     000001.changes     pages of SQLite's log in the order of its commits, in blocks
//!     000002.changes     … one such file for each time that the log was restarted
//! ```
//!
//! A new generation is begun each day, and whenever the log was not followed to its end: when a
//! server that was stopped starts again, or when another program has restarted the log. What was
//! sealed stays sealed in it, and the sealing key is not in it.

mod block;
mod generation;
mod recovery;
mod shipper;

use std::path::{Path, PathBuf};

use adjutant_domain::moment::{HOUR, Micros};

use super::backup_directory::create_private;
use super::{Error, Location, Result};

pub use recovery::{Recovered, recover};
pub use shipper::{Shipped, Shipper};

use generation::Generation;

/// A directory of generations. Other files in it are left alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ContinuousBackup {
    pub directory: PathBuf,
    /// For how many hours back every moment can be recovered; at least 1.
    pub hours: u16,
    /// The size of SQLite's log in bytes above which it is left to SQLite if it cannot be copied.
    pub longest_log: u64,
}

impl ContinuousBackup {
    /// The usual limit of a log that cannot be copied: 1 GB.
    pub const LONGEST_LOG: u64 = 1 << 30;

    /// Creates the directory if it is not there, for its owner only.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] for a PostgreSQL database, [`Error::Unavailable`] with the directory and
    /// the remedy.
    pub fn prepare(&self, database: &Location) -> Result<()> {
        if matches!(database, Location::Postgres(_)) {
            return Err(Error::invalid("continuous_backup_dir", NO_SQLITE));
        }
        create_private(&self.directory).map_err(|e| unusable(&self.directory, &e))
    }

    /// Removes the generations without which every moment of the last hours can be recovered.
    fn remove_old(&self, now: Micros) -> Result<()> {
        let oldest = now.saturating_sub(i64::from(self.hours) * HOUR);
        let all = Generation::all(&self.directory)?;
        let complete = all.iter().filter(|one| one.begun <= oldest && one.has_base());
        let Some(needed) = complete.map(|one| one.begun).max() else { return Ok(()) };
        for one in all.iter().filter(|one| one.begun < needed) {
            one.remove()?;
        }
        Ok(())
    }
}

const NO_SQLITE: &str = "this works with SQLite only; PostgreSQL archives its log itself \
                         (archive_command, see docs/operating.md): leave this setting out";

fn unusable(path: &Path, e: &std::io::Error) -> Error {
    Error::Unavailable(format!(
        "the continuous backup {}: {e}; free space there, or name another directory",
        path.display()
    ))
}

/// A part of a backup that is not as it was written.
fn damaged(path: &Path, what: &str) -> Error {
    Error::invalid("backup", format!("{}: {what}; use another copy of it", path.display()))
}
