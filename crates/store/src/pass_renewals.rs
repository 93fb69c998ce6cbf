//! Requests to renew table passes during a game: who made and granted them, and whether the pass
//! was created.

use diesel::prelude::*;

use super::schema::pass_renewals;
use super::{AnyConnection, Result};
use adjutant_domain::moment::Micros;

#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = pass_renewals, treat_none_as_default_value = false)]
pub struct RenewalRow {
    pub play_id: i32,
    /// Counted from 1 within the game.
    pub number: i32,
    pub place: i16,
    pub asked_by: i32,
    pub asked_at: Micros,
    /// When each side agreed; 0 if not yet, like the next three fields.
    pub white_at: Micros,
    pub black_at: Micros,
    pub confirmed_by: i32,
    pub made_at: Micros,
}

/// Inserts or updates a request, in a transaction of the caller.
pub fn upsert(conn: &mut AnyConnection, row: &RenewalRow) -> Result<()> {
    remove(conn, row)?;
    diesel::insert_into(pass_renewals::table).values(row).execute(conn)?;
    Ok(())
}

/// Removes a rejected request, in a transaction of the caller.
pub fn remove(conn: &mut AnyConnection, row: &RenewalRow) -> Result<()> {
    diesel::delete(pass_renewals::table.find((row.play_id, row.number))).execute(conn)?;
    Ok(())
}

/// All requests of a game, newest first.
pub fn for_play(conn: &mut AnyConnection, play: i32) -> Result<Vec<RenewalRow>> {
    Ok(pass_renewals::table
        .filter(pass_renewals::play_id.eq(play))
        .order(pass_renewals::number.desc())
        .load(conn)?)
}
