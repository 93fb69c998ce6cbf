//! Players' private notes on enemy pieces: text sealed in a constant length.

use diesel::prelude::*;
use diesel::upsert::excluded;

use salpakan::rules::Color;

use super::columns::{ColorColumn, PlayIdColumn, Reference};
use super::plays::{PublicId, SeatProof};
use super::schema::{play_notes, plays};
use super::set_ups::{SealedSide, SideColumns};
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

/// Replaces the sealed notes of a seat.
pub fn put(conn: &mut AnyConnection, seat: SeatProof, sealed: &[u8]) -> Result<()> {
    let row = (
        play_notes::play_id.eq(seat.play()),
        play_notes::color.eq(seat.color() as i16),
        play_notes::body.eq(sealed),
    );
    diesel::insert_into(play_notes::table)
        .values(row)
        .on_conflict((play_notes::play_id, play_notes::color))
        .do_update()
        .set(play_notes::body.eq(excluded(play_notes::body)))
        .execute(conn)?;
    Ok(())
}

/// The sealed notes of a seat.
pub fn for_seat(conn: &mut AnyConnection, seat: SeatProof) -> Result<Option<Vec<u8>>> {
    Ok(play_notes::table
        .find((seat.play(), seat.color() as i16))
        .select(play_notes::body)
        .first(conn)
        .optional()?)
}

/// Sealed notes on a recorded live game, with what they are bound to.
#[derive(HasQuery)]
#[diesel(table_name = play_notes, base_query = play_notes::table.inner_join(plays::table))]
pub struct GameNotes {
    #[diesel(select_expression = plays::ended_at)]
    ended_at: Micros,
    #[diesel(select_expression = plays::public_id, deserialize_as = PlayIdColumn)]
    pub public_id: PublicId,
    #[diesel(deserialize_as = ColorColumn)]
    pub color: Color,
    /// The row of the record.
    #[diesel(select_expression = plays::game_id, deserialize_as = Reference)]
    pub game: i32,
    pub body: Vec<u8>,
}

/// An account's notes on recorded live games, newest first; at most `limit` per colour. Empty for
/// account 0.
pub fn for_account(conn: &mut AnyConnection, account: i32, limit: i64) -> Result<Vec<GameNotes>> {
    if account == 0 {
        return Ok(Vec::new());
    }
    let noted = |color: Color| {
        GameNotes::query()
            .filter(plays::game_id.is_not_null())
            .filter(play_notes::color.eq(color as i16))
            .order((plays::ended_at.desc(), plays::id.desc()))
            .limit(limit)
    };
    let mut all: Vec<GameNotes> =
        noted(Color::White).filter(plays::white_account.eq(account)).load(conn)?;
    let black: Vec<GameNotes> =
        noted(Color::Black).filter(plays::black_account.eq(account)).load(conn)?;
    all.extend(black);
    all.sort_by_key(|notes| std::cmp::Reverse(notes.ended_at));
    Ok(all)
}

/// All notes on the games after `after` up to `last`, for integrity checks.
pub fn in_play_range(
    conn: &mut AnyConnection,
    (after, last): (i32, i32),
) -> Result<Vec<SealedSide>> {
    let found: Vec<SideColumns> = play_notes::table
        .inner_join(plays::table)
        .filter(play_notes::play_id.gt(after))
        .filter(play_notes::play_id.le(last))
        .order((play_notes::play_id, play_notes::color))
        .select((play_notes::play_id, plays::public_id, play_notes::color, play_notes::body))
        .load(conn)?;
    found.into_iter().map(SealedSide::try_from).collect()
}

pub fn remove_for_account(conn: &mut AnyConnection, account: i32) -> Result<()> {
    let white = plays::table.filter(plays::white_account.eq(account)).select(plays::id);
    let black = plays::table.filter(plays::black_account.eq(account)).select(plays::id);
    let (white, black) = (white.load(conn)?, black.load(conn)?);
    clear_side(conn, Color::White, &white)?;
    clear_side(conn, Color::Black, &black)
}

/// Deletes the notes of these players' seats.
pub fn remove_for_players(conn: &mut AnyConnection, players: &[i32]) -> Result<()> {
    let white = plays::table.filter(plays::white_id.eq_any(players)).select(plays::id);
    let black = plays::table.filter(plays::black_id.eq_any(players)).select(plays::id);
    let (white, black) = (white.load(conn)?, black.load(conn)?);
    clear_side(conn, Color::White, &white)?;
    clear_side(conn, Color::Black, &black)
}

fn clear_side(conn: &mut AnyConnection, color: Color, plays: &[i32]) -> Result<()> {
    for some in plays.chunks(500) {
        let own = play_notes::table
            .filter(play_notes::play_id.eq_any(some))
            .filter(play_notes::color.eq(color as i16));
        diesel::delete(own).execute(conn)?;
    }
    Ok(())
}
