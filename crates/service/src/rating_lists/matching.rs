//! The players of a list that people are.

use std::collections::HashMap;

use adjutant_domain::rating_list::{ListedPlayer, possible_name_keys};
use adjutant_domain::search::search_key;
use adjutant_store::AnyConnection;
use adjutant_store::rating_lists as rows;

use super::super::Result;

/// Who is looked for in a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted<'a> {
    /// Empty if it is not known.
    pub(crate) number: &'a str,
    pub(crate) name: &'a str,
}

/// Who is found for one person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Found {
    Nobody,
    One {
        player: ListedPlayer,
        by_number: bool,
    },
    /// Several have this number or name.
    Several(usize),
}

impl Found {
    /// The only one who is found.
    pub(crate) const fn player(&self) -> Option<&ListedPlayer> {
        match self {
            Found::One { player, .. } => Some(player),
            Found::Nobody | Found::Several(_) => None,
        }
    }
}

/// Finds people by their federation number; those who have none, by name.
pub(crate) fn find(
    conn: &mut AnyConnection,
    list: i32,
    people: &[Wanted<'_>],
) -> Result<Vec<Found>> {
    let numbers: Vec<&str> =
        people.iter().map(|one| one.number).filter(|number| !number.is_empty()).collect();
    let names: Vec<&str> =
        people.iter().filter(|one| one.number.is_empty()).map(|one| one.name).collect();
    let mut by_number: HashMap<String, Vec<ListedPlayer>> = HashMap::new();
    for player in rows::with_numbers(conn, list, &distinct(&numbers))? {
        by_number.entry(player.federation_number.clone()).or_default().push(player);
    }
    let mut by_name: HashMap<String, Vec<ListedPlayer>> = HashMap::new();
    for player in with_names(conn, list, &names)? {
        by_name.entry(search_key(&player.name)).or_default().push(player);
    }
    let found = |one: &Wanted<'_>| {
        let all: Vec<&ListedPlayer> = match one.number {
            "" => {
                let keys = possible_name_keys(one.name);
                keys.iter().filter_map(|key| by_name.get(key)).flatten().collect()
            }
            number => by_number.get(number).into_iter().flatten().collect(),
        };
        match all[..] {
            [] => Found::Nobody,
            [player] => Found::One { player: player.clone(), by_number: !one.number.is_empty() },
            _ => Found::Several(all.len()),
        }
    };
    Ok(people.iter().map(found).collect())
}

/// The players of a list with one of these names, in either order of given name and surname.
pub(super) fn with_names(
    conn: &mut AnyConnection,
    list: i32,
    names: &[&str],
) -> Result<Vec<ListedPlayer>> {
    let keys: Vec<String> = names.iter().flat_map(|name| possible_name_keys(name)).collect();
    let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
    Ok(rows::with_name_keys(conn, list, &distinct(&keys))?)
}

fn distinct<'a>(texts: &[&'a str]) -> Vec<&'a str> {
    let mut texts = texts.to_vec();
    texts.sort_unstable();
    texts.dedup();
    texts
}
