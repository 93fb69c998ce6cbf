//! Addresses that events had before they got others.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;

use super::id_sequence::{add_to_counter, counter, next_ids};
use super::queries::load_in_chunks;
use super::schema::{events, former_slugs};
use super::{AnyConnection, Result};

const COUNTER: &str = "former_slugs";

/// The event that had this slug before.
pub fn event_by_former_slug(conn: &mut AnyConnection, slug: &str) -> Result<Option<i32>> {
    let row = former_slugs::table.filter(former_slugs::slug.eq(slug));
    Ok(row.select(former_slugs::event_id).first(conn).optional()?)
}

/// The number that every change of a slug increases.
pub fn changes(conn: &mut AnyConnection) -> Result<i64> {
    counter(conn, COUNTER)
}

/// All former slugs, the earlier first, each with the slug that its event has now, which may be the same.
pub fn all(conn: &mut AnyConnection) -> Result<Vec<(String, String)>> {
    let columns = (former_slugs::id, former_slugs::event_id, former_slugs::slug);
    let mut all: Vec<(i32, i32, String)> = former_slugs::table.select(columns).load(conn)?;
    all.sort_unstable();
    let events: Vec<i32> = all.iter().map(|(_, event, _)| *event).collect();
    let current: HashMap<i32, String> = events_by_id(conn, &events)?.into_iter().collect();
    let pair = |(_, event, slug)| Some((slug, current.get(&event)?.clone()));
    Ok(all.into_iter().filter_map(pair).collect())
}

fn events_by_id(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<(i32, String)>> {
    load_in_chunks(ids, |ids| {
        let some = events::table.filter(events::id.eq_any(ids));
        some.select((events::id, events::slug)).load(conn)
    })
}

/// Whether an event other than this one has, or had, the slug.
pub fn is_taken(conn: &mut AnyConnection, slug: &str, by_other_than: i32) -> Result<bool> {
    let now = events::table.filter(events::slug.eq(slug)).filter(events::id.ne(by_other_than));
    let before = former_slugs::table
        .filter(former_slugs::slug.eq(slug))
        .filter(former_slugs::event_id.ne(by_other_than));
    let found = [
        diesel::select(exists(now)).get_result::<bool>(conn)?,
        diesel::select(exists(before)).get_result(conn)?,
    ];
    Ok(found.contains(&true))
}

/// Gives an event another slug that is not taken, in a transaction that holds the writer lock; the one that it had leads
/// to it.
pub fn set_slug(conn: &mut AnyConnection, event: i32, slug: &str) -> Result<()> {
    let row = events::table.find(event);
    let before: String = row.select(events::slug).first(conn)?;
    let known = former_slugs::table.filter(former_slugs::slug.eq(&before));
    if !diesel::select(exists(known)).get_result::<bool>(conn)? {
        let id = next_ids(conn, COUNTER, 1)?;
        diesel::insert_into(former_slugs::table)
            .values((
                former_slugs::id.eq(id),
                former_slugs::event_id.eq(event),
                former_slugs::slug.eq(before),
            ))
            .execute(conn)?;
    } else {
        // Other processes notice the change by the counter.
        add_to_counter(conn, COUNTER, 1)?;
    }
    diesel::update(row).set(events::slug.eq(slug)).execute(conn)?;
    Ok(())
}
