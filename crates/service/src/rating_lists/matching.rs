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
    /// If it is known.
    pub(crate) birth_year: Option<u16>,
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

/// Letters of two words from which one may be short for the other.
const SHORT_FORM: usize = 3;

/// Whether two names may be of one person: they have a word in common, or one that is short for another or differs in one
/// letter. People marry, and lists abbreviate.
pub(crate) fn may_be_same_name(one: &str, other: &str) -> bool {
    let [one, other] = [one, other].map(search_key);
    one.split(' ').filter(|word| !word.is_empty()).any(|word| {
        other.split(' ').filter(|word| !word.is_empty()).any(|other| is_same_word(word, other))
    })
}

fn is_same_word(one: &str, other: &str) -> bool {
    let (shorter, longer) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let length = shorter.chars().count();
    let is_short_form = length >= SHORT_FORM && longer.starts_with(shorter);
    one == other && length > 1 || is_short_form || length > SHORT_FORM && differ_in_one(one, other)
}

/// Whether two words differ in one letter, which is another, or is missing in one of them.
fn differ_in_one(one: &str, other: &str) -> bool {
    let [one, other]: [Vec<char>; 2] = [one, other].map(|word| word.chars().collect());
    let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
    let rests = [(1, 1), (1, 0), (0, 1)].map(|(skipped, also)| {
        let rest = one.get(same + skipped..).zip(other.get(same + also..));
        rest.is_some_and(|(one, other)| one == other)
    });
    rests.contains(&true)
}

/// Finds people by their federation number; those who have none, by name. Of several of one name those count who were
/// born in the year that is known.
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
        let mut all: Vec<&ListedPlayer> = match one.number {
            "" => {
                let keys = possible_name_keys(one.name);
                keys.iter().filter_map(|key| by_name.get(key)).flatten().collect()
            }
            number => by_number.get(number).into_iter().flatten().collect(),
        };
        if let (true, Some(year)) = (one.number.is_empty() && all.len() > 1, one.birth_year) {
            let born_then = all.iter().copied().filter(|player| player.birth_year == Some(year));
            let born_then: Vec<&ListedPlayer> = born_then.collect();
            if !born_then.is_empty() {
                all = born_then;
            }
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_one_person_resemble_each_other_and_others_do_not() {
        for (one, other) in [
            ("Ana Reyes", "Reyes, Ana Maria"),
            ("Ana Reyes", "Santos, Ana"),
            ("Corazon Lim", "Lim Cora"),
            ("Corazon", "Cora"),
            ("Joseñño Peña", "PENA, J."),
            ("Gonzales", "Gonzalez, Ramon"),
            ("Rizal", "Risal, P."),
        ] {
            assert!(may_be_same_name(one, other), "{one} and {other}");
        }
        for (one, other) in [
            ("Ana Reyes", "Cruz, Ben"),
            ("A. Cruz", "A. Reyes"),
            ("Lim", "Lam"),
            ("", "Reyes, Ana"),
            ("?", "!"),
        ] {
            assert!(!may_be_same_name(one, other), "{one} and {other}");
        }
    }
}
