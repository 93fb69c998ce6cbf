//! Creating events, and finding upcoming ones.

use crate::access::{Act, ActingAs, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::organisations::access_guard;
use crate::{App, Error, Result, Thing, refusals};
use adjutant_domain::contest::{Contest, ContestSettings, RegisteredEntrant, SubmittedBy, json};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text;
use adjutant_store::AnyConnection;
use adjutant_store::contests::{self as rows, ContestRow, DivisionValues, FactContext};
use adjutant_store::names::{EventOwner, create_event};
use adjutant_store::organisations::Organisation;
use ledger_ratings::Day;

use super::cache::LoadedContest;
use super::divisions::division_text;
use super::error_messages::contest_error;
use super::event_logo::copy_logo;
use super::execution::{FactBatch, append_facts};
use super::registration::{EntrantPreviewRow, NewEntrant, entrant_facts, preview_rows};
use super::sections::{parse_section, section_event_name};
use super::stand_in;
use super::{authorize, host_organisation, load_contest};

/// Maximum length of an event's name, in characters.
const MAX_EVENT_NAME_LEN: usize = 80;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewContest {
    pub name: String,
    pub first_day: Day,
    pub settings: ContestSettings,
}

/// Checks the permission to create an event of this organisation, before the request body is read.
pub fn authorize_creation(app: &App, actor: &Actor, organisation: &str) -> Result<()> {
    access_guard::permit(app, actor, Act::RunEvent, organisation)
}

/// Creates an event of an organisation; returns its slug.
pub fn create_contest(
    app: &App,
    actor: &Actor,
    organisation: &str,
    new: &NewContest,
    now: Micros,
) -> Result<String> {
    create_contest_with(app, actor, organisation, (new, &[]), now)
}

/// Likewise with its first entrants; nothing is created if one of them cannot be registered.
pub fn create_contest_with(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (new, list): (&NewContest, &[NewEntrant]),
    now: Micros,
) -> Result<String> {
    create_sections(app, actor, organisation, (new, list), &[], now)
}

/// Likewise as sections of a festival with its name, whose first one has the entrants; returns the slug of that one.
/// Without names of sections it is an event on its own.
pub fn create_sections(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (new, list): (&NewContest, &[NewEntrant]),
    sections: &[String],
    now: Micros,
) -> Result<String> {
    stand_in::check_settings(app, None, &new.settings)?;
    new.settings.check_timetable().map_err(contest_error)?;
    if sections.is_empty() {
        let alone = Creation { list, ..Creation::alone(new.clone()) };
        return create(app, actor, organisation, &[alone], now);
    }
    let mut all = Vec::with_capacity(sections.len());
    let (mut first_table, mut entrants) = (new.settings.first_table, list.len());
    for (at, section) in sections.iter().enumerate() {
        let settings = new.settings.for_section(first_table);
        first_table = settings.first_table_behind(entrants / 2);
        entrants = 0;
        let name = section_event_name(&new.name, section);
        all.push(Creation {
            list: if at == 0 { list } else { &[] },
            section: Some((new.name.clone(), section.clone())),
            ..Creation::alone(NewContest { name, first_day: new.first_day, settings })
        });
    }
    create(app, actor, organisation, &all, now)
}

/// An event that is created.
pub(super) struct Creation<'a> {
    pub new: NewContest,
    pub list: &'a [NewEntrant],
    pub series: Option<String>,
    /// The slug of an event whose logo it takes over.
    pub logo_of: Option<String>,
    /// The festival that it is a section of, and what it is called there.
    pub section: Option<(String, String)>,
    /// Who enters besides, whether they are eligible or not.
    pub people: Vec<RegisteredEntrant>,
    /// The division of a league that it is.
    pub division: Option<DivisionValues>,
    /// What was decided about its people, for the audit log.
    pub decided: Vec<String>,
}

impl Creation<'_> {
    /// An event on its own, without people.
    pub const fn alone(new: NewContest) -> Creation<'static> {
        Creation {
            new,
            list: &[],
            series: None,
            logo_of: None,
            section: None,
            people: Vec::new(),
            division: None,
            decided: Vec::new(),
        }
    }
}

/// Creates events, all or none; returns the slug of the first.
pub(super) fn create(
    app: &App,
    actor: &Actor,
    organisation: &str,
    all: &[Creation<'_>],
    now: Micros,
) -> Result<String> {
    let make = |conn: &mut AnyConnection, row: Organisation, acting_as: ActingAs| {
        let mut first = None;
        for one in all {
            let entry = |action| AuditEntry::for_actor(actor, acting_as, action, now);
            let slug = insert(app, conn, (&row, &entry), one)?;
            first.get_or_insert(slug);
        }
        first.ok_or_else(|| Error::Internal("no event to create".to_owned()))
    };
    let slug = access_guard::write(app, actor, Act::RunEvent, organisation, make)?;
    app.editions().raise();
    Ok(slug)
}

/// Inserts an event with its first facts and entrants; returns its slug.
fn insert(
    app: &App,
    conn: &mut AnyConnection,
    (row, entry): (&Organisation, &dyn Fn(Action) -> AuditEntry),
    one: &Creation<'_>,
) -> Result<String> {
    let (made, name) = (entry(Action::EventMade), parse_event_name(&one.new.name)?);
    let now = made.at;
    let facts = Contest::create(one.new.settings.clone()).map_err(contest_error)?;
    let id = insert_contest(conn, row, &name, one.new.first_day, now)?;
    let telling = FactContext {
        account: made.account,
        at: now,
        phase: 0,
        game: one.new.settings.game().key(),
    };
    let bodies: Vec<(Micros, String)> =
        facts.iter().map(|fact| (now, json::write_fact(fact))).collect();
    rows::append_facts(conn, id, 0, telling, &bodies)?;
    if one.series.is_some() {
        rows::set_series(conn, id, one.series.as_deref())?;
    }
    if let Some(slug) = &one.logo_of {
        copy_logo(conn, slug, id)?;
    }
    let load = |conn: &mut AnyConnection| {
        rows::by_id(conn, id)?.ok_or_else(|| Error::Internal("no event".to_owned()))
    };
    let row_now = load(conn)?;
    let (festival, section) = match &one.section {
        None => (None, None),
        Some((festival, section)) => parse_section(conn, &row_now, (festival, section))?,
    };
    if festival.is_some() {
        rows::set_section(conn, id, (festival.as_deref(), section.as_deref()))?;
    }
    if one.division.is_some() {
        rows::set_division(conn, id, one.division.as_ref())?;
    }
    let made = made
        .organisation(row.id)
        .event(id)
        .with_change(Field::Event, "", &name)
        .with_change(Field::Series, "", one.series.as_deref().unwrap_or_default())
        .with_change(Field::Festival, "", festival.as_deref().unwrap_or_default())
        .with_change(Field::Section, "", section.as_deref().unwrap_or_default())
        .with_change(Field::Division, "", division_text(one.division.as_ref()));
    let made = one.decided.iter().fold(made, |made, text| made.with_change(Field::Told, "", text));
    audit::write(conn, &made)?;
    let run = LoadedContest::new_contest(load(conn)?, &facts)?;
    let computer = stand_in::registration(conn, app, &run.contest, now)?;
    if !computer.is_empty() {
        append_facts(conn, entry(Action::EventTold), &run, &computer)?;
    }
    let facts = [facts, computer].concat();
    if !one.list.is_empty() {
        let run = LoadedContest::new_contest(load(conn)?, &facts)?;
        let entrants = entrant_facts(app, conn, &run, one.list)?;
        append_facts(conn, entry(Action::EventTold), &run, &entrants)?;
    }
    if !one.people.is_empty() {
        let run = LoadedContest::new_contest(load(conn)?, &facts)?;
        let mut batch = FactBatch::new(&run.contest);
        let by = SubmittedBy::Official { waives_eligibility: true };
        for person in &one.people {
            batch.add(batch.after.take_over(person, by).map_err(contest_error)?)?;
        }
        append_facts(conn, entry(Action::EventTold), &run, &batch.facts)?;
    }
    Ok(rows::slug_by_id(conn, id)?)
}

/// The rows of a list as a new event would register them; nothing is created.
pub fn preview_first_entrants(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (new, list): (&NewContest, &[NewEntrant]),
) -> Result<Vec<EntrantPreviewRow>> {
    let facts = Contest::create(new.settings.clone()).map_err(contest_error)?;
    let mut conn = app.store().connection()?;
    let (row, _) = access_guard::authorize(&mut conn, actor, Act::RunEvent, organisation)?;
    let contest = ContestRow {
        id: 0,
        version: 0,
        phase: 0,
        first_day: new.first_day.0,
        game: new.settings.game().key().to_owned(),
        series: None,
        festival: None,
        section: None,
        league: None,
        level: 0,
        ups: 0,
        downs: 0,
        play_offs: 0,
        logo: None,
        name: new.name.clone(),
        slug: String::new(),
        organisation_id: row.id,
    };
    preview_rows(app, &mut conn, &LoadedContest::new_contest(contest, &facts)?, list)
}

/// Creates an event with the settings of another one of the same organisation, in its series, with its logo and without its
/// entrants; returns its slug.
pub fn duplicate_contest(
    app: &App,
    actor: &Actor,
    slug: &str,
    name: &str,
    first_day: Day,
    now: Micros,
) -> Result<String> {
    authorize(app, actor, Act::RunEvent, slug)?;
    let run = load_contest(app, slug)?;
    let days = first_day.0 - run.row.first_day;
    let settings = run.contest.settings.duplicate(days);
    let whose = host_organisation(app, &run)?;
    let own = whose.organisation().ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let new = NewContest { name: name.to_owned(), first_day, settings };
    let (series, logo_of) = (run.row.series.clone(), Some(run.row.slug.clone()));
    let copy = Creation { series, logo_of, ..Creation::alone(new) };
    create(app, actor, &own.slug, &[copy], now)
}

pub(super) fn parse_event_name(input: &str) -> Result<String> {
    let name = text::clean_line(input, MAX_EVENT_NAME_LEN)
        .map_err(|e| Error::invalid("name", e.message()))?;
    let is_one = !name.is_empty() && name != "?";
    if is_one { Ok(name) } else { Err(Error::invalid("name", refusals::EVENT_NAME)) }
}

/// Inserts an event without facts, in a transaction that holds the writer lock; returns its id.
pub(super) fn insert_contest(
    conn: &mut AnyConnection,
    row: &Organisation,
    name: &str,
    first_day: Day,
    now: Micros,
) -> Result<i32> {
    access_guard::require_open(row)?;
    let owner = EventOwner::organisation(row.id, &row.slug);
    let taken = || Error::conflict(refusal!(EVENT_TAKEN, name));
    let id = create_event(conn, &owner, name)?.ok_or_else(taken)?;
    rows::add(conn, id, first_day.0, now)?;
    Ok(id)
}

/// Events from a day on, the earliest first.
pub fn upcoming(app: &App, from: Day, limit: usize) -> Result<Vec<ContestRow>> {
    let limit = i64::try_from(limit.clamp(1, 200)).unwrap_or(200);
    Ok(rows::from_day(&mut *app.store().read_connection()?, from.0, limit)?)
}

/// Like [`upcoming`], of one organisation.
pub fn upcoming_for_organisation(
    app: &App,
    organisation: i32,
    from: Day,
    limit: usize,
) -> Result<Vec<ContestRow>> {
    let limit = i64::try_from(limit.clamp(1, 200)).unwrap_or(200);
    Ok(rows::for_organisation(&mut *app.store().read_connection()?, organisation, from.0, limit)?)
}
