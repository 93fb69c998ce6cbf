//! Batch reading of games, for exports and checks.

use std::collections::HashMap;

use diesel::prelude::*;

use super::games::{NarrowGameRow, WideGameRow};
use super::queries::load_in_chunks;
use super::schema::{events, games, rule_sets, sites, timelines};
use super::{AnyConnection, Result, players};
use adjutant_domain::moment::Micros;

/// Rows with their names, and rows with missing names.
pub struct WidenedGames {
    pub complete: Vec<WideGameRow>,
    pub incomplete: Vec<NarrowGameRow>,
}

/// Adds the names to narrow rows, in order.
///
/// Rows whose player, event, site or rule-set is missing are returned as incomplete.
pub fn widen_games(conn: &mut AnyConnection, rows: Vec<NarrowGameRow>) -> Result<WidenedGames> {
    let mut ids: Vec<i32> = rows.iter().flat_map(|row| [row.white_id, row.black_id]).collect();
    ids.sort_unstable();
    ids.dedup();
    let handles: HashMap<i32, String> =
        players::by_ids(conn, &ids)?.into_iter().map(|one| (one.id, one.name)).collect();
    let mut others = wide_columns(conn, &rows)?;
    let mut widened =
        WidenedGames { complete: Vec::with_capacity(rows.len()), incomplete: Vec::new() };
    for narrow in rows {
        let handle = |id: i32| handles.get(&id).cloned();
        let names = (others.remove(&narrow.id), handle(narrow.white_id), handle(narrow.black_id));
        match names {
            (Some(rest), Some(white), Some(black)) => {
                widened.complete.push(rest.into_wide_row(narrow, white, black));
            }
            _ => widened.incomplete.push(narrow),
        }
    }
    Ok(widened)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = games)]
struct WideGameColumns {
    white_as: String,
    black_as: String,
    event_as: String,
    first_color: i16,
    provenance: i16,
    imported_at: Micros,
    rated_in: i16,
    #[diesel(select_expression = events::name)]
    event: String,
    #[diesel(select_expression = events::slug)]
    event_slug: String,
    #[diesel(select_expression = sites::name)]
    site: String,
    #[diesel(select_expression = rule_sets::name)]
    rule_set: String,
}

impl WideGameColumns {
    fn into_wide_row(self, narrow: NarrowGameRow, white: String, black: String) -> WideGameRow {
        WideGameRow {
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
            rated_in: self.rated_in,
        }
    }
}

fn wide_columns(
    conn: &mut AnyConnection,
    rows: &[NarrowGameRow],
) -> Result<HashMap<i32, WideGameColumns>> {
    load_in_chunks(rows, |rows| {
        games::table
            .inner_join(events::table)
            .inner_join(sites::table)
            .inner_join(rule_sets::table)
            .filter(games::id.eq_any(rows.iter().map(|row| row.id)))
            .select((games::id, WideGameColumns::as_select()))
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
