//! Reading games: one by its id, pages by filters.
//!
//! Pages walk an index (of a player, an event or the calendar) from a cursor on, up to a given
//! number of rows, so that no filter scans the table.

use std::collections::{BTreeSet, HashSet};

use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::query_source::AliasedField;
use diesel::sql_types::Bool;

use super::batch_read::TimelineBodies;
use super::owners::{OwnerColumns, OwnerId};
use super::queries::load_in_chunks;
use super::record_annulments::ANNULLED;
use super::schema::{events, games, players, rule_sets, sites, timelines};
use super::{AnyConnection, Result, StoreError, former_record_ids, played_games};
use adjutant_domain::moment::Micros;

/// The columns used by lists and filters.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = games)]
pub struct NarrowGameRow {
    pub id: i32,
    pub content_id: Vec<u8>,
    pub white_id: i32,
    pub black_id: i32,
    pub event_id: i32,
    pub rule_set_id: i32,
    pub round: String,
    pub day: i32,
    pub date_text: String,
    pub base_seconds: i32,
    pub increment_seconds: i32,
    pub outcome: i16,
    pub termination: i16,
    pub plies: i32,
    pub revealed: i16,
    #[diesel(select_expression = (games::organisation_id, games::by_member))]
    #[diesel(select_expression_type = (games::organisation_id, games::by_member))]
    #[diesel(deserialize_as = OwnerColumns)]
    pub owner: OwnerId,
    /// Empty if base and increment determine it.
    pub time_control: String,
    /// 0 in the site's pools, -1 unrated, -2 annulled, else the id of an organisation's pool.
    pub rated_in: i16,
}

diesel::alias! {
    pub const WHITE: Alias<White> = players as white_player;
    pub const BLACK: Alias<Black> = players as black_player;
}

/// A game with all names, without its timeline.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = games)]
pub struct WideGameRow {
    #[diesel(embed)]
    pub narrow: NarrowGameRow,
    #[diesel(select_expression = WHITE.field(players::handle))]
    #[diesel(select_expression_type = AliasedField<White, players::handle>)]
    pub white: String,
    #[diesel(select_expression = BLACK.field(players::handle))]
    #[diesel(select_expression_type = AliasedField<Black, players::handle>)]
    pub black: String,
    #[diesel(embed)]
    pub details: GameDetails,
}

/// What the row of a game has beside its narrow columns, and the names that it refers to.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = games)]
pub struct GameDetails {
    /// The spelling in this record; empty if it is that of the player's or event's row.
    pub white_as: String,
    pub black_as: String,
    pub event_as: String,
    #[diesel(select_expression = events::name)]
    pub event: String,
    #[diesel(select_expression = events::slug)]
    pub event_slug: String,
    #[diesel(select_expression = sites::name)]
    pub site: String,
    #[diesel(select_expression = rule_sets::name)]
    pub rule_set: String,
    pub first_color: i16,
    pub provenance: i16,
    pub imported_at: Micros,
}

/// The position of a walk: rows strictly after it, newest first.
pub type GameCursor = (i32, i32);

/// The index used by a walk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameIndex {
    Calendar,
    White(i32),
    Black(i32),
    Event(i32),
    /// An organisation's games; the id is above 0.
    Organisation(i32),
    /// The games of these players with these colours.
    Pair {
        white: i32,
        black: i32,
    },
}

/// Narrows a query of rows to those of a walk.
macro_rules! of_walk {
    ($query:expr, $walk:expr) => {
        match $walk {
            GameIndex::Calendar => $query,
            GameIndex::White(player) => $query.filter(games::white_id.eq(player)),
            GameIndex::Black(player) => $query.filter(games::black_id.eq(player)),
            GameIndex::Event(event) => $query.filter(games::event_id.eq(event)),
            GameIndex::Organisation(organisation) => {
                $query.filter(games::organisation_id.eq(organisation))
            }
            GameIndex::Pair { white, black } => {
                $query.filter(games::white_id.eq(white)).filter(games::black_id.eq(black))
            }
        }
    };
}

/// Up to `limit` rows of a walk, newest first, after `before` and not older than `from_day`.
pub fn page(
    conn: &mut AnyConnection,
    walk: GameIndex,
    before: GameCursor,
    from_day: i32,
    limit: i64,
) -> Result<Vec<NarrowGameRow>> {
    let (day, id) = before;
    let mut query = NarrowGameRow::query()
        .filter(games::day.le(day))
        .filter(games::day.lt(day).or(games::id.lt(id)))
        .order((games::day.desc(), games::id.desc()))
        .limit(limit)
        .into_boxed();
    if from_day > i32::MIN {
        query = query.filter(games::day.ge(from_day));
    }
    query = of_walk!(query, walk);
    Ok(query.load(conn)?)
}

/// Up to `limit` rows of a walk in the other direction, oldest first, after `after`.
pub fn page_upwards(
    conn: &mut AnyConnection,
    walk: GameIndex,
    after: GameCursor,
    limit: i64,
) -> Result<Vec<NarrowGameRow>> {
    let (day, id) = after;
    let query = NarrowGameRow::query()
        .filter(games::day.ge(day))
        .filter(games::day.gt(day).or(games::id.gt(id)))
        .order((games::day, games::id))
        .limit(limit)
        .into_boxed();
    Ok(of_walk!(query, walk).load(conn)?)
}

/// The games that these players had with White on these days: pairs of a player's id and a day.
pub fn of_white_on_days(
    conn: &mut AnyConnection,
    pairs: &BTreeSet<(i32, i32)>,
) -> Result<Vec<NarrowGameRow>> {
    let pairs: Vec<String> =
        pairs.iter().map(|(player, day)| format!("({player}, {day})")).collect();
    let mut found = Vec::new();
    for chunk in pairs.chunks(500) {
        // The index of White's games answers for each pair: SQLite would read all games for
        // `(white_id, day) IN`, and try two lists crosswise.
        let among = format!(
            "games.id IN (SELECT g.id FROM (VALUES {}) AS p CROSS JOIN games g \
             WHERE g.white_id = p.column1 AND g.day = p.column2)",
            chunk.join(", ")
        );
        found.extend(NarrowGameRow::query().filter(sql::<Bool>(&among)).load(conn)?);
    }
    Ok(found)
}

/// Which of these games were stored at or after a moment.
pub fn stored_since(conn: &mut AnyConnection, ids: &[i32], moment: Micros) -> Result<HashSet<i32>> {
    let found: Vec<i32> = games::table
        .filter(games::id.eq_any(ids))
        .filter(games::imported_at.ge(moment))
        .select(games::id)
        .load(conn)?;
    Ok(found.into_iter().collect())
}

/// The position of a game in walks.
pub fn cursor_of(conn: &mut AnyConnection, content_id: &[u8]) -> Result<Option<GameCursor>> {
    let row = games::table.filter(games::content_id.eq(content_id));
    Ok(row.select((games::day, games::id)).first(conn).optional()?)
}

/// The number of games that an account has imported as a member, counted up to `most`.
pub fn count_imported_by_member(
    conn: &mut AnyConnection,
    account: i32,
    most: i64,
) -> Result<usize> {
    let found: Vec<i32> = games::table
        .filter(games::imported_by.eq(account))
        .filter(games::by_member.eq(1))
        .select(games::id)
        .limit(most)
        .load(conn)?;
    Ok(found.len())
}

/// The content ids of several games, each with its row.
pub fn content_ids(conn: &mut AnyConnection, rows: &[i32]) -> Result<Vec<(i32, Vec<u8>)>> {
    load_in_chunks(rows, |chunk| {
        let all = games::table.filter(games::id.eq_any(chunk));
        all.select((games::id, games::content_id)).load(conn)
    })
}

pub fn content_id_by_row(conn: &mut AnyConnection, id: i32) -> Result<Option<Vec<u8>>> {
    Ok(games::table.find(id).select(games::content_id).first(conn).optional()?)
}

/// The number of plies of a game.
pub fn ply_count(conn: &mut AnyConnection, content_id: &[u8]) -> Result<Option<i32>> {
    let found = games::table.filter(games::content_id.eq(content_id)).select(games::plies);
    Ok(found.first(conn).optional()?)
}

/// The game with this content id, its names and its public half, in one query. If there is none,
/// the first live game with this content, or the first game that had this id before.
pub fn by_content_id(
    conn: &mut AnyConnection,
    content_id: &[u8],
) -> Result<Option<(WideGameRow, TimelineBodies)>> {
    let found = by_exact_content_id(conn, content_id)?;
    if found.is_some() {
        return Ok(found);
    }
    let other = match played_games::first_with_content(conn, content_id)? {
        Some(game) => Some(game),
        None => former_record_ids::first_game(conn, content_id)?,
    };
    let current = other.map_or(Ok(None), |game| content_id_by_row(conn, game))?;
    current.map_or(Ok(None), |id| by_exact_content_id(conn, &id))
}

fn by_exact_content_id(
    conn: &mut AnyConnection,
    content_id: &[u8],
) -> Result<Option<(WideGameRow, TimelineBodies)>> {
    let row: Option<(WideGameRow, Option<TimelineBodies>)> = games::table
        .inner_join(events::table)
        .inner_join(sites::table)
        .inner_join(rule_sets::table)
        .inner_join(WHITE.on(WHITE.field(players::id).eq(games::white_id)))
        .inner_join(BLACK.on(BLACK.field(players::id).eq(games::black_id)))
        .left_join(timelines::table.on(timelines::game_id.eq(games::id)))
        .filter(games::content_id.eq(content_id))
        .select((WideGameRow::as_select(), Option::<TimelineBodies>::as_select()))
        .first(conn)
        .optional()?;
    let Some((row, bodies)) = row else { return Ok(None) };
    let none = || StoreError::Damaged(format!("game {} has no timeline", row.narrow.id));
    let bodies = bodies.ok_or_else(none)?;
    Ok(Some((row, bodies)))
}

/// The results of an organisation's games within some days: White's id, Black's id, outcome; at
/// most `limit`, the newest.
pub fn organisation_results(
    conn: &mut AnyConnection,
    organisation: i32,
    (first, last): (i32, i32),
    limit: i64,
) -> Result<Vec<(i32, i32, i16)>> {
    Ok(games::table
        .filter(games::organisation_id.eq(organisation))
        .filter(games::day.between(first, last))
        .filter(games::rated_in.ne(ANNULLED))
        .order(games::day.desc())
        .select((games::white_id, games::black_id, games::outcome))
        .limit(limit)
        .load(conn)?)
}

/// All games of a day by id, for exports.
pub fn on_day(conn: &mut AnyConnection, day: i32) -> Result<Vec<NarrowGameRow>> {
    Ok(NarrowGameRow::query().filter(games::day.eq(day)).order(games::id).load(conn)?)
}

/// The first day after `day` with games.
pub fn next_day_with_games(conn: &mut AnyConnection, day: i32) -> Result<Option<i32>> {
    Ok(games::table
        .filter(games::day.gt(day))
        .order(games::day)
        .select(games::day)
        .first(conn)
        .optional()?)
}

/// Whether there are games on this day, which may be the unknown day (sorted before all others).
pub fn has_games_on(conn: &mut AnyConnection, day: i32) -> Result<bool> {
    Ok(diesel::select(exists(games::table.filter(games::day.eq(day)))).get_result(conn)?)
}

/// Narrow rows by id, ascending, for walks over all games.
pub fn page_after_id(
    conn: &mut AnyConnection,
    after: i32,
    limit: i64,
) -> Result<Vec<NarrowGameRow>> {
    Ok(NarrowGameRow::query()
        .filter(games::id.gt(after))
        .order(games::id)
        .limit(limit)
        .load(conn)?)
}

/// Narrow rows with these ids, unordered; missing ones are omitted.
pub fn by_ids(conn: &mut AnyConnection, numbers: &[i32]) -> Result<Vec<NarrowGameRow>> {
    load_in_chunks(numbers, |chunk| {
        NarrowGameRow::query().filter(games::id.eq_any(chunk)).load(conn)
    })
}

/// Narrow rows by content id, from `first` on; content ids are as good as random.
pub fn page_from_content_id(
    conn: &mut AnyConnection,
    first: &[u8],
    limit: i64,
) -> Result<Vec<(NarrowGameRow, Micros)>> {
    Ok(games::table
        .filter(games::content_id.ge(first))
        .select((NarrowGameRow::as_select(), games::imported_at))
        .order(games::content_id)
        .limit(limit)
        .load(conn)?)
}

/// Ids and names of all rule-sets that occur.
pub fn rule_set_names(conn: &mut AnyConnection) -> Result<Vec<(i32, String)>> {
    Ok(rule_sets::table.select((rule_sets::id, rule_sets::name)).order(rule_sets::id).load(conn)?)
}

/// How a game ended: its players, its round, and what its columns say.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = games)]
pub struct GameEndRow {
    pub white_id: i32,
    pub black_id: i32,
    pub round: String,
    pub termination: i16,
    pub plies: i32,
}

/// The latest recorded games of an event.
pub fn of_event(conn: &mut AnyConnection, event: i32, limit: i64) -> Result<Vec<NarrowGameRow>> {
    let of = NarrowGameRow::query().filter(games::event_id.eq(event));
    Ok(of.order((games::day.desc(), games::id.desc())).limit(limit).load(conn)?)
}

/// How the recorded games of an event ended, unordered.
pub fn ends_in_event(conn: &mut AnyConnection, event: i32) -> Result<Vec<GameEndRow>> {
    Ok(GameEndRow::query().filter(games::event_id.eq(event)).load(conn)?)
}
