//! Players by handle, and their visibility.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;

use adjutant_domain::account::handle::look_key;
use adjutant_domain::search::search_key;

use super::columns::stored_enum;
use super::names::{NamedEntity, name_key};
use super::queries::load_in_chunks;
use super::schema::{games, players};
use super::{AnyConnection, Result, StoreError, id_sequence};

stored_enum! {
    /// The state of a player's row.
    PlayerRowState, else Ordinary {
        Ordinary = 0,
        /// Merged into another player, to whom the handle leads.
        Merged = 1,
        /// Deleted; the games remain under a meaningless name.
        Anonymous = 2,
    }
}

stored_enum! {
    /// The visibility of a player in lists, the search and leaderboards.
    Privacy, else Private {
        Public = 0,
        /// Hidden from all of them.
        Private = 1,
        /// Hidden from lists and the search; a guardian consents to a place on leaderboards.
        OnBoards = 2,
    }
}

impl Privacy {
    pub fn is_private(self) -> bool {
        self != Privacy::Public
    }

    /// Whether the player has no place on leaderboards.
    pub fn is_off_leaderboards(self) -> bool {
        self == Privacy::Private
    }
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = players)]
pub struct PlayerRow {
    pub id: i32,
    pub handle: String,
    pub look_key: String,
    pub state: PlayerRowState,
    /// The target of a merge.
    pub merged_into: Option<i32>,
    #[diesel(column_name = private)]
    pub privacy: Privacy,
}

impl PlayerRow {
    fn into_named(self) -> NamedEntity {
        NamedEntity { id: self.id, name: self.handle }
    }
}

/// The player with this handle, ignoring case; a merged player's handle leads to the target of the
/// merge.
pub fn by_handle(conn: &mut AnyConnection, handle: &str) -> Result<Option<NamedEntity>> {
    match by_exact_handle(conn, handle)? {
        Some(row) => Ok(Some(follow_merges(conn, row)?.into_named())),
        None => Ok(None),
    }
}

/// The row with exactly this handle, ignoring case, even if merged.
pub fn by_exact_handle(conn: &mut AnyConnection, handle: &str) -> Result<Option<PlayerRow>> {
    Ok(PlayerRow::query().filter(players::name_key.eq(name_key(handle))).first(conn).optional()?)
}

/// The row with this id, even if merged.
pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<PlayerRow>> {
    Ok(PlayerRow::query().find(id).first(conn).optional()?)
}

/// The player at the end of a chain of merges.
pub fn canonical(conn: &mut AnyConnection, id: i32) -> Result<PlayerRow> {
    let start = by_id(conn, id)?.ok_or_else(|| missing_player(id))?;
    follow_merges(conn, start)
}

/// Longer than any actual chain.
const MAX_MERGE_CHAIN: usize = 1_000;

fn follow_merges(conn: &mut AnyConnection, start: PlayerRow) -> Result<PlayerRow> {
    let mut own = start;
    for _ in 0..MAX_MERGE_CHAIN {
        if own.state != PlayerRowState::Merged {
            return Ok(own);
        }
        let next = own.merged_into.ok_or_else(|| missing_player(0))?;
        own = by_id(conn, next)?.ok_or_else(|| missing_player(next))?;
    }
    Err(StoreError::Damaged(format!("player {} was merged in a circle", own.id)))
}

fn missing_player(id: i32) -> StoreError {
    StoreError::Damaged(format!("there is no player {id}"))
}

/// The players with these folded handles, by handle; merged ones are replaced by the targets of the
/// merges.
pub fn by_keys<K: AsRef<str>>(
    conn: &mut AnyConnection,
    keys: &[K],
) -> Result<HashMap<String, PlayerRow>> {
    let rows: Vec<(String, PlayerRow)> = load_in_chunks(keys, |keys| {
        players::table
            .filter(players::name_key.eq_any(keys.iter().map(AsRef::as_ref)))
            .select((players::name_key, PlayerRow::as_select()))
            .load(conn)
    })?;
    rows.into_iter().map(|(key, row)| Ok((key, follow_merges(conn, row)?))).collect()
}

/// A player with this lookalike key (see [`look_key`]), if any.
pub fn by_look_key(conn: &mut AnyConnection, look: &str) -> Result<Option<NamedEntity>> {
    Ok(NamedEntity::query().filter(players::look_key.eq(look)).first(conn).optional()?)
}

/// The players with these ids, unordered.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<NamedEntity>> {
    load_in_chunks(ids, |chunk| NamedEntity::query().filter(players::id.eq_any(chunk)).load(conn))
}

/// Names and privacy of the players with these ids, unordered.
pub fn with_privacy(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<(NamedEntity, Privacy)>> {
    load_in_chunks(ids, |ids| {
        let some = players::table.filter(players::id.eq_any(ids));
        some.select((NamedEntity::as_select(), players::private)).load(conn)
    })
}

/// Which of these players are bots.
pub fn bots_among(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    load_in_chunks(ids, |chunk| {
        players::table
            .filter(players::id.eq_any(chunk))
            .filter(players::bot.ne(0))
            .select(players::id)
            .load(conn)
    })
}

/// All bots, in ascending order.
pub fn bots(conn: &mut AnyConnection) -> Result<Vec<i32>> {
    let all = players::table.filter(players::bot.eq(1));
    Ok(all.order(players::id).select(players::id).load(conn)?)
}

pub fn mark_bot(conn: &mut AnyConnection, player: i32) -> Result<()> {
    diesel::update(players::table.find(player)).set(players::bot.eq(1_i16)).execute(conn)?;
    Ok(())
}

/// Hides a player that is nobody from lists, the search and leaderboards.
pub fn hide(conn: &mut AnyConnection, player: i32) -> Result<()> {
    diesel::update(players::table.find(player))
        .set(players::private.eq(Privacy::Private))
        .execute(conn)?;
    Ok(())
}

/// Which of these players are deleted.
pub fn anonymous_among(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<i32>> {
    load_in_chunks(ids, |chunk| {
        players::table
            .filter(players::id.eq_any(chunk))
            .filter(players::state.eq(PlayerRowState::Anonymous))
            .select(players::id)
            .load(conn)
    })
}

/// Players by key after `after`, only those that begin with `prefix`; without merged, deleted and
/// unlisted ones.
pub fn page(
    conn: &mut AnyConnection,
    prefix: &str,
    after: &str,
    limit: i64,
) -> Result<Vec<NamedEntity>> {
    let prefix = name_key(prefix);
    let from = if after > prefix.as_str() { after.to_owned() } else { prefix.clone() };
    // Both engines compare these keys by bytes only within an index range, so the upper end is the
    // prefix followed by the last code point.
    let mut query = NamedEntity::query()
        .filter(players::state.eq(PlayerRowState::Ordinary))
        .filter(players::private.eq(Privacy::Public))
        .order(players::name_key)
        .limit(limit)
        .into_boxed();
    query = if after.is_empty() {
        query.filter(players::name_key.ge(from))
    } else {
        query.filter(players::name_key.gt(from))
    };
    if !prefix.is_empty() {
        query = query.filter(players::name_key.lt(format!("{prefix}\u{10ffff}")));
    }
    Ok(query.load(conn)?)
}

/// Whether the player has a game, on either side.
pub fn has_games(conn: &mut AnyConnection, id: i32) -> Result<bool> {
    let white = exists(games::table.filter(games::white_id.eq(id)));
    let black = exists(games::table.filter(games::black_id.eq(id)));
    Ok(diesel::select(white.or(black)).get_result(conn)?)
}

/// Whether any of these players has a game that neither belongs to this organisation nor was
/// imported by a member.
pub fn have_games_outside_organisation(
    conn: &mut AnyConnection,
    players: &[i32],
    organisation: i32,
) -> Result<bool> {
    let elsewhere = games::organisation_id.is_null().or(games::organisation_id.ne(organisation));
    let others = || games::table.filter(games::by_member.eq(0)).filter(elsewhere);
    let white = exists(others().filter(games::white_id.eq_any(players)));
    let black = exists(others().filter(games::black_id.eq_any(players)));
    Ok(diesel::select(white.or(black)).get_result(conn)?)
}

/// Inserts a player, in a transaction that holds the writer lock; the caller has checked that the
/// handle is free.
pub fn add(conn: &mut AnyConnection, handle: &str) -> Result<i32> {
    let id = id_sequence::next_ids(conn, "players", 1)?;
    diesel::insert_into(players::table)
        .values((
            players::id.eq(id),
            players::handle.eq(handle),
            players::name_key.eq(name_key(handle)),
            players::look_key.eq(look_key(handle)),
            players::search_key.eq(search_key(handle)),
        ))
        .execute(conn)?;
    Ok(id)
}

/// Renames a player, in a transaction that holds the writer lock.
pub fn rename(conn: &mut AnyConnection, id: i32, handle: &str) -> Result<()> {
    diesel::update(players::table.find(id))
        .set((
            players::handle.eq(handle),
            players::name_key.eq(name_key(handle)),
            players::look_key.eq(look_key(handle)),
            players::search_key.eq(search_key(handle)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Sets the state of a player, and the target of a merge.
pub fn set_state(
    conn: &mut AnyConnection,
    id: i32,
    state: PlayerRowState,
    merged_into: Option<i32>,
) -> Result<()> {
    diesel::update(players::table.find(id))
        .set((players::state.eq(state), players::merged_into.eq(merged_into)))
        .execute(conn)?;
    Ok(())
}

/// Players per step of [`fill_look_keys`].
const LOOK_KEY_BATCH: i64 = 5_000;

/// Computes missing lookalike keys of players stored by older versions, in steps; `on_progress` is
/// called with the number done. Costs one index lookup if none is missing.
pub fn fill_look_keys(conn: &mut AnyConnection, on_progress: &mut dyn FnMut(u64)) -> Result<u64> {
    let mut done = 0;
    loop {
        let rows: Vec<(i32, String)> = players::table
            .filter(players::look_key.eq(""))
            .select((players::id, players::handle))
            .limit(LOOK_KEY_BATCH)
            .load(conn)?;
        if rows.is_empty() {
            return Ok(done);
        }
        super::transaction::in_transaction(conn, |conn| {
            for (id, handle) in &rows {
                // Only if still missing: another process may do the same.
                let lacking = players::table.find(id).filter(players::look_key.eq(""));
                diesel::update(lacking)
                    .set(players::look_key.eq(non_empty_look_key(look_key(handle))))
                    .execute(conn)?;
            }
            Ok::<_, StoreError>(())
        })?;
        done += rows.len() as u64;
        on_progress(done);
    }
}

/// The empty key of a name of invisible characters must not count as missing forever.
fn non_empty_look_key(key: String) -> String {
    if key.is_empty() { " ".to_owned() } else { key }
}
