//! Helpers for queries on either engine.

use diesel::{QueryResult, Selectable};

use super::Result;
use super::any_connection::MultiBackend;

/// Keys per statement, which takes a limited number of values.
pub(super) const KEYS_PER_STATEMENT: usize = 500;

/// These keys in ascending order, each once.
pub fn distinct<K: Ord>(keys: impl IntoIterator<Item = K>) -> Vec<K> {
    let mut keys: Vec<K> = keys.into_iter().collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

/// Loads the rows of these keys, some hundred per query.
pub(super) fn load_in_chunks<K, R, C: FromIterator<R>>(
    keys: &[K],
    mut load: impl FnMut(&[K]) -> QueryResult<Vec<R>>,
) -> Result<C> {
    let mut found = Vec::with_capacity(keys.len());
    for chunk in keys.chunks(KEYS_PER_STATEMENT) {
        found.append(&mut load(chunk)?);
    }
    Ok(found.into_iter().collect())
}

/// Runs the same query on the connection of either engine, for operations that the enum does not
/// support.
macro_rules! on_engine {
    ($connection:expr, $inner:ident => $query:expr) => {
        match $connection.engine() {
            $crate::Engine::Postgres($inner) => $query,
            $crate::Engine::Sqlite($inner) => $query,
        }
    };
}
pub(super) use on_engine;

/// The columns of a row, for queries that run on the connection of either engine: `as_select` would
/// be bound to one of them.
pub(super) fn columns_of<R: Selectable<MultiBackend>>() -> R::SelectExpression {
    R::construct_selection()
}

/// Passes each row of a large query to a closure without holding all of them in memory; PostgreSQL
/// would otherwise send all rows before the first one is seen.
macro_rules! for_each_row {
    ($connection:expr, $query:expr, $row:ty, $tell:expr) => {
        match $connection.engine() {
            $crate::Engine::Postgres(inner) => {
                use diesel::pg::PgRowByRowLoadingMode;
                for row in $query.load_iter::<$row, PgRowByRowLoadingMode>(inner)? {
                    $tell(row?);
                }
            }
            $crate::Engine::Sqlite(inner) => {
                use diesel::connection::DefaultLoadingMode;
                for row in $query.load_iter::<$row, DefaultLoadingMode>(inner)? {
                    $tell(row?);
                }
            }
        }
    };
}
pub(super) use for_each_row;

/// Inserts a `Vec` of rows: with COPY into PostgreSQL, with one prepared statement into SQLite.
macro_rules! insert_all {
    ($connection:expr, $table:expr, $rows:expr) => {
        match $connection.engine() {
            $crate::Engine::Postgres(inner) => {
                diesel::copy_from($table).from_insertable($rows).execute(inner)?;
            }
            $crate::Engine::Sqlite(inner) => {
                for row in $rows {
                    diesel::insert_into($table).values(row).execute(inner)?;
                }
            }
        }
    };
}
pub(super) use insert_all;
