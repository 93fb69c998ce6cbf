//! Transactions with application errors, and the reaction to disk failures.

use std::sync::OnceLock;

use diesel::Connection;

use super::{AnyConnection, Result, StoreError};

/// Called on a disk failure.
static DISK_FAILURE_HOOK: OnceLock<fn(&str)> = OnceLock::new();

/// Sets the function called with the engine's message when SQLite cannot write or sync a
/// transaction. After a failed sync the operating system may consider lost data written, so that a
/// retry would wrongly succeed: a server must stop and read the data again. Only the first call has
/// an effect.
pub fn set_disk_failure_hook(stop: fn(&str)) {
    let _second = DISK_FAILURE_HOOK.set(stop);
}

/// Why a transaction is rolled back.
enum TransactionError<E> {
    Work(E),
    Engine(diesel::result::Error),
}

impl<E> From<diesel::result::Error> for TransactionError<E> {
    fn from(error: diesel::result::Error) -> Self {
        TransactionError::Engine(error)
    }
}

/// Runs `work` in one transaction, which is committed only if `work` succeeds. Its first statement
/// should write, so that it waits for other writers before it reads.
pub fn in_transaction<T, E: From<StoreError>>(
    conn: &mut AnyConnection,
    work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
) -> Result<T, E> {
    let done = conn.transaction(|conn| work(conn).map_err(TransactionError::Work));
    done.map_err(|failure| match failure {
        TransactionError::Work(error) => error,
        TransactionError::Engine(error) => {
            let error = StoreError::Database(error);
            let on_disk = conn.is_sqlite();
            if let Some(stop) =
                DISK_FAILURE_HOOK.get().filter(|_| on_disk && error.is_disk_io_error())
            {
                stop(&error.to_string());
            }
            error.into()
        }
    })
}
