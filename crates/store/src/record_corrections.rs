//! Changed records: an official has corrected the result, or an embargo has ended. The game keeps
//! its row and gets a new id and new bodies; the ids that it had lead to it.

use diesel::prelude::*;

use super::game_writer::{NewGame, update_bodies};
use super::id_sequence::add_to_counter;
use super::queries::load_in_chunks;
use super::schema::games;
use super::{AnyConnection, Result, former_record_ids, ledgers, played_games};
use adjutant_domain::moment::Micros;

/// Replaces the record of a game, in a transaction of the caller. All ratings must then be
/// recomputed, since the game may count differently and have another position in the order. Fails
/// if another row has the new id.
pub fn replace_record(conn: &mut AnyConnection, game_id: i32, new: &NewGame) -> Result<()> {
    let row = games::table.find(game_id);
    let (was_revealed, revealed_at, before): (bool, Micros, Vec<u8>) =
        row.select((games::revealed.ne(0), games::revealed_at, games::content_id)).first(conn)?;
    // The record may have been shared by either id.
    let played = played_games::content_id(conn, game_id)?;
    for id in std::iter::once(before).chain(played) {
        if id != new.content_id {
            former_record_ids::add(conn, game_id, &id)?;
        }
    }
    let is_opened = new.revealed && !was_revealed;
    diesel::update(row)
        .set((
            games::revealed.eq(i16::from(new.revealed)),
            games::revealed_at.eq(if is_opened { new.imported_at } else { revealed_at }),
            games::content_id.eq(&new.content_id),
            games::outcome.eq(new.outcome),
            games::termination.eq(new.termination),
            games::base_seconds.eq(new.base_seconds),
            games::increment_seconds.eq(new.increment_seconds),
            games::time_control.eq(&new.time_control),
        ))
        .execute(conn)?;
    let before = update_bodies(conn, game_id, new)?;
    let more = i64::from(new.sealed) - i64::from(before);
    if more != 0 {
        add_to_counter(conn, "sealed", more)?;
    }
    played_games::put(conn, game_id, new)?;
    ledgers::reset_rated_through(conn)
}

/// Whether each of these games is revealed.
pub fn revealed_flags(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<(i32, bool)>> {
    load_in_chunks(ids, |ids| {
        let some = games::table.filter(games::id.eq_any(ids));
        some.select((games::id, games::revealed.ne(0))).load(conn)
    })
}
