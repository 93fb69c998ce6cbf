//! One serving instance a database.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel::sql_types::{BigInt, Bool, Integer, Text};
use diesel::{QueryableByName, RunQueryDsl};

use super::{AnyConnection, Location, Store, StoreError, TrackedConnection, with_private_mode};

/// Held while this process serves the database; let go when dropped.
pub enum ServingLock {
    /// An advisory lock on a file beside the SQLite database.
    File(File),
    /// A session lock of PostgreSQL, for as long as the connection lives.
    Session(Box<LockSession>),
}

/// A session with the lock.
pub struct LockSession {
    connection: TrackedConnection,
    /// Its process on the server.
    backend: PostgresBackend,
}

/// A process of a PostgreSQL server, which is told from a later one of the same number by its start.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
struct PostgresBackend {
    #[diesel(sql_type = Integer)]
    pid: i32,
    #[diesel(sql_type = Text)]
    since: String,
}

/// The key of the advisory lock: "adjutant" as eight bytes.
const SERVING_KEY: i64 = 0x6164_6a75_7461_6e74;
/// The key of the one who rates.
const RATING_KEY: i64 = SERVING_KEY + 1;
/// So often, and so long apart, whoever wants to rate looks whether another one has ended.
const RATING_ATTEMPTS: u32 = 12_000;
const RATING_PAUSE: Duration = Duration::from_millis(50);
/// So often somebody whose own lost session still holds the lock looks whether that has ended.
const TAKEOVER_ATTEMPTS: u32 = 20;

#[derive(QueryableByName)]
struct TerminatedRow {
    #[diesel(sql_type = Bool)]
    done: bool,
}

impl ServingLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another instance holds it.
    pub fn acquire(store: &Store) -> Result<ServingLock, StoreError> {
        match store.location() {
            Location::Sqlite(path) => match ServingLock::try_acquire_file(path)? {
                Some(lock) => {
                    keep_to_oneself(path);
                    Ok(lock)
                }
                None => Err(in_use_error(store)),
            },
            Location::Postgres(_) => match try_lock_session(store)? {
                Some(session) => Ok(ServingLock::Session(Box::new(session))),
                None => Err(in_use_error(store)),
            },
        }
    }

    /// Takes the lock of a SQLite file; `None` where another process holds it.
    ///
    /// # Errors
    /// [`StoreError::Open`] where the file beside it cannot be made.
    pub fn try_acquire_file(path: &Path) -> Result<Option<ServingLock>, StoreError> {
        Ok(file_lock(path, ".lock")?.map(ServingLock::File))
    }

    /// Sees to it that it is still held: a session ends with its server, and another server knows
    /// nothing of it.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another instance holds it now; another one where nobody knows,
    /// for the server does not answer.
    pub fn ensure_held(&mut self, store: &Store) -> Result<(), StoreError> {
        let ServingLock::Session(held) = self else { return Ok(()) };
        store.refresh_primary();
        if !store.is_superseded(&held.connection) && current_backend(&mut held.connection).is_ok() {
            return Ok(());
        }
        for _ in 0..TAKEOVER_ATTEMPTS {
            if let Some(session) = try_lock_session(store)? {
                **held = session;
                return Ok(());
            }
            // A line that was cut leaves our own lost session behind, with the lock.
            let mut connection = store.dedicated_connection()?;
            match lock_holder(&mut connection)? {
                Some(holder) if holder == held.backend => {
                    terminate_backend(&mut connection, &holder)?
                }
                Some(_) => return Err(in_use_error(store)),
                None => {}
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(in_use_error(store))
    }
}

/// Held by the one who brings ratings up to date, whatever process that is; it ends with its holder.
pub struct RatingLock {
    /// Beside a SQLite database; PostgreSQL's is held by the connection it was taken with.
    _file: Option<File>,
}

impl RatingLock {
    /// Takes the lock for as long as this and `connection` live; waits for whoever has it.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another one has had it for ten minutes.
    pub fn acquire(
        store: &Store,
        connection: &mut AnyConnection,
    ) -> Result<RatingLock, StoreError> {
        for _ in 0..RATING_ATTEMPTS {
            match store.location() {
                Location::Sqlite(path) => {
                    if let Some(file) = file_lock(path, ".rating-lock")? {
                        return Ok(RatingLock { _file: Some(file) });
                    }
                }
                Location::Postgres(_) => {
                    let row: TerminatedRow =
                        diesel::sql_query("SELECT pg_try_advisory_lock($1) AS done")
                            .bind::<BigInt, _>(RATING_KEY)
                            .get_result(connection)?;
                    if row.done {
                        return Ok(RatingLock { _file: None });
                    }
                }
            }
            std::thread::sleep(RATING_PAUSE);
        }
        let what = "another process has been rating games for ten minutes; try again later";
        Err(StoreError::InUse(what.to_owned()))
    }
}

/// Takes others' rights to the database's files away: an older program, or a copy, may have left them.
#[cfg(unix)]
fn keep_to_oneself(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    for ending in ["", "-wal", "-shm"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        let mode = std::fs::metadata(&file).map_or(0, |about| about.permissions().mode());
        if mode & 0o077 == 0 {
            continue;
        }
        let narrowed = std::fs::set_permissions(&file, PermissionsExt::from_mode(mode & 0o700));
        let file = Path::new(&file).display();
        match narrowed {
            Ok(()) => tracing::warn!("others could read {file}; now they cannot"),
            Err(e) => tracing::warn!(error = %e, "others can read {file}; run chmod 600 on it"),
        }
    }
}

#[cfg(not(unix))]
fn keep_to_oneself(_: &Path) {}

fn in_use_error(store: &Store) -> StoreError {
    StoreError::InUse(format!(
        "another adjutant already serves {}; stop it first, or give this one another {}",
        store.location(),
        match store.location() {
            Location::Sqlite(_) => "--data-dir",
            Location::Postgres(_) => "--database-url",
        }
    ))
}

/// A session with the lock; `None` where another one has it.
fn try_lock_session(store: &Store) -> Result<Option<LockSession>, StoreError> {
    let mut connection = store.tracked_connection()?;
    let backend = current_backend(&mut connection)?;
    let row: TerminatedRow = diesel::sql_query("SELECT pg_try_advisory_lock($1) AS done")
        .bind::<BigInt, _>(SERVING_KEY)
        .get_result(&mut *connection)?;
    Ok(row.done.then_some(LockSession { connection, backend }))
}

/// The process that serves a connection.
fn current_backend(connection: &mut AnyConnection) -> Result<PostgresBackend, StoreError> {
    const ASKS: &str = "SELECT pid, backend_start::text AS since FROM pg_stat_activity \
        WHERE pid = pg_backend_pid()";
    Ok(diesel::sql_query(ASKS).get_result(connection)?)
}

/// The process that holds the lock.
fn lock_holder(connection: &mut AnyConnection) -> Result<Option<PostgresBackend>, StoreError> {
    // An advisory lock's key is its high and its low half (PostgreSQL, "pg_locks").
    const ASKS: &str = "SELECT a.pid, a.backend_start::text AS since FROM pg_locks l \
        JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' AND l.granted \
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
        AND (l.classid::bigint << 32) + l.objid::bigint = $1";
    let rows: Vec<PostgresBackend> =
        diesel::sql_query(ASKS).bind::<BigInt, _>(SERVING_KEY).get_results(connection)?;
    Ok(rows.into_iter().next())
}

/// Ends a process of the server.
fn terminate_backend(
    connection: &mut AnyConnection,
    backend: &PostgresBackend,
) -> Result<(), StoreError> {
    let _ended: TerminatedRow = diesel::sql_query("SELECT pg_terminate_backend($1) AS done")
        .bind::<Integer, _>(backend.pid)
        .get_result(connection)?;
    Ok(())
}

/// The lock beside the file that `path` is in the end, by whatever links it is reached; `None`
/// where another process holds it.
fn file_lock(path: &Path, ending: &str) -> Result<Option<File>, StoreError> {
    let fail = |place: &Path, e: std::io::Error| StoreError::Open {
        place: place.display().to_string(),
        reason: e.to_string(),
    };
    let mut beside = path.canonicalize().map_err(|e| fail(path, e))?.into_os_string();
    // The whole name, for data.db and data.sqlite are two databases.
    beside.push(ending);
    let beside = PathBuf::from(beside);
    let mut options = OpenOptions::new();
    let file = with_private_mode(options.create(true).truncate(false).write(true)).open(&beside);
    let file = file.map_err(|e| fail(&beside, e))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(e)) => Err(fail(&beside, e)),
    }
}
