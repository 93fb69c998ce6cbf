//! Players by handle.

use diesel::prelude::*;

use super::names::{Named, name_key};
use super::schema::players;
use super::{AnyConnection, StoreError};

/// The player of this handle, whatever the case of its letters.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_handle(
    connection: &mut AnyConnection,
    handle: &str,
) -> Result<Option<Named>, StoreError> {
    let row: Option<(i32, String)> = players::table
        .filter(players::name_key.eq(name_key(handle)))
        .select((players::id, players::handle))
        .first(connection)
        .optional()?;
    Ok(row.map(|(id, name)| Named { id, name }))
}

/// The players with these ids, in no order.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_ids(connection: &mut AnyConnection, ids: &[i32]) -> Result<Vec<Named>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let rows: Vec<(i32, String)> = players::table
            .filter(players::id.eq_any(chunk))
            .select((players::id, players::handle))
            .load(connection)?;
        found.extend(rows.into_iter().map(|(id, name)| Named { id, name }));
    }
    Ok(found)
}

/// Players in the order of their keys, after `after`; with `prefix` only those whose
/// key begins so.
///
/// # Errors
/// [`StoreError::Database`].
pub fn page(
    connection: &mut AnyConnection,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<Named>, StoreError> {
    let prefix = name_key(prefix);
    let from = if after > prefix.as_str() { after.to_owned() } else { prefix.clone() };
    // Both engines compare these keys by bytes only within a range of the index, so
    // the upper end is the prefix with the last code point behind it.
    let mut query = players::table
        .select((players::id, players::handle, players::name_key))
        .order(players::name_key)
        .limit(limit)
        .into_boxed();
    query = if after.is_empty() {
        query.filter(players::name_key.ge(from))
    } else {
        query.filter(players::name_key.gt(from))
    };
    if !prefix.is_empty() {
        query = query.filter(players::name_key.lt(format!("{prefix}\u{10ffff}")));
    }
    let rows: Vec<(i32, String, String)> = query.load(connection)?;
    Ok(rows.into_iter().map(|(id, name, _)| Named { id, name }).collect())
}
