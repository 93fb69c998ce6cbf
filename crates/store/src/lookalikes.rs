//! Lookalike names: imports by members and organisations must not create players with such names.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;

use adjutant_domain::account::handle::{is_reserved, look_key};

use super::names::name_key;
use super::schema::{accounts, players};
use super::{AnyConnection, Result};

/// Which of these names are new and resemble another player's or account's name, or an earlier name
/// among them, or are reserved.
pub(super) fn find_lookalikes<'a>(
    conn: &mut AnyConnection,
    names: impl Iterator<Item = &'a str>,
) -> Result<HashSet<String>> {
    let mut seen = HashSet::new();
    let names: Vec<&str> = names.filter(|name| seen.insert(*name)).collect();
    let mut alike = HashSet::new();
    // New names by their lookalike key.
    let mut fresh: HashMap<String, String> = HashMap::new();
    for chunk in names.chunks(250) {
        let keys: Vec<(String, String)> =
            chunk.iter().map(|name| (name_key(name), look_key(name))).collect();
        let there = ExistingNames::load(conn, &keys)?;
        for (name, (key, look)) in chunk.iter().zip(keys) {
            if there.names.contains(&key) {
                continue;
            }
            if is_reserved(name) {
                alike.insert((*name).to_owned());
                continue;
            }
            let first = fresh.entry(look).or_insert_with(|| key.clone());
            if *first != key || there.looks.contains(&look_key(name)) {
                alike.insert((*name).to_owned());
            }
        }
    }
    Ok(alike)
}

/// Existing names and lookalike keys.
struct ExistingNames {
    names: HashSet<String>,
    looks: HashSet<String>,
}

impl ExistingNames {
    fn load(conn: &mut AnyConnection, keys: &[(String, String)]) -> Result<ExistingNames> {
        let (names, looks): (Vec<&str>, Vec<&str>) =
            keys.iter().map(|(name, look)| (name.as_str(), look.as_str())).unzip();
        let known: Vec<String> = players::table
            .filter(players::name_key.eq_any(names))
            .select(players::name_key)
            .load(conn)?;
        let mut seen: Vec<String> = players::table
            .filter(players::look_key.eq_any(&looks))
            .select(players::look_key)
            .load(conn)?;
        let of_accounts: Vec<String> = accounts::table
            .filter(accounts::look_key.eq_any(&looks))
            .select(accounts::look_key)
            .load(conn)?;
        seen.extend(of_accounts);
        Ok(ExistingNames { names: known.into_iter().collect(), looks: seen.into_iter().collect() })
    }
}
