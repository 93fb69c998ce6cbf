//! Events: records grouped by their Event tag.

use std::collections::{BTreeMap, HashMap};

use diesel::dsl::exists;
use diesel::prelude::*;

use super::former_slugs;
use super::games::GameCursor;
use super::owners::{OwnerColumns, OwnerId};
use super::queries::load_in_chunks;
use super::record_annulments::ANNULLED;
use super::schema::{contests, events, games};
use super::{AnyConnection, Result};

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = events)]
pub struct EventRow {
    pub id: i32,
    pub name: String,
    pub slug: String,
    /// The last day of its games or, if later, the last known day of an event run on this site.
    pub last_day: i32,
    #[diesel(select_expression = (events::organisation_id, events::by_member))]
    #[diesel(select_expression_type = (events::organisation_id, events::by_member))]
    #[diesel(deserialize_as = OwnerColumns)]
    pub owner: OwnerId,
}

/// The event that has this slug, or had it before.
pub fn by_slug(conn: &mut AnyConnection, slug: &str) -> Result<Option<EventRow>> {
    let found = EventRow::query().filter(events::slug.eq(slug)).first(conn).optional()?;
    if found.is_some() {
        return Ok(found);
    }
    match former_slugs::event_by_former_slug(conn, slug)? {
        Some(id) => Ok(EventRow::query().filter(events::id.eq(id)).first(conn).optional()?),
        None => Ok(None),
    }
}

/// The events with these ids, unordered.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<EventRow>> {
    load_in_chunks(ids, |ids| EventRow::query().filter(events::id.eq_any(ids)).load(conn))
}

/// What is asked for of events; all criteria are optional.
#[derive(Debug, Clone, Copy, Default)]
pub struct EventSearch<'a> {
    /// Events left out.
    pub except: &'a [i32],
    pub organisation: Option<i32>,
    /// The first and the last of the days among which is the event's last day.
    pub days: Option<(i32, i32)>,
}

/// What says which game an event is of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EventGame {
    /// Its settings, if it is run on this site.
    Named(String),
    /// The rule-set of one of its newest records.
    OfRecord(i32),
}

/// Events by last day, newest first, after a position in that order.
pub fn find(
    conn: &mut AnyConnection,
    search: &EventSearch<'_>,
    before: GameCursor,
    limit: i64,
) -> Result<Vec<EventRow>> {
    let (day, id) = match search.days {
        Some((_, last)) => before.min((last, i32::MAX)),
        None => before,
    };
    let mut query = EventRow::query()
        .filter(events::last_day.le(day))
        .filter(events::last_day.lt(day).or(events::id.lt(id)))
        .order((events::last_day.desc(), events::id.desc()))
        .limit(limit)
        .into_boxed();
    if let Some((first, _)) = search.days {
        query = query.filter(events::last_day.ge(first));
    }
    if !search.except.is_empty() {
        query = query.filter(events::id.ne_all(search.except));
    }
    if let Some(organisation) = search.organisation {
        query = query.filter(events::organisation_id.eq(organisation));
    }
    Ok(query.load(conn)?)
}

/// What says which game each of these events is of; nothing does of one without records that is not
/// run here. One row is read of each.
pub fn games_of(conn: &mut AnyConnection, ids: &[i32]) -> Result<HashMap<i32, EventGame>> {
    let named: Vec<(i32, String)> = load_in_chunks(ids, |ids| {
        let own = contests::table.filter(contests::id.eq_any(ids));
        own.select((contests::id, contests::game)).load(conn)
    })?;
    let mut all: HashMap<i32, EventGame> =
        named.into_iter().map(|(id, name)| (id, EventGame::Named(name))).collect();
    let others: Vec<i32> = ids.iter().copied().filter(|id| !all.contains_key(id)).collect();
    let recorded: Vec<(i32, Option<i32>)> = load_in_chunks(&others, |ids| {
        let newest = games::table
            .filter(games::event_id.eq(events::id))
            .order((games::day.desc(), games::id.desc()))
            .limit(1)
            .select(games::rule_set_id)
            .single_value();
        events::table.filter(events::id.eq_any(ids)).select((events::id, newest)).load(conn)
    })?;
    let of_record = |(id, rules): (i32, Option<i32>)| Some((id, EventGame::OfRecord(rules?)));
    all.extend(recorded.into_iter().filter_map(of_record));
    Ok(all)
}

/// The results of at most `limit` games of an event, unordered: White's id, Black's id, outcome.
pub fn game_results(
    conn: &mut AnyConnection,
    event: i32,
    limit: i64,
) -> Result<Vec<(i32, i32, i16)>> {
    Ok(games::table
        .filter(games::event_id.eq(event))
        .filter(games::rated_in.ne(ANNULLED))
        .select((games::white_id, games::black_id, games::outcome))
        .limit(limit)
        .load(conn)?)
}

/// Advances the last days of events, by id, where these are later.
pub(super) fn advance_days(conn: &mut AnyConnection, days: &BTreeMap<i32, i32>) -> Result<()> {
    for (id, day) in days {
        diesel::update(events::table.filter(events::id.eq(id)).filter(events::last_day.lt(day)))
            .set(events::last_day.eq(day))
            .execute(conn)?;
    }
    Ok(())
}

/// Advances the last day of an event if this one is later.
pub fn advance_day(conn: &mut AnyConnection, event: i32, day: i32) -> Result<()> {
    advance_days(conn, &BTreeMap::from([(event, day)]))
}

/// Recomputes the last day of an event after a game moved to another one. The last day of an event
/// run on this site is never moved back.
pub(super) fn recompute_day(conn: &mut AnyConnection, event: i32) -> Result<()> {
    let newest: Option<i32> = games::table
        .filter(games::event_id.eq(event))
        .select(diesel::dsl::max(games::day))
        .first(conn)?;
    let is_run_here: bool = diesel::select(exists(contests::table.find(event))).get_result(conn)?;
    match newest {
        Some(day) if is_run_here => advance_day(conn, event, day),
        Some(day) => {
            diesel::update(events::table.filter(events::id.eq(event)))
                .set(events::last_day.eq(day))
                .execute(conn)?;
            Ok(())
        }
        None => Ok(()),
    }
}

/// Recomputes the last day of every event from its games, since backups do not include it. For
/// events run on this site it is then advanced by their facts.
pub fn recompute_all_days(conn: &mut AnyConnection) -> Result<()> {
    let query = "UPDATE events SET last_day = COALESCE((SELECT MAX(day) FROM games \
                 WHERE games.event_id = events.id), last_day)";
    diesel::sql_query(query).execute(conn)?;
    Ok(())
}
