//! People and their numbers.

use super::super::entering::{LONGEST_NAME, LONGEST_PLACE};
use super::super::{EntrantId, KeptApart, MOST_ROUNDS_APART, Person};
use super::reading::{Members, Read, fault, list, text, whole};
use super::tree::{Json, list as list_of, object, text as written, whole as number, with};

/// No event has a number above it: each is a fact of its own.
const HIGHEST: i64 = 1_000_000;

/// More are never in one list.
const MOST: usize = 20_000;

pub(super) fn write_id(id: &EntrantId) -> Json {
    number(id.0)
}

pub(super) fn read_id(json: &Json) -> Read<EntrantId> {
    whole(json, 1, HIGHEST).map(EntrantId)
}

pub(super) fn read_ids(json: &Json) -> Read<Vec<EntrantId>> {
    list(json, MOST, read_id)
}

pub(super) fn read_groups(json: &Json) -> Read<Vec<Vec<EntrantId>>> {
    list(json, MOST, read_ids)
}

pub(super) fn write_apart(group: &KeptApart) -> Json {
    let entrants = list_of(&group.entrants, write_id);
    match group.rounds {
        None => entrants,
        Some(rounds) => object([("entrants", entrants), ("rounds", number(rounds))]),
    }
}

pub(super) fn read_all_apart(json: &Json) -> Read<Vec<KeptApart>> {
    list(json, MOST, read_apart)
}

fn read_apart(json: &Json) -> Read<KeptApart> {
    if matches!(json, Json::List(_)) {
        return read_ids(json).map(KeptApart::from);
    }
    let mut members = Members::of(json)?;
    let entrants = members.needed("entrants", read_ids)?;
    let most = i64::try_from(MOST_ROUNDS_APART).unwrap_or(i64::MAX);
    let rounds = members.needed("rounds", |json| whole(json, 1, most))?;
    members.end()?;
    Ok(KeptApart { entrants, rounds: Some(rounds) })
}

pub(super) fn write(person: &Person) -> Json {
    let Person { player, name, rating, title, titles_won, club, province } = person;
    let some = |one: &str| (!one.is_empty()).then(|| written(one));
    let mut json = object([("name", written(name))]);
    json = with(json, "player", (*player != 0).then(|| number(*player)));
    json = with(json, "rating", (*rating != 0).then(|| number(*rating)));
    json = with(json, "title", title.map(number));
    json = with(json, "titles_won", (*titles_won != 0).then(|| number(*titles_won)));
    json = with(json, "club", some(club));
    with(json, "province", some(province))
}

pub(super) fn read(json: &Json) -> Read<Person> {
    let mut members = Members::of(json)?;
    let place = |json: &Json| text(json, LONGEST_PLACE);
    let player = members.or("player", 0, |json| whole(json, 0, i64::from(i32::MAX)))?;
    let person = Person {
        player,
        // A player's name is in his own row.
        name: members.needed("name", |json| {
            let name = text(json, LONGEST_NAME)?;
            let is_missing = player == 0 && name.trim().is_empty();
            if is_missing { Err(fault("expected a name")) } else { Ok(name) }
        })?,
        rating: members.or("rating", 0, |json| whole(json, 0, i64::from(u32::MAX)))?,
        title: members.maybe("title", |json| whole(json, 0, i64::from(u8::MAX)))?,
        titles_won: members.or("titles_won", 0, |json| whole(json, 0, i64::from(u32::MAX)))?,
        club: members.or("club", String::new(), place)?,
        province: members.or("province", String::new(), place)?,
    };
    members.end()?;
    Ok(person)
}
