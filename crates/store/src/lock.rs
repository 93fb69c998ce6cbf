//! Locks: who serves a database, and one rating update at a time.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};
use std::time::Duration;

use diesel::sql_types::{BigInt, Bool, Integer, Text};
use diesel::{QueryableByName, RunQueryDsl};

use super::{
    AnyConnection, Location, Result, Store, StoreError, TrackedConnection, with_private_mode,
};

/// Held while this process serves the database, or while nobody may; released when dropped.
pub enum ServingLock {
    /// A lock on a file beside the SQLite database.
    File(File),
    /// A session-level advisory lock of PostgreSQL, held as long as the connection lives.
    Session(Box<LockSession>),
}

/// A session that holds the lock.
pub struct LockSession {
    connection: TrackedConnection,
    /// Its server process.
    backend: PostgresBackend,
    sharing: Sharing,
}

/// Whether others may hold the lock, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sharing {
    Shared,
    Alone,
}

/// A PostgreSQL server process; its start time distinguishes it from a later one with the same id.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
struct PostgresBackend {
    #[diesel(sql_type = Integer)]
    pid: i32,
    #[diesel(sql_type = Text)]
    since: String,
}

/// The key of the advisory lock: "adjutant" as eight bytes.
const SERVING_KEY: i64 = 0x6164_6a75_7461_6e74;
/// The key of the rating lock.
const RATING_KEY: i64 = SERVING_KEY + 1;
/// How often, and at what interval, to try to get the rating lock.
const RATING_ATTEMPTS: u32 = 12_000;
const RATING_PAUSE: Duration = Duration::from_millis(50);
/// How often to try to get the lock while the own lost session still holds it.
const TAKEOVER_ATTEMPTS: u32 = 20;

#[derive(QueryableByName)]
struct TerminatedRow {
    #[diesel(sql_type = Bool)]
    done: bool,
}

impl ServingLock {
    /// Acquires the lock for a server. A SQLite database has one server, a PostgreSQL database any number.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`] if another instance serves a SQLite database, or if a command
    /// holds the lock alone.
    pub fn acquire(store: &Store) -> Result<ServingLock> {
        ServingLock::acquire_as(store, Sharing::Shared)
    }

    /// Acquires the lock for a command beside which nobody may serve the database.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`] if anybody holds it.
    pub fn acquire_alone(store: &Store) -> Result<ServingLock> {
        ServingLock::acquire_as(store, Sharing::Alone)
    }

    fn acquire_as(store: &Store, sharing: Sharing) -> Result<ServingLock> {
        match store.location() {
            Location::Sqlite(path) => match ServingLock::try_acquire_file(path)? {
                Some(lock) => {
                    keep_to_oneself(path);
                    Ok(lock)
                }
                None => Err(in_use_error(store, Sharing::Alone)),
            },
            Location::Postgres(_) => match try_lock_session(store, sharing)? {
                Some(session) => Ok(ServingLock::Session(Box::new(session))),
                None => Err(in_use_error(store, sharing)),
            },
        }
    }

    /// Acquires the lock of a SQLite file; `None` if another process holds it.
    pub fn try_acquire_file(path: &Path) -> Result<Option<ServingLock>> {
        Ok(file_lock(path, ".lock")?.map(ServingLock::File))
    }

    /// Checks that the lock is still held, or acquires it again: a session ends with its server,
    /// and another server does not know of it.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`] if another instance holds it now, and another error if that is
    /// unknown because the server does not respond.
    pub fn ensure_held(&mut self, store: &Store) -> Result<()> {
        let ServingLock::Session(held) = self else { return Ok(()) };
        store.refresh_primary();
        if !store.is_superseded(&held.connection) && current_backend(&mut held.connection).is_ok() {
            return Ok(());
        }
        for _ in 0..TAKEOVER_ATTEMPTS {
            if let Some(session) = try_lock_session(store, held.sharing)? {
                **held = session;
                return Ok(());
            }
            // A broken connection leaves the own lost session behind, with the lock.
            let mut connection = store.dedicated_connection()?;
            match lock_holder(&mut connection)? {
                Some(holder) if holder == held.backend => {
                    terminate_backend(&mut connection, &holder)?
                }
                Some(_) => return Err(in_use_error(store, held.sharing)),
                None => {}
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Err(in_use_error(store, held.sharing))
    }
}

/// The lock of rating updates across all processes; released when dropped.
pub struct RatingLock {
    /// The lock file beside a SQLite database; with PostgreSQL, the connection holds the lock.
    _file: Option<File>,
}

impl RatingLock {
    /// Waits for the lock, which lasts as long as this and `connection` live.
    ///
    /// # Errors
    /// Returns [`StoreError::InUse`] if another process has held it for ten minutes.
    pub fn acquire(store: &Store, connection: &mut AnyConnection) -> Result<RatingLock> {
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

/// Removes the permissions of others on the database's files, which an older version or a copy may
/// have left.
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

fn in_use_error(store: &Store, sharing: Sharing) -> StoreError {
    let place = store.location();
    StoreError::InUse(match (store.location(), sharing) {
        (Location::Sqlite(_), _) => format!(
            "another adjutant already serves {place}; stop it first, or give this one another --data-dir"
        ),
        (Location::Postgres(_), Sharing::Alone) => {
            format!("an adjutant already serves {place}; stop all of its servers first")
        }
        (Location::Postgres(_), Sharing::Shared) => format!(
            "a command that works alone, such as a restore, is running on {place}; start the server when it has ended"
        ),
    })
}

/// Opens a session with the lock; `None` if another one holds it.
fn try_lock_session(store: &Store, sharing: Sharing) -> Result<Option<LockSession>> {
    let mut connection = store.tracked_connection()?;
    let backend = current_backend(&mut connection)?;
    let asks = match sharing {
        Sharing::Shared => "SELECT pg_try_advisory_lock_shared($1) AS done",
        Sharing::Alone => "SELECT pg_try_advisory_lock($1) AS done",
    };
    let row: TerminatedRow =
        diesel::sql_query(asks).bind::<BigInt, _>(SERVING_KEY).get_result(&mut *connection)?;
    Ok(row.done.then_some(LockSession { connection, backend, sharing }))
}

/// The server process of a connection.
fn current_backend(connection: &mut AnyConnection) -> Result<PostgresBackend> {
    const ASKS: &str = "SELECT pid, backend_start::text AS since FROM pg_stat_activity \
        WHERE pid = pg_backend_pid()";
    Ok(diesel::sql_query(ASKS).get_result(connection)?)
}

/// The server process that holds the lock.
fn lock_holder(connection: &mut AnyConnection) -> Result<Option<PostgresBackend>> {
    // The key of an advisory lock is split into two halves (PostgreSQL, "pg_locks").
    const ASKS: &str = "SELECT a.pid, a.backend_start::text AS since FROM pg_locks l \
        JOIN pg_stat_activity a ON a.pid = l.pid WHERE l.locktype = 'advisory' AND l.granted \
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database()) \
        AND (l.classid::bigint << 32) + l.objid::bigint = $1";
    let rows: Vec<PostgresBackend> =
        diesel::sql_query(ASKS).bind::<BigInt, _>(SERVING_KEY).get_results(connection)?;
    Ok(rows.into_iter().next())
}

fn terminate_backend(connection: &mut AnyConnection, backend: &PostgresBackend) -> Result<()> {
    let _ended: TerminatedRow = diesel::sql_query("SELECT pg_terminate_backend($1) AS done")
        .bind::<Integer, _>(backend.pid)
        .get_result(connection)?;
    Ok(())
}

/// Locks a file beside the one to which `path` resolves, whatever links lead to it; `None` if
/// another process holds the lock.
fn file_lock(path: &Path, ending: &str) -> Result<Option<File>> {
    let fail = |place: &Path, e: std::io::Error| StoreError::Open {
        place: place.display().to_string(),
        reason: e.to_string(),
    };
    let mut beside = path.canonicalize().map_err(|e| fail(path, e))?.into_os_string();
    // Appended to the whole name, since data.db and data.sqlite are different databases.
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
