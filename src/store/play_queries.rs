//! Which plays there are: those that are due, those of a player or an account, those that everybody
//! may find.

use diesel::prelude::*;
use diesel::sql_types::Bool;

use salpakan::rules::Color;

use super::plays::{PlayColumns, PlayRow, State, columns};
use super::schema::plays;
use super::{AnyConnection, StoreError};

/// What opens an index of a part of the table: an engine sees it only as it is written, not as a
/// value that is sent behind.
fn sql_condition(condition: &str) -> diesel::expression::SqlLiteral<Bool> {
    diesel::dsl::sql(condition)
}

fn play_rows(found: Vec<PlayColumns>) -> Result<Vec<PlayRow>, StoreError> {
    found.into_iter().map(PlayRow::from_columns).collect()
}

/// Whether any play is under way.
///
/// # Errors
/// [`StoreError::Database`].
pub fn has_running(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    let running = plays::table.filter(sql_condition("ended_at = 0")).filter(plays::id.gt(0));
    Ok(running.select(plays::id).first::<i32>(connection).optional()?.is_some())
}

/// Plays in which the server must act by `now`, with the moment at which each was due, the
/// longest due first; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn due_plays(
    connection: &mut AnyConnection,
    now: i64,
    limit: i64,
) -> Result<Vec<(i32, i64)>, StoreError> {
    Ok(plays::table
        .filter(sql_condition("due_at <> 0"))
        .filter(plays::due_at.le(now))
        .order((plays::due_at, plays::id))
        .select((plays::id, plays::due_at))
        .limit(limit)
        .load(connection)?)
}

/// The running plays in which this account has a seat, the newest first; at most `limit`. None of
/// account 0.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn running_for_account(
    connection: &mut AnyConnection,
    account: i32,
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    if account == 0 {
        return Ok(Vec::new());
    }
    let running = plays::table.filter(plays::ended_at.eq(0)).order(plays::id.desc()).limit(limit);
    let white: Vec<PlayColumns> =
        running.filter(plays::white_account.eq(account)).select(columns!()).load(connection)?;
    let black: Vec<PlayColumns> =
        running.filter(plays::black_account.eq(account)).select(columns!()).load(connection)?;
    merge_sides([white, black], limit)
}

/// The running plays in which this player has a seat, the newest first; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn running_for_player(
    connection: &mut AnyConnection,
    player: i32,
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    let running = plays::table.filter(plays::ended_at.eq(0)).order(plays::id.desc()).limit(limit);
    let white: Vec<PlayColumns> =
        running.filter(plays::white_id.eq(player)).select(columns!()).load(connection)?;
    let black: Vec<PlayColumns> =
        running.filter(plays::black_id.eq(player)).select(columns!()).load(connection)?;
    merge_sides([white, black], limit)
}

/// Both sides' plays in one list, the newest first, each once.
fn merge_sides(sides: [Vec<PlayColumns>; 2], limit: i64) -> Result<Vec<PlayRow>, StoreError> {
    let mut all = play_rows(sides.into_iter().flatten().collect())?;
    all.sort_by_key(|row| std::cmp::Reverse(row.id));
    all.dedup_by_key(|row| row.id);
    all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(all)
}

/// Which running plays are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayScope {
    Everybody,
    /// An organisation's number, above 0.
    Organisation(i32),
    /// An event's number, above 0.
    Event(i32),
}

/// Running plays that everybody may find, the newest first, those before the id `before`; at most
/// `limit`.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn running(
    connection: &mut AnyConnection,
    of: PlayScope,
    before: i32,
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    let mut query = plays::table
        .filter(sql_condition("ended_at = 0 AND listed <> 0"))
        .filter(plays::id.lt(before))
        .order(plays::id.desc())
        .limit(limit)
        .select(columns!())
        .into_boxed();
    query = match of {
        PlayScope::Everybody => query,
        PlayScope::Organisation(id) => query
            .filter(sql_condition("organisation_id <> 0"))
            .filter(plays::organisation_id.eq(id)),
        PlayScope::Event(id) => {
            query.filter(sql_condition("event_id <> 0")).filter(plays::event_id.eq(id))
        }
    };
    play_rows(query.load(connection)?)
}

/// Plays that are not final, in the order of their ids from behind `after`; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn unfinished(
    connection: &mut AnyConnection,
    after: i32,
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    play_rows(
        plays::table
            .filter(plays::id.gt(after))
            .filter(plays::state.le(State::Ended as i16))
            .order(plays::id)
            .limit(limit)
            .select(columns!())
            .load(connection)?,
    )
}

/// All running plays of an event, listed or not, for its officials; at most `limit`, the newest.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn running_for_event(
    connection: &mut AnyConnection,
    event: i32,
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    play_rows(
        plays::table
            .filter(sql_condition("event_id <> 0"))
            .filter(plays::event_id.eq(event))
            .filter(plays::ended_at.eq(0))
            .order(plays::id.desc())
            .limit(limit)
            .select(columns!())
            .load(connection)?,
    )
}

/// Plays of an event that are over and in this state, in the order of their ends: those that wait
/// to be confirmed ([`State::Ended`]) or to be revealed ([`State::Final`]). From `after` on, as
/// moment of the end and id.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn ended_in_event(
    connection: &mut AnyConnection,
    event: i32,
    state: State,
    after: (i64, i32),
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    let (ended, id) = after;
    play_rows(
        plays::table
            .filter(sql_condition("event_id <> 0"))
            .filter(plays::event_id.eq(event))
            .filter(plays::state.eq(state as i16))
            .filter(plays::ended_at.ge(ended.max(1)))
            .filter(plays::ended_at.gt(ended).or(plays::id.gt(id)))
            .order((plays::ended_at, plays::id))
            .limit(limit)
            .select(columns!())
            .load(connection)?,
    )
}

/// All plays in which a player has the seat of this color, running ones first, then in the order of
/// their ends. From `after` on, as moment of the end and id.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn for_player(
    connection: &mut AnyConnection,
    player: i32,
    color: Color,
    after: (i64, i32),
    limit: i64,
) -> Result<Vec<PlayRow>, StoreError> {
    let (ended, id) = after;
    let some = plays::table
        .filter(plays::ended_at.ge(ended))
        .filter(plays::ended_at.gt(ended).or(plays::id.gt(id)))
        .order((plays::ended_at, plays::id))
        .limit(limit);
    play_rows(match color {
        Color::White => {
            some.filter(plays::white_id.eq(player)).select(columns!()).load(connection)?
        }
        Color::Black => {
            some.filter(plays::black_id.eq(player)).select(columns!()).load(connection)?
        }
    })
}

/// The play whose record is the game in this row.
///
/// # Errors
/// [`StoreError::Database`]; [`StoreError::Damaged`].
pub fn by_game(connection: &mut AnyConnection, game: i32) -> Result<Option<PlayRow>, StoreError> {
    let row: Option<PlayColumns> = plays::table
        .filter(sql_condition("game_id <> 0"))
        .filter(plays::game_id.eq(game))
        .select(columns!())
        .first(connection)
        .optional()?;
    row.map(PlayRow::from_columns).transpose()
}
