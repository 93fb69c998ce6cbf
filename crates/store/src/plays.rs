//! Live games. A live game is its events, which are opaque bytes here; its row contains derived
//! columns for queries.
//!
//! Events are appended, never changed. Each append names the number of events that it follows and
//! does nothing if others were appended before: the first statement is an UPDATE of the row with
//! that number, and no match is an [`AppendOutcome::Conflict`].

use std::collections::HashSet;

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Integer, SmallInt};

use salpakan::clock::Speed;
use salpakan::rules::{ByColor, Color};

pub use adjutant_domain::play::{PlayId as PublicId, State};

use super::columns::{FlagColumn, PlayIdColumn, SeatColumns, SpeedColumn, StateColumn};
use super::queries::insert_all;
use super::schema::{play_events, plays};
use super::{AnyConnection, Engine, Result, StoreError, id_sequence, names};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatHolder {
    pub player: i32,
    /// The account that plays, if one does.
    pub account: Option<i32>,
}

/// The columns of both seats: players, then accounts.
type Seats = (plays::white_id, plays::black_id, plays::white_account, plays::black_account);

/// A live game; times are 0 for none.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = plays)]
pub struct PlayRow {
    pub id: i32,
    #[diesel(deserialize_as = PlayIdColumn)]
    pub public_id: PublicId,
    #[diesel(deserialize_as = StateColumn)]
    pub state: State,
    pub version: i32,
    pub rule_set_id: i32,
    #[diesel(select_expression = Seats::default(), select_expression_type = Seats)]
    #[diesel(deserialize_as = SeatColumns)]
    pub seats: ByColor<SeatHolder>,
    pub organisation_id: Option<i32>,
    pub event_id: Option<i32>,
    #[diesel(deserialize_as = FlagColumn)]
    pub rated: bool,
    /// As in the record; empty for none.
    pub round: String,
    /// Whether public lists may show it.
    #[diesel(deserialize_as = FlagColumn)]
    pub listed: bool,
    #[diesel(deserialize_as = SpeedColumn)]
    pub speed: Speed,
    pub created_at: Micros,
    /// The earliest time of an action by the server.
    pub due_at: Micros,
    /// When it ended or was aborted; 0 while it is running.
    pub ended_at: Micros,
    /// The row of the record, once there is one.
    pub game_id: Option<i32>,
}

/// Proof that an account has a seat in a game, obtained from the game's row only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatProof {
    play: i32,
    color: Color,
}

impl SeatProof {
    pub const fn play(self) -> i32 {
        self.play
    }

    pub const fn color(self) -> Color {
        self.color
    }
}

impl PlayRow {
    /// The seat of this account, if any. Account 0, which is nobody, has none.
    pub fn seat_of(&self, account: i32) -> Option<SeatProof> {
        let own = |color: &Color| account != 0 && self.seats[*color].account == Some(account);
        Color::ALL.into_iter().find(own).map(|color| SeatProof { play: self.id, color })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEvent {
    pub at: Micros,
    /// Encoded by `adjutant_domain::play`.
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = play_events)]
pub struct StoredEvent {
    /// Counted from 1, without gaps.
    pub number: i32,
    pub at: Micros,
    pub body: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPlay<'a> {
    /// Random and unique.
    pub public_id: PublicId,
    pub state: State,
    pub rule_set: &'a str,
    pub seats: ByColor<SeatHolder>,
    pub organisation_id: Option<i32>,
    pub event_id: Option<i32>,
    /// Empty for none.
    pub round: &'a str,
    pub rated: bool,
    pub listed: bool,
    pub speed: Speed,
    pub created_at: Micros,
    /// 0 if no action of the server is due.
    pub due_at: Micros,
    pub events: &'a [NewEvent],
}

/// The derived columns after an append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayRowUpdate {
    pub state: State,
    /// 0 if no action of the server is due.
    pub due_at: Micros,
    /// 0 while it is running.
    pub ended_at: Micros,
    /// The row of the record; `None` leaves it unchanged.
    pub game_id: Option<i32>,
}

/// Events to append to a game; without any, only the derived columns change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayAppend {
    pub play: i32,
    /// The number of events that it follows.
    pub version: i32,
    pub after: PlayRowUpdate,
    pub events: Vec<NewEvent>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub enum AppendOutcome {
    Stored,
    /// Nothing was written: the game has other events by now, or does not exist.
    Conflict,
}

/// Inserts a game with its first events, in a transaction of the caller; returns its id. Fails if
/// the public id is taken.
pub fn add(conn: &mut AnyConnection, new: &NewPlay<'_>) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "plays", 1)?;
    let version = version_after(0, new.events)?;
    let rule_set = names::find_or_insert_rule_set(conn, new.rule_set)?;
    let ByColor { white, black } = new.seats;
    diesel::insert_into(plays::table)
        .values((
            (
                plays::id.eq(id),
                plays::public_id.eq(&new.public_id[..]),
                plays::state.eq(new.state as i16),
                plays::version.eq(version),
                plays::rule_set_id.eq(rule_set),
                plays::white_id.eq(white.player),
                plays::black_id.eq(black.player),
                plays::white_account.eq(white.account),
                plays::black_account.eq(black.account),
            ),
            (
                plays::organisation_id.eq(new.organisation_id),
                plays::event_id.eq(new.event_id),
                plays::rated.eq(i16::from(new.rated)),
                plays::listed.eq(i16::from(new.listed)),
                plays::speed.eq(new.speed as i16),
                plays::created_at.eq(new.created_at),
                plays::due_at.eq(new.due_at),
                plays::ended_at.eq(0),
                plays::round.eq(new.round),
            ),
        ))
        .execute(conn)?;
    insert_events(conn, event_rows(id, 0, new.events))?;
    Ok(id)
}

/// Appends events to one game, in a transaction of the caller.
pub fn append(conn: &mut AnyConnection, one: &PlayAppend) -> Result<AppendOutcome> {
    let appended = advance_row(conn, one)?;
    if appended == AppendOutcome::Stored {
        insert_events(conn, event_rows(one.play, one.version, &one.events))?;
    }
    Ok(appended)
}

/// Appends events to many games in one transaction of the caller, whose commit makes all of them
/// durable at once; returns the result of each. Conflicts do not affect other appends. Several
/// appends to one game are applied in order.
///
/// # Errors
/// Returns [`StoreError::Database`]; nothing is then written.
pub fn append_all(conn: &mut AnyConnection, all: &[PlayAppend]) -> Result<Vec<AppendOutcome>> {
    let mut order: Vec<usize> = (0..all.len()).collect();
    // Rows are always updated in the same order, against deadlocks.
    order.sort_by_key(|at| all[*at].play);
    let mut fates = vec![AppendOutcome::Conflict; all.len()];
    while !order.is_empty() {
        let (together, later) = split_first_per_play(all, &order);
        let stored = advance_rows(conn, all, &together)?;
        let rows = together.iter().map(|at| &all[*at]).filter(|one| stored.contains(&one.play));
        insert_events(
            conn,
            rows.flat_map(|one| event_rows(one.play, one.version, &one.events)).collect(),
        )?;
        for at in together {
            if stored.contains(&all[at].play) {
                fates[at] = AppendOutcome::Stored;
            }
        }
        order = later;
    }
    Ok(fates)
}

/// Separates the first append of each game from further ones.
fn split_first_per_play(all: &[PlayAppend], order: &[usize]) -> (Vec<usize>, Vec<usize>) {
    let mut last = None;
    order.iter().partition(|at| last.replace(all[**at].play) != Some(all[**at].play))
}

/// Updates the rows of these appends, one per game; returns the games whose version matched.
fn advance_rows(
    conn: &mut AnyConnection,
    all: &[PlayAppend],
    together: &[usize],
) -> Result<HashSet<i32>> {
    let (named, plain): (Vec<&PlayAppend>, Vec<&PlayAppend>) =
        together.iter().map(|at| &all[*at]).partition(|one| one.after.game_id.is_some());
    let versions = plain.iter().map(|one| version_after(one.version, &one.events));
    let versions = versions.collect::<Result<Vec<i32>>>()?;
    let mut stored = advance_versions(conn, &plain, &versions)?;
    for one in named {
        if advance_row(conn, one)? == AppendOutcome::Stored {
            stored.insert(one.play);
        }
    }
    Ok(stored)
}

/// Updates the row if its version is the one that the append follows.
fn advance_row(conn: &mut AnyConnection, one: &PlayAppend) -> Result<AppendOutcome> {
    let version = version_after(one.version, &one.events)?;
    let row = plays::table.filter(plays::id.eq(one.play).and(plays::version.eq(one.version)));
    let PlayRowUpdate { state, due_at, ended_at, game_id } = one.after;
    let moved = diesel::update(row)
        .set((
            plays::version.eq(version),
            plays::state.eq(state as i16),
            plays::due_at.eq(due_at),
            plays::ended_at.eq(ended_at),
            game_id.map(|game| plays::game_id.eq(game)),
        ))
        .execute(conn)?;
    Ok(if moved == 1 { AppendOutcome::Stored } else { AppendOutcome::Conflict })
}

fn version_after(version: i32, events: &[NewEvent]) -> Result<i32> {
    i32::try_from(events.len())
        .ok()
        .and_then(|more| version.checked_add(more))
        .ok_or_else(|| StoreError::Damaged("a play has no numbers left".to_owned()))
}

#[derive(Insertable)]
#[diesel(table_name = play_events, treat_none_as_default_value = false)]
struct PlayEventRow<'a> {
    play_id: i32,
    number: i32,
    at: Micros,
    body: &'a [u8],
}

fn event_rows(play_id: i32, version: i32, events: &[NewEvent]) -> Vec<PlayEventRow<'_>> {
    let numbered = (version + 1..).zip(events);
    numbered
        .map(|(number, event)| PlayEventRow { play_id, number, at: event.at, body: &event.body })
        .collect()
}

fn insert_events(conn: &mut AnyConnection, rows: Vec<PlayEventRow<'_>>) -> Result<()> {
    if !rows.is_empty() {
        insert_all!(conn, play_events::table, rows);
    }
    Ok(())
}

/// Removes an account from its seats; the players remain.
pub fn clear_account_seats(conn: &mut AnyConnection, account: i32) -> Result<()> {
    diesel::update(plays::table.filter(plays::white_account.eq(account)))
        .set(plays::white_account.eq(None::<i32>))
        .execute(conn)?;
    diesel::update(plays::table.filter(plays::black_account.eq(account)))
        .set(plays::black_account.eq(None::<i32>))
        .execute(conn)?;
    Ok(())
}

pub fn has_any(conn: &mut AnyConnection) -> Result<bool> {
    Ok(diesel::select(exists(plays::table.select(plays::id))).get_result(conn)?)
}

pub fn by_public_id(conn: &mut AnyConnection, id: &PublicId) -> Result<Option<PlayRow>> {
    Ok(PlayRow::query().filter(plays::public_id.eq(&id[..])).first(conn).optional()?)
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<PlayRow>> {
    Ok(PlayRow::query().filter(plays::id.eq(id)).first(conn).optional()?)
}

/// The number of a game's events.
pub fn version(conn: &mut AnyConnection, play: i32) -> Result<Option<i32>> {
    Ok(plays::table.find(play).select(plays::version).first(conn).optional()?)
}

/// The numbers of events of these games, by row.
pub fn versions(conn: &mut AnyConnection, all: &[i32]) -> Result<Vec<(i32, i32)>> {
    let found = plays::table.filter(plays::id.eq_any(all));
    Ok(found.select((plays::id, plays::version)).load(conn)?)
}

/// The events of a game from this number (counted from 1) on.
pub fn events_from(conn: &mut AnyConnection, play: i32, number: i32) -> Result<Vec<StoredEvent>> {
    Ok(StoredEvent::query()
        .filter(play_events::play_id.eq(play))
        .filter(play_events::number.ge(number))
        .order(play_events::number)
        .load(conn)?)
}

/// The events of many games in one query: of each those after the first so many, in order. Games without any are left out.
pub fn events_after(
    conn: &mut AnyConnection,
    known: &[(i32, i32)],
) -> Result<HashMap<i32, Vec<StoredEvent>>> {
    if known.is_empty() {
        return Ok(HashMap::new());
    }
    let mut news = play_events::table.into_boxed();
    for (play, number) in known {
        news = news.or_filter(play_events::play_id.eq(*play).and(play_events::number.gt(*number)));
    }
    let rows: Vec<(i32, StoredEvent)> = news
        .order((play_events::play_id, play_events::number))
        .select((play_events::play_id, StoredEvent::as_select()))
        .load(conn)?;
    let mut found: HashMap<i32, Vec<StoredEvent>> = HashMap::new();
    for (play, event) in rows {
        found.entry(play).or_default().push(event);
    }
    Ok(found)
}

#[derive(QueryableByName)]
struct AdvancedRow {
    #[diesel(sql_type = Integer)]
    id: i32,
}

/// Updates each row whose version is the one its append follows, and returns those games. There is
/// one append per game, and none sets a record. `versions` are the new ones, in the same order.
fn advance_versions(
    conn: &mut AnyConnection,
    appends: &[&PlayAppend],
    versions: &[i32],
) -> Result<HashSet<i32>> {
    if appends.is_empty() {
        return Ok(HashSet::new());
    }
    if let Engine::Postgres(inner) = conn.engine() {
        // Locks rows in order, since the update takes them in an order of its own: concurrent
        // updates must not deadlock.
        let ids: Vec<i32> = appends.iter().map(|one| one.play).collect();
        let held = plays::table.filter(plays::id.eq_any(ids)).order(plays::id).for_update();
        held.select(plays::id).load::<i32>(inner)?;
    }
    let sql = update_statement(appends.len());
    let mut query = diesel::sql_query(sql).into_boxed();
    for (one, version) in appends.iter().zip(versions) {
        let PlayRowUpdate { state, due_at, ended_at, game_id: _ } = one.after;
        query = query
            .bind::<Integer, _>(one.play)
            .bind::<Integer, _>(one.version)
            .bind::<Integer, _>(*version)
            .bind::<SmallInt, _>(state as i16)
            .bind::<BigInt, _>(due_at)
            .bind::<BigInt, _>(ended_at);
    }
    let rows: Vec<AdvancedRow> = query.load(conn)?;
    Ok(rows.into_iter().map(|moved| moved.id).collect())
}

/// Builds the statement directly: the query builder would prepare each UPDATE anew, which costs
/// more than the update.
fn update_statement(count: usize) -> String {
    const TYPES: [&str; 6] = ["INTEGER", "INTEGER", "INTEGER", "SMALLINT", "BIGINT", "BIGINT"];
    let tuple = |row: usize| {
        let places = TYPES.iter().zip(row * TYPES.len() + 1..);
        let places: Vec<String> =
            places.map(|(kind, place)| format!("CAST(${place} AS {kind})")).collect();
        format!("({})", places.join(","))
    };
    let tuples: Vec<String> = (0..count).map(tuple).collect();
    format!(
        "UPDATE plays SET version = said.column3, state = said.column4, due_at = said.column5, \
         ended_at = said.column6 FROM (VALUES {}) AS said \
         WHERE plays.id = said.column1 AND plays.version = said.column2 RETURNING plays.id AS id",
        tuples.join(",")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_visitor_who_is_nobody_has_no_seat_in_a_game_without_accounts() {
        let seat = |player, account| SeatHolder { player, account };
        let row = |white, black| PlayRow {
            id: 1,
            public_id: [7; 10],
            state: State::InPlay,
            version: 5,
            rule_set_id: 1,
            seats: ByColor::new(seat(1, white), seat(2, black)),
            organisation_id: None,
            event_id: None,
            rated: false,
            round: String::new(),
            listed: true,
            speed: Speed::Untimed,
            created_at: Micros(1),
            due_at: Micros::NEVER,
            ended_at: Micros::NEVER,
            game_id: None,
        };
        for (white, black) in [(None, None), (Some(3), None), (Some(0), Some(0))] {
            assert_eq!(row(white, black).seat_of(0), None);
        }
        let seated = row(None, Some(3)).seat_of(3);
        assert_eq!(seated.map(SeatProof::color), Some(Color::Black));
    }
}
