//! One serving instance a database.

use std::fs::{File, OpenOptions, TryLockError};

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
            Location::Sqlite(path) => {
                let beside = path.with_extension("lock");
                let fail = |e: std::io::Error| StoreError::Open {
                    place: beside.display().to_string(),
                    reason: e.to_string(),
                };
                let file = OpenOptions::new()
                    .create(true)
                    .truncate(false)
                    .write(true)
                    .open(&beside)
                    .map_err(fail)?;
                match file.try_lock() {
                    Ok(()) => Ok(ServingLock::File(file)),
                    Err(TryLockError::WouldBlock) => Err(in_use()),
                    Err(TryLockError::Error(e)) => Err(fail(e)),
                }
            }
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
