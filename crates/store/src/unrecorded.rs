//! Games of events without a record, for ratings.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;

use super::game_writer::RATED_NOWHERE;
use super::queries::{distinct, insert_all, load_in_chunks};
use super::schema::{events, games, unrecorded_games};
use super::transaction::in_transaction;
use super::{AnyConnection, Result, id_sequence, players};

/// The counter that marks older results as added.
const BACKFILLED_COUNTER: &str = "results_taken";

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
    /// Its position in the event: stage, round, table and game.
    pub const fn pairing_position(&self) -> (i16, i16, i32, i16) {
        (self.stage, self.round, self.place, self.game)
    }
}

/// The valid results of an event.
pub fn for_event(conn: &mut AnyConnection, event: i32) -> Result<Vec<UnrecordedRow>> {
    Ok(unrecorded_games::table
        .filter(unrecorded_games::event_id.eq(event))
        .filter(unrecorded_games::gone.eq(0))
        .order(unrecorded_games::id)
        .load(conn)?)
}

/// Inserts rows.
pub fn add(conn: &mut AnyConnection, mut rows: Vec<UnrecordedRow>) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let first = id_sequence::next_ids(conn, "unrecorded_games", rows.len())?;
    for (id, row) in (first..).zip(&mut rows) {
        row.id = id;
    }
    // A statement takes at most 65,535 values.
    for some in rows.chunks(500) {
        insert_all!(conn, unrecorded_games::table, some);
    }
    Ok(())
}

/// Withdraws results: numbered ones are marked, and the others deleted.
pub fn withdraw(conn: &mut AnyConnection, ids: &[i32]) -> Result<()> {
    for some in ids.chunks(500) {
        let rows = || unrecorded_games::table.filter(unrecorded_games::id.eq_any(some));
        diesel::delete(rows().filter(unrecorded_games::number.eq(0))).execute(conn)?;
        diesel::update(rows()).set(unrecorded_games::gone.eq(1)).execute(conn)?;
    }
    Ok(())
}

/// Whether any result awaits its number.
pub fn has_unnumbered(conn: &mut AnyConnection) -> Result<bool> {
    let waiting = unrecorded_games::table.filter(unrecorded_games::number.eq(0));
    Ok(diesel::select(exists(waiting)).get_result(conn)?)
}

/// Assigns the next ids of games to new results, in a transaction of its own: imports wait for the
/// same counter, but hold no lock for which this waits.
pub fn assign_numbers(conn: &mut AnyConnection) -> Result<()> {
    if !has_unnumbered(conn)? {
        return Ok(());
    }
    in_transaction(conn, |conn| {
        id_sequence::lock_counter(conn, "games")?;
        let waiting: Vec<i32> = unrecorded_games::table
            .filter(unrecorded_games::number.eq(0))
            .order(unrecorded_games::id)
            .select(unrecorded_games::id)
            .load(conn)?;
        let first = id_sequence::next_ids(conn, "games", waiting.len())?;
        for (number, id) in (first..).zip(&waiting) {
            diesel::update(unrecorded_games::table.find(id))
                .set(unrecorded_games::number.eq(number))
                .execute(conn)?;
        }
        id_sequence::next_ids(conn, "unrecorded_numbers", waiting.len())?;
        Ok(())
    })
}

/// The results with these numbers, also withdrawn ones.
pub fn by_numbers(conn: &mut AnyConnection, numbers: &[i32]) -> Result<Vec<UnrecordedRow>> {
    load_in_chunks(numbers, |some| {
        unrecorded_games::table.filter(unrecorded_games::number.eq_any(some)).load(conn)
    })
}

/// The results to be rated with numbers `after < number <= through`, ascending: those that are not
/// withdrawn and have no rated record. Merged players are replaced by the targets of the merges.
pub fn rateable(conn: &mut AnyConnection, after: i32, through: i32) -> Result<Vec<UnrecordedRow>> {
    let rows: Vec<UnrecordedRow> = unrecorded_games::table
        .filter(unrecorded_games::number.gt(after.max(0)))
        .filter(unrecorded_games::number.le(through))
        .filter(unrecorded_games::gone.eq(0))
        .order(unrecorded_games::number)
        .load(conn)?;
    if rows.is_empty() {
        return Ok(rows);
    }
    let events = distinct(rows.iter().map(|row| row.event_id));
    let recorded = recorded_games(conn, &events)?;
    let mut rows = with_canonical_players(conn, rows)?;
    rows.retain(|row| !recorded.iter().any(|one| one.is_record_of(row)));
    Ok(rows)
}

/// Replaces merged players.
fn with_canonical_players(
    conn: &mut AnyConnection,
    mut rows: Vec<UnrecordedRow>,
) -> Result<Vec<UnrecordedRow>> {
    let mut of: HashMap<i32, i32> = HashMap::new();
    for row in &mut rows {
        for player in [&mut row.white_id, &mut row.black_id] {
            *player = match of.get(player) {
                Some(known) => *known,
                None => {
                    let leading = players::canonical(conn, *player)?.id;
                    of.insert(*player, leading);
                    leading
                }
            };
        }
    }
    Ok(rows)
}

/// Whether any of the games `after < id <= through` is the record of a result rated without one.
pub fn any_recorded_between(conn: &mut AnyConnection, after: i32, through: i32) -> Result<bool> {
    let stands = unrecorded_games::table.filter(unrecorded_games::gone.eq(0));
    let events: Vec<i32> = stands.select(unrecorded_games::event_id).distinct().load(conn)?;
    if events.is_empty() {
        return Ok(false);
    }
    let new: Vec<RecordedGameRow> = RecordedGameRow::query()
        .filter(games::id.gt(after))
        .filter(games::id.le(through))
        .filter(games::rated_in.ne(RATED_NOWHERE))
        .filter(games::event_id.eq_any(&events))
        .load(conn)?;
    if new.is_empty() {
        return Ok(false);
    }
    let mut rows = Vec::new();
    for event in distinct(new.iter().map(|row| row.event_id)) {
        rows.extend(for_event(conn, event)?);
    }
    let rows = with_canonical_players(conn, rows)?;
    Ok(rows.iter().any(|row| new.iter().any(|one| one.is_record_of(row))))
}

/// Whether a player has such a result.
pub fn has_player(conn: &mut AnyConnection, player: i32) -> Result<bool> {
    let own = unrecorded_games::white_id.eq(player).or(unrecorded_games::black_id.eq(player));
    Ok(diesel::select(exists(unrecorded_games::table.filter(own))).get_result(conn)?)
}

/// A recorded game of an event that is rated in a pool.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = games)]
struct RecordedGameRow {
    event_id: i32,
    white_id: i32,
    black_id: i32,
    round: String,
}

impl RecordedGameRow {
    /// Whether it is the record of this result: between the same players, in the same or an unnamed
    /// round.
    fn is_record_of(&self, row: &UnrecordedRow) -> bool {
        let own = [self.white_id, self.black_id];
        let same = own == [row.white_id, row.black_id] || own == [row.black_id, row.white_id];
        let round = self.round == row.round_name || self.round == "?";
        same && round && self.event_id == row.event_id
    }
}

/// The rated recorded games of these events.
fn recorded_games(conn: &mut AnyConnection, of: &[i32]) -> Result<Vec<RecordedGameRow>> {
    load_in_chunks(of, |some| {
        RecordedGameRow::query()
            .filter(games::event_id.eq_any(some))
            .filter(games::rated_in.ne(RATED_NOWHERE))
            .load(conn)
    })
}

/// The recorded games of an event that are rated in a pool, by their numbers.
pub fn recorded_numbers(conn: &mut AnyConnection, event: i32, pool: i16) -> Result<Vec<i32>> {
    Ok(games::table
        .filter(games::event_id.eq(event))
        .filter(games::rated_in.eq(pool))
        .select(games::id)
        .load(conn)?)
}

/// Id, folded name, name and slug of an event.
pub type EventNames = (i32, String, String, String);

pub fn event_names(conn: &mut AnyConnection, of: &[i32]) -> Result<Vec<EventNames>> {
    load_in_chunks(of, |some| {
        events::table
            .filter(events::id.eq_any(some))
            .select((events::id, events::name_key, events::name, events::slug))
            .load(conn)
    })
}

/// Whether older results have been added.
pub fn is_backfilled(conn: &mut AnyConnection) -> Result<bool> {
    Ok(id_sequence::counter(conn, BACKFILLED_COUNTER)? == 1)
}

pub fn set_backfilled(conn: &mut AnyConnection) -> Result<()> {
    id_sequence::set_counter(conn, BACKFILLED_COUNTER, 1)
}
