//! Lists of live games: due ones, those of a player or account, and public ones.

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use salpakan::rules::Color;

use super::plays::{PlayRow, State};
use super::schema::plays;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// The condition of a partial index: literal SQL, because engines do not recognise bound values.
fn sql_condition(condition: &str) -> diesel::expression::SqlLiteral<Bool> {
    diesel::dsl::sql(condition)
}

pub fn has_running(conn: &mut AnyConnection) -> Result<bool> {
    let running = plays::table.filter(sql_condition("ended_at = 0")).filter(plays::id.gt(0));
    Ok(diesel::select(exists(running)).get_result(conn)?)
}

/// Up to `limit` games with an action of the server due by `now`, with their due times, earliest
/// first.
pub fn due_plays(conn: &mut AnyConnection, now: Micros, limit: i64) -> Result<Vec<(i32, Micros)>> {
    Ok(plays::table
        .filter(sql_condition("due_at <> 0"))
        .filter(plays::due_at.le(now))
        .order((plays::due_at, plays::id))
        .select((plays::id, plays::due_at))
        .limit(limit)
        .load(conn)?)
}

/// Up to `limit` running games with a seat of this account, newest first. Empty for account 0.
pub fn running_for_account(
    conn: &mut AnyConnection,
    account: i32,
    limit: i64,
) -> Result<Vec<PlayRow>> {
    if account == 0 {
        return Ok(Vec::new());
    }
    let running =
        || PlayRow::query().filter(plays::ended_at.eq(0)).order(plays::id.desc()).limit(limit);
    let mut all: Vec<PlayRow> = running().filter(plays::white_account.eq(account)).load(conn)?;
    let black: Vec<PlayRow> = running().filter(plays::black_account.eq(account)).load(conn)?;
    all.extend(black);
    all.sort_by_key(|row| std::cmp::Reverse(row.id));
    all.dedup_by_key(|row| row.id);
    all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(all)
}

/// The game of an account that ended last.
pub fn last_ended_for_account(conn: &mut AnyConnection, account: i32) -> Result<Option<PlayRow>> {
    Ok(ended_for_account(conn, account, 1)?.into_iter().next())
}

/// Up to `limit` games of an account that have ended, the last one first.
pub fn ended_for_account(
    conn: &mut AnyConnection,
    account: i32,
    limit: i64,
) -> Result<Vec<PlayRow>> {
    let ended = || {
        PlayRow::query()
            .filter(plays::ended_at.gt(0))
            .order((plays::ended_at.desc(), plays::id.desc()))
            .limit(limit)
    };
    let mut all: Vec<PlayRow> = ended().filter(plays::white_account.eq(account)).load(conn)?;
    let black: Vec<PlayRow> = ended().filter(plays::black_account.eq(account)).load(conn)?;
    all.extend(black);
    all.sort_by_key(|row| std::cmp::Reverse((row.ended_at, row.id)));
    // Who played on one device has both seats.
    all.dedup_by_key(|row| row.id);
    all.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(all)
}

/// The scope of a list of running games.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayScope {
    Everybody,
    /// An organisation's id, above 0.
    Organisation(i32),
    /// An event's id, above 0.
    Event(i32),
}

/// Up to `limit` public running games before the id `before`, newest first.
pub fn running(
    conn: &mut AnyConnection,
    of: PlayScope,
    before: i32,
    limit: i64,
) -> Result<Vec<PlayRow>> {
    let mut query = PlayRow::query()
        .filter(sql_condition("ended_at = 0 AND listed <> 0"))
        .filter(plays::id.lt(before))
        .order(plays::id.desc())
        .limit(limit)
        .into_boxed();
    query = match of {
        PlayScope::Everybody => query,
        PlayScope::Organisation(id) => query.filter(plays::organisation_id.eq(id)),
        PlayScope::Event(id) => query.filter(plays::event_id.eq(id)),
    };
    Ok(query.load(conn)?)
}

/// Up to `limit` games that are not final, by id after `after`.
pub fn unfinished(conn: &mut AnyConnection, after: i32, limit: i64) -> Result<Vec<PlayRow>> {
    Ok(PlayRow::query()
        .filter(plays::id.gt(after))
        .filter(plays::state.le(State::Ended as i16))
        .order(plays::id)
        .limit(limit)
        .load(conn)?)
}

/// Up to `limit` running games of an event, public or not, newest first; for its officials.
pub fn running_for_event(conn: &mut AnyConnection, event: i32, limit: i64) -> Result<Vec<PlayRow>> {
    Ok(PlayRow::query()
        .filter(plays::event_id.eq(event))
        .filter(plays::ended_at.eq(0))
        .order(plays::id.desc())
        .limit(limit)
        .load(conn)?)
}

/// Whether an event has a game that was not annulled, of a round or arranged singly.
pub fn has_any_in_event(conn: &mut AnyConnection, event: i32) -> Result<bool> {
    let games = plays::table
        .filter(plays::event_id.eq(event))
        .filter(plays::state.ne(State::Aborted as i16));
    Ok(diesel::select(exists(games)).get_result(conn)?)
}

/// Ended games of an event in this state, by their ends: those to be confirmed ([`State::Ended`])
/// or to be revealed ([`State::Final`]). `after` is the end and id of the last one before.
pub fn ended_in_event(
    conn: &mut AnyConnection,
    event: i32,
    state: State,
    after: (Micros, i32),
    limit: i64,
) -> Result<Vec<PlayRow>> {
    let (ended, id) = after;
    Ok(PlayRow::query()
        .filter(plays::event_id.eq(event))
        .filter(plays::state.eq(state as i16))
        .filter(plays::ended_at.ge(ended.max(Micros(1))))
        .filter(plays::ended_at.gt(ended).or(plays::id.gt(id)))
        .order((plays::ended_at, plays::id))
        .limit(limit)
        .load(conn)?)
}

/// All games in which a player has the seat of this colour, running ones first, then by their ends.
/// `after` is the end and id of the last one before.
pub fn for_player(
    conn: &mut AnyConnection,
    player: i32,
    color: Color,
    after: (Micros, i32),
    limit: i64,
) -> Result<Vec<PlayRow>> {
    let (ended, id) = after;
    let query = PlayRow::query()
        .filter(plays::ended_at.ge(ended))
        .filter(plays::ended_at.gt(ended).or(plays::id.gt(id)))
        .order((plays::ended_at, plays::id))
        .limit(limit)
        .into_boxed();
    let query = match color {
        Color::White => query.filter(plays::white_id.eq(player)),
        Color::Black => query.filter(plays::black_id.eq(player)),
    };
    Ok(query.load(conn)?)
}

/// The live game recorded in this row.
pub fn by_game(conn: &mut AnyConnection, game: i32) -> Result<Option<PlayRow>> {
    Ok(PlayRow::query().filter(plays::game_id.eq(game)).first(conn).optional()?)
}
