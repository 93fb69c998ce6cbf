//! Events run on this site, with their facts.

use diesel::dsl::{AssumeNotNull, sql};
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::events::advance_day;
use super::former_slugs;
use super::players::Privacy;
use super::queries::{insert_all, load_in_chunks};
use super::schema::{contest_dues, contest_facts, contests, events, games, players};
use super::{AnyConnection, Result, StoreError};
use adjutant_domain::moment::Micros;

/// A contest, with its event.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = contests, base_query = contests::table.inner_join(events::table))]
pub struct ContestRow {
    pub id: i32,
    /// The number of facts.
    pub version: i32,
    /// 0 upcoming, 1 under way, 2 over, 3 cancelled.
    pub phase: i16,
    /// In days since 1970.
    pub first_day: i32,
    /// The name of its game.
    pub game: String,
    /// The name of the series that it belongs to.
    pub series: Option<String>,
    /// The name of the festival that it is a section of.
    pub festival: Option<String>,
    /// What it is called there.
    pub section: Option<String>,
    /// The name of the league that it is a division of.
    pub league: Option<String>,
    /// The first division has level 1.
    pub level: i16,
    /// How many come up and go down across the border below, and play for it from each side.
    pub ups: i16,
    pub downs: i16,
    pub play_offs: i16,
    /// The digest of its logo, if any.
    #[diesel(column_name = logo_digest)]
    pub logo: Option<String>,
    #[diesel(select_expression = events::name)]
    pub name: String,
    #[diesel(select_expression = events::slug)]
    pub slug: String,
    #[diesel(select_expression = events::organisation_id.assume_not_null())]
    #[diesel(select_expression_type = AssumeNotNull<events::organisation_id>)]
    pub organisation_id: i32,
}

impl ContestRow {
    /// Whether it was played to its end, or is cancelled.
    pub const fn is_ended(&self) -> bool {
        self.phase >= 2
    }

    pub const fn is_cancelled(&self) -> bool {
        self.phase == 3
    }
}

#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = contest_facts)]
pub struct FactRow {
    pub number: i32,
    pub told_at: Micros,
    /// 0 for the server itself.
    pub account_id: i32,
    pub body: String,
}

/// Makes an event a contest without facts; the event is listed by its first day. Fails if the event
/// is a contest already.
pub fn add(conn: &mut AnyConnection, event: i32, first_day: i32, now: Micros) -> Result<()> {
    diesel::insert_into(contests::table)
        .values((
            contests::id.eq(event),
            contests::version.eq(0),
            contests::phase.eq(0),
            contests::first_day.eq(first_day),
            contests::created_at.eq(now),
        ))
        .execute(conn)?;
    advance_day(conn, event, first_day)
}

/// Sets the first day of a contest, and the day by which its event is listed.
pub fn set_first_day(
    conn: &mut AnyConnection,
    id: i32,
    (first_day, last_day): (i32, i32),
) -> Result<()> {
    diesel::update(contests::table.find(id))
        .set(contests::first_day.eq(first_day))
        .execute(conn)?;
    let newest: Option<i32> = games::table
        .filter(games::event_id.eq(id))
        .select(diesel::dsl::max(games::day))
        .first(conn)?;
    let last_day = newest.map_or(last_day, |day| day.max(last_day));
    diesel::update(events::table.find(id)).set(events::last_day.eq(last_day)).execute(conn)?;
    Ok(())
}

/// Puts a contest into a series of its organisation, or takes it out.
pub fn set_series(conn: &mut AnyConnection, id: i32, series: Option<&str>) -> Result<()> {
    diesel::update(contests::table.find(id)).set(contests::series.eq(series)).execute(conn)?;
    Ok(())
}

/// Makes a contest a section of a festival of its organisation, by both names, or takes it out.
pub fn set_section(
    conn: &mut AnyConnection,
    id: i32,
    (festival, section): (Option<&str>, Option<&str>),
) -> Result<()> {
    diesel::update(contests::table.find(id))
        .set((contests::festival.eq(festival), contests::section.eq(section)))
        .execute(conn)?;
    Ok(())
}

/// A division of a league: its name and level, and the border below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DivisionValues {
    pub league: String,
    pub level: i16,
    pub ups: i16,
    pub downs: i16,
    pub play_offs: i16,
}

/// Makes a contest a division of a league of its organisation, or takes it out.
pub fn set_division(
    conn: &mut AnyConnection,
    id: i32,
    division: Option<&DivisionValues>,
) -> Result<()> {
    let number = |of: fn(&DivisionValues) -> i16| division.map_or(0, of);
    diesel::update(contests::table.find(id))
        .set((
            contests::league.eq(division.map(|one| one.league.as_str())),
            contests::level.eq(number(|one| one.level)),
            contests::ups.eq(number(|one| one.ups)),
            contests::downs.eq(number(|one| one.downs)),
            contests::play_offs.eq(number(|one| one.play_offs)),
        ))
        .execute(conn)?;
    Ok(())
}

/// The contest of the event that has this slug, or had it before.
pub fn by_slug(conn: &mut AnyConnection, slug: &str) -> Result<Option<ContestRow>> {
    let row = contests::table.inner_join(events::table).filter(events::slug.eq(slug));
    let found = row.select(ContestRow::as_select()).first(conn).optional()?;
    if found.is_some() {
        return Ok(found);
    }
    match former_slugs::event_by_former_slug(conn, slug)? {
        Some(id) => by_id(conn, id),
        None => Ok(None),
    }
}

pub fn by_id(conn: &mut AnyConnection, id: i32) -> Result<Option<ContestRow>> {
    let row = contests::table.inner_join(events::table).filter(contests::id.eq(id));
    Ok(row.select(ContestRow::as_select()).first(conn).optional()?)
}

/// The contests of these events, unordered.
pub fn by_ids(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<ContestRow>> {
    load_in_chunks(ids, |ids| ContestRow::query().filter(contests::id.eq_any(ids)).load(conn))
}

/// The number of facts of a contest.
pub fn version(conn: &mut AnyConnection, id: i32) -> Result<Option<i32>> {
    let row = contests::table.find(id).select(contests::version);
    Ok(row.first(conn).optional()?)
}

/// The time of a contest's last fact; 0 if there is none.
pub fn last_fact_at(conn: &mut AnyConnection, id: i32) -> Result<Micros> {
    let last: Option<Micros> = contest_facts::table
        .filter(contest_facts::contest_id.eq(id))
        .select(diesel::dsl::max(contest_facts::told_at))
        .first(conn)?;
    Ok(last.unwrap_or_default())
}

/// All contests by id.
pub fn all(conn: &mut AnyConnection) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query().order(contests::id).load(conn)?)
}

/// The contests that are not over, in no order.
pub fn unfinished(conn: &mut AnyConnection) -> Result<Vec<ContestRow>> {
    // Written as in the partial index, which a bound number would not match.
    let open = contests::table.filter(sql::<Bool>("contests.phase < 2"));
    let ids: Vec<i32> = open.select(contests::id).load(conn)?;
    by_ids(conn, &ids)
}

/// Contests whose events are listed by a day before their first one: they were created before days
/// of events were stored.
pub fn without_event_day(conn: &mut AnyConnection) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(events::last_day.lt(contests::first_day))
        .order(contests::id)
        .load(conn)?)
}

/// Contests under way whose events are listed by a day from `from` on, newest first; with that day.
pub fn under_way(
    conn: &mut AnyConnection,
    from: i32,
    limit: i64,
) -> Result<Vec<(ContestRow, i32)>> {
    Ok(events::table
        .inner_join(contests::table)
        .filter(events::last_day.ge(from))
        .filter(contests::phase.eq(1))
        .order((events::last_day.desc(), events::id.desc()))
        .select((ContestRow::as_select(), events::last_day))
        .limit(limit)
        .load(conn)?)
}

/// Contests that have not begun, from a day on, earliest first.
pub fn upcoming(conn: &mut AnyConnection, day: i32, limit: i64) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(contests::first_day.ge(day))
        .filter(contests::phase.eq(0))
        .order((contests::first_day, contests::id))
        .limit(limit)
        .load(conn)?)
}

/// Contests from a day on, earliest first.
pub fn from_day(conn: &mut AnyConnection, day: i32, limit: i64) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(contests::first_day.ge(day))
        .order((contests::first_day, contests::id))
        .limit(limit)
        .load(conn)?)
}

/// An organisation's contests from a day on, earliest first.
pub fn for_organisation(
    conn: &mut AnyConnection,
    organisation: i32,
    day: i32,
    limit: i64,
) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(events::organisation_id.eq(organisation))
        .filter(contests::first_day.ge(day))
        .order((contests::first_day, contests::id))
        .limit(limit)
        .load(conn)?)
}

/// An organisation's contests, latest first.
pub fn newest_of_organisation(
    conn: &mut AnyConnection,
    organisation: i32,
    limit: i64,
) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(events::organisation_id.eq(organisation))
        .order((contests::first_day.desc(), contests::id.desc()))
        .limit(limit)
        .load(conn)?)
}

/// An organisation's contests that belong to a series, or to this one, latest first.
pub fn in_series(
    conn: &mut AnyConnection,
    organisation: i32,
    series: Option<&str>,
    limit: i64,
) -> Result<Vec<ContestRow>> {
    let rows = ContestRow::query()
        .filter(events::organisation_id.eq(organisation))
        .order((contests::first_day.desc(), contests::id.desc()))
        .limit(limit);
    Ok(match series {
        Some(name) => rows.filter(contests::series.eq(name)).load(conn)?,
        None => rows.filter(contests::series.is_not_null()).load(conn)?,
    })
}

/// The sections of an organisation's festival, in the order in which they were made.
pub fn in_festival(
    conn: &mut AnyConnection,
    organisation: i32,
    festival: &str,
    limit: i64,
) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(events::organisation_id.eq(organisation))
        .filter(contests::festival.eq(festival))
        .order(contests::id)
        .limit(limit)
        .load(conn)?)
}

/// An organisation's divisions of all leagues, or of this one, latest first.
pub fn in_league(
    conn: &mut AnyConnection,
    organisation: i32,
    league: Option<&str>,
    limit: i64,
) -> Result<Vec<ContestRow>> {
    let rows = ContestRow::query()
        .filter(events::organisation_id.eq(organisation))
        .order((contests::first_day.desc(), contests::id.desc()))
        .limit(limit);
    Ok(match league {
        Some(name) => rows.filter(contests::league.eq(name)).load(conn)?,
        None => rows.filter(contests::league.is_not_null()).load(conn)?,
    })
}

/// An organisation's finished contests that began within some days, newest first.
pub fn ended_of_organisation(
    conn: &mut AnyConnection,
    organisation: i32,
    (first, last): (i32, i32),
    limit: i64,
) -> Result<Vec<ContestRow>> {
    Ok(ContestRow::query()
        .filter(events::organisation_id.eq(organisation))
        .filter(contests::first_day.between(first, last))
        .filter(contests::phase.eq(2))
        .order((contests::first_day.desc(), contests::id.desc()))
        .limit(limit)
        .load(conn)?)
}

/// The facts of a contest after the number `after`.
pub fn facts(conn: &mut AnyConnection, id: i32, after: i32) -> Result<Vec<FactRow>> {
    Ok(FactRow::query()
        .filter(contest_facts::contest_id.eq(id))
        .filter(contest_facts::number.gt(after))
        .order((contest_facts::contest_id, contest_facts::number))
        .load(conn)?)
}

/// The author and time of facts, and the resulting phase of the contest.
#[derive(Debug, Clone, Copy)]
pub struct FactContext {
    pub account: i32,
    pub at: Micros,
    pub phase: i16,
    /// Which game the event is of, by its name.
    pub game: &'static str,
}

/// Appends facts with their times to the existing `version`; `false` if others were appended before.
pub fn append_facts(
    conn: &mut AnyConnection,
    id: i32,
    version: i32,
    telling: FactContext,
    facts: &[(Micros, String)],
) -> Result<bool> {
    let count = i32::try_from(facts.len())
        .map_err(|_| StoreError::Damaged("more facts than can be counted".to_owned()))?;
    let row = contests::table.find(id).filter(contests::version.eq(version));
    let told = diesel::update(row)
        .set((
            contests::version.eq(version + count),
            contests::phase.eq(telling.phase),
            contests::game.eq(telling.game),
        ))
        .execute(conn)?;
    if told == 0 {
        return Ok(false);
    }
    for (number, (at, body)) in (version + 1..).zip(facts) {
        diesel::insert_into(contest_facts::table)
            .values((
                contest_facts::contest_id.eq(id),
                contest_facts::number.eq(number),
                contest_facts::told_at.eq(*at),
                contest_facts::account_id.eq(telling.account),
                contest_facts::body.eq(body),
            ))
            .execute(conn)?;
    }
    Ok(true)
}

/// Inserts imported facts with their times into a contest without facts.
pub fn import_facts(
    conn: &mut AnyConnection,
    id: i32,
    telling: FactContext,
    facts: &[(Micros, String)],
) -> Result<()> {
    let count = i32::try_from(facts.len())
        .map_err(|_| StoreError::Damaged("more facts than can be counted".to_owned()))?;
    diesel::update(contests::table.find(id))
        .set((
            contests::version.eq(count),
            contests::phase.eq(telling.phase),
            contests::game.eq(telling.game),
        ))
        .execute(conn)?;
    let numbered = (1..).zip(facts);
    let row = |(number, (at, body)): (i32, &(Micros, String))| {
        (
            contest_facts::contest_id.eq(id),
            contest_facts::number.eq(number),
            contest_facts::told_at.eq(*at),
            contest_facts::account_id.eq(telling.account),
            contest_facts::body.eq(body.clone()),
        )
    };
    let rows: Vec<_> = numbered.map(row).collect();
    insert_all!(conn, contest_facts::table, rows);
    Ok(())
}

/// A fact that has personal details.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = contest_facts)]
pub struct PersonalFact {
    pub contest_id: i32,
    pub number: i32,
    /// Its author; 0 for the server itself.
    pub account_id: i32,
    pub body: String,
}

/// All facts with personal details, by contest and number. The condition is that of their index.
pub fn facts_with_personal_details(conn: &mut AnyConnection) -> Result<Vec<PersonalFact>> {
    Ok(PersonalFact::query()
        .filter(sql::<Bool>(r#"body LIKE '%"personal":%'"#))
        .order((contest_facts::contest_id, contest_facts::number))
        .load(conn)?)
}

/// Replaces the body of a fact, to erase what belongs to a deleted account.
pub fn replace_fact(conn: &mut AnyConnection, contest: i32, number: i32, body: &str) -> Result<()> {
    diesel::update(contest_facts::table.find((contest, number)))
        .set(contest_facts::body.eq(body))
        .execute(conn)?;
    Ok(())
}

/// The current name of a player.
#[derive(Debug, Clone, PartialEq, Eq, HasQuery)]
#[diesel(table_name = players)]
pub struct PlayerNameRow {
    pub id: i32,
    pub handle: String,
    /// The player into whom they were merged.
    pub merged_into: Option<i32>,
    pub private: Privacy,
}

/// The current names of players and the targets of merges; deleted players are omitted.
pub fn player_names(conn: &mut AnyConnection, ids: &[i32]) -> Result<Vec<PlayerNameRow>> {
    load_in_chunks(ids, |chunk| PlayerNameRow::query().filter(players::id.eq_any(chunk)).load(conn))
}

/// The slug of an event.
pub fn slug_by_id(conn: &mut AnyConnection, id: i32) -> Result<String> {
    Ok(events::table.find(id).select(events::slug).first(conn)?)
}

/// Sets the time of an event's next action; `None` for none.
pub fn set_due(conn: &mut AnyConnection, id: i32, due: Option<Micros>) -> Result<()> {
    let row = contest_dues::table.find(id);
    let Some(due) = due else {
        diesel::delete(row).execute(conn)?;
        return Ok(());
    };
    let known = diesel::update(row).set(contest_dues::due_at.eq(due)).execute(conn)?;
    if known == 0 {
        diesel::insert_into(contest_dues::table)
            .values((contest_dues::contest_id.eq(id), contest_dues::due_at.eq(due)))
            .execute(conn)?;
    }
    Ok(())
}

/// Up to `limit` events with actions due by `now`, earliest first.
pub fn due_contests(conn: &mut AnyConnection, now: Micros, limit: i64) -> Result<Vec<ContestRow>> {
    Ok(contest_dues::table
        .inner_join(contests::table.inner_join(events::table))
        .filter(contest_dues::due_at.le(now))
        .order((contest_dues::due_at, contest_dues::contest_id))
        .select(ContestRow::as_select())
        .limit(limit)
        .load(conn)?)
}
