//! Events: records grouped by their Event tag.

use diesel::prelude::*;

use super::schema::events;
use super::{AnyConnection, StoreError};

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct EventRow {
    pub id: i32,
    pub name: String,
    pub slug: String,
}

/// The event with this slug.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_slug(connection: &mut AnyConnection, slug: &str) -> Result<Option<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::slug.eq(slug))
        .select((events::id, events::name, events::slug))
        .first(connection)
        .optional()?)
}

/// The event with this name, whatever the case of its letters.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_name(connection: &mut AnyConnection, name: &str) -> Result<Option<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::name_key.eq(super::names::name_key(name)))
        .select((events::id, events::name, events::slug))
        .first(connection)
        .optional()?)
}

/// Events, the one that was added last first, before the id `before`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn page(
    connection: &mut AnyConnection,
    before: i32,
    limit: i64,
) -> Result<Vec<EventRow>, StoreError> {
    Ok(events::table
        .filter(events::id.lt(before))
        .order(events::id.desc())
        .select((events::id, events::name, events::slug))
        .limit(limit)
        .load(connection)?)
}
