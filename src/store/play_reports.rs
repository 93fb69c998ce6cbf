//! What people told the officials of a play.

use diesel::prelude::*;

use super::schema::{play_reports, plays};
use super::{AnyConnection, StoreError, id_sequence};

/// A report's row.
#[derive(Debug, Clone, PartialEq, Eq, Queryable)]
pub struct ReportRow {
    pub id: i32,
    pub play_id: i32,
    /// Who told it.
    pub account_id: i32,
    pub text: String,
    /// Microseconds since 1970.
    pub at: i64,
}

/// Writes one down, in a transaction of the caller's; gives its id.
///
/// # Errors
/// [`StoreError::Database`].
pub fn add(
    connection: &mut AnyConnection,
    (play, account): (i32, i32),
    text: &str,
    at: i64,
) -> Result<i32, StoreError> {
    let id = id_sequence::next_ids(connection, "play_reports", 1)?;
    diesel::insert_into(play_reports::table)
        .values((
            play_reports::id.eq(id),
            play_reports::play_id.eq(play),
            play_reports::account_id.eq(account),
            play_reports::text.eq(text),
            play_reports::at.eq(at),
        ))
        .execute(connection)?;
    Ok(id)
}

/// Those on a play, the oldest first; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_play(
    connection: &mut AnyConnection,
    play: i32,
    limit: i64,
) -> Result<Vec<ReportRow>, StoreError> {
    Ok(play_reports::table
        .filter(play_reports::play_id.eq(play))
        .order(play_reports::id)
        .limit(limit)
        .load(connection)?)
}

/// Those that an account made, the newest first; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_account(
    connection: &mut AnyConnection,
    account: i32,
    limit: i64,
) -> Result<Vec<ReportRow>, StoreError> {
    Ok(play_reports::table
        .filter(play_reports::account_id.eq(account))
        .order(play_reports::id.desc())
        .limit(limit)
        .load(connection)?)
}

/// All of them, the newest first, those before the id `before`; at most `limit`.
///
/// # Errors
/// [`StoreError::Database`].
pub fn page(
    connection: &mut AnyConnection,
    before: i32,
    limit: i64,
) -> Result<Vec<ReportRow>, StoreError> {
    Ok(play_reports::table
        .filter(play_reports::id.lt(before))
        .order(play_reports::id.desc())
        .limit(limit)
        .load(connection)?)
}

/// Takes away what an account told.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove_for_account(connection: &mut AnyConnection, account: i32) -> Result<(), StoreError> {
    diesel::delete(play_reports::table.filter(play_reports::account_id.eq(account)))
        .execute(connection)?;
    Ok(())
}

/// Those on plays in which any of these players has a seat: ids and texts.
///
/// # Errors
/// [`StoreError::Database`].
pub fn texts_about_players(
    connection: &mut AnyConnection,
    players: &[i32],
) -> Result<Vec<(i32, String)>, StoreError> {
    let white = plays::table.filter(plays::white_id.eq_any(players)).select(plays::id);
    let black = plays::table.filter(plays::black_id.eq_any(players)).select(plays::id);
    let mut played: Vec<i32> = white.load(connection)?;
    played.extend(black.load::<i32>(connection)?);
    let mut found = Vec::new();
    for some in played.chunks(500) {
        let rows: Vec<(i32, String)> = play_reports::table
            .filter(play_reports::play_id.eq_any(some))
            .select((play_reports::id, play_reports::text))
            .load(connection)?;
        found.extend(rows);
    }
    Ok(found)
}

/// Writes another text over a report's.
///
/// # Errors
/// [`StoreError::Database`].
pub fn update_text(connection: &mut AnyConnection, id: i32, text: &str) -> Result<(), StoreError> {
    diesel::update(play_reports::table.find(id))
        .set(play_reports::text.eq(text))
        .execute(connection)?;
    Ok(())
}
