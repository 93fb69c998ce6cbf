//! Names of deleted people, stored as hashes under the sealing key: nobody can take them, and the
//! database does not reveal them.

use std::collections::{HashMap, HashSet};

use diesel::dsl::exists;
use diesel::prelude::*;

use adjutant_domain::account::handle::{look_key, spaced_look_key};

use super::names::name_key;
use super::queries::{insert_all, load_in_chunks};
use super::schema::retired_names;
use super::seal::Sealer;
use super::{AnyConnection, Result, id_sequence};

/// The type of hashes of folded names, which imports may contain.
const NAME_HASH: u8 = b'n';
/// The type of hashes of names with several words, which are masked in texts of others.
const WORDS_HASH: u8 = b'w';
/// The types of hashes of single-word names of accounts and players: a single word may be a common
/// one, and so is recognised only in what concerns this person.
const ACCOUNT_WORD_HASH: u8 = b'a';
const PLAYER_WORD_HASH: u8 = b'p';
/// The type of hashes of lookalike keys of names that people may choose.
const LOOK_HASH: u8 = b'l';

type HashResult = Result<Vec<u8>>;

fn name_hash(sealer: &Sealer, name: &str) -> HashResult {
    Ok(sealer.hash(NAME_HASH, &name_key(name))?.to_vec())
}

/// The bearer of a single-word name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NameBearer {
    Account(i32),
    Player(i32),
}

/// Whether the text has several words of letters and digits.
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

/// The hashes of a text about these people: of several words, or of one.
fn text_hashes(sealer: &Sealer, text: &str, whose: &[NameBearer]) -> Result<Vec<Vec<u8>>> {
    match has_several_words(text) {
        true => Ok(vec![words_hash(sealer, text)?]),
        false => whose.iter().map(|one| word_hash(sealer, text, *one)).collect(),
    }
}

fn look_hash(sealer: &Sealer, name: &str) -> HashResult {
    Ok(sealer.hash(LOOK_HASH, &look_key(name))?.to_vec())
}

/// Whether anybody was ever deleted; costs a point query.
pub fn has_any(conn: &mut AnyConnection) -> Result<bool> {
    Ok(id_sequence::counter(conn, "retired_names")? > 0)
}

/// Which of these names belong to deleted people, ignoring case.
pub fn find_deleted<'a>(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    names: impl IntoIterator<Item = &'a str>,
) -> Result<HashSet<String>> {
    if !has_any(conn)? {
        return Ok(HashSet::new());
    }
    let hashed: Vec<(Vec<u8>, &str)> = names
        .into_iter()
        .map(|name| Ok((name_hash(sealer, name)?, name)))
        .collect::<Result<_>>()?;
    let there = known_hashes(conn, hashed.iter().map(|(hash, _)| hash))?;
    let gone = hashed.iter().filter(|(hash, _)| there.contains(hash));
    Ok(gone.map(|(_, name)| (*name).to_owned()).collect())
}

/// Stores the names of `whose`, so that [`texts_naming_deleted`] recognises them; others may still
/// take such names. In a transaction that holds the writer lock.
pub fn add_words(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    names: &[String],
    whose: &[NameBearer],
) -> Result<()> {
    let hashes: Result<Vec<_>, _> =
        names.iter().map(|name| text_hashes(sealer, name, whose)).collect();
    add_hashes(conn, hashes?.concat())
}

/// A text, and the people concerned by its context.
pub type TextAbout = (String, Vec<NameBearer>);

/// Which of these texts are names of deleted people: several words in any context, a single word
/// where it concerns that person.
pub fn texts_naming_deleted(
    conn: &mut AnyConnection,
    sealer: &Sealer,
    texts: HashSet<TextAbout>,
) -> Result<HashSet<TextAbout>> {
    if !has_any(conn)? {
        return Ok(HashSet::new());
    }
    let mut hashed: HashMap<Vec<u8>, Vec<TextAbout>> = HashMap::new();
    for (text, whose) in texts {
        for hash in text_hashes(sealer, &text, &whose)? {
            hashed.entry(hash).or_default().push((text.clone(), whose.clone()));
        }
    }
    let there = known_hashes(conn, hashed.keys())?;
    Ok(there.iter().filter_map(|hash| hashed.get(hash)).flatten().cloned().collect())
}

/// Whether a name equals or resembles that of a deleted person.
pub fn is_or_looks_deleted(conn: &mut AnyConnection, sealer: &Sealer, name: &str) -> Result<bool> {
    if !has_any(conn)? {
        return Ok(false);
    }
    // Names deleted before lookalike keys ignored diacritics have hashes of both.
    let before = sealer.hash(LOOK_HASH, &spaced_look_key(name))?.to_vec();
    let hashes = [name_hash(sealer, name)?, look_hash(sealer, name)?, before];
    let same = retired_names::table.filter(retired_names::name_hash.eq_any(hashes));
    Ok(diesel::select(exists(same)).get_result(conn)?)
}

/// Retires names, in a transaction that holds the writer lock.
pub fn add(conn: &mut AnyConnection, sealer: &Sealer, names: &[String]) -> Result<()> {
    let both = names.iter().flat_map(|name| [name_hash(sealer, name), look_hash(sealer, name)]);
    add_hashes(conn, both.collect::<Result<_, _>>()?)
}

/// Which of these hashes are stored.
fn known_hashes<'a>(
    conn: &mut AnyConnection,
    hashes: impl IntoIterator<Item = &'a Vec<u8>>,
) -> Result<HashSet<Vec<u8>>> {
    let hashes: Vec<&Vec<u8>> = hashes.into_iter().collect();
    load_in_chunks(&hashes, |hashes| {
        let known = retired_names::name_hash.eq_any(hashes.iter().copied());
        retired_names::table.filter(known).select(retired_names::name_hash).load(conn)
    })
}

fn add_hashes(conn: &mut AnyConnection, mut hashes: Vec<Vec<u8>>) -> Result<()> {
    hashes.sort_unstable();
    hashes.dedup();
    let there = known_hashes(conn, &hashes)?;
    hashes.retain(|hash| !there.contains(hash));
    let first = id_sequence::next_ids(conn, "retired_names", hashes.len())?;
    let rows: Vec<_> = (first..)
        .zip(&hashes)
        .map(|(id, hash)| (retired_names::id.eq(id), retired_names::name_hash.eq(hash)))
        .collect();
    insert_all!(conn, retired_names::table, rows);
    Ok(())
}
