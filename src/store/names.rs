//! Rows that stand for a name: players, events, sites and rule-sets.

use std::collections::HashMap;

use diesel::prelude::*;

use super::schema::{counters, events, players, rule_sets, sites};
use super::{AnyConnection, StoreError};

/// The key under which a name is one and the same: trimmed, lower case, single spaces.
#[must_use]
pub fn name_key(name: &str) -> String {
    let mut key = String::with_capacity(name.len());
    for word in name.split_whitespace() {
        if !key.is_empty() {
            key.push(' ');
        }
        key.extend(word.chars().flat_map(char::to_lowercase));
    }
    key
}

/// The part of an address that names an event: letters and digits joined by `-`.
#[must_use]
pub fn slug(name: &str) -> String {
    let mut slug = String::with_capacity(name.len());
    for character in name.chars().flat_map(char::to_lowercase) {
        if character.is_alphanumeric() {
            slug.push(character);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let slug = slug.trim_end_matches('-');
    if slug.is_empty() { "unnamed".to_owned() } else { slug.chars().take(80).collect() }
}

/// An id and the spelling that the row has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Named {
    pub id: i32,
    pub name: String,
}

/// Ids by name, filled while games are written; valid as long as no transaction
/// that added to it was rolled back.
#[derive(Debug, Default)]
pub struct NameCache {
    players: HashMap<String, Named>,
    events: HashMap<String, Named>,
    sites: HashMap<String, i32>,
    rule_sets: HashMap<String, i32>,
}

/// Reads a counter and writes it back raised by one.
fn next_id(connection: &mut AnyConnection, counter: &str) -> Result<i32, StoreError> {
    let row = counters::table.filter(counters::name.eq(counter));
    let value: i64 = row.select(counters::value).first(connection)?;
    diesel::update(row).set(counters::value.eq(value + 1)).execute(connection)?;
    i32::try_from(value + 1).map_err(|_| StoreError::Damaged(format!("no {counter} ids are left")))
}

impl NameCache {
    /// The player of this handle, made if there is none.
    pub(super) fn player(
        &mut self,
        connection: &mut AnyConnection,
        handle: &str,
    ) -> Result<&Named, StoreError> {
        let key = name_key(handle);
        if !self.players.contains_key(&key) {
            let known: Option<(i32, String)> = players::table
                .filter(players::name_key.eq(&key))
                .select((players::id, players::handle))
                .first(connection)
                .optional()?;
            let named = match known {
                Some((id, name)) => Named { id, name },
                None => {
                    let id = next_id(connection, "players")?;
                    diesel::insert_into(players::table)
                        .values((
                            players::id.eq(id),
                            players::handle.eq(handle),
                            players::name_key.eq(&key),
                        ))
                        .execute(connection)?;
                    Named { id, name: handle.to_owned() }
                }
            };
            self.players.insert(key.clone(), named);
        }
        Ok(&self.players[&key])
    }

    /// The event of this name, made if there is none.
    pub(super) fn event(
        &mut self,
        connection: &mut AnyConnection,
        name: &str,
    ) -> Result<&Named, StoreError> {
        let key = name_key(name);
        if !self.events.contains_key(&key) {
            let known: Option<(i32, String)> = events::table
                .filter(events::name_key.eq(&key))
                .select((events::id, events::name))
                .first(connection)
                .optional()?;
            let named = match known {
                Some((id, name)) => Named { id, name },
                None => add_event(connection, name, &key)?,
            };
            self.events.insert(key.clone(), named);
        }
        Ok(&self.events[&key])
    }

    /// The site's id.
    pub(super) fn site(
        &mut self,
        connection: &mut AnyConnection,
        name: &str,
    ) -> Result<i32, StoreError> {
        if let Some(id) = self.sites.get(name) {
            return Ok(*id);
        }
        let known = sites::table.filter(sites::name.eq(name)).select(sites::id);
        let id = match known.first(connection).optional()? {
            Some(id) => id,
            None => {
                let id = next_id(connection, "sites")?;
                diesel::insert_into(sites::table)
                    .values((sites::id.eq(id), sites::name.eq(name)))
                    .execute(connection)?;
                id
            }
        };
        self.sites.insert(name.to_owned(), id);
        Ok(id)
    }

    /// The rule-set's id.
    pub(super) fn rule_set(
        &mut self,
        connection: &mut AnyConnection,
        key: &str,
    ) -> Result<i32, StoreError> {
        if let Some(id) = self.rule_sets.get(key) {
            return Ok(*id);
        }
        let known = rule_sets::table.filter(rule_sets::name.eq(key)).select(rule_sets::id);
        let id = match known.first(connection).optional()? {
            Some(id) => id,
            None => {
                let id = next_id(connection, "rule_sets")?;
                diesel::insert_into(rule_sets::table)
                    .values((rule_sets::id.eq(id), rule_sets::name.eq(key)))
                    .execute(connection)?;
                id
            }
        };
        self.rule_sets.insert(key.to_owned(), id);
        Ok(id)
    }
}

fn add_event(connection: &mut AnyConnection, name: &str, key: &str) -> Result<Named, StoreError> {
    let id = next_id(connection, "events")?;
    let base = slug(name);
    let taken: i64 = events::table.filter(events::slug.eq(&base)).count().get_result(connection)?;
    // Two names may fold to one slug; the later one carries its id.
    let slug = if taken == 0 { base } else { format!("{base}-{id}") };
    diesel::insert_into(events::table)
        .values((
            events::id.eq(id),
            events::name.eq(name),
            events::name_key.eq(key),
            events::slug.eq(slug),
        ))
        .execute(connection)?;
    Ok(Named { id, name: name.to_owned() })
}
