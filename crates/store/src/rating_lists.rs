//! Rating lists that organisations have imported.

use diesel::prelude::*;

use adjutant_domain::contest::Gender;
use adjutant_domain::moment::Micros;
use adjutant_domain::rating_list::ListedPlayer;
use adjutant_domain::search::search_key;

use super::queries::{insert_all, load_in_chunks};
use super::schema::{listed_players, rating_lists};
use super::{AnyConnection, Result, id_sequence};

/// The states of a list, as stored.
const IMPORTING: i16 = 0;
const COMPLETE: i16 = 1;
const REMOVED: i16 = 2;

/// Rows that are read for some hundred numbers or names. A list in which these have more is unusual,
/// and then up to [`MOST_OF_ONE`] are read for each.
const MOST_PER_CHUNK: usize = 5_000;
/// Rows that are read for a number or name of which a list has very many: enough to know that it is
/// ambiguous.
const MOST_OF_ONE: usize = 50;

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = rating_lists)]
pub struct RatingListRow {
    pub id: i32,
    pub name: String,
    /// In days since 1970.
    pub day: i32,
    pub players: i32,
    pub imported_at: Micros,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = listed_players, treat_none_as_default_value = false)]
struct ListedPlayerRow {
    list_id: i32,
    number: i32,
    federation_number: String,
    name: String,
    name_key: String,
    federation: String,
    rating: i32,
    birth_year: i32,
    gender: i16,
}

const fn gender_code(gender: Option<Gender>) -> i16 {
    match gender {
        None => 0,
        Some(Gender::Female) => 1,
        Some(Gender::Male) => 2,
    }
}

impl ListedPlayerRow {
    fn new(list: i32, number: i32, one: ListedPlayer) -> ListedPlayerRow {
        ListedPlayerRow {
            list_id: list,
            number,
            name_key: search_key(&one.name),
            federation_number: one.federation_number,
            name: one.name,
            federation: one.federation,
            rating: i32::try_from(one.rating).unwrap_or(0),
            birth_year: one.birth_year.map_or(0, i32::from),
            gender: gender_code(one.gender),
        }
    }

    fn player(self) -> ListedPlayer {
        ListedPlayer {
            federation_number: self.federation_number,
            name: self.name,
            federation: self.federation,
            rating: u32::try_from(self.rating).unwrap_or(0),
            birth_year: u16::try_from(self.birth_year).ok().filter(|year| *year != 0),
            gender: match self.gender {
                1 => Some(Gender::Female),
                2 => Some(Gender::Male),
                _ => None,
            },
        }
    }
}

/// Inserts a list that nobody sees before it is complete, in a transaction that holds the writer
/// lock; returns its id.
pub fn add(
    conn: &mut AnyConnection,
    organisation: i32,
    (name, day): (&str, i32),
    now: Micros,
) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "rating_lists", 1)?;
    diesel::insert_into(rating_lists::table)
        .values((
            rating_lists::id.eq(id),
            rating_lists::organisation_id.eq(organisation),
            rating_lists::name.eq(name),
            rating_lists::day.eq(day),
            rating_lists::players.eq(0),
            rating_lists::state.eq(IMPORTING),
            rating_lists::imported_at.eq(now),
        ))
        .execute(conn)?;
    Ok(id)
}

/// Notes that the import of a list goes on, until it is complete in place of its time; `false` if it was given up.
pub fn note_progress(conn: &mut AnyConnection, list: i32, now: Micros) -> Result<bool> {
    let own = rating_lists::table.find(list).filter(rating_lists::state.eq(IMPORTING));
    let noted = diesel::update(own).set(rating_lists::imported_at.eq(now)).execute(conn)?;
    Ok(noted > 0)
}

/// Hides the lists of an organisation whose import has written nothing since a time: it ended without a word.
pub fn hide_interrupted(conn: &mut AnyConnection, organisation: i32, since: Micros) -> Result<()> {
    let interrupted = rating_lists::table
        .filter(rating_lists::organisation_id.eq(organisation))
        .filter(rating_lists::state.eq(IMPORTING))
        .filter(rating_lists::imported_at.lt(since));
    diesel::update(interrupted).set(rating_lists::state.eq(REMOVED)).execute(conn)?;
    Ok(())
}

/// Inserts players, numbered from `first`.
pub fn add_players(
    conn: &mut AnyConnection,
    list: i32,
    first: i32,
    players: Vec<ListedPlayer>,
) -> Result<()> {
    let numbered = (first..).zip(players);
    let rows: Vec<ListedPlayerRow> =
        numbered.map(|(number, one)| ListedPlayerRow::new(list, number, one)).collect();
    insert_all!(conn, listed_players::table, rows);
    Ok(())
}

/// Shows a list in place of those with the same name, whose ids are returned; `None` if the list
/// itself was removed meanwhile.
pub fn complete(
    conn: &mut AnyConnection,
    organisation: i32,
    (list, players): (i32, i32),
    now: Micros,
) -> Result<Option<Vec<i32>>> {
    let own = rating_lists::table.find(list).filter(rating_lists::state.eq(IMPORTING));
    let done = (
        rating_lists::state.eq(COMPLETE),
        rating_lists::players.eq(players),
        rating_lists::imported_at.eq(now),
    );
    if diesel::update(own).set(done).execute(conn)? == 0 {
        return Ok(None);
    }
    let name: String = rating_lists::table.find(list).select(rating_lists::name).first(conn)?;
    let mut replaced = for_organisation(conn, organisation)?;
    replaced.retain(|other| other.id != list && search_key(&other.name) == search_key(&name));
    let replaced: Vec<i32> = replaced.into_iter().map(|other| other.id).collect();
    for other in &replaced {
        hide(conn, *other)?;
    }
    Ok(Some(replaced))
}

/// Hides a list whose players are deleted next.
pub fn hide(conn: &mut AnyConnection, list: i32) -> Result<()> {
    let hidden = rating_lists::state.eq(REMOVED);
    diesel::update(rating_lists::table.find(list)).set(hidden).execute(conn)?;
    Ok(())
}

/// Deletes up to `limit` players of a hidden list, and then the list; true once it is gone.
pub fn delete_some(conn: &mut AnyConnection, list: i32, limit: i64) -> Result<bool> {
    let own = listed_players::table.filter(listed_players::list_id.eq(list));
    let numbers = own.select(listed_players::number).order(listed_players::number);
    let last: Option<i32> = numbers.offset(limit - 1).first(conn).optional()?;
    let some = own.filter(listed_players::number.le(last.unwrap_or(i32::MAX)));
    diesel::delete(some).execute(conn)?;
    if last.is_none() {
        diesel::delete(rating_lists::table.find(list)).execute(conn)?;
    }
    Ok(last.is_none())
}

/// Lists that are hidden, and those whose import has written nothing since a time and never ended.
pub fn leftovers(conn: &mut AnyConnection, before: Micros) -> Result<Vec<i32>> {
    let ended = rating_lists::state.eq(IMPORTING).and(rating_lists::imported_at.lt(before));
    Ok(rating_lists::table
        .filter(rating_lists::state.eq(REMOVED).or(ended))
        .select(rating_lists::id)
        .load(conn)?)
}

/// How many lists of an organisation are not complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unfinished {
    pub importing: usize,
    /// Hidden, with players that are still to be deleted.
    pub removed: usize,
}

pub fn unfinished(conn: &mut AnyConnection, organisation: i32) -> Result<Unfinished> {
    let states: Vec<i16> = rating_lists::table
        .filter(rating_lists::organisation_id.eq(organisation))
        .filter(rating_lists::state.eq_any([IMPORTING, REMOVED]))
        .select(rating_lists::state)
        .load(conn)?;
    let count = |state| states.iter().filter(|own| **own == state).count();
    Ok(Unfinished { importing: count(IMPORTING), removed: count(REMOVED) })
}

/// The complete lists of an organisation, newest first.
pub fn for_organisation(conn: &mut AnyConnection, organisation: i32) -> Result<Vec<RatingListRow>> {
    let mut lists = RatingListRow::query()
        .filter(rating_lists::organisation_id.eq(organisation))
        .filter(rating_lists::state.eq(COMPLETE))
        .load(conn)?;
    lists.sort_by_key(|one| std::cmp::Reverse((one.day, one.imported_at, one.id)));
    Ok(lists)
}

/// The players of a list with these federation numbers, unordered; of a number that very many have,
/// only some.
pub fn with_numbers(
    conn: &mut AnyConnection,
    list: i32,
    numbers: &[&str],
) -> Result<Vec<ListedPlayer>> {
    load_bounded(numbers, |numbers, limit| {
        listed_players::table
            .filter(listed_players::list_id.eq(list))
            .filter(listed_players::federation_number.eq_any(numbers))
            .limit(limit)
            .select(ListedPlayerRow::as_select())
            .load(conn)
    })
}

/// The players of a list with these names as [`search_key`] folds them, unordered; of a name that
/// very many have, only some.
pub fn with_name_keys(
    conn: &mut AnyConnection,
    list: i32,
    keys: &[&str],
) -> Result<Vec<ListedPlayer>> {
    load_bounded(keys, |keys, limit| {
        listed_players::table
            .filter(listed_players::list_id.eq(list))
            .filter(listed_players::name_key.eq_any(keys))
            .limit(limit)
            .select(ListedPlayerRow::as_select())
            .load(conn)
    })
}

/// Loads the players of these keys with queries of at most so many rows, since anybody's file can
/// have a key very often.
fn load_bounded(
    keys: &[&str],
    mut load: impl FnMut(&[&str], i64) -> QueryResult<Vec<ListedPlayerRow>>,
) -> Result<Vec<ListedPlayer>> {
    let most = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let rows: Vec<ListedPlayerRow> = load_in_chunks(keys, |keys| {
        let rows = load(keys, most(MOST_PER_CHUNK))?;
        if rows.len() < MOST_PER_CHUNK {
            return Ok(rows);
        }
        let mut some = Vec::new();
        for key in keys {
            some.append(&mut load(&[*key], most(MOST_OF_ONE))?);
        }
        Ok(some)
    })?;
    Ok(rows.into_iter().map(ListedPlayerRow::player).collect())
}

/// Up to `limit` players of a list whose folded names begin so, by name.
pub fn with_name_prefix(
    conn: &mut AnyConnection,
    list: i32,
    prefix: &str,
    limit: i64,
) -> Result<Vec<ListedPlayer>> {
    // Keys are compared by their bytes, so the upper end is the prefix and the last code point.
    let rows: Vec<ListedPlayerRow> = listed_players::table
        .filter(listed_players::list_id.eq(list))
        .filter(listed_players::name_key.ge(prefix))
        .filter(listed_players::name_key.lt(format!("{prefix}\u{10ffff}")))
        .order(listed_players::name_key)
        .limit(limit)
        .select(ListedPlayerRow::as_select())
        .load(conn)?;
    Ok(rows.into_iter().map(ListedPlayerRow::player).collect())
}
