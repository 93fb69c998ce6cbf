//! A SQL shell for whoever runs the server: reading beside it, and changing while it is stopped.

use std::path::Path;
use std::time::Duration;

use crate::store::sqlite_shell::SqliteShell;
use crate::store::{Location, ServingLock, sqlite_status};

use super::database::is_there;
use super::{AppSettings, Error};

pub use crate::store::sqlite_shell::{SqlError, SqlValue, StatementOutput};

/// What a shell is opened for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Reading, also beside a running server; a statement may take so long.
    Read(Duration),
    /// Changing, in one transaction, while no server runs.
    Write,
}

/// A database that was made by this program, open for SQL.
pub struct SqlShell {
    shell: SqliteShell,
    /// Names of migrations that it lacks.
    pending: Vec<String>,
    /// Held for as long as it may be changed.
    _lock: Option<ServingLock>,
}

/// Why what was changed is not kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotKept {
    /// It would leave this wrong with the database.
    Faults(Vec<String>),
    Failed(SqlError),
}

impl SqlShell {
    /// Opens the database after a look at whose it is.
    ///
    /// # Errors
    /// [`Error::Invalid`] for PostgreSQL, [`Error::NotFound`] where there is no file, [`Error::Unavailable`]
    /// where it is no database of this program or a newer one's; to change it also [`Error::Conflict`] where
    /// it is older or a server has it.
    pub fn open(settings: &AppSettings, access: Access) -> Result<SqlShell, Error> {
        let location = &settings.database;
        let Location::Sqlite(path) = location else {
            return Err(Error::invalid(
                "database-url",
                "this shell is for SQLite; open PostgreSQL by its own: psql \"postgres://…\"",
            ));
        };
        is_there(location)?;
        let limit = match access {
            Access::Read(limit) => limit,
            Access::Write => Duration::MAX,
        };
        let shell = SqliteShell::open_read_only(path, limit)?;
        let pending = pending(&shell, location)?;
        if let Access::Read(_) = access {
            return Ok(SqlShell { shell, pending, _lock: None });
        }
        drop(shell);
        SqlShell::writing(path, location)
    }

    fn writing(path: &Path, location: &Location) -> Result<SqlShell, Error> {
        let lock = ServingLock::try_acquire_file(path)?.ok_or_else(|| {
            Error::conflict(format!(
                "adjutant serves {location}, or somebody else changes it by `adjutant db --write`; \
                 stop the server first, or leave --write away to read"
            ))
        })?;
        let shell = SqliteShell::open_writable(path)?;
        // Asked again, for now nobody else can change it.
        let pending = pending(&shell, location)?;
        if !pending.is_empty() {
            return Err(Error::conflict(format!(
                "{location} is older than this program; run `adjutant migrate` first, or change it with \
                 the version that serves it"
            )));
        }
        Ok(SqlShell { shell, pending, _lock: Some(lock) })
    }

    /// The version of SQLite that reads it.
    #[must_use]
    pub fn version() -> &'static str {
        SqliteShell::sqlite_version()
    }

    /// Names of migrations that the database lacks.
    #[must_use]
    pub fn pending(&self) -> &[String] {
        &self.pending
    }

    /// Runs one statement. Once one has failed, a database that is being changed is to be dropped.
    ///
    /// # Errors
    /// Where it is refused or fails.
    pub fn run(&self, sql: &str) -> Result<StatementOutput, SqlError> {
        self.shell.run(sql)
    }

    /// The names of all tables and views.
    ///
    /// # Errors
    /// Where they cannot be read.
    pub fn tables(&self) -> Result<StatementOutput, SqlError> {
        self.shell.tables()
    }

    /// The statements that made a table, or all of them.
    ///
    /// # Errors
    /// Where there is no such table, or it cannot be read.
    pub fn schema(&self, table: Option<&str>) -> Result<Vec<String>, SqlError> {
        self.shell.schema(table)
    }

    /// Keeps what was changed, if nothing is wrong with the database then; otherwise nothing was changed.
    ///
    /// # Errors
    /// Why it is not kept.
    pub fn keep(self) -> Result<(), NotKept> {
        let faults = self.shell.integrity_faults().map_err(NotKept::Failed)?;
        if !faults.is_empty() {
            return Err(NotKept::Faults(faults));
        }
        self.shell.commit().map_err(NotKept::Failed)
    }
}

/// What the database lacks.
fn pending(shell: &SqliteShell, location: &Location) -> Result<Vec<String>, Error> {
    let status = sqlite_status(shell.applied_migrations()?, location)?;
    let status = status.ok_or_else(|| {
        Error::Unavailable(format!(
            "{location} is no database of adjutant; is --data-dir or --database-url right?"
        ))
    })?;
    Ok(status.pending)
}
