//! Logos of events.

use diesel::prelude::*;

use super::schema::{contests, event_logos};
use super::{AnyConnection, Result};

/// The logo of an event, a PNG.
pub fn find(conn: &mut AnyConnection, contest: i32) -> Result<Option<Vec<u8>>> {
    let own = event_logos::table.find(contest).select(event_logos::picture);
    Ok(own.first(conn).optional()?)
}

/// Sets the logo of an event, with its digest, or removes it; in a transaction that holds the writer lock.
pub fn set(conn: &mut AnyConnection, contest: i32, logo: Option<(&[u8], &str)>) -> Result<()> {
    diesel::delete(event_logos::table.find(contest)).execute(conn)?;
    if let Some((picture, _)) = logo {
        diesel::insert_into(event_logos::table)
            .values((event_logos::contest_id.eq(contest), event_logos::picture.eq(picture)))
            .execute(conn)?;
    }
    diesel::update(contests::table.find(contest))
        .set(contests::logo_digest.eq(logo.map(|(_, digest)| digest)))
        .execute(conn)?;
    Ok(())
}
