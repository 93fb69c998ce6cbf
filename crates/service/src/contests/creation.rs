//! Creating events, and finding upcoming ones.

use crate::access::{Act, ActingAs, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::organisations::access_guard;
use crate::{App, Error, Result, Thing, refusals};
use adjutant_domain::contest::{Contest, ContestSettings, json};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text;
use adjutant_store::AnyConnection;
use adjutant_store::contests::{self as rows, ContestRow, FactContext};
use adjutant_store::names::{EventOwner, create_event};
use adjutant_store::organisations::Organisation;
use ledger_ratings::Day;

use super::cache::LoadedContest;
use super::error_messages::contest_error;
use super::event_logo::copy_logo;
use super::execution::append_facts;
use super::registration::{EntrantPreviewRow, NewEntrant, entrant_facts, preview_rows};
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
    create(app, actor, organisation, (new, list, None), now)
}

/// Likewise in the series and with the logo of another event.
fn create(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (new, list, origin): (&NewContest, &[NewEntrant], Option<&ContestRow>),
    now: Micros,
) -> Result<String> {
    let name = parse_event_name(&new.name)?;
    let facts = Contest::create(new.settings.clone()).map_err(contest_error)?;
    let series = origin.and_then(|row| row.series.as_deref());
    let create = |conn: &mut AnyConnection, row: Organisation, acting_as: ActingAs| {
        let id = insert_contest(conn, &row, &name, new.first_day, now)?;
        let telling = FactContext { account: actor.account, at: now, phase: 0 };
        let bodies: Vec<(Micros, String)> =
            facts.iter().map(|fact| (now, json::write_fact(fact))).collect();
        rows::append_facts(conn, id, 0, telling, &bodies)?;
        if series.is_some() {
            rows::set_series(conn, id, series)?;
        }
        if let Some(row) = origin {
            copy_logo(conn, &row.slug, id)?;
        }
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventMade, now)
            .organisation(row.id)
            .event(id)
            .with_change(Field::Event, "", &name)
            .with_change(Field::Series, "", series.unwrap_or_default());
        audit::write(conn, &entry)?;
        let slug = rows::slug_by_id(conn, id)?;
        if !list.is_empty() {
            let contest =
                rows::by_id(conn, id)?.ok_or_else(|| Error::missing(Thing::Event, &slug))?;
            let run = LoadedContest::new_contest(contest, &facts)?;
            let entrants = entrant_facts(app, conn, &run, list)?;
            let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now);
            append_facts(conn, entry, &run, &entrants)?;
        }
        Ok(slug)
    };
    let slug = access_guard::write(app, actor, Act::RunEvent, organisation, create)?;
    app.editions().raise();
    Ok(slug)
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
        series: None,
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
    create(app, actor, &own.slug, (&new, &[], Some(&run.row)), now)
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
