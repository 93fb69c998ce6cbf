//! Annulled records: the game stays, and counts for nothing.

use diesel::prelude::*;

use super::game_writer::RATED_NOWHERE;
use super::id_sequence::lock_counter;
use super::schema::{games, record_annulments};
use super::{AnyConnection, Result, ledgers};
use adjutant_domain::moment::Micros;

/// The `rated_in` of annulled games.
pub const ANNULLED: i16 = -2;

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = record_annulments)]
pub struct RecordAnnulment {
    pub annulled_at: Micros,
    /// Shown to everybody.
    pub reason: String,
}

/// Takes the lock of all who write games, before anything is read.
pub fn lock_writer(conn: &mut AnyConnection) -> Result<()> {
    lock_counter(conn, "games")
}

pub fn find(conn: &mut AnyConnection, game: i32) -> Result<Option<RecordAnnulment>> {
    let own = RecordAnnulment::query().filter(record_annulments::game_id.eq(game));
    Ok(own.first(conn).optional()?)
}

/// Takes a game out of all ratings, in a transaction that holds the writer lock. Ratings must then
/// be brought up to date. Returns whether it was not annulled before.
pub fn annul(conn: &mut AnyConnection, game: i32, what: &RecordAnnulment) -> Result<bool> {
    let row = games::table.find(game);
    let before: i16 = row.select(games::rated_in).first(conn)?;
    if before == ANNULLED {
        return Ok(false);
    }
    diesel::insert_into(record_annulments::table)
        .values((
            record_annulments::game_id.eq(game),
            record_annulments::annulled_at.eq(what.annulled_at),
            record_annulments::reason.eq(&what.reason),
            record_annulments::rated_in_before.eq(before),
        ))
        .execute(conn)?;
    set_rated_in(conn, game, (before, ANNULLED))?;
    Ok(true)
}

/// Lets a game count as before, in a transaction that holds the writer lock. Ratings must then be
/// brought up to date. Returns whether it was annulled.
pub fn reinstate(conn: &mut AnyConnection, game: i32) -> Result<bool> {
    let own = record_annulments::table.find(game);
    let before: Option<i16> =
        own.select(record_annulments::rated_in_before).first(conn).optional()?;
    let Some(before) = before else { return Ok(false) };
    diesel::delete(own).execute(conn)?;
    set_rated_in(conn, game, (ANNULLED, before))?;
    Ok(true)
}

/// All games are rated anew if this one was or will be rated: those after it depend on it.
fn set_rated_in(conn: &mut AnyConnection, game: i32, (from, to): (i16, i16)) -> Result<()> {
    diesel::update(games::table.find(game)).set(games::rated_in.eq(to)).execute(conn)?;
    if [from, to].contains(&RATED_NOWHERE) { Ok(()) } else { ledgers::reset_rated_through(conn) }
}
