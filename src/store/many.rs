//! Reading many games by few statements, for exports and checks.

use std::collections::HashMap;

use diesel::prelude::*;

use super::games::{NarrowRow, WideRow};
use super::schema::{events, games, rule_sets, sites, timelines};
use super::{AnyConnection, StoreError, players};

/// Ids a statement.
const CHUNK: usize = 500;

/// The names that belong to narrow rows; in their order.
///
/// # Errors
/// [`StoreError::Damaged`] where a name is missing.
pub fn widen(
    connection: &mut AnyConnection,
    rows: Vec<NarrowRow>,
) -> Result<Vec<WideRow>, StoreError> {
    let mut ids: Vec<i32> = rows.iter().flat_map(|row| [row.white_id, row.black_id]).collect();
    ids.sort_unstable();
    ids.dedup();
    let handles: HashMap<i32, String> =
        players::by_ids(connection, &ids)?.into_iter().map(|one| (one.id, one.name)).collect();
    let mut others = rest_of(connection, &rows)?;
    rows.into_iter()
        .map(|narrow| {
            let missing = || StoreError::Damaged(format!("game {} lacks a name", narrow.id));
            let handle = |id: i32| handles.get(&id).cloned().ok_or_else(missing);
            let rest = others.remove(&narrow.id).ok_or_else(missing)?;
            let (white, black) = (handle(narrow.white_id)?, handle(narrow.black_id)?);
            Ok(rest.with(narrow, white, black))
        })
        .collect()
}

#[derive(Queryable)]
struct Rest {
    id: i32,
    white_as: String,
    black_as: String,
    event_as: String,
    first_color: i16,
    provenance: i16,
    imported_at: i64,
    event: String,
    event_slug: String,
    site: String,
    rule_set: String,
}

impl Rest {
    fn with(self, narrow: NarrowRow, white: String, black: String) -> WideRow {
        WideRow {
            narrow,
            white,
            black,
            white_as: self.white_as,
            black_as: self.black_as,
            event_as: self.event_as,
            event: self.event,
            event_slug: self.event_slug,
            site: self.site,
            rule_set: self.rule_set,
            first_color: self.first_color,
            provenance: self.provenance,
            imported_at: self.imported_at,
        }
    }
}

fn rest_of(
    connection: &mut AnyConnection,
    rows: &[NarrowRow],
) -> Result<HashMap<i32, Rest>, StoreError> {
    let mut found = HashMap::with_capacity(rows.len());
    for chunk in rows.chunks(CHUNK) {
        let ids: Vec<i32> = chunk.iter().map(|row| row.id).collect();
        let some: Vec<Rest> = games::table
            .inner_join(events::table)
            .inner_join(sites::table)
            .inner_join(rule_sets::table)
            .filter(games::id.eq_any(ids))
            .select((
                games::id,
                games::white_as,
                games::black_as,
                games::event_as,
                games::first_color,
                games::provenance,
                games::imported_at,
                events::name,
                events::slug,
                sites::name,
                rule_sets::name,
            ))
            .load(connection)?;
        found.extend(some.into_iter().map(|rest| (rest.id, rest)));
    }
    Ok(found)
}

/// The encoded public half of a game and its encoded annotations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = timelines)]
pub struct TimelineBodies {
    pub body: Vec<u8>,
    pub annotations: Vec<u8>,
    /// Of both.
    pub checksum: i32,
}

/// The encoded public halves and the encoded annotations, by game.
///
/// # Errors
/// [`StoreError::Database`]. A game whose row is missing is missing here.
pub fn timelines(
    connection: &mut AnyConnection,
    ids: &[i32],
) -> Result<HashMap<i32, TimelineBodies>, StoreError> {
    let mut found = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(CHUNK) {
        let rows: Vec<(i32, TimelineBodies)> = timelines::table
            .filter(timelines::game_id.eq_any(chunk))
            .select((timelines::game_id, TimelineBodies::as_select()))
            .load(connection)?;
        found.extend(rows);
    }
    Ok(found)
}
