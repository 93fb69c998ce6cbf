//! A SQL shell for the operator: reading beside a running server, writing while it is stopped.

use std::path::Path;
use std::time::Duration;

use adjutant_store::sqlite_shell::SqliteShell;
use adjutant_store::{Location, ServingLock, sqlite_status};

use super::database::is_there;
use super::{AppSettings, Error, Result};

pub use adjutant_store::sqlite_shell::{SqlError, SqlValue, StatementOutput};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Read-only, also beside a running server; with a timeout for each statement.
    Read(Duration),
    /// For changes in one transaction, while no server runs.
    Write,
}

/// A database of this program, opened for SQL.
pub struct SqlShell {
    shell: SqliteShell,
    /// The names of pending migrations.
    pending: Vec<String>,
    /// Held while changes are possible.
    _lock: Option<ServingLock>,
}

/// Why changes are not committed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotKept {
    /// They would leave these faults in the database.
    Faults(Vec<String>),
    Failed(SqlError),
}

impl SqlShell {
    /// Opens the database after checking that it belongs to this program.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] for PostgreSQL; [`Error::NotFound`] if there is no file; for
    /// writing also [`Error::Conflict`] if it is of an older version or in use by a server.
    pub fn open(settings: &AppSettings, access: Access) -> Result<SqlShell> {
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

    fn writing(path: &Path, location: &Location) -> Result<SqlShell> {
        let lock = ServingLock::try_acquire_file(path)?.ok_or_else(|| {
            Error::conflict(format!(
                "adjutant serves {location}, or somebody else changes it by `adjutant db --write`; \
                 stop the server first, or leave --write away to read"
            ))
        })?;
        let shell = SqliteShell::open_writable(path)?;
        // Checked again, because from now on nobody else can change it.
        let pending = pending(&shell, location)?;
        if !pending.is_empty() {
            return Err(Error::conflict(format!(
                "{location} is older than this program; run `adjutant migrate` first, or change it with \
                 the version that serves it"
            )));
        }
        Ok(SqlShell { shell, pending, _lock: Some(lock) })
    }

    pub fn version() -> &'static str {
        SqliteShell::sqlite_version()
    }

    /// The names of pending migrations.
    pub fn pending(&self) -> &[String] {
        &self.pending
    }

    /// Runs a statement. After a failure while writing, the shell must be dropped.
    pub fn run(&self, sql: &str) -> Result<StatementOutput, SqlError> {
        self.shell.run(sql)
    }

    pub fn tables(&self) -> Result<StatementOutput, SqlError> {
        self.shell.tables()
    }

    /// The statements that created a table, or all of them.
    pub fn schema(&self, table: Option<&str>) -> Result<Vec<String>, SqlError> {
        self.shell.schema(table)
    }

    /// Commits the changes if the database passes the integrity check; otherwise nothing is
    /// changed.
    pub fn keep(self) -> Result<(), NotKept> {
        let faults = self.shell.integrity_faults().map_err(NotKept::Failed)?;
        if !faults.is_empty() {
            return Err(NotKept::Faults(faults));
        }
        self.shell.commit().map_err(NotKept::Failed)
    }
}

fn pending(shell: &SqliteShell, location: &Location) -> Result<Vec<String>> {
    let status = sqlite_status(shell.applied_migrations()?, location)?;
    let status = status.ok_or_else(|| {
        Error::Unavailable(format!(
            "{location} is no database of adjutant; is --data-dir or --database-url right?"
        ))
    })?;
    Ok(status.pending)
}
