//! Times of the next automatic actions of events.

use diesel::prelude::*;

use super::contests::ContestRow;
use super::schema::{contest_dues, contests, events};
use super::{AnyConnection, Result};

/// Sets the time of an event's next action; `None` for none.
pub fn set_due(conn: &mut AnyConnection, id: i32, due: Option<i64>) -> Result<()> {
    let row = contest_dues::table.find(id);
    let Some(due) = due else {
        diesel::delete(row).execute(conn)?;
        return Ok(());
    };
    let known = diesel::update(row).set(contest_dues::due_at.eq(due)).execute(conn)?;
    if known == 0 {
        diesel::insert_into(contest_dues::table)
            .values((contest_dues::contest_id.eq(id), contest_dues::due_at.eq(due)))
            .execute(conn)?;
    }
    Ok(())
}

/// Up to `limit` events with actions due by `now`, earliest first.
pub fn due_contests(conn: &mut AnyConnection, now: i64, limit: i64) -> Result<Vec<ContestRow>> {
    Ok(contest_dues::table
        .inner_join(contests::table.inner_join(events::table))
        .filter(contest_dues::due_at.le(now))
        .order((contest_dues::due_at, contest_dues::contest_id))
        .select(ContestRow::as_select())
        .limit(limit)
        .load(conn)?)
}
