//! Addresses of events: another one is given to an event with its new name, and the ones that it had lead to it for ever.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use crate::{App, Error, Result, refusals};
use adjutant_domain::search::search_key;
use adjutant_store::names::{EventOwner, slug};
use adjutant_store::{AnyConnection, former_slugs};

use super::ContestRow;

/// The addresses that events had before, in memory, since every request for an event asks for them.
#[derive(Debug, Default)]
pub struct FormerAddresses(RwLock<KnownAddresses>);

#[derive(Debug, Default)]
struct KnownAddresses {
    /// The number of changes that are known.
    changes: i64,
    current: HashMap<String, String>,
    first: HashMap<String, String>,
}

/// The address of the event that had this one before; `None` if it is current, or nobody's.
pub fn current_address(app: &App, former: &str) -> Option<String> {
    let known = app.memory.former_addresses.0.read().unwrap_or_else(PoisonError::into_inner);
    known.current.get(former).cloned()
}

/// The address that an event had first, of which what must never change is made, such as ids in calendars.
pub fn first_address(app: &App, slug: &str) -> String {
    let known = app.memory.former_addresses.0.read().unwrap_or_else(PoisonError::into_inner);
    known.first.get(slug).map_or_else(|| slug.to_owned(), Clone::clone)
}

/// Reads the former addresses again if any event has got another one since.
pub(crate) fn refresh_former_addresses(app: &App, conn: &mut AnyConnection) -> Result<()> {
    let lock = &app.memory.former_addresses.0;
    let changes = former_slugs::changes(conn)?;
    if lock.read().unwrap_or_else(PoisonError::into_inner).changes == changes {
        return Ok(());
    }
    let mut known = KnownAddresses { changes, ..KnownAddresses::default() };
    for (former, current) in former_slugs::all(conn)? {
        known.first.entry(current.clone()).or_insert_with(|| former.clone());
        if former != current {
            known.current.insert(former, current);
        }
    }
    *lock.write().unwrap_or_else(PoisonError::into_inner) = known;
    Ok(())
}

/// The address that words or a name give an event of this owner.
fn slug_of_words(owner: &EventOwner, words: &str) -> String {
    // Letters without their accents are the same wherever the address is copied.
    let words = search_key(words);
    let (own, prefixed) = (slug(&words), owner.slug(&words));
    // Whoever types the whole address means it.
    let prefix = prefixed.strip_suffix(&own).unwrap_or_default();
    match own.strip_prefix(prefix) {
        Some(rest) if !prefix.is_empty() && !rest.is_empty() => own,
        _ => prefixed,
    }
}

/// Gives an event the address of these words, or of its name if there are none; returns it.
pub(super) fn set_address(
    conn: &mut AnyConnection,
    owner: &EventOwner,
    row: &ContestRow,
    words: &str,
) -> Result<String> {
    let address = slug_of_words(owner, words);
    if !words.chars().any(char::is_alphanumeric) {
        return Err(Error::invalid("address", refusals::EVENT_ADDRESS));
    }
    if former_slugs::is_taken(conn, &address, row.id)? {
        return Err(Error::conflict(refusal!(EVENT_ADDRESS_TAKEN, address)));
    }
    if address != row.slug {
        former_slugs::set_slug(conn, row.id, &address)?;
    }
    Ok(address)
}
