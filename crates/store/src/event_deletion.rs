//! Deletes an event that has no games.

use diesel::dsl::exists;
use diesel::prelude::*;

use super::id_sequence::{add_to_counter, counter};
use super::names::NO_EVENT;
use super::schema::{
    case_entries, contest_dues, contest_facts, contest_games, contests, embargo_liftings,
    event_logos, events, follows, former_slugs, games, links, plays, roles, steward_links,
    unrecorded_games,
};
use super::{AnyConnection, Result, notices};

const DELETED_COUNTER: &str = "deleted_events";

/// The number of events, without the one that stands for none.
pub fn count(conn: &mut AnyConnection) -> Result<i64> {
    let none = events::table.filter(events::name_key.eq(NO_EVENT));
    let is_there: bool = diesel::select(exists(none)).get_result(conn)?;
    Ok(counter(conn, "events")? - counter(conn, DELETED_COUNTER)? - i64::from(is_there))
}

/// Whether there is a record, a live game or a rated result of an event.
pub fn has_games(conn: &mut AnyConnection, event: i32) -> Result<bool> {
    let records = games::table.filter(games::event_id.eq(event));
    let live = plays::table.filter(plays::event_id.eq(event));
    let results = unrecorded_games::table.filter(unrecorded_games::event_id.eq(event));
    let found = [
        diesel::select(exists(records)).get_result::<bool>(conn)?,
        diesel::select(exists(live)).get_result(conn)?,
        diesel::select(exists(results)).get_result(conn)?,
    ];
    Ok(found.contains(&true))
}

/// Deletes an event without games and everything that is stored of it, apart from the audit log; `readers` are the
/// accounts that may have notices of it.
pub fn delete(conn: &mut AnyConnection, event: i32, readers: &[i32]) -> Result<()> {
    notices::remove_of_event(conn, event, readers)?;
    diesel::delete(contest_dues::table.filter(contest_dues::contest_id.eq(event))).execute(conn)?;
    diesel::delete(contest_games::table.filter(contest_games::contest_id.eq(event)))
        .execute(conn)?;
    diesel::delete(contest_facts::table.filter(contest_facts::contest_id.eq(event)))
        .execute(conn)?;
    diesel::delete(case_entries::table.filter(case_entries::contest_id.eq(event))).execute(conn)?;
    diesel::delete(steward_links::table.filter(steward_links::contest_id.eq(event)))
        .execute(conn)?;
    diesel::delete(event_logos::table.find(event)).execute(conn)?;
    diesel::delete(contests::table.find(event)).execute(conn)?;
    diesel::delete(embargo_liftings::table.filter(embargo_liftings::event_id.eq(event)))
        .execute(conn)?;
    diesel::delete(follows::table.filter(follows::event_id.eq(event))).execute(conn)?;
    diesel::delete(roles::table.filter(roles::event_id.eq(event))).execute(conn)?;
    diesel::delete(links::table.filter(links::event_id.eq(event))).execute(conn)?;
    diesel::delete(former_slugs::table.filter(former_slugs::event_id.eq(event))).execute(conn)?;
    diesel::delete(events::table.find(event)).execute(conn)?;
    add_to_counter(conn, DELETED_COUNTER, 1)?;
    Ok(())
}
