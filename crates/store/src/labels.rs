//! Current names of people and places, for lists that store ids.

use std::collections::HashMap;

use diesel::prelude::*;

use super::accounts::AccountState;
use super::former_slugs;
use super::queries::load_in_chunks;
use super::schema::{accounts, events, organisations};
use super::{AnyConnection, Result};

/// The name of an account.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = accounts)]
pub struct AccountLabel {
    pub name: String,
    pub state: AccountState,
}

/// Slug and name, for links.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct SlugLabel {
    pub slug: String,
    pub name: String,
}

pub fn accounts(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, AccountLabel>> {
    load_in_chunks(ids, |chunk| {
        accounts::table
            .filter(accounts::id.eq_any(chunk))
            .select((accounts::id, AccountLabel::as_select()))
            .load(conn)
    })
}

pub fn account_names(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, String>> {
    Ok(accounts(conn, ids)?.into_iter().map(|(id, label)| (id, label.name)).collect())
}

pub fn organisations(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, SlugLabel>> {
    load_in_chunks(ids, |ids| {
        let some = organisations::table.filter(organisations::id.eq_any(ids));
        some.select((organisations::id, (organisations::slug, organisations::name))).load(conn)
    })
}

pub fn events(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, SlugLabel>> {
    load_in_chunks(ids, |ids| {
        let some = events::table.filter(events::id.eq_any(ids));
        some.select((events::id, (events::slug, events::name))).load(conn)
    })
}

/// Whether an organisation requires a second factor of its officials; `false` if there is no such
/// organisation.
pub fn demands_second_factor(conn: &mut AnyConnection, organisation: i32) -> Result<bool> {
    let found: Option<i16> = organisations::table
        .filter(organisations::id.eq(organisation))
        .select(organisations::second_factor)
        .first(conn)
        .optional()?;
    Ok(found.is_some_and(|demanded| demanded != 0))
}

/// The organisation of an event, 0 for none; `None` if there is no such event.
pub fn owner_of_event(conn: &mut AnyConnection, event: i32) -> Result<Option<i32>> {
    let row = events::table.filter(events::id.eq(event)).select(events::organisation_id);
    let found: Option<Option<i32>> = row.first(conn).optional()?;
    Ok(found.map(|organisation| organisation.unwrap_or(0)))
}

/// The id of the event that has this slug, or had it before.
pub fn event_by_slug(conn: &mut AnyConnection, slug: &str) -> Result<Option<i32>> {
    let row = events::table.filter(events::slug.eq(slug)).select(events::id);
    match row.first(conn).optional()? {
        Some(id) => Ok(Some(id)),
        None => former_slugs::event_by_former_slug(conn, slug),
    }
}
