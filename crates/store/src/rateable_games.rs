//! Games as read by the rating computation.

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::prelude::*;
use diesel::sql_types::Binary;

use super::any_backend::{AnyBackend, AnyValue};
use super::any_connection::RowByRow;
use super::queries::load_in_chunks;
use super::schema::{events, games};
use super::unrecorded::{self, UnrecordedRow};
use super::{AnyConnection, Result, StoreError};

/// A content id without heap allocation, since ten million are read at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, FromSqlRow)]
pub struct ContentKey(pub [u8; ContentKey::BYTES]);

impl ContentKey {
    /// The length of a content id.
    pub const BYTES: usize = 10;

    fn try_from_slice(bytes: &[u8]) -> deserialize::Result<ContentKey> {
        let key = bytes.try_into();
        key.map(ContentKey).map_err(|_| format!("a content id of {} bytes", bytes.len()).into())
    }
}

impl FromSql<Binary, AnyBackend> for ContentKey {
    fn from_sql(value: AnyValue<'_>) -> deserialize::Result<ContentKey> {
        match value {
            AnyValue::Postgres(value) => ContentKey::try_from_slice(value.as_bytes()),
            AnyValue::Sqlite(mut value) => ContentKey::try_from_slice(value.read_blob()),
        }
    }
}

/// The columns that determine whether, where and when a game is rated.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = games)]
pub struct RateableRow {
    pub id: i32,
    pub content_id: ContentKey,
    pub white_id: i32,
    pub black_id: i32,
    pub event_id: i32,
    pub rule_set_id: i32,
    pub round: String,
    pub day: i32,
    pub base_seconds: i32,
    pub increment_seconds: i32,
    pub outcome: i16,
    pub termination: i16,
    /// 0 in the site's pools, -1 unrated, else the id of an organisation's pool.
    pub rated_in: i16,
}

/// The rule-set id of a result without a record, which is of the game that its pool rates.
pub const UNRECORDED_RULE_SET: i32 = 0;

impl RateableRow {
    /// A result counts as a game played to its end, at any speed.
    fn from_unrecorded(row: UnrecordedRow) -> Result<RateableRow> {
        let damaged = |_| StoreError::Damaged(format!("the key of result {}", row.id));
        let key = row.order_key.as_slice().try_into().map(ContentKey).map_err(damaged)?;
        Ok(RateableRow {
            id: row.number,
            content_id: key,
            white_id: row.white_id,
            black_id: row.black_id,
            event_id: row.event_id,
            rule_set_id: UNRECORDED_RULE_SET,
            round: row.round_name,
            day: row.day,
            base_seconds: 0,
            increment_seconds: 0,
            outcome: row.outcome,
            termination: 0,
            rated_in: row.rated_in,
        })
    }
}

/// Passes the games `after < id <= through` to `tell`, ascending by id, in one sequential read, and
/// then the results without a record with such ids.
pub fn scan(
    conn: &mut AnyConnection,
    after: i32,
    through: i32,
    mut visit: impl FnMut(RateableRow),
) -> Result<()> {
    let query = games::table
        .filter(games::id.gt(after))
        .filter(games::id.le(through))
        .order(games::id)
        .select(RateableRow::as_select());
    for row in query.load_iter::<_, RowByRow>(conn)? {
        visit(row?);
    }
    for row in unrecorded::rateable(conn, after, through)? {
        visit(RateableRow::from_unrecorded(row)?);
    }
    Ok(())
}

/// Passes the revealed games `after < id <= through` that were played and are vouched for to
/// `tell`, ascending by id, each with the organisation that owns it.
pub fn scan_revealed(
    conn: &mut AnyConnection,
    after: i32,
    through: i32,
    mut visit: impl FnMut((RateableRow, Option<i32>)),
) -> Result<()> {
    let query = games::table
        .filter(games::id.gt(after))
        .filter(games::id.le(through))
        .filter(games::revealed.ne(0))
        .filter(games::plies.gt(0))
        .filter(games::by_member.eq(0))
        .order(games::id)
        .select((RateableRow::as_select(), games::organisation_id));
    for row in query.load_iter::<_, RowByRow>(conn)? {
        visit(row?);
    }
    Ok(())
}

/// A game with its event's folded name.
pub fn find(conn: &mut AnyConnection, game: i32) -> Result<(RateableRow, String)> {
    let query = games::table
        .inner_join(events::table)
        .filter(games::id.eq(game))
        .select((RateableRow::as_select(), events::name_key));
    let found = match query.first(conn).optional()? {
        None => find_unrecorded(conn, game)?,
        found => found,
    };
    found.ok_or_else(|| {
        StoreError::Damaged(format!("a rating names game {game}, which is not there"))
    })
}

/// Like [`find`], for a result without a record.
fn find_unrecorded(conn: &mut AnyConnection, game: i32) -> Result<Option<(RateableRow, String)>> {
    let Some(row) = unrecorded::by_numbers(conn, &[game])?.pop() else { return Ok(None) };
    let called = unrecorded::event_names(conn, &[row.event_id])?.pop();
    let key = called.map(|(_, key, ..)| key).unwrap_or_default();
    Ok(Some((RateableRow::from_unrecorded(row)?, key)))
}

/// Content ids of games, by id, unordered.
pub fn content_ids(conn: &mut AnyConnection, numbers: &[i32]) -> Result<Vec<(i32, Vec<u8>)>> {
    load_in_chunks(numbers, |chunk| {
        games::table
            .filter(games::id.eq_any(chunk))
            .select((games::id, games::content_id))
            .load(conn)
    })
}

pub fn event_keys(conn: &mut AnyConnection) -> Result<Vec<(i32, String)>> {
    Ok(events::table.select((events::id, events::name_key)).load(conn)?)
}
