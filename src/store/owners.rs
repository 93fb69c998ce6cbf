//! Organisations as games, events and pools name them.

use diesel::prelude::*;

use super::schema::{organisations, titles};
use super::{AnyConnection, StoreError};

/// An organisation whose games there may be.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct OwnerRow {
    pub id: i32,
    pub slug: String,
    pub name: String,
    /// 1 open, 3 closed; the others never had a game.
    pub state: i16,
}

/// `state` of an open organisation.
pub const OPEN: i16 = 1;
/// `state` of a closed one, whose games stay.
const CLOSED: i16 = 3;

macro_rules! owner {
    () => {
        (organisations::id, organisations::slug, organisations::name, organisations::state)
    };
}

/// All organisations that are open or were.
///
/// # Errors
/// [`StoreError::Database`].
pub fn all(connection: &mut AnyConnection) -> Result<Vec<OwnerRow>, StoreError> {
    Ok(organisations::table
        .filter(organisations::state.eq_any([OPEN, CLOSED]))
        .select(owner!())
        .load(connection)?)
}

/// Those of these numbers that are open or were, in no order.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_ids(connection: &mut AnyConnection, ids: &[i32]) -> Result<Vec<OwnerRow>, StoreError> {
    let mut found = Vec::with_capacity(ids.len());
    for chunk in ids.chunks(500) {
        let rows: Vec<OwnerRow> = organisations::table
            .filter(organisations::id.eq_any(chunk))
            .filter(organisations::state.eq_any([OPEN, CLOSED]))
            .select(owner!())
            .load(connection)?;
        found.extend(rows);
    }
    Ok(found)
}

/// The open organisation with this name in addresses.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_slug(connection: &mut AnyConnection, slug: &str) -> Result<Option<OwnerRow>, StoreError> {
    Ok(organisations::table
        .filter(organisations::slug.eq(slug))
        .filter(organisations::state.eq(OPEN))
        .select(owner!())
        .first(connection)
        .optional()?)
}

/// An organisation's own titles, the lowest first: name, and from which hundredth of a point.
///
/// # Errors
/// [`StoreError::Database`].
pub fn titles(
    connection: &mut AnyConnection,
    organisation: i32,
) -> Result<Vec<(String, i32)>, StoreError> {
    Ok(titles::table
        .filter(titles::organisation_id.eq(organisation))
        .order(titles::place)
        .select((titles::name, titles::from_rating))
        .load(connection)?)
}
