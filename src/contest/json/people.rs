//! People and their numbers.

use super::super::registration::{MAX_CLUB_LEN, MAX_PERSON_NAME_LEN};
use super::super::{EntrantId, EntrantProfile, MAX_PROHIBITED_ROUNDS, ProhibitedGroup};
use super::reader::{JsonMembers, JsonResult, integer, json_error, list, text};
use super::tree::{Json, integer as number, list as list_of, object, text as written, with_member};

/// No event has a number above it: each is a fact of its own.
const MAX_ENTRANT_NUMBER: i64 = 1_000_000;

/// More are never in one list.
const MAX_LIST_LEN: usize = 20_000;

pub(super) fn write_id(id: &EntrantId) -> Json {
    number(id.0)
}

pub(super) fn read_id(json: &Json) -> JsonResult<EntrantId> {
    integer(json, 1, MAX_ENTRANT_NUMBER).map(EntrantId)
}

pub(super) fn read_ids(json: &Json) -> JsonResult<Vec<EntrantId>> {
    list(json, MAX_LIST_LEN, read_id)
}

pub(super) fn read_groups(json: &Json) -> JsonResult<Vec<Vec<EntrantId>>> {
    list(json, MAX_LIST_LEN, read_ids)
}

pub(super) fn write_prohibited_group(group: &ProhibitedGroup) -> Json {
    let entrants = list_of(&group.entrants, write_id);
    match group.rounds {
        None => entrants,
        Some(rounds) => object([("entrants", entrants), ("rounds", number(rounds))]),
    }
}

pub(super) fn read_prohibited_groups(json: &Json) -> JsonResult<Vec<ProhibitedGroup>> {
    list(json, MAX_LIST_LEN, read_prohibited_group)
}

fn read_prohibited_group(json: &Json) -> JsonResult<ProhibitedGroup> {
    if matches!(json, Json::List(_)) {
        return read_ids(json).map(ProhibitedGroup::from);
    }
    let mut members = JsonMembers::from_json(json)?;
    let entrants = members.required("entrants", read_ids)?;
    let most = i64::try_from(MAX_PROHIBITED_ROUNDS).unwrap_or(i64::MAX);
    let rounds = members.required("rounds", |json| integer(json, 1, most))?;
    members.finish()?;
    Ok(ProhibitedGroup { entrants, rounds: Some(rounds) })
}

pub(super) fn write(person: &EntrantProfile) -> Json {
    let EntrantProfile { player, name, rating, title, titles_won, club, province } = person;
    let some = |one: &str| (!one.is_empty()).then(|| written(one));
    let mut json = object([("name", written(name))]);
    json = with_member(json, "player", (*player != 0).then(|| number(*player)));
    json = with_member(json, "rating", (*rating != 0).then(|| number(*rating)));
    json = with_member(json, "title", title.map(number));
    json = with_member(json, "titles_won", (*titles_won != 0).then(|| number(*titles_won)));
    json = with_member(json, "club", some(club));
    with_member(json, "province", some(province))
}

pub(super) fn read(json: &Json) -> JsonResult<EntrantProfile> {
    let mut members = JsonMembers::from_json(json)?;
    let place = |json: &Json| text(json, MAX_CLUB_LEN);
    let player = members.optional_or("player", 0, |json| integer(json, 0, i64::from(i32::MAX)))?;
    let person = EntrantProfile {
        player,
        // A player's name is in his own row.
        name: members.required("name", |json| {
            let name = text(json, MAX_PERSON_NAME_LEN)?;
            let is_missing = player == 0 && name.trim().is_empty();
            if is_missing { Err(json_error("expected a name")) } else { Ok(name) }
        })?,
        rating: members.optional_or("rating", 0, |json| integer(json, 0, i64::from(u32::MAX)))?,
        title: members.optional("title", |json| integer(json, 0, i64::from(u8::MAX)))?,
        titles_won: members
            .optional_or("titles_won", 0, |json| integer(json, 0, i64::from(u32::MAX)))?,
        club: members.optional_or("club", String::new(), place)?,
        province: members.optional_or("province", String::new(), place)?,
    };
    members.finish()?;
    Ok(person)
}
