//! Organisations' own titles.

use diesel::prelude::*;

use super::schema::titles;
use super::{AnyConnection, StoreError, id_sequence};

/// An organisation's titles with the rating, in hundredths, from which each is carried; lowest
/// first. None where the site's hold.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_organisation(
    connection: &mut AnyConnection,
    organisation: i32,
) -> Result<Vec<(String, i32)>, StoreError> {
    Ok(titles::table
        .filter(titles::organisation_id.eq(organisation))
        .order(titles::place)
        .select((titles::name, titles::from_rating))
        .load(connection)?)
}

/// Writes a table over the one that was there, in a transaction that holds the writer's lock.
///
/// # Errors
/// [`StoreError::Database`].
pub fn replace(
    connection: &mut AnyConnection,
    organisation: i32,
    rows: &[(&str, i32)],
) -> Result<(), StoreError> {
    diesel::delete(titles::table.filter(titles::organisation_id.eq(organisation)))
        .execute(connection)?;
    let first = id_sequence::next_ids(connection, "titles", rows.len())?;
    for ((id, place), (name, from)) in (first..).zip(0i16..).zip(rows) {
        diesel::insert_into(titles::table)
            .values((
                titles::id.eq(id),
                titles::organisation_id.eq(organisation),
                titles::place.eq(place),
                titles::name.eq(name),
                titles::from_rating.eq(from),
            ))
            .execute(connection)?;
    }
    Ok(())
}
