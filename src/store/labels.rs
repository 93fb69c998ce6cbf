//! What people and places are called now, for lists that keep their numbers.

use std::collections::HashMap;

use diesel::prelude::*;

use super::schema::{accounts, events, organisations};
use super::{AnyConnection, StoreError};

/// Ids a statement.
const CHUNK: usize = 500;

/// What an account is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLabel {
    pub name: String,
    /// 0 active, 1 suspended, 2 deleted.
    pub state: i16,
}

/// What an address and a link say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlugLabel {
    pub slug: String,
    pub name: String,
}

/// The accounts with these ids.
///
/// # Errors
/// [`StoreError::Database`].
pub fn accounts(
    connection: &mut AnyConnection,
    ids: &[i32],
) -> Result<HashMap<i32, AccountLabel>, StoreError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<(i32, String, i16)> = accounts::table
            .filter(accounts::id.eq_any(chunk))
            .select((accounts::id, accounts::name, accounts::state))
            .load(connection)?;
        found.extend(rows.into_iter().map(|(id, name, state)| (id, AccountLabel { name, state })));
    }
    Ok(found)
}

/// The organisations with these ids.
///
/// # Errors
/// [`StoreError::Database`].
pub fn organisations(
    connection: &mut AnyConnection,
    ids: &[i32],
) -> Result<HashMap<i32, SlugLabel>, StoreError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<(i32, String, String)> = organisations::table
            .filter(organisations::id.eq_any(chunk))
            .select((organisations::id, organisations::slug, organisations::name))
            .load(connection)?;
        found.extend(rows.into_iter().map(|(id, slug, name)| (id, SlugLabel { slug, name })));
    }
    Ok(found)
}

/// The events with these ids.
///
/// # Errors
/// [`StoreError::Database`].
pub fn events(
    connection: &mut AnyConnection,
    ids: &[i32],
) -> Result<HashMap<i32, SlugLabel>, StoreError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<(i32, String, String)> = events::table
            .filter(events::id.eq_any(chunk))
            .select((events::id, events::slug, events::name))
            .load(connection)?;
        found.extend(rows.into_iter().map(|(id, slug, name)| (id, SlugLabel { slug, name })));
    }
    Ok(found)
}

/// The player of an account; 0 where it has none, or where there is no such account.
///
/// # Errors
/// [`StoreError::Database`].
pub fn player_of_account(connection: &mut AnyConnection, account: i32) -> Result<i32, StoreError> {
    let found: Option<Option<i32>> = accounts::table
        .filter(accounts::id.eq(account))
        .select(accounts::player_id)
        .first(connection)
        .optional()?;
    Ok(found.flatten().unwrap_or(0))
}

/// Whether an organisation demands a second factor of its officials; where there is none by this
/// id, nothing is demanded.
///
/// # Errors
/// [`StoreError::Database`].
pub fn demands_second_factor(
    connection: &mut AnyConnection,
    organisation: i32,
) -> Result<bool, StoreError> {
    let found: Option<i16> = organisations::table
        .filter(organisations::id.eq(organisation))
        .select(organisations::second_factor)
        .first(connection)
        .optional()?;
    Ok(found.is_some_and(|demanded| demanded != 0))
}

/// The organisation whose event it is: 0 the site's, -1 a member's; `None` where there is no
/// such event.
///
/// # Errors
/// [`StoreError::Database`].
pub fn owner_of_event(
    connection: &mut AnyConnection,
    event: i32,
) -> Result<Option<i32>, StoreError> {
    let row = events::table.filter(events::id.eq(event)).select(events::organisation_id);
    Ok(row.first(connection).optional()?)
}

/// The event with this slug.
///
/// # Errors
/// [`StoreError::Database`].
pub fn event_by_slug(
    connection: &mut AnyConnection,
    slug: &str,
) -> Result<Option<i32>, StoreError> {
    let row = events::table.filter(events::slug.eq(slug)).select(events::id);
    Ok(row.first(connection).optional()?)
}
