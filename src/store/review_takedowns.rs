//! Reviews that moderators took down.

use diesel::prelude::*;

use super::reviews::ReviewRow;
use super::schema::reviews;
use super::{AnyConnection, StoreError};

/// Takes a review down at a moment, which nobody but its author and the moderators sees then; at 0 gives it back to its
/// author.
///
/// # Errors
/// [`StoreError::Database`].
pub fn set_taken_down_at(
    connection: &mut AnyConnection,
    id: i32,
    (at, reason): (i64, &str),
) -> Result<(), StoreError> {
    diesel::update(reviews::table.find(id))
        .set((
            reviews::published.eq(0),
            reviews::taken_down_at.eq(at),
            reviews::taken_down_for.eq(reason),
        ))
        .execute(connection)?;
    Ok(())
}

/// Those that are taken down, the newest first, up to `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn newest(connection: &mut AnyConnection, limit: i64) -> Result<Vec<ReviewRow>, StoreError> {
    Ok(reviews::table
        .filter(reviews::taken_down_at.gt(0))
        .order((reviews::taken_down_at.desc(), reviews::id.desc()))
        .limit(limit)
        .load(connection)?)
}
