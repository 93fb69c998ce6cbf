//! Runs SQL typed by the operator on a SQLite file, with the built-in library.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rusqlite::config::DbConfig;
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::types::ValueRef;
use rusqlite::{Connection, ErrorCode, OpenFlags, Row};

use super::connection::check_sqlite_version;
use super::{Result, StoreError};

/// How long a statement waits for another program's lock: longer for writes, as imports write in
/// turns.
const READ_BUSY_TIMEOUT: Duration = Duration::from_secs(5);
const WRITE_BUSY_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum size of a result in bytes. It is held in memory rather than read while it is
/// printed, so that slow output does not block checkpoints.
const MAX_RESULT_BYTES: usize = 256 << 20;
/// Virtual machine steps between checks of the time limit.
const STEPS_PER_TIME_CHECK: i32 = 10_000;
/// The number of faults listed when a commit is refused.
const MAX_LISTED_FAULTS: usize = 10;
/// PRAGMAs that may be given a value: they only read, or last no longer than the transaction.
const ALLOWED_PRAGMAS: [&str; 11] = [
    "table_info",
    "table_xinfo",
    "table_list",
    "index_list",
    "index_info",
    "index_xinfo",
    "foreign_key_list",
    "foreign_key_check",
    "integrity_check",
    "quick_check",
    "defer_foreign_keys",
];

#[derive(Debug, Clone, PartialEq)]
pub enum SqlValue {
    Null,
    Integer(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// The result of a statement.
#[derive(Debug, Clone, PartialEq)]
pub struct StatementOutput {
    /// The column names; empty for a statement without a result.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<SqlValue>>,
    /// The number of changed rows, including changes by triggers.
    pub changed: u64,
}

/// Why a statement was refused or failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SqlError {
    /// SQLite's message, or ours if we refused it.
    pub message: String,
    /// The position in the statement, in bytes.
    pub offset: Option<usize>,
}

impl SqlError {
    fn new(message: impl Into<String>) -> SqlError {
        SqlError { message: message.into(), offset: None }
    }
}

impl From<rusqlite::Error> for SqlError {
    fn from(e: rusqlite::Error) -> SqlError {
        match e {
            rusqlite::Error::SqlInputError { msg, offset, .. } => {
                SqlError { message: msg, offset: usize::try_from(offset).ok() }
            }
            rusqlite::Error::InvalidParameterCount(..) => {
                SqlError::new("write values in place of the parameters (?, :name, @name, $name)")
            }
            other => SqlError::new(other.to_string()),
        }
    }
}

/// A SQLite file opened for reading, or for changes in one transaction, which is rolled back on
/// drop unless committed.
pub struct SqliteShell {
    connection: Connection,
    /// The time limit per statement; `None` for writing.
    limit: Option<Duration>,
    /// Why the authorizer refused the last statement.
    refused: Arc<Mutex<Option<&'static str>>>,
}

impl SqliteShell {
    /// Opens a file for reading, with a time limit per statement.
    pub fn open_read_only(path: &Path, limit: Duration) -> Result<SqliteShell> {
        let begin = "PRAGMA query_only = ON";
        SqliteShell::open(
            path,
            OpenFlags::SQLITE_OPEN_READ_ONLY,
            READ_BUSY_TIMEOUT,
            begin,
            Some(limit),
        )
    }

    /// Opens a file for writing with the service's durability settings and begins the transaction.
    ///
    /// # Errors
    /// Returns [`StoreError::Open`] with SQLite's own reason, also if another program has been
    /// writing for 30 s.
    pub fn open_writable(path: &Path) -> Result<SqliteShell> {
        let begin = "PRAGMA foreign_keys = ON; PRAGMA synchronous = FULL; \
            PRAGMA secure_delete = ON; BEGIN IMMEDIATE";
        SqliteShell::open(path, OpenFlags::SQLITE_OPEN_READ_WRITE, WRITE_BUSY_TIMEOUT, begin, None)
    }

    fn open(
        path: &Path,
        flags: OpenFlags,
        wait: Duration,
        begin: &str,
        limit: Option<Duration>,
    ) -> Result<SqliteShell> {
        let fail = |reason: String| StoreError::Open { place: path.display().to_string(), reason };
        check_sqlite_version(rusqlite::version()).map_err(fail)?;
        let open = || -> rusqlite::Result<Connection> {
            let connection =
                Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
            connection.busy_timeout(wait)?;
            // Disables `writable_schema`, which could make the file unreadable.
            connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
            connection.execute_batch(begin)?;
            Ok(connection)
        };
        let connection = open().map_err(|e| match e.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy) => {
                fail(format!("{e}: another program is changing it; wait until that has ended"))
            }
            _ => fail(e.to_string()),
        })?;
        Ok(SqliteShell { connection, limit, refused: Arc::default() })
    }

    pub fn sqlite_version() -> &'static str {
        rusqlite::version()
    }

    /// The versions of the applied migrations; empty for a database of another program, or no
    /// database.
    pub fn applied_migrations(&self) -> Result<Vec<String>> {
        const IS_THERE: &str = "SELECT EXISTS (SELECT 1 FROM sqlite_schema \
            WHERE type = 'table' AND name = '__diesel_schema_migrations')";
        const ALL: &str = "SELECT version FROM __diesel_schema_migrations ORDER BY version";
        let read = || -> rusqlite::Result<Vec<String>> {
            if !self.connection.query_row(IS_THERE, [], |row| row.get(0))? {
                return Ok(Vec::new());
            }
            self.connection.prepare(ALL)?.query_map([], |row| row.get(0))?.collect()
        };
        read().or_else(|e| match e.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Ok(Vec::new()),
            _ => Err(StoreError::Open {
                place: self.connection.path().unwrap_or_default().to_owned(),
                reason: format!("{e}; may you read it, and write in its directory?"),
            }),
        })
    }

    /// Runs a statement.
    ///
    /// # Errors
    /// Returns an error if SQLite or this shell refuses it, it takes too long, or its result is too
    /// large.
    pub fn run(&self, sql: &str) -> Result<StatementOutput, SqlError> {
        self.install_guards()?;
        let done = self.step_rows(sql);
        self.connection.authorizer(None::<fn(AuthContext<'_>) -> Authorization>)?;
        self.connection.progress_handler(0, None::<fn() -> bool>)?;
        let refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner).take();
        match refused {
            Some(why) => Err(SqlError::new(why)),
            None => done,
        }
    }

    /// Installs the authorizer and the time limit.
    fn install_guards(&self) -> Result<(), SqlError> {
        let (writes, refused) = (self.limit.is_none(), Arc::clone(&self.refused));
        let judge = move |context: AuthContext<'_>| match refusal_reason(&context.action, writes) {
            None => Authorization::Allow,
            Some(why) => {
                *refused.lock().unwrap_or_else(PoisonError::into_inner) = Some(why);
                Authorization::Deny
            }
        };
        self.connection.authorizer(Some(judge))?;
        if let Some(limit) = self.limit {
            let began = Instant::now();
            self.connection
                .progress_handler(STEPS_PER_TIME_CHECK, Some(move || began.elapsed() > limit))?;
        }
        Ok(())
    }

    fn step_rows(&self, sql: &str) -> Result<StatementOutput, SqlError> {
        let before = self.connection.total_changes();
        let mut statement = self.connection.prepare(sql)?;
        if self.limit.is_some() && !statement.readonly() {
            return Err(SqlError::new(
                "this would change the database, which is open for reading alone; \
                 stop the server and give --write to change it",
            ));
        }
        let columns: Vec<String> =
            statement.column_names().into_iter().map(str::to_owned).collect();
        let (mut rows, mut bytes) = (Vec::new(), 0);
        let mut found = statement.query([])?;
        while let Some(row) = found.next().map_err(|e| self.explain_error(e))? {
            let row = row_values(row, columns.len())?;
            bytes += row.iter().map(approximate_size).sum::<usize>();
            if bytes > MAX_RESULT_BYTES {
                return Err(SqlError::new(format!(
                    "the result has more than {} MB; ask for less, by WHERE or LIMIT",
                    MAX_RESULT_BYTES >> 20
                )));
            }
            rows.push(row);
        }
        Ok(StatementOutput { columns, rows, changed: self.connection.total_changes() - before })
    }

    fn explain_error(&self, e: rusqlite::Error) -> SqlError {
        match (e.sqlite_error_code(), self.limit) {
            (Some(ErrorCode::OperationInterrupted), Some(limit)) => SqlError::new(format!(
                "it took longer than {} s, and while something is read for long the write-ahead log \
                 grows; ask for less, or give it longer by --timeout",
                limit.as_secs()
            )),
            _ => SqlError::from(e),
        }
    }

    pub fn tables(&self) -> Result<StatementOutput, SqlError> {
        self.run(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') \
             AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
        )
    }

    /// The statements that created a table, its indices and triggers, or all of them.
    pub fn schema(&self, table: Option<&str>) -> Result<Vec<String>, SqlError> {
        const ASKS: &str = "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL \
            AND (?1 IS NULL OR tbl_name = ?1 COLLATE NOCASE) ORDER BY tbl_name, rowid";
        let mut statement = self.connection.prepare(ASKS)?;
        let rows = statement.query_map([table], |row| row.get(0))?;
        let made = rows.collect::<rusqlite::Result<Vec<String>>>()?;
        match (made.is_empty(), table) {
            (true, Some(table)) => {
                Err(SqlError::new(format!("there is no table {table}; .tables names all")))
            }
            _ => Ok(made),
        }
    }

    /// Describes the faults that the database would have after a commit.
    pub fn integrity_faults(&self) -> Result<Vec<String>, SqlError> {
        let reference = |row: &Row<'_>| {
            let (table, parent): (String, String) = (row.get(0)?, row.get(2)?);
            let row: Option<i64> = row.get(1)?;
            let row = row.map_or_else(String::new, |row| format!(", row {row},"));
            Ok(format!("{table}{row} refers to a row of {parent} that is not there"))
        };
        let mut faults = self.query_strings("PRAGMA foreign_key_check", reference)?;
        let said = self.query_strings("PRAGMA quick_check", |row| row.get(0))?;
        faults.extend(said.into_iter().filter(|said| said != "ok"));
        if faults.len() > MAX_LISTED_FAULTS {
            let more = faults.len() - MAX_LISTED_FAULTS;
            faults.truncate(MAX_LISTED_FAULTS);
            faults.push(format!("and {more} more"));
        }
        Ok(faults)
    }

    fn query_strings(
        &self,
        sql: &str,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<String>,
    ) -> Result<Vec<String>, SqlError> {
        let mut statement = self.connection.prepare(sql)?;
        let lines = statement.query_map([], read)?;
        Ok(lines.collect::<rusqlite::Result<Vec<String>>>()?)
    }

    /// Commits the changes; call [`SqliteShell::integrity_faults`] first.
    ///
    /// # Errors
    /// Returns an error if SQLite fails; nothing is then changed.
    pub fn commit(self) -> Result<(), SqlError> {
        Ok(self.connection.execute_batch("COMMIT")?)
    }
}

/// Why an action is refused; `None` if it is allowed.
fn refusal_reason(action: &AuthAction<'_>, writes: bool) -> Option<&'static str> {
    match action {
        AuthAction::Transaction { .. } | AuthAction::Savepoint { .. } if writes => Some(
            "all statements are one transaction already, which is kept at the end if none of them fails",
        ),
        AuthAction::Transaction { .. } | AuthAction::Savepoint { .. } => Some(
            "there are no transactions while reading: each statement reads by itself, so that \
             the write-ahead log of a running server does not grow",
        ),
        AuthAction::Attach { .. } | AuthAction::Detach { .. } => {
            Some("only one database is open here; `adjutant backup` writes a copy of it")
        }
        AuthAction::Pragma { pragma_name, pragma_value: Some(_) }
            if !ALLOWED_PRAGMAS.iter().any(|one| one.eq_ignore_ascii_case(pragma_name)) =>
        {
            Some("this PRAGMA cannot be set here")
        }
        _ => None,
    }
}

fn row_values(row: &Row<'_>, columns: usize) -> Result<Vec<SqlValue>, SqlError> {
    (0..columns)
        .map(|column| {
            Ok(match row.get_ref(column)? {
                ValueRef::Null => SqlValue::Null,
                ValueRef::Integer(number) => SqlValue::Integer(number),
                ValueRef::Real(number) => SqlValue::Real(number),
                ValueRef::Text(text) => SqlValue::Text(String::from_utf8_lossy(text).into_owned()),
                ValueRef::Blob(bytes) => SqlValue::Blob(bytes.to_vec()),
            })
        })
        .collect()
}

/// The approximate size of a value in memory.
fn approximate_size(value: &SqlValue) -> usize {
    size_of::<SqlValue>()
        + match value {
            SqlValue::Text(text) => text.len(),
            SqlValue::Blob(bytes) => bytes.len(),
            SqlValue::Null | SqlValue::Integer(_) | SqlValue::Real(_) => 0,
        }
}
