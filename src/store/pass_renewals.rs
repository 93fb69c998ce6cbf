//! Passes that are asked for anew while a game goes on: who asked, who agreed, and whether the pass was made.

use diesel::prelude::*;

use super::schema::pass_renewals;
use super::{AnyConnection, StoreError};

/// One that was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Insertable)]
#[diesel(table_name = pass_renewals)]
pub struct RenewalRow {
    pub play_id: i32,
    /// From 1 on, in its play.
    pub number: i32,
    pub place: i16,
    pub asked_by: i32,
    /// Microseconds since 1970.
    pub asked_at: i64,
    /// When each side agreed; 0 while it has not, as in the next three.
    pub white_at: i64,
    pub black_at: i64,
    pub confirmed_by: i32,
    pub made_at: i64,
}

/// Keeps one, new or changed, in a transaction of the caller's.
///
/// # Errors
/// [`StoreError::Database`].
pub fn upsert(connection: &mut AnyConnection, row: &RenewalRow) -> Result<(), StoreError> {
    remove(connection, row)?;
    diesel::insert_into(pass_renewals::table).values(row).execute(connection)?;
    Ok(())
}

/// Takes one away that came to nothing, in a transaction of the caller's.
///
/// # Errors
/// [`StoreError::Database`].
pub fn remove(connection: &mut AnyConnection, row: &RenewalRow) -> Result<(), StoreError> {
    diesel::delete(pass_renewals::table.find((row.play_id, row.number))).execute(connection)?;
    Ok(())
}

/// All of a play, the newest first.
///
/// # Errors
/// [`StoreError::Database`].
pub fn for_play(connection: &mut AnyConnection, play: i32) -> Result<Vec<RenewalRow>, StoreError> {
    Ok(pass_renewals::table
        .filter(pass_renewals::play_id.eq(play))
        .order(pass_renewals::number.desc())
        .load(connection)?)
}
