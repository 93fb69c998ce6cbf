//! Times without a server, in which the clocks of live games do not run.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::schema::outages;
use super::{AnyConnection, Result, id_sequence};
use adjutant_domain::moment::Micros;
use adjutant_domain::play::Outage;

const COLUMNS: (outages::stopped_at, outages::resumed_at) =
    (outages::stopped_at, outages::resumed_at);

fn outage((stopped, resumed): (Micros, Micros)) -> Outage {
    Outage { stopped, resumed }
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
pub fn add(conn: &mut AnyConnection, one: Outage) -> Result<()> {
    let id = id_sequence::next_ids(conn, "outages", 1)?;
    let (stopped, resumed) =
        (outages::stopped_at.eq(one.stopped), outages::resumed_at.eq(one.resumed));
    let row = (outages::id.eq(id), stopped, resumed);
    diesel::insert_into(outages::table).values(row).execute(conn)?;
    Ok(())
}

/// The last outage that has ended.
pub fn newest(conn: &mut AnyConnection) -> Result<Option<Outage>> {
    let last = outages::table
        .select(COLUMNS)
        .filter(outages::resumed_at.lt(ONGOING))
        .order(outages::resumed_at.desc())
        .first(conn)
        .optional()?;
    Ok(last.map(outage))
}

pub fn has_ongoing(conn: &mut AnyConnection) -> Result<bool> {
    let open = outages::table.filter(outages::resumed_at.eq(ONGOING));
    Ok(diesel::select(exists(open)).get_result(conn)?)
}

/// Outages that ended after this time, by their ends.
pub fn ended_after(conn: &mut AnyConnection, moment: Micros) -> Result<Vec<Outage>> {
    let found: Vec<_> = outages::table
        .select(COLUMNS)
        .filter(outages::resumed_at.gt(moment))
        .order(outages::resumed_at)
        .load(conn)?;
    Ok(found.into_iter().map(outage).collect())
}
