//! Names of people who had themselves deleted: kept as hashes under the sealing key, so that
//! nobody takes them, and nobody who finds the database learns them.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;

use crate::account::handle::{look_key, spaced_look_key};

use super::connection::insert_all;
use super::names::name_key;
use super::schema::{counters, retired_names};
use super::seal::Sealer;
use super::{AnyConnection, StoreError};

/// Of a folded name, which an import may bring.
const NAME_HASH: u8 = b'n';
/// Of whatever a person was called by, in words: what others wrote of him is shown without it.
const WORDS_HASH: u8 = b'w';
/// Of a single word that an account, or a player, was called by: it may be a word of everybody's,
/// so that it is known again in what concerns that person alone.
const ACCOUNT_WORD_HASH: u8 = b'a';
const PLAYER_WORD_HASH: u8 = b'p';
/// Of what names have in common that look alike, which a person may choose.
const LOOK_HASH: u8 = b'l';

type HashResult = Result<Vec<u8>, StoreError>;

fn name_hash(sealer: &Sealer, name: &str) -> HashResult {
    Ok(sealer.hash(NAME_HASH, &name_key(name))?.to_vec())
}

/// Who is called by a single word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameBearer {
    Account(i32),
    Player(i32),
}

/// Whether these are several words, as letters and digits make them.
fn has_several_words(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.nth(1).is_some()
}

fn words_hash(sealer: &Sealer, name: &str) -> HashResult {
    Ok(sealer.hash(WORDS_HASH, &name_key(name))?.to_vec())
}

fn word_hash(sealer: &Sealer, word: &str, whose: NameBearer) -> HashResult {
    let (kind, id) = match whose {
        NameBearer::Account(id) => (ACCOUNT_WORD_HASH, id),
        NameBearer::Player(id) => (PLAYER_WORD_HASH, id),
    };
    Ok(sealer.hash(kind, &format!("{id} {}", name_key(word)))?.to_vec())
}

/// The hashes of what stands in a text about these people: of several words, or of one.
fn text_hashes(
    sealer: &Sealer,
    text: &str,
    whose: &[NameBearer],
) -> Result<Vec<Vec<u8>>, StoreError> {
    match has_several_words(text) {
        true => Ok(vec![words_hash(sealer, text)?]),
        false => whose.iter().map(|one| word_hash(sealer, text, *one)).collect(),
    }
}

fn look_hash(sealer: &Sealer, name: &str) -> HashResult {
    Ok(sealer.hash(LOOK_HASH, &look_key(name))?.to_vec())
}

/// Whether anybody was ever deleted: a point read.
///
/// # Errors
/// [`StoreError::Database`].
pub fn has_any(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let count: i64 =
        counters::table.find("retired_names").select(counters::value).first(connection)?;
    Ok(count > 0)
}

/// Those of these names that are of people who are deleted, in whatever case.
///
/// # Errors
/// [`StoreError::Database`].
pub fn find_deleted<'a>(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<HashSet<String>, StoreError> {
    if !has_any(connection)? {
        return Ok(HashSet::new());
    }
    let hashed: Vec<(Vec<u8>, &str)> = names
        .into_iter()
        .map(|name| Ok((name_hash(sealer, name)?, name)))
        .collect::<Result<_, StoreError>>()?;
    let mut found = HashSet::new();
    for chunk in hashed.chunks(500) {
        let hashes: Vec<&[u8]> = chunk.iter().map(|(hash, _)| hash.as_slice()).collect();
        let there: Vec<Vec<u8>> = retired_names::table
            .filter(retired_names::name_hash.eq_any(hashes))
            .select(retired_names::name_hash)
            .load(connection)?;
        let there: HashSet<Vec<u8>> = there.into_iter().collect();
        let gone = chunk.iter().filter(|(hash, _)| there.contains(hash));
        found.extend(gone.map(|(_, name)| (*name).to_owned()));
    }
    Ok(found)
}

/// Remembers what somebody, who is `whose`, was called by, so that [`texts_naming_deleted`] knows it; nobody
/// is kept from taking such a name. In a transaction that holds the writer's lock.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add_words(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    names: &[String],
    whose: &[NameBearer],
) -> Result<(), StoreError> {
    let hashes: Result<Vec<_>, _> =
        names.iter().map(|name| text_hashes(sealer, name, whose)).collect();
    add_hashes(connection, hashes?.concat())
}

/// A text, and whom what it stands in concerns.
pub type TextAbout = (String, Vec<NameBearer>);

/// Those of these texts that are what somebody was called by who is deleted: several words
/// wherever they stand, and a single one in what concerns him.
///
/// # Errors
/// [`StoreError::Database`].
pub fn texts_naming_deleted(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    texts: HashSet<TextAbout>,
) -> Result<HashSet<TextAbout>, StoreError> {
    if !has_any(connection)? {
        return Ok(HashSet::new());
    }
    let mut hashed: HashMap<Vec<u8>, Vec<TextAbout>> = HashMap::new();
    for (text, whose) in texts {
        for hash in text_hashes(sealer, &text, &whose)? {
            hashed.entry(hash).or_default().push((text.clone(), whose.clone()));
        }
    }
    let hashes: Vec<&Vec<u8>> = hashed.keys().collect();
    let mut found = HashSet::new();
    for chunk in hashes.chunks(500) {
        let there: Vec<Vec<u8>> = retired_names::table
            .filter(retired_names::name_hash.eq_any(chunk.iter().copied()))
            .select(retired_names::name_hash)
            .load(connection)?;
        found.extend(there.iter().filter_map(|hash| hashed.get(hash)).flatten().cloned());
    }
    Ok(found)
}

/// Whether a name is that of somebody who is deleted, or looks like it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn is_or_looks_deleted(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    name: &str,
) -> Result<bool, StoreError> {
    if !has_any(connection)? {
        return Ok(false);
    }
    // Who left before look-alikes were told without their marks has a hash of both.
    let before = sealer.hash(LOOK_HASH, &spaced_look_key(name))?.to_vec();
    let hashes = [name_hash(sealer, name)?, look_hash(sealer, name)?, before];
    let found: Option<i32> = retired_names::table
        .filter(retired_names::name_hash.eq_any(hashes))
        .select(retired_names::id)
        .first(connection)
        .optional()?;
    Ok(found.is_some())
}

/// Retires names, in a transaction that holds the writer's lock.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(
    connection: &mut AnyConnection,
    sealer: &Sealer,
    names: &[String],
) -> Result<(), StoreError> {
    let both = names.iter().flat_map(|name| [name_hash(sealer, name), look_hash(sealer, name)]);
    add_hashes(connection, both.collect::<Result<_, _>>()?)
}

fn add_hashes(connection: &mut AnyConnection, mut hashes: Vec<Vec<u8>>) -> Result<(), StoreError> {
    hashes.sort_unstable();
    hashes.dedup();
    let there: HashSet<Vec<u8>> = retired_names::table
        .filter(retired_names::name_hash.eq_any(&hashes))
        .select(retired_names::name_hash)
        .load(connection)?
        .into_iter()
        .collect();
    hashes.retain(|hash| !there.contains(hash));
    let first = super::id_sequence::next_ids(connection, "retired_names", hashes.len())?;
    let rows: Vec<_> = (first..)
        .zip(&hashes)
        .map(|(id, hash)| (retired_names::id.eq(id), retired_names::name_hash.eq(hash)))
        .collect();
    insert_all!(connection, retired_names::table, rows);
    Ok(())
}
