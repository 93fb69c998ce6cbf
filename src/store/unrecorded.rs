//! Games of events whose record nobody has: what is rated of them.

use std::collections::HashMap;

use diesel::prelude::*;

use super::connection::insert_all;
use super::schema::{counters, events, games, unrecorded_games};
use super::transaction::in_transaction;
use super::{AnyConnection, StoreError, id_sequence, players};

/// Which counter says that the results from before there was the table are in it.
const BACKFILLED_COUNTER: &str = "results_taken";

/// The columns of a [`RecordedRow`].
macro_rules! recorded_row {
    () => {
        (games::event_id, games::white_id, games::black_id, games::round)
    };
}

/// A game without a record.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = unrecorded_games, treat_none_as_default_value = false)]
pub struct UnrecordedRow {
    pub id: i32,
    pub number: i32,
    pub event_id: i32,
    pub rated_in: i16,
    pub stage: i16,
    pub round: i16,
    pub place: i32,
    pub game: i16,
    pub white_id: i32,
    pub black_id: i32,
    pub outcome: i16,
    pub day: i32,
    pub round_name: String,
    pub order_key: Vec<u8>,
    pub gone: i16,
}

impl UnrecordedRow {
    /// Where it was played: stage, round, table and game.
    #[must_use]
    pub const fn pairing_position(&self) -> (i16, i16, i32, i16) {
        (self.stage, self.round, self.place, self.game)
    }
}

/// Those of an event that stand.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_event(
    connection: &mut AnyConnection,
    event: i32,
) -> Result<Vec<UnrecordedRow>, StoreError> {
    Ok(unrecorded_games::table
        .filter(unrecorded_games::event_id.eq(event))
        .filter(unrecorded_games::gone.eq(0))
        .order(unrecorded_games::id)
        .load(connection)?)
}

/// Adds some, with the next numbers.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(connection: &mut AnyConnection, mut rows: Vec<UnrecordedRow>) -> Result<(), StoreError> {
    if rows.is_empty() {
        return Ok(());
    }
    let first = id_sequence::next_ids(connection, "unrecorded_games", rows.len())?;
    for (id, row) in (first..).zip(&mut rows) {
        row.id = id;
    }
    // A statement takes at most 65,535 values.
    for some in rows.chunks(500) {
        insert_all!(connection, unrecorded_games::table, some);
    }
    Ok(())
}

/// Has some stand no more: what was given a number stays, and the others go.
///
/// # Errors
/// [`StoreError::Database`].
pub fn withdraw(connection: &mut AnyConnection, ids: &[i32]) -> Result<(), StoreError> {
    for some in ids.chunks(500) {
        let rows = || unrecorded_games::table.filter(unrecorded_games::id.eq_any(some));
        diesel::delete(rows().filter(unrecorded_games::number.eq(0))).execute(connection)?;
        diesel::update(rows()).set(unrecorded_games::gone.eq(1)).execute(connection)?;
    }
    Ok(())
}

/// Whether any waits for its number.
///
/// # Errors
/// [`StoreError::Database`].
pub fn has_unnumbered(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let row = unrecorded_games::table.filter(unrecorded_games::number.eq(0));
    let any: Option<i32> = row.select(unrecorded_games::id).first(connection).optional()?;
    Ok(any.is_some())
}

/// Gives those that wait for it the next numbers of games, in a transaction of its own: whoever brings records waits
/// for the same counter, and has nothing that this waits for.
///
/// # Errors
/// [`StoreError::Database`].
pub fn assign_numbers(connection: &mut AnyConnection) -> Result<(), StoreError> {
    if !has_unnumbered(connection)? {
        return Ok(());
    }
    in_transaction(connection, |connection| {
        let count = || counters::table.find("games");
        diesel::update(count()).set(counters::value.eq(counters::value)).execute(connection)?;
        let waiting: Vec<i32> = unrecorded_games::table
            .filter(unrecorded_games::number.eq(0))
            .order(unrecorded_games::id)
            .select(unrecorded_games::id)
            .load(connection)?;
        let first = id_sequence::next_ids(connection, "games", waiting.len())?;
        for (number, id) in (first..).zip(&waiting) {
            diesel::update(unrecorded_games::table.find(id))
                .set(unrecorded_games::number.eq(number))
                .execute(connection)?;
        }
        id_sequence::next_ids(connection, "unrecorded_numbers", waiting.len())?;
        Ok(())
    })
}

/// Those of these numbers, whether they stand or not.
///
/// # Errors
/// [`StoreError::Database`].
pub fn by_numbers(
    connection: &mut AnyConnection,
    numbers: &[i32],
) -> Result<Vec<UnrecordedRow>, StoreError> {
    let mut found = Vec::new();
    for some in numbers.chunks(500) {
        let rows: Vec<UnrecordedRow> = unrecorded_games::table
            .filter(unrecorded_games::number.eq_any(some))
            .load(connection)?;
        found.extend(rows);
    }
    Ok(found)
}

/// Those that are to be rated, of the numbers `after < number <= through`, ascending: they stand, and nobody has a
/// record of them that is rated. Who was merged is named as the player that they are.
///
/// # Errors
/// [`StoreError::Database`].
pub fn rateable(
    connection: &mut AnyConnection,
    after: i32,
    through: i32,
) -> Result<Vec<UnrecordedRow>, StoreError> {
    let rows: Vec<UnrecordedRow> = unrecorded_games::table
        .filter(unrecorded_games::number.gt(after.max(0)))
        .filter(unrecorded_games::number.le(through))
        .filter(unrecorded_games::gone.eq(0))
        .order(unrecorded_games::number)
        .load(connection)?;
    if rows.is_empty() {
        return Ok(rows);
    }
    let mut events: Vec<i32> = rows.iter().map(|row| row.event_id).collect();
    events.sort_unstable();
    events.dedup();
    let recorded = recorded_games(connection, &events)?;
    let mut rows = with_canonical_players(connection, rows)?;
    rows.retain(|row| !recorded.iter().any(|one| one.is_record_of(row)));
    Ok(rows)
}

/// The same rows with who the players are by now.
fn with_canonical_players(
    connection: &mut AnyConnection,
    mut rows: Vec<UnrecordedRow>,
) -> Result<Vec<UnrecordedRow>, StoreError> {
    let mut of: HashMap<i32, i32> = HashMap::new();
    for row in &mut rows {
        for player in [&mut row.white_id, &mut row.black_id] {
            *player = match of.get(player) {
                Some(known) => *known,
                None => {
                    let leading = players::canonical(connection, *player)?.id;
                    of.insert(*player, leading);
                    leading
                }
            };
        }
    }
    Ok(rows)
}

/// Whether some of the games `after < id <= through` are records of what was rated without one.
///
/// # Errors
/// [`StoreError::Database`].
pub fn any_recorded_between(
    connection: &mut AnyConnection,
    after: i32,
    through: i32,
) -> Result<bool, StoreError> {
    let stands = unrecorded_games::table.filter(unrecorded_games::gone.eq(0));
    let events: Vec<i32> = stands.select(unrecorded_games::event_id).distinct().load(connection)?;
    if events.is_empty() {
        return Ok(false);
    }
    let new: Vec<RecordedGameRow> = games::table
        .filter(games::id.gt(after))
        .filter(games::id.le(through))
        .filter(games::rated_in.ge(0))
        .filter(games::event_id.eq_any(&events))
        .select(recorded_row!())
        .load(connection)?;
    if new.is_empty() {
        return Ok(false);
    }
    let mut of: Vec<i32> = new.iter().map(|row| row.event_id).collect();
    of.sort_unstable();
    of.dedup();
    let mut rows = Vec::new();
    for event in of {
        rows.extend(for_event(connection, event)?);
    }
    let rows = with_canonical_players(connection, rows)?;
    Ok(rows.iter().any(|row| new.iter().any(|one| one.is_record_of(row))))
}

/// Whether a player stands in one.
///
/// # Errors
/// [`StoreError::Database`].
pub fn has_player(connection: &mut AnyConnection, player: i32) -> Result<bool, StoreError> {
    let row = unrecorded_games::table
        .filter(unrecorded_games::white_id.eq(player).or(unrecorded_games::black_id.eq(player)));
    let any: Option<i32> = row.select(unrecorded_games::id).first(connection).optional()?;
    Ok(any.is_some())
}

/// A game of an event with a record that is rated in a pool.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
struct RecordedGameRow {
    event_id: i32,
    white_id: i32,
    black_id: i32,
    round: String,
}

impl RecordedGameRow {
    /// Whether it is the record of that game: of the same two players in the same round, or in one that it does not name.
    fn is_record_of(&self, row: &UnrecordedRow) -> bool {
        let own = [self.white_id, self.black_id];
        let same = own == [row.white_id, row.black_id] || own == [row.black_id, row.white_id];
        let round = self.round == row.round_name || self.round == "?";
        same && round && self.event_id == row.event_id
    }
}

/// Games with a record of these events that are rated.
fn recorded_games(
    connection: &mut AnyConnection,
    of: &[i32],
) -> Result<Vec<RecordedGameRow>, StoreError> {
    let mut found = Vec::new();
    for some in of.chunks(500) {
        let rows: Vec<RecordedGameRow> = games::table
            .filter(games::event_id.eq_any(some))
            .filter(games::rated_in.ge(0))
            .select(recorded_row!())
            .load(connection)?;
        found.extend(rows);
    }
    Ok(found)
}

/// An event's number, folded name, name and slug.
pub type EventNames = (i32, String, String, String);

/// What these events are called.
///
/// # Errors
/// [`StoreError::Database`].
pub fn event_names(
    connection: &mut AnyConnection,
    of: &[i32],
) -> Result<Vec<EventNames>, StoreError> {
    let mut found = Vec::new();
    for some in of.chunks(500) {
        let rows: Vec<EventNames> = events::table
            .filter(events::id.eq_any(some))
            .select((events::id, events::name_key, events::name, events::slug))
            .load(connection)?;
        found.extend(rows);
    }
    Ok(found)
}

/// Whether the results from before there was the table are in it.
///
/// # Errors
/// [`StoreError::Database`].
pub fn is_backfilled(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let row = counters::table.find(BACKFILLED_COUNTER).select(counters::value);
    let value: Option<i64> = row.first(connection).optional()?;
    Ok(value == Some(1))
}

/// Notes that they are.
///
/// # Errors
/// [`StoreError::Database`].
pub fn set_backfilled(connection: &mut AnyConnection) -> Result<(), StoreError> {
    diesel::update(counters::table.find(BACKFILLED_COUNTER))
        .set(counters::value.eq(1))
        .execute(connection)?;
    Ok(())
}
