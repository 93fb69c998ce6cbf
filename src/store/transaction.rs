//! Transactions whose work fails with an error of its own, and what is done where the disk fails.

use std::sync::OnceLock;

use diesel::Connection;

use super::{AnyConnection, StoreError};

/// Told where the disk fails, if anybody wants to be.
static DISK_FAILURE_HOOK: OnceLock<fn(&str)> = OnceLock::new();

/// Has `stop` told, with the engine's words, where SQLite cannot write or sync a transaction. After a
/// sync that failed the system may take for written what is lost, so that a second try may succeed and
/// lie: whoever serves stops, and what lasts is read anew. Only the first is told.
pub fn set_disk_failure_hook(stop: fn(&str)) {
    let _second = DISK_FAILURE_HOOK.set(stop);
}

/// What ends a transaction without effect.
enum TransactionError<E> {
    Work(E),
    Engine(diesel::result::Error),
}

impl<E> From<diesel::result::Error> for TransactionError<E> {
    fn from(error: diesel::result::Error) -> Self {
        TransactionError::Engine(error)
    }
}

/// Runs `work` in one transaction, which counts only if `work` succeeds. Its first statement
/// should write, so that it waits for other writers before it reads.
///
/// # Errors
/// Those of `work`, and [`StoreError::Database`] where the engine cannot begin or commit.
pub fn in_transaction<T, E: From<StoreError>>(
    connection: &mut AnyConnection,
    work: impl FnOnce(&mut AnyConnection) -> Result<T, E>,
) -> Result<T, E> {
    let done =
        connection.transaction(|connection| work(connection).map_err(TransactionError::Work));
    done.map_err(|failure| match failure {
        TransactionError::Work(error) => error,
        TransactionError::Engine(error) => {
            let error = StoreError::Database(error);
            let on_disk = connection.is_sqlite();
            if let Some(stop) =
                DISK_FAILURE_HOOK.get().filter(|_| on_disk && error.is_disk_io_error())
            {
                stop(&error.to_string());
            }
            error.into()
        }
    })
}
