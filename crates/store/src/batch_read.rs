//! Batch reading of games, for exports and checks.

use std::collections::HashMap;

use diesel::prelude::*;

use super::games::{GameDetails, NarrowGameRow, WideGameRow};
use super::queries::{distinct, load_in_chunks};
use super::schema::{events, games, rule_sets, sites, timelines};
use super::{AnyConnection, Result, players};

/// Adds the names to narrow rows, in order.
///
/// Rows whose player, event, site or rule-set is missing are returned apart.
pub fn widen_games(
    conn: &mut AnyConnection,
    rows: Vec<NarrowGameRow>,
) -> Result<(Vec<WideGameRow>, Vec<NarrowGameRow>)> {
    let ids = distinct(rows.iter().flat_map(|row| [row.white_id, row.black_id]));
    let handles: HashMap<i32, String> =
        players::by_ids(conn, &ids)?.into_iter().map(|one| (one.id, one.name)).collect();
    let mut others = game_details(conn, &rows)?;
    let (mut complete, mut incomplete) = (Vec::with_capacity(rows.len()), Vec::new());
    for narrow in rows {
        let handle = |id: i32| handles.get(&id).cloned();
        let names = (others.remove(&narrow.id), handle(narrow.white_id), handle(narrow.black_id));
        match names {
            (Some(details), Some(white), Some(black)) => {
                complete.push(WideGameRow { narrow, white, black, details });
            }
            _ => incomplete.push(narrow),
        }
    }
    Ok((complete, incomplete))
}

fn game_details(
    conn: &mut AnyConnection,
    rows: &[NarrowGameRow],
) -> Result<HashMap<i32, GameDetails>> {
    load_in_chunks(rows, |rows| {
        games::table
            .inner_join(events::table)
            .inner_join(sites::table)
            .inner_join(rule_sets::table)
            .filter(games::id.eq_any(rows.iter().map(|row| row.id)))
            .select((games::id, GameDetails::as_select()))
            .load(conn)
    })
}

/// The encoded public half of a game, and its encoded annotations.
#[derive(Debug, Clone, Default, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = timelines)]
pub struct TimelineBodies {
    pub body: Vec<u8>,
    pub annotations: Vec<u8>,
    /// Covers both.
    pub checksum: i32,
}

/// Replaces the annotations of a revealed game, and the checksum of both bodies.
pub fn update_annotations(
    conn: &mut AnyConnection,
    game: i32,
    annotations: &[u8],
    checksum: i32,
) -> Result<()> {
    diesel::update(timelines::table.find(game))
        .set((timelines::annotations.eq(annotations), timelines::checksum.eq(checksum)))
        .execute(conn)?;
    Ok(())
}

/// The encoded public halves and annotations, by game; games without a row are omitted.
pub fn timelines(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, TimelineBodies>> {
    load_in_chunks(ids, |chunk| {
        timelines::table
            .filter(timelines::game_id.eq_any(chunk))
            .select((timelines::game_id, TimelineBodies::as_select()))
            .load(conn)
    })
}
