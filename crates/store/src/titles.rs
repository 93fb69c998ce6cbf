//! Titles defined by organisations.

use diesel::prelude::*;

use super::schema::titles;
use super::{AnyConnection, Result, id_sequence};

/// An organisation's titles with their minimum ratings in hundredths, lowest first; empty if it
/// uses those of the site.
pub fn for_organisation(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<(String, i32)>> {
    Ok(titles::table
        .filter(titles::organisation_id.eq(organisation))
        .order(titles::place)
        .select((titles::name, titles::from_rating))
        .load(conn)?)
}

/// Replaces an organisation's titles, in a transaction that holds the writer lock.
pub fn replace(conn: &mut AnyConnection, organisation: i32, rows: &[(&str, i32)]) -> Result<()> {
    diesel::delete(titles::table.filter(titles::organisation_id.eq(organisation))).execute(conn)?;
    let first = id_sequence::next_ids(conn, "titles", rows.len())?;
    for ((id, place), (name, from)) in (first..).zip(0i16..).zip(rows) {
        diesel::insert_into(titles::table)
            .values((
                titles::id.eq(id),
                titles::organisation_id.eq(organisation),
                titles::place.eq(place),
                titles::name.eq(name),
                titles::from_rating.eq(from),
            ))
            .execute(conn)?;
    }
    Ok(())
}
