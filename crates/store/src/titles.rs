//! Titles defined by organisations.

use diesel::prelude::*;

use super::schema::titles;
use super::{AnyConnection, StoreError, id_sequence};

/// An organisation's titles with their minimum ratings in hundredths, lowest first; empty if it
/// uses those of the site.
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

/// Replaces an organisation's titles, in a transaction that holds the writer lock.
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
