//! One serving instance a database.

use std::fs::{File, OpenOptions, TryLockError};
use std::path::{Path, PathBuf};

use diesel::sql_types::{BigInt, Bool};
use diesel::{QueryableByName, RunQueryDsl};

use super::{AnyConnection, Location, Store, StoreError};

/// Held while this process serves the database; let go when dropped.
pub enum ServingLock {
    /// An advisory lock on a file beside the SQLite database.
    File(File),
    /// A session lock of PostgreSQL, for as long as the connection lives.
    Session(Box<AnyConnection>),
}

/// The key of the advisory lock: "adjutant" as eight bytes.
const KEY: i64 = 0x6164_6a75_7461_6e74;

#[derive(QueryableByName)]
struct Locked {
    #[diesel(sql_type = Bool)]
    locked: bool,
}

impl ServingLock {
    /// Takes the lock.
    ///
    /// # Errors
    /// [`StoreError::InUse`] where another instance holds it.
    pub fn take(store: &Store) -> Result<ServingLock, StoreError> {
        let in_use = || {
            StoreError::InUse(format!(
                "another adjutant already serves {}; stop it first, or give this one another \
                 --data-dir",
                store.location()
            ))
        };
        match store.location() {
            Location::Sqlite(path) => match file_lock(path)? {
                Some(file) => Ok(ServingLock::File(file)),
                None => Err(in_use()),
            },
            Location::Postgres(_) => {
                let mut connection = store.dedicated()?;
                let row: Locked = diesel::sql_query("SELECT pg_try_advisory_lock($1) AS locked")
                    .bind::<BigInt, _>(KEY)
                    .get_result(&mut connection)?;
                if row.locked {
                    Ok(ServingLock::Session(Box::new(connection)))
                } else {
                    Err(in_use())
                }
            }
        }
    }
}

/// The lock beside the file that `path` is in the end, by whatever links it is reached; `None`
/// where another process holds it.
fn file_lock(path: &Path) -> Result<Option<File>, StoreError> {
    let fail = |place: &Path, e: std::io::Error| StoreError::Open {
        place: place.display().to_string(),
        reason: e.to_string(),
    };
    let mut beside = path.canonicalize().map_err(|e| fail(path, e))?.into_os_string();
    // The whole name, for data.db and data.sqlite are two databases.
    beside.push(".lock");
    let beside = PathBuf::from(beside);
    let mut options = OpenOptions::new();
    let file = options.create(true).truncate(false).write(true).open(&beside);
    let file = file.map_err(|e| fail(&beside, e))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(e)) => Err(fail(&beside, e)),
    }
}
