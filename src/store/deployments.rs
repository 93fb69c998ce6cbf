//! THE SECRET TABLE. It has one door so far: of a game that is revealed, by the
//! key that only a final game makes.

use diesel::prelude::*;

use crate::record::RevealKey;

use super::schema::deployments;
use super::{AnyConnection, StoreError};

/// The encoded armies of a revealed game.
///
/// # Errors
/// [`StoreError::Damaged`] where the row is missing or still sealed.
pub fn revealed(
    connection: &mut AnyConnection,
    game_id: i32,
    _key: &RevealKey,
) -> Result<Vec<u8>, StoreError> {
    let row: Option<(i16, Vec<u8>)> = deployments::table
        .filter(deployments::game_id.eq(game_id))
        .select((deployments::sealed, deployments::body))
        .first(connection)
        .optional()?;
    match row {
        Some((0, body)) => Ok(body),
        Some(_) => Err(StoreError::Damaged(format!("game {game_id} is final, but sealed"))),
        None => Err(StoreError::Damaged(format!("game {game_id} has no set-ups"))),
    }
}

/// The sealed bodies of games that are not revealed, for a check that they open.
///
/// # Errors
/// [`StoreError::Database`].
pub fn sealed_after(
    connection: &mut AnyConnection,
    after: i32,
    limit: i64,
) -> Result<Vec<(i32, Vec<u8>)>, StoreError> {
    Ok(deployments::table
        .filter(deployments::sealed.ne(0).and(deployments::game_id.gt(after)))
        .order(deployments::game_id)
        .select((deployments::game_id, deployments::body))
        .limit(limit)
        .load(connection)?)
}

/// Whether any game is sealed, so that the key must be there.
///
/// # Errors
/// [`StoreError::Database`].
pub fn any_sealed(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    use super::schema::counters;
    let sealed: i64 = counters::table
        .filter(counters::name.eq("sealed"))
        .select(counters::value)
        .first(connection)?;
    Ok(sealed > 0)
}
