//! The names of an account, for recognising an importer's own games, which are not rated.

use std::collections::HashSet;

use diesel::prelude::*;

use super::names::name_key;
use super::schema::{accounts, claims};
use super::{AnyConnection, Result, claims as claimed, players, profiles};

/// The name keys of an account, of its player, of claimed players, and of all merged into them;
/// empty if there is no such account.
pub fn name_keys(conn: &mut AnyConnection, account: i32) -> Result<HashSet<String>> {
    let row: Option<(String, Option<i32>)> = accounts::table
        .find(account)
        .select((accounts::name, accounts::player_id))
        .first(conn)
        .optional()?;
    let Some((name, player)) = row else { return Ok(HashSet::new()) };
    let mut own: Vec<i32> = claims::table
        .filter(claims::account_id.eq(account))
        .filter(claims::state.eq(claimed::OPEN))
        .select(claims::player_id)
        .load(conn)?;
    own.extend(player);
    let mut keys = HashSet::from([name_key(&name)]);
    for player in own {
        let everybody = profiles::with_merged_players(conn, player)?;
        let named = players::by_ids(conn, &everybody)?;
        keys.extend(named.iter().map(|one| name_key(&one.name)));
    }
    Ok(keys)
}
