//! THE SECRET TABLE. Its only access so far is to revealed games, by the key that only a final game
//! yields.

use std::collections::HashMap;

use diesel::prelude::*;

use salpakan::record::RevealKey;

use super::queries::load_in_chunks;
use super::schema::{deployments, games};
use super::{AnyConnection, Result, StoreError, id_sequence};

/// The encoded armies of a revealed game.
pub fn revealed(conn: &mut AnyConnection, game_id: i32, _key: &RevealKey) -> Result<Vec<u8>> {
    let row: Option<(i16, Vec<u8>)> = deployments::table
        .filter(deployments::game_id.eq(game_id))
        .select((deployments::sealed, deployments::body))
        .first(conn)
        .optional()?;
    match row {
        Some((0, body)) => Ok(body),
        Some(_) => Err(StoreError::Damaged(format!("game {game_id} is final, but sealed"))),
        None => Err(StoreError::Damaged(format!("game {game_id} has no set-ups"))),
    }
}

/// The sealed data of an unrevealed game.
#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = deployments)]
pub struct SealedDeploymentRow {
    /// Both armies; empty if they were lost with a sealing key.
    #[diesel(column_name = body)]
    pub armies: Vec<u8>,
    /// Comments and unknown tags; empty in the old format, which sealed them with the armies.
    pub annotations: Vec<u8>,
}

/// The sealed data of unrevealed games, for integrity checks.
pub fn sealed_by_games(
    conn: &mut AnyConnection,
    ids: &[i32],
) -> Result<HashMap<i32, SealedDeploymentRow>> {
    load_in_chunks(ids, |chunk| {
        deployments::table
            .filter(deployments::game_id.eq_any(chunk).and(deployments::sealed.ne(0)))
            .select((deployments::game_id, SealedDeploymentRow::as_select()))
            .load(conn)
    })
}

/// Replaces the sealed data of an unrevealed game.
pub fn update_sealed(conn: &mut AnyConnection, game: i32, row: &SealedDeploymentRow) -> Result<()> {
    let sealed = deployments::table.find(game).filter(deployments::sealed.ne(0));
    diesel::update(sealed).set(row).execute(conn)?;
    Ok(())
}

/// The sealed armies of a game, and what they are bound to.
#[derive(Queryable, Selectable)]
#[diesel(table_name = deployments)]
pub struct SealedDeployment {
    /// The content id to which the body is bound.
    #[diesel(select_expression = games::content_id)]
    pub game: Vec<u8>,
    pub body: Vec<u8>,
}

/// The sealed armies of some unrevealed game.
pub fn any_sealed_deployment(conn: &mut AnyConnection) -> Result<Option<SealedDeployment>> {
    // Without a bound value, so that SQLite recognises the partial index.
    let sealed = diesel::dsl::sql::<diesel::sql_types::Bool>("deployments.sealed <> 0");
    Ok(deployments::table
        .inner_join(games::table.on(games::id.eq(deployments::game_id)))
        .filter(sealed)
        .filter(deployments::body.ne(&[][..] as &[u8]))
        .select(SealedDeployment::as_select())
        .first(conn)
        .optional()?)
}

/// Whether any game is sealed, which requires the key.
pub fn has_sealed(conn: &mut AnyConnection) -> Result<bool> {
    Ok(id_sequence::counter(conn, "sealed")? > 0)
}

/// The encoded armies of revealed games, read in batches; games whose row is missing or sealed are
/// omitted.
pub fn revealed_by_games(
    conn: &mut AnyConnection,
    games: &[(i32, RevealKey)],
) -> Result<HashMap<i32, Vec<u8>>> {
    load_in_chunks(games, |games| {
        let ids = games.iter().map(|(id, _)| *id);
        deployments::table
            .filter(deployments::game_id.eq_any(ids).and(deployments::sealed.eq(0)))
            .select((deployments::game_id, deployments::body))
            .load(conn)
    })
}
