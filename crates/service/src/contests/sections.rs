//! Sections at one desk: an organisation's events with the same name of a festival, each with its own name there.

use std::collections::HashMap;
use std::sync::Arc;

use adjutant_domain::account::handle::look_key;
use adjutant_domain::contest::{
    Contest, ContestFact, EntrantId, EntrantProfile, EntrantStatus, SubmittedBy,
};
use adjutant_domain::moment::Micros;
use adjutant_domain::organisation::text;
use adjutant_store::AnyConnection;
use adjutant_store::contests::{self as rows, ContestRow};
use ledger_ratings::Day;

use super::cache::{self, LoadedContest};
use super::conflict_of_interest::refuse_conflict_of_interest;
use super::creation::{Creation, NewContest, create};
use super::editing::{EventEdit, edit_event};
use super::error_messages::contest_error;
use super::execution::{CommandOutcome, append_facts, update_ratings};
use super::namesakes::name_key;
use super::onsite_games::load_event_plays;
use super::participation::{DeskRights, rights_at};
use super::registration::ineligible_error;
use super::{authorize, authorize_act, event_row, host_organisation, load_contest};
use crate::access::{Act, Actor};
use crate::audit::{Action, AuditEntry};
use crate::{App, Error, Result, Thing, refusals};

/// Maximum length of the name of a festival, in characters.
const MAX_FESTIVAL_NAME_LEN: usize = 80;
/// Maximum length of the name of a section.
const MAX_SECTION_NAME_LEN: usize = 40;
/// Maximum number of sections of a festival.
pub const MAX_SECTIONS: usize = 20;

/// A section of a festival.
#[derive(Debug, Clone)]
pub struct Section {
    pub loaded: Arc<LoadedContest>,
}

impl Section {
    /// What it is called in its festival.
    pub fn name(&self) -> &str {
        let row = &self.loaded.row;
        row.section.as_deref().unwrap_or(&row.name)
    }

    pub fn slug(&self) -> &str {
        &self.loaded.row.slug
    }

    pub fn contest(&self) -> &Contest {
        &self.loaded.contest
    }
}

/// The sections of an event's festival by their first tables; the event alone if it is no section.
pub fn sections(app: &App, slug: &str) -> Result<Vec<Section>> {
    let mut conn = app.store().read_connection()?;
    let row = event_row(&mut conn, slug)?;
    sections_of(app, &mut conn, &row)
}

fn sections_of(app: &App, conn: &mut AnyConnection, row: &ContestRow) -> Result<Vec<Section>> {
    let Some(festival) = &row.festival else {
        return Ok(vec![Section { loaded: cache::load(app, conn, row)? }]);
    };
    let mut all = Vec::new();
    for row in rows::in_festival(conn, row.organisation_id, festival, MAX_SECTIONS as i64)? {
        all.push(Section { loaded: cache::load(app, conn, &row)? });
    }
    all.sort_by_key(|one| (one.contest().settings.first_table, one.loaded.row.id));
    Ok(all)
}

/// The sections of an event's festival with what the actor may do in each; `None` where they are no official.
pub fn desk_sections(
    app: &App,
    actor: &Actor,
    slug: &str,
) -> Result<Vec<(Section, Option<DeskRights>)>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::OfficiateEvent, slug)?;
    let all = sections_of(app, &mut conn, &row)?;
    let with_rights = all.into_iter().map(|section| {
        let rights = rights_at(&mut conn, actor, section.slug()).ok();
        (section, rights)
    });
    Ok(with_rights.collect())
}

/// The names of a festival and of a section as they are stored; both empty for an event on its own.
pub(super) fn parse_section(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (festival, section): (&str, &str),
) -> Result<(Option<String>, Option<String>)> {
    let line = |field, input: &str, most| {
        text::clean_line(input, most).map_err(|e| Error::invalid(field, e.message()))
    };
    let festival = line("festival", festival, MAX_FESTIVAL_NAME_LEN)?;
    let section = line("section", section, MAX_SECTION_NAME_LEN)?;
    match (festival.is_empty(), section.is_empty()) {
        (true, true) => return Ok((None, None)),
        (true, false) => return Err(Error::invalid("festival", refusals::SECTION_NO_FESTIVAL)),
        (false, true) => return Err(Error::invalid("section", refusals::SECTION_NO_NAME)),
        (false, false) => {}
    }
    let limit = MAX_SECTIONS as i64 + 1;
    let others = rows::in_festival(conn, row.organisation_id, &festival, limit)?;
    let mut others = others.iter().filter(|one| one.id != row.id);
    let key = look_key(&section);
    let is_same = |one: &ContestRow| one.section.as_deref().is_some_and(|own| look_key(own) == key);
    if others.clone().any(is_same) {
        return Err(Error::invalid("section", refusal!(SECTION_TAKEN, name = section)));
    }
    if others.nth(MAX_SECTIONS - 1).is_some() {
        return Err(Error::invalid("festival", refusal!(SECTION_TOO_MANY, most = MAX_SECTIONS)));
    }
    Ok((Some(festival), Some(section)))
}

/// A further section of an event's festival.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewSection {
    /// What it is called in the festival.
    pub section: String,
    /// The name of the festival, if the event belongs to none; otherwise empty.
    pub festival: String,
    /// What the event itself is called in the festival, if it belongs to none; otherwise empty.
    pub own_section: String,
    /// The number of its first table; behind the others if `None`.
    pub first_table: Option<u32>,
}

/// Makes an event with the settings of another as a further section, without its entrants; an event without a festival
/// becomes a section of it, too. Returns the slug of the new one.
pub fn add_section(
    app: &App,
    actor: &Actor,
    slug: &str,
    new: &NewSection,
    now: Micros,
) -> Result<String> {
    authorize(app, actor, Act::RunEvent, slug)?;
    let run = load_contest(app, slug)?;
    let whose = host_organisation(app, &run)?;
    let own = whose.organisation().ok_or_else(|| Error::missing(Thing::Event, slug))?;
    let festival = match &run.row.festival {
        Some(festival) => festival.clone(),
        None => {
            let edit = EventEdit {
                section: Some((new.festival.clone(), new.own_section.clone())),
                ..EventEdit::default()
            };
            edit_event(app, actor, slug, &edit, now)?;
            let festival = load_contest(app, slug)?.row.festival.clone();
            festival.ok_or_else(|| Error::invalid("festival", refusals::SECTION_NO_FESTIVAL))?
        }
    };
    let behind = || {
        let all = sections(app, slug)?;
        let last = all.iter().map(|one| one.contest().first_table_behind()).max();
        Ok::<_, Error>(last.unwrap_or_else(|| run.contest.first_table_behind()))
    };
    let first_table = new.first_table.map_or_else(behind, Ok)?;
    let name = text::clean_line(&new.section, MAX_SECTION_NAME_LEN)
        .map_err(|e| Error::invalid("section", e.message()))?;
    let settings = run.contest.settings.for_section(first_table);
    let first_day = Day(run.row.first_day);
    let made = NewContest { name: section_event_name(&festival, &name), first_day, settings };
    let section = Some((festival, name));
    let (series, logo_of) = (run.row.series.clone(), Some(run.row.slug.clone()));
    let one = Creation { series, logo_of, section, ..Creation::alone(made) };
    create(app, actor, &own.slug, &[one], now)
}

/// The name of the event that is a section.
pub(super) fn section_event_name(festival: &str, section: &str) -> String {
    format!("{festival} · {section}")
}

/// The names of several sections in one line, separated by commas; none if it is empty.
pub fn parse_section_names(input: &str) -> Result<Vec<String>> {
    let names = input.split([',', ';']).map(str::trim).filter(|name| !name.is_empty());
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let name = text::clean_line(name, MAX_SECTION_NAME_LEN)
            .map_err(|e| Error::invalid("sections", e.message()))?;
        if all.iter().any(|known| look_key(known) == look_key(&name)) {
            return Err(Error::invalid("sections", refusal!(SECTION_TAKEN, name)));
        }
        all.push(name);
    }
    match all.len() {
        1 => Err(Error::invalid("sections", refusals::SECTION_ALONE)),
        count if count > MAX_SECTIONS => {
            Err(Error::invalid("sections", refusal!(SECTION_TOO_MANY, most = MAX_SECTIONS)))
        }
        _ => Ok(all),
    }
}

/// An entrant who is put into another section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionMove {
    /// The slugs of both sections.
    pub from: String,
    pub into: String,
    pub entrant: EntrantId,
    /// Whether they need not be eligible there.
    pub exception: bool,
}

/// Moves an entrant who is not paired to another section, with what they have paid and their details: they are removed
/// from one and registered in the other, or nothing happens.
pub fn move_entrant(
    app: &App,
    actor: &Actor,
    wanted: &SectionMove,
    now: Micros,
) -> Result<CommandOutcome> {
    let moved = app.write(|conn| {
        let (from, acting_as) = authorize_act(conn, actor, Act::CheckIn, &wanted.from)?;
        let (into, _) = authorize_act(conn, actor, Act::CheckIn, &wanted.into)?;
        let is_festival = from.festival.is_some() && from.festival == into.festival;
        if !is_festival || from.organisation_id != into.organisation_id || from.id == into.id {
            return Err(Error::invalid("into", refusals::SECTION_ELSEWHERE));
        }
        let (source, target) = (cache::load(app, conn, &from)?, cache::load(app, conn, &into)?);
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventTold, now);
        let left = source.contest.remove(wanted.entrant).map_err(contest_error)?;
        append_checked(conn, (&source, actor), &left, entry.clone())?;
        let entered = entering(conn, &source, &target, wanted)?;
        append_checked(conn, (&target, actor), &entered, entry)
    })?;
    app.editions().raise();
    update_ratings(app);
    Ok(moved)
}

fn append_checked(
    conn: &mut AnyConnection,
    (run, actor): (&LoadedContest, &Actor),
    facts: &[ContestFact],
    entry: AuditEntry,
) -> Result<CommandOutcome> {
    refuse_conflict_of_interest(&run.contest, actor, Act::CheckIn, facts)?;
    load_event_plays(conn, run)?.check_facts(&run.contest, facts)?;
    append_facts(conn, entry, run, facts)
}

/// The facts by which an entrant of one section enters another.
fn entering(
    conn: &mut AnyConnection,
    source: &LoadedContest,
    target: &LoadedContest,
    wanted: &SectionMove,
) -> Result<Vec<ContestFact>> {
    let contest = &target.contest;
    let one = source.contest.entrant(wanted.entrant);
    let one = one.ok_or_else(|| Error::missing(Thing::Event, &wanted.from))?;
    if is_in(contest, &one.person) {
        let (name, section) = (&one.person.name, section_name(&target.row));
        return Err(Error::conflict(refusal!(SECTION_IN_BOTH, name, section)));
    }
    let by = SubmittedBy::Official { waives_eligibility: wanted.exception };
    contest.take_over(one, by).map_err(|why| ineligible_error(conn, target, why))
}

fn section_name(row: &ContestRow) -> &str {
    row.section.as_deref().unwrap_or(&row.name)
}

/// Whether somebody takes part: players by their account, guests by what their name looks like.
fn is_in(contest: &Contest, person: &EntrantProfile) -> bool {
    let key = name_key(&person.name);
    let is_same = |other: &EntrantProfile| match (person.player, other.player) {
        (0, 0) => name_key(&other.name) == key,
        (own, other) => own == other,
    };
    let mut all = contest.numbered_entrants();
    all.any(|(_, one)| {
        one.status != EntrantStatus::Withdrawn && one.team.is_none() && is_same(&one.person)
    })
}

/// The people of an event's other sections, who may not enter it as well, each with their section.
pub(super) struct OtherSections {
    players: HashMap<i32, String>,
    /// By what their name looks like.
    guests: HashMap<String, String>,
}

impl OtherSections {
    pub fn load(app: &App, conn: &mut AnyConnection, run: &LoadedContest) -> Result<OtherSections> {
        let mut others = OtherSections { players: HashMap::new(), guests: HashMap::new() };
        if run.contest.settings.several_sections || run.row.festival.is_none() {
            return Ok(others);
        }
        for section in sections_of(app, conn, &run.row)? {
            if section.loaded.row.id != run.row.id && !section.contest().is_over {
                others.add(&section);
            }
        }
        Ok(others)
    }

    fn add(&mut self, section: &Section) {
        for (_, one) in section.contest().numbered_entrants() {
            let name = section.name().to_owned();
            match one.person.player {
                _ if one.status == EntrantStatus::Withdrawn || one.team.is_some() => {}
                0 => drop(self.guests.insert(name_key(&one.person.name), name)),
                player => drop(self.players.insert(player, name)),
            }
        }
    }

    /// The section in which somebody is already.
    pub fn section_of(&self, person: &EntrantProfile) -> Option<&str> {
        let found = match person.player {
            0 => self.guests.get(&name_key(&person.name)),
            player => self.players.get(&player),
        };
        found.map(String::as_str)
    }
}
