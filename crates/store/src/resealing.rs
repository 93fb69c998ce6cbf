//! Resealing of all sealed data under a new key, row by row. Each body is passed to the caller, who
//! returns it under the new key; its content is not visible here.

use diesel::prelude::*;
use diesel::sql_types::Bool;

use salpakan::rules::Color;

use super::schema::{
    accounts, deployments, games, own_set_ups, play_notes, plays, set_ups, toss_seeds,
};
use super::seal::{SealedKind, account_binding, own_set_up_binding};
use super::{AnyConnection, Result};

/// A table with sealed data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SealedTable {
    Records,
    SetUps,
    TossSeeds,
    Notes,
    OwnSetUps,
    SecondFactors,
}

impl SealedTable {
    pub const ALL: [SealedTable; 6] = [
        SealedTable::Records,
        SealedTable::SetUps,
        SealedTable::TossSeeds,
        SealedTable::Notes,
        SealedTable::OwnSetUps,
        SealedTable::SecondFactors,
    ];
}

/// The key of a row: its id, and the colour if there is one.
pub type RowKey = (i32, i16);
/// Before all rows.
pub const FIRST_ROW_KEY: RowKey = (i32::MIN, i16::MIN);

/// Returns a body under the new key; `None` leaves it unchanged.
pub type ResealFn<'a> = dyn FnMut(SealedKind, &[u8], &[u8]) -> Option<Vec<u8>> + 'a;

/// Reseals a page of a table with a body for each side of a live game.
macro_rules! reseal_sides {
    ($conn:expr, $after:expr, $limit:expr, $reseal:expr, $table:ident, $kind:path) => {{
        let (play, color) = $after;
        let behind = $table::play_id.gt(play).or($table::color.gt(color));
        let rows: Vec<SealedSideRow> = $table::table
            .inner_join(plays::table)
            .filter($table::play_id.ge(play).and(behind))
            .order(($table::play_id, $table::color))
            .select(($table::play_id, $table::color, plays::public_id, $table::body))
            .limit($limit)
            .load($conn)?;
        for (play, color, bound_to, before) in &rows {
            let kind = color_from_number(*color).map($kind);
            if let Some(body) = kind.and_then(|kind| $reseal(kind, bound_to, before)) {
                let row = $table::table.find((play, color)).filter($table::body.eq(before));
                diesel::update(row).set($table::body.eq(body)).execute($conn)?;
            }
        }
        Ok(rows.last().map(|(play, color, ..)| (*play, *color)))
    }};
}

/// Reseals up to `limit` rows of a table, in a transaction of the caller; returns the key of the
/// last one, or `None` if there are no more. Bodies changed concurrently are left alone.
pub fn reseal_page(
    conn: &mut AnyConnection,
    place: SealedTable,
    after: RowKey,
    limit: i64,
    reseal: &mut ResealFn<'_>,
) -> Result<Option<RowKey>> {
    match place {
        SealedTable::Records => reseal_records(conn, after, limit, reseal),
        SealedTable::SetUps => {
            reseal_sides!(conn, after, limit, reseal, set_ups, SealedKind::SetUp)
        }
        SealedTable::TossSeeds => reseal_toss_seeds(conn, after, limit, reseal),
        SealedTable::Notes => {
            reseal_sides!(conn, after, limit, reseal, play_notes, SealedKind::Notes)
        }
        SealedTable::OwnSetUps => reseal_own_set_ups(conn, after, limit, reseal),
        SealedTable::SecondFactors => reseal_second_factors(conn, after, limit, reseal),
    }
}

/// A record with what its bodies are bound to, its armies and its annotations.
type SealedRecordRow = (i32, Vec<u8>, Vec<u8>, Vec<u8>);
/// A game, a colour, what the body is bound to, and the body.
type SealedSideRow = (i32, i16, Vec<u8>, Vec<u8>);
type PageResult = Result<Option<RowKey>>;

fn reseal_records(
    conn: &mut AnyConnection,
    (after, _): RowKey,
    limit: i64,
    reseal: &mut ResealFn<'_>,
) -> PageResult {
    // Without a bound value, so that SQLite recognises the partial index.
    let sealed = diesel::dsl::sql::<Bool>("deployments.sealed <> 0");
    let rows: Vec<SealedRecordRow> = deployments::table
        .inner_join(games::table.on(games::id.eq(deployments::game_id)))
        .filter(sealed)
        .filter(deployments::game_id.gt(after))
        .order(deployments::game_id)
        .select((
            deployments::game_id,
            games::content_id,
            deployments::body,
            deployments::annotations,
        ))
        .limit(limit)
        .load(conn)?;
    for (game, bound_to, armies, annotations) in &rows {
        let row = deployments::table.find(game);
        let mut again = |room, body: &Vec<u8>| match body.is_empty() {
            true => None,
            false => reseal(room, bound_to, body),
        };
        if let Some(body) = again(SealedKind::Armies, armies) {
            diesel::update(row.filter(deployments::body.eq(armies)))
                .set(deployments::body.eq(body))
                .execute(conn)?;
        }
        if let Some(body) = again(SealedKind::Annotations, annotations) {
            diesel::update(row.filter(deployments::annotations.eq(annotations)))
                .set(deployments::annotations.eq(body))
                .execute(conn)?;
        }
    }
    Ok(rows.last().map(|(game, ..)| (*game, 0)))
}

/// The colour of a row; a damaged one is left to `adjutant check`.
fn color_from_number(number: i16) -> Option<Color> {
    Color::ALL.into_iter().find(|one| *one as i16 == number)
}

fn reseal_toss_seeds(
    conn: &mut AnyConnection,
    (after, _): RowKey,
    limit: i64,
    reseal: &mut ResealFn<'_>,
) -> PageResult {
    let rows: Vec<(i32, Vec<u8>, Vec<u8>)> = toss_seeds::table
        .inner_join(plays::table)
        .filter(toss_seeds::play_id.gt(after))
        .order(toss_seeds::play_id)
        .select((toss_seeds::play_id, plays::public_id, toss_seeds::body))
        .limit(limit)
        .load(conn)?;
    for (play, bound_to, before) in &rows {
        if let Some(body) = reseal(SealedKind::TossSeed, bound_to, before) {
            let row = toss_seeds::table.find(play).filter(toss_seeds::body.eq(before));
            diesel::update(row).set(toss_seeds::body.eq(body)).execute(conn)?;
        }
    }
    Ok(rows.last().map(|(play, ..)| (*play, 0)))
}

fn reseal_own_set_ups(
    conn: &mut AnyConnection,
    (after, _): RowKey,
    limit: i64,
    reseal: &mut ResealFn<'_>,
) -> PageResult {
    let rows: Vec<(i32, i32, Vec<u8>)> = own_set_ups::table
        .filter(own_set_ups::id.gt(after))
        .order(own_set_ups::id)
        .select((own_set_ups::id, own_set_ups::account_id, own_set_ups::body))
        .limit(limit)
        .load(conn)?;
    for (id, account, before) in &rows {
        if let Some(body) = reseal(SealedKind::OwnSetUp, &own_set_up_binding(*account, *id), before)
        {
            let row = own_set_ups::table.find(id).filter(own_set_ups::body.eq(before));
            diesel::update(row).set(own_set_ups::body.eq(body)).execute(conn)?;
        }
    }
    Ok(rows.last().map(|(id, ..)| (*id, 0)))
}

fn reseal_second_factors(
    conn: &mut AnyConnection,
    (after, _): RowKey,
    limit: i64,
    reseal: &mut ResealFn<'_>,
) -> PageResult {
    let rows: Vec<(i32, Vec<u8>)> = accounts::table
        .filter(accounts::id.gt(after))
        .filter(accounts::totp.ne(&[][..] as &[u8]))
        .order(accounts::id)
        .select((accounts::id, accounts::totp))
        .limit(limit)
        .load(conn)?;
    for (account, before) in &rows {
        if let Some(body) = reseal(SealedKind::SecondFactor, &account_binding(*account), before) {
            let row = accounts::table.find(account).filter(accounts::totp.eq(before));
            diesel::update(row).set(accounts::totp.eq(body)).execute(conn)?;
        }
    }
    Ok(rows.last().map(|(account, _)| (*account, 0)))
}
