//! Helpers for queries on either engine.

use diesel::QueryResult;

use super::Result;

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
