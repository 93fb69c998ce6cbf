//! Transactions whose work fails with an error of its own.

use diesel::Connection;

use super::{AnyConnection, StoreError};

/// What ends a transaction without effect.
enum Failure<E> {
    Work(E),
    Engine(diesel::result::Error),
}

impl<E> From<diesel::result::Error> for Failure<E> {
    fn from(error: diesel::result::Error) -> Self {
        Failure::Engine(error)
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
    let done = connection.transaction(|connection| work(connection).map_err(Failure::Work));
    done.map_err(|failure| match failure {
        Failure::Work(error) => error,
        Failure::Engine(error) => StoreError::Database(error).into(),
    })
}
