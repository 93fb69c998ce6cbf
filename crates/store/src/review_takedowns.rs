//! Reviews that were taken down by moderators.

use diesel::prelude::*;

use super::reviews::ReviewRow;
use super::schema::reviews;
use super::{AnyConnection, Result};

/// Marks a review as taken down at a time; 0 restores it.
pub fn set_taken_down_at(
    conn: &mut AnyConnection,
    id: i32,
    (at, reason): (i64, &str),
) -> Result<()> {
    diesel::update(reviews::table.find(id))
        .set((
            reviews::published.eq(0),
            reviews::taken_down_at.eq(at),
            reviews::taken_down_for.eq(reason),
        ))
        .execute(conn)?;
    Ok(())
}

/// Up to `limit` reviews that are taken down, newest first.
pub fn newest(conn: &mut AnyConnection, limit: i64) -> Result<Vec<ReviewRow>> {
    Ok(reviews::table
        .filter(reviews::taken_down_at.gt(0))
        .order((reviews::taken_down_at.desc(), reviews::id.desc()))
        .limit(limit)
        .load(conn)?)
}
