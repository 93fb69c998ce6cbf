//! Renaming an event and moving it to other days.

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::records::date_of;
use crate::{App, Error, Result};
use adjutant_domain::contest::{Contest, ContestFact, EventMove};
use adjutant_domain::moment::Micros;
use adjutant_store::AnyConnection;
use adjutant_store::contests::{self as rows, ContestRow};
use adjutant_store::names::{EventOwner, rename_event};
use adjutant_store::organisations;
use ledger_ratings::Day;

use super::cache::{self, LoadedContest};
use super::conflict_of_interest::refuse_conflict_of_interest;
use super::creation::parse_event_name;
use super::divisions::{DivisionEdit, division_text, parse_division, stored_division};
use super::error_messages::contest_error;
use super::event_address::{self, set_address};
use super::execution::append_facts;
use super::sections::parse_section;
use super::series::parse_series;
use super::{authorize_act, onsite_games};

/// Changes of an event; what is `None` stays.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventEdit {
    pub name: Option<String>,
    pub first_day: Option<Day>,
    /// Whether rounds start when they did, although the event is moved.
    pub keeps_starts: bool,
    /// The words of another address; empty for those of the name.
    pub address: Option<String>,
    /// The series that the event belongs to; empty for none.
    pub series: Option<String>,
    /// The festival that the event is a section of, and what it is called there; both empty for none.
    pub section: Option<(String, String)>,
    /// The league that the event is a division of.
    pub division: Option<DivisionEdit>,
}

/// Renames an event, moves its first day, gives it another address, or puts it into a series, a festival or a league.
/// Without new words its address stays, and every address that it had leads to it. The rounds that are not published start
/// as many days later, unless their starts are kept. Returns its slug.
pub fn edit_event(
    app: &App,
    actor: &Actor,
    slug: &str,
    edit: &EventEdit,
    now: Micros,
) -> Result<String> {
    let slug = app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::RunEvent, slug)?;
        let run = cache::load(app, conn, &row)?;
        let name = edit.name.as_deref().map(parse_event_name).transpose()?;
        let name = name.unwrap_or_else(|| row.name.clone());
        let first_day = edit.first_day.unwrap_or(Day(row.first_day));
        let series = edit.series.as_deref().map(parse_series).transpose()?;
        let series = series.unwrap_or_else(|| row.series.clone());
        let (festival, section) = match &edit.section {
            None => (row.festival.clone(), row.section.clone()),
            Some((festival, section)) => parse_section(conn, &row, (festival, section))?,
        };
        let known = stored_division(&row);
        let division = match &edit.division {
            None => known.clone(),
            Some(edit) => parse_division(conn, &row, edit)?,
        };
        let slug = readdressed(conn, &row, edit, &name)?;
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventChanged, now)
            .organisation(row.organisation_id)
            .event(row.id)
            .with_change(Field::Name, &row.name, &name)
            .with_change(Field::Slug, &row.slug, &slug)
            .with_change(Field::FirstDay, day_text(row.first_day), day_text(first_day.0))
            .with_change(
                Field::Series,
                row.series.as_deref().unwrap_or_default(),
                series.as_deref().unwrap_or_default(),
            )
            .with_change(
                Field::Festival,
                row.festival.as_deref().unwrap_or_default(),
                festival.as_deref().unwrap_or_default(),
            )
            .with_change(
                Field::Section,
                row.section.as_deref().unwrap_or_default(),
                section.as_deref().unwrap_or_default(),
            )
            .with_change(
                Field::Division,
                division_text(known.as_ref()),
                division_text(division.as_ref()),
            );
        if !audit::write_changes(conn, &entry)? {
            return Ok::<_, Error>(slug);
        }
        if name != row.name {
            rename(conn, &run, &name)?;
        }
        if series != row.series {
            rows::set_series(conn, row.id, series.as_deref())?;
        }
        if (&festival, &section) != (&row.festival, &row.section) {
            rows::set_section(conn, row.id, (festival.as_deref(), section.as_deref()))?;
        }
        if division != known {
            rows::set_division(conn, row.id, division.as_ref())?;
        }
        if first_day.0 != row.first_day {
            let starts = (!edit.keeps_starts).then(|| first_day.0 - row.first_day);
            let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now);
            move_to(conn, (&run, actor), (first_day, starts), entry)?;
        }
        Ok(slug)
    })?;
    event_address::refresh_former_addresses(app, &mut *app.store().connection()?)?;
    app.editions().raise();
    Ok(slug)
}

/// The slug of an event after an edit, which it has got by then.
fn readdressed(
    conn: &mut AnyConnection,
    row: &ContestRow,
    edit: &EventEdit,
    name: &str,
) -> Result<String> {
    match edit.address.as_deref().map(str::trim) {
        None => Ok(row.slug.clone()),
        Some(words) if words == row.slug => Ok(row.slug.clone()),
        Some(words) => {
            let owner = owner(conn, row)?;
            set_address(conn, &owner, row, if words.is_empty() { name } else { words })
        }
    }
}

fn owner(conn: &mut AnyConnection, row: &ContestRow) -> Result<EventOwner> {
    let own = organisations::by_ids(conn, &[row.organisation_id])?.pop();
    let own = own.ok_or_else(|| Error::Internal("an event without organisation".to_owned()))?;
    Ok(EventOwner::organisation(own.id, &own.slug))
}

fn day_text(day: i32) -> String {
    date_of(Day(day)).replace('.', "-")
}

fn rename(conn: &mut AnyConnection, run: &LoadedContest, name: &str) -> Result<()> {
    let owner = owner(conn, &run.row)?;
    match rename_event(conn, &owner, run.row.id, name)? {
        true => Ok(()),
        false => Err(Error::conflict(refusal!(EVENT_TAKEN, name))),
    }
}

/// Moves the first day and, by so many days, the starts of rounds that are not published.
fn move_to(
    conn: &mut AnyConnection,
    (run, actor): (&LoadedContest, &Actor),
    (first_day, starts): (Day, Option<i32>),
    entry: AuditEntry,
) -> Result<()> {
    let contest = &run.contest;
    contest.ensure_running().map_err(contest_error)?;
    let from = Day(run.row.first_day);
    let mut facts = vec![ContestFact::EventMoved(EventMove { from, to: first_day })];
    if let Some(days) = starts {
        facts.extend(moved_starts(contest, days)?);
    }
    refuse_conflict_of_interest(contest, actor, Act::RunEvent, &facts)?;
    onsite_games::load_event_plays(conn, run)?.check_facts(contest, &facts)?;
    append_facts(conn, entry, run, &facts)?;
    Ok(())
}

fn moved_starts(contest: &Contest, days: i32) -> Result<Vec<ContestFact>> {
    let is_open = |round| contest.round(round).is_none_or(|round| !round.published);
    let settings = contest.settings.with_moved_starts(days, is_open);
    contest.change_settings(settings).map_err(contest_error)
}
