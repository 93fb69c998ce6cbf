//! Times without a server, in which the clocks of live games do not run.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::schema::outages;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;

/// An outage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, HasQuery, Insertable)]
#[diesel(table_name = outages)]
pub struct OutageRow {
    pub stopped_at: Micros,
    pub resumed_at: Micros,
}

/// The end of an ongoing outage: that of a restored database, which ends with the next start.
pub const ONGOING: Micros = Micros::MAX;

/// Ends ongoing outages; returns their number.
pub fn end_ongoing(conn: &mut AnyConnection, now: Micros) -> Result<usize> {
    let open = outages::table.filter(outages::resumed_at.eq(ONGOING));
    // An outage that began in the future gets length zero.
    let future = open.filter(outages::stopped_at.gt(now));
    diesel::update(future).set(outages::stopped_at.eq(now)).execute(conn)?;
    Ok(diesel::update(open).set(outages::resumed_at.eq(now)).execute(conn)?)
}

/// Inserts an outage, in a transaction of the caller.
pub fn add(conn: &mut AnyConnection, one: OutageRow) -> Result<()> {
    let id = id_sequence::next_ids(conn, "outages", 1)?;
    diesel::insert_into(outages::table).values((outages::id.eq(id), one)).execute(conn)?;
    Ok(())
}

/// The last outage that has ended.
pub fn newest(conn: &mut AnyConnection) -> Result<Option<OutageRow>> {
    Ok(OutageRow::query()
        .filter(outages::resumed_at.lt(ONGOING))
        .order(outages::resumed_at.desc())
        .first(conn)
        .optional()?)
}

/// Whether an outage is ongoing.
pub fn has_ongoing(conn: &mut AnyConnection) -> Result<bool> {
    let open = outages::table.filter(outages::resumed_at.eq(ONGOING));
    Ok(diesel::select(exists(open)).get_result(conn)?)
}

/// Outages that ended after this time, by their ends.
pub fn ended_after(conn: &mut AnyConnection, moment: Micros) -> Result<Vec<OutageRow>> {
    Ok(OutageRow::query()
        .filter(outages::resumed_at.gt(moment))
        .order(outages::resumed_at)
        .load(conn)?)
}
