//! Importing an event from its file or a TRF file: first a preview, then the import.

use std::collections::{BTreeSet, HashMap};
use std::str::Utf8Error;

use chrono::DateTime;

use crate::access::{Act, Actor};
use crate::audit::{self, Action, AuditEntry, Field};
use crate::messages::LocalizedMessage;
use crate::organisations::access_guard;
use crate::uploads::{self, Owner, UploadOptions};
use crate::{App, Error, Result, bots, refusals};
use adjutant_domain::contest::json::{self, ContestFileHeader, RecordedFact};
use adjutant_domain::contest::teams::Team;
use adjutant_domain::contest::{
    Contest, ContestError, ContestFact, EntrantId, EntrantProfile, facts_in_force,
};
use adjutant_domain::game::GameKind;
use adjutant_domain::moment::Micros;
use adjutant_store::contests::{self as rows, FactContext};
use adjutant_store::organisations::Organisation;
use adjutant_store::uploads::UploadKind;
use adjutant_store::{AnyConnection, events, players};
use ledger_ratings::Day;

use super::creation::{insert_contest, parse_event_name};
use super::event_days;
use super::execution::{phase_number, update_automation, update_ratings, without_names};
use super::trf_reader;
use super::unrecorded_results;

pub const MAX_FILE_BYTES: usize = 8 << 20;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ImportOptions {
    /// Empty to use that of the file.
    pub name: String,
    pub first_day: Option<Day>,
}

impl UploadOptions for ImportOptions {
    const KIND: UploadKind = UploadKind::Event;

    /// The day, then the name.
    fn write(&self) -> String {
        format!("{} {}", self.first_day.map_or(0, |day| day.0), self.name)
    }

    fn read(text: &str) -> Option<ImportOptions> {
        let (day, name) = text.split_once(' ')?;
        let day: i32 = day.parse().ok()?;
        Some(ImportOptions { name: name.to_owned(), first_day: (day != 0).then_some(Day(day)) })
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportPreview {
    pub digest: String,
    pub name: String,
    pub first_day: Day,
    pub facts: usize,
    /// 0 upcoming, 1 under way, 2 over.
    pub phase: i16,
    /// How many entrants are players of this site, and how many are known by name only.
    pub players: usize,
    pub guests: usize,
    /// Each stage's name and number of published rounds.
    pub stages: Vec<(String, usize)>,
}

struct ParsedImport {
    name: String,
    first_day: Day,
    facts: Vec<(Micros, ContestFact)>,
    contest: Contest,
    digest: String,
}

pub(super) fn file_error(why: LocalizedMessage) -> Error {
    Error::invalid("file", refusal!(EVENT_FILE, why))
}

/// The error of a line; 0 if it concerns no single line.
pub(super) fn line_error(line: usize, why: impl Into<LocalizedMessage>) -> Error {
    file_error(line_message(line, why.into()))
}

pub(super) fn line_message(line: usize, why: LocalizedMessage) -> LocalizedMessage {
    match line {
        0 => why,
        line => refusal!(FILE_LINE, line, why),
    }
}

/// The error of a line whose fact the contest refuses.
pub(super) fn contest_error_at_line(line: usize, refusal: ContestError) -> Error {
    file_error(line_message(line, refusal.message().into()))
}

/// Previews the import of a file, and keeps it for half an hour for [`import_previewed`].
pub fn preview_import(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (file, wish): (&[u8], &ImportOptions),
    now: Micros,
) -> Result<ImportPreview> {
    let (row, ready) = parse_import(app, actor, organisation, (file, wish), now)?;
    let owner = Owner { account: actor.account, organisation: row.id };
    uploads::keep(app, owner, (&ready.digest, wish), file, now)?;
    let players =
        ready.contest.numbered_entrants().filter(|(_, one)| one.person.player != 0).count();
    let published = |stage: usize| {
        let rounds = ready.contest.stages[stage].rounds.iter();
        rounds.filter(|round| round.published).count()
    };
    let stages = ready.contest.settings.plan.stages.iter().enumerate();
    Ok(ImportPreview {
        players,
        guests: ready.contest.numbered_entrants().count() - players,
        stages: stages.map(|(at, stage)| (stage.name.clone(), published(at))).collect(),
        facts: ready.facts.len(),
        phase: phase_number(&ready.contest),
        name: ready.name,
        first_day: ready.first_day,
        digest: ready.digest,
    })
}

pub fn import_previewed(
    app: &App,
    actor: &Actor,
    organisation: &str,
    digest: &str,
    now: Micros,
) -> Result<String> {
    let (row, _) = {
        let mut conn = app.store().connection()?;
        access_guard::authorize(&mut conn, actor, Act::RestoreEvent, organisation)?
    };
    let owner = Owner { account: actor.account, organisation: row.id };
    let gone = || Error::conflict(refusals::FILE_GONE);
    let (file, wish): (_, ImportOptions) =
        uploads::find(app, owner, digest, now)?.ok_or_else(gone)?;
    let slug = import_event(app, actor, organisation, (&file, &wish), now)?;
    uploads::remove::<ImportOptions>(app, owner)?;
    Ok(slug)
}

/// Imports an event of an organisation from its file or a TRF file; returns its slug.
///
/// Every fact is parsed and must follow from those before it, or nothing is imported. Players are
/// matched by handle; unknown ones become guests with their old names.
pub fn import_event(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (file, wish): (&[u8], &ImportOptions),
    now: Micros,
) -> Result<String> {
    let (_, ready) = parse_import(app, actor, organisation, (file, wish), now)?;
    let phase = phase_number(&ready.contest);
    let game = ready.contest.settings.game().key();
    let told: Vec<(Micros, String)> = ready
        .facts
        .iter()
        .map(|(at, fact)| (*at, json::write_fact(&without_names(fact))))
        .collect();
    let import = |conn: &mut AnyConnection, row: Organisation, acting_as| {
        let id = insert_contest(conn, &row, &ready.name, ready.first_day, now)?;
        let telling = FactContext { account: actor.account, at: now, phase, game };
        rows::import_facts(conn, id, telling, &told)?;
        update_automation(conn, id, &ready.contest)?;
        events::advance_day(conn, id, event_days::last_day(ready.first_day.0, &ready.facts))?;
        if let Some(row) = rows::by_id(conn, id)? {
            let last = ready.facts.iter().map(|(at, _)| *at).max().unwrap_or(now);
            unrecorded_results::sync_results(conn, &row, &ready.contest, last)?;
        }
        let facts = format!("{} facts from a file ({})", told.len(), ready.digest);
        let entry = AuditEntry::for_actor(actor, acting_as, Action::EventRestored, now)
            .organisation(row.id)
            .event(id)
            .with_change(Field::Event, "", &ready.name)
            .with_change(Field::Told, "", facts);
        audit::write(conn, &entry)?;
        Ok(rows::slug_by_id(conn, id)?)
    };
    let slug = access_guard::write(app, actor, Act::RestoreEvent, organisation, import)?;
    app.editions().raise();
    update_ratings(app);
    Ok(slug)
}

/// Parses a file for an actor who may create events, and folds its facts.
/// The line that is no UTF-8.
fn no_utf8(file: &[u8], e: Utf8Error) -> Error {
    let line = 1 + file[..e.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
    line_error(line, refusals::FILE_IS_NO_UTF8)
}

fn parse_import(
    app: &App,
    actor: &Actor,
    organisation: &str,
    (file, wish): (&[u8], &ImportOptions),
    now: Micros,
) -> Result<(Organisation, ParsedImport)> {
    let mut conn = app.store().connection()?;
    let (row, _) = access_guard::authorize(&mut conn, actor, Act::RestoreEvent, organisation)?;
    access_guard::require_open(&row)?;
    let digest = blake3::hash(file).to_hex()[..16].to_owned();
    let text = str::from_utf8(file).map_err(|e| no_utf8(file, e))?;
    let (head, facts) = match trf_reader::is_trf(text) {
        true => trf_reader::read_trf(&mut conn, row.id, text, now)?,
        false if !trf_reader::is_contest_file(text) => {
            return Err(file_error(refusals::FILE_NEITHER.into()));
        }
        false => read_contest_file(&mut conn, text, now)?,
    };
    let name = parse_event_name(if wish.name.is_empty() { &head.name } else { &wish.name })?;
    let first_day = wish.first_day.or_else(|| Day::parse(&head.first_day));
    let first_day =
        first_day.ok_or_else(|| Error::invalid("first_day", refusals::EVENT_FIRST_DAY))?;
    drop(conn);
    let contest = fold_imported(&facts)?;
    let facts = facts.into_iter().map(|(_, at, fact)| (at, fact)).collect();
    Ok((row, ParsedImport { name, first_day, facts, contest, digest }))
}

/// A fact with its line and time.
pub(super) type ImportedFact = (usize, Micros, ContestFact);

/// Parses an event's own file, and matches its people with players.
fn read_contest_file(
    conn: &mut AnyConnection,
    text: &str,
    now: Micros,
) -> Result<(ContestFileHeader, Vec<ImportedFact>)> {
    let read =
        json::read_contest_file(text).map_err(|e| line_error(e.line, format!("{}.", e.fault)))?;
    let head =
        read.header.unwrap_or(ContestFileHeader { name: String::new(), first_day: String::new() });
    Ok((head, resolve_facts(conn, read.facts, now)?))
}

fn resolve_facts(
    conn: &mut AnyConnection,
    told: Vec<RecordedFact>,
    now: Micros,
) -> Result<Vec<ImportedFact>> {
    let all: Vec<&ContestFact> = told.iter().map(|one| &one.fact).collect();
    let counting =
        facts_in_force(&all).map_err(|at| line_error(told[at.0].line, refusals::FILE_ORDER))?;
    let counting: BTreeSet<usize> = counting.into_iter().collect();
    let (mut standing, mut game) = (PlayerResolver::default(), GameKind::default());
    let mut facts = Vec::with_capacity(told.len());
    for (number, RecordedFact { line, at, mut fact }) in told.into_iter().enumerate() {
        // Those who were undone are nobody's entry.
        let mut undone = PlayerResolver::default();
        let people = if counting.contains(&number) { &mut standing } else { &mut undone };
        people.game = game;
        let moment = DateTime::parse_from_rfc3339(&at).ok().map(Micros::from);
        let moment = moment.filter(|at| (Micros(0)..=now).contains(at));
        let moment = moment.ok_or_else(|| line_error(line, refusals::FILE_MOMENT))?;
        match &mut fact {
            ContestFact::SettingsChanged { settings } if counting.contains(&number) => {
                game = settings.game();
            }
            ContestFact::EntrantRegistered { person, .. } => {
                people.entrant_count += 1;
                let entrant = EntrantId(people.entrant_count);
                people.resolve_person(conn, entrant, person, line)?;
            }
            ContestFact::PersonAmended { entrant, person } => {
                if person.player == 0 {
                    // Was taken for the player, who may be registered later.
                    people.entrants_by_player.retain(|_, of| of != entrant);
                }
                people.resolve_person(conn, *entrant, person, line)?
            }
            // The same player may have been registered again.
            ContestFact::EntrantRemoved { entrant } => {
                people.entrants_by_player.retain(|_, of| of != entrant);
            }
            ContestFact::EntrantsMerged { entrant, into } => {
                people
                    .entrants_by_player
                    .values_mut()
                    .filter(|of| *of == entrant)
                    .for_each(|of| *of = *into);
            }
            ContestFact::TeamRegistered { team, .. } => {
                people.entrant_count += 1;
                let entrant = EntrantId(people.entrant_count);
                people.resolve_team(conn, entrant, team, line)?;
            }
            ContestFact::TeamAmended { entrant, team } => {
                people.resolve_team(conn, *entrant, team, line)?;
            }
            _ => {}
        }
        facts.push((line, moment, fact));
    }
    Ok(facts)
}

/// The facts in force, and which of all they are.
fn in_force(facts: &[ImportedFact]) -> Result<Vec<usize>> {
    let told: Vec<&ContestFact> = facts.iter().map(|(_, _, fact)| fact).collect();
    facts_in_force(&told).map_err(|at| line_error(facts[at.0].0, refusals::FILE_ORDER))
}

#[derive(Default)]
struct PlayerResolver {
    /// The game of the event by now.
    game: GameKind,
    entrant_count: u32,
    entrants_by_player: HashMap<i32, EntrantId>,
}

impl PlayerResolver {
    fn resolve_team(
        &mut self,
        conn: &mut AnyConnection,
        entrant: EntrantId,
        team: &mut Team,
        line: usize,
    ) -> Result<()> {
        team.people_mut().try_for_each(|person| self.resolve_person(conn, entrant, person, line))
    }

    /// Finds a player by handle, since ids are those of another site. A second entrant with the
    /// same player, as after a merge, remains a guest.
    fn resolve_person(
        &mut self,
        conn: &mut AnyConnection,
        entrant: EntrantId,
        person: &mut EntrantProfile,
        line: usize,
    ) -> Result<()> {
        if !person.is_valid() {
            return Err(line_error(line, refusals::FILE_PERSON));
        }
        if person.player == 0 {
            return Ok(());
        }
        person.player = 0;
        let Some(player) = players::by_handle(conn, &person.name)? else { return Ok(()) };
        let barred = bots::refusal_in_event(conn, (player.id, &player.name), self.game)?;
        if let Some(why) = barred {
            return Err(file_error(line_message(line, why)));
        }
        if *self.entrants_by_player.entry(player.id).or_insert(entrant) == entrant {
            person.player = player.id;
            person.name = player.name;
        }
        Ok(())
    }
}

/// Folds the facts, validating each as if it were new.
fn fold_imported(facts: &[ImportedFact]) -> Result<Contest> {
    let senseless = |line| line_error(line, refusals::FILE_ORDER);
    let mut contest: Option<Contest> = None;
    for at in in_force(facts)? {
        let (line, _, fact) = &facts[at];
        if let ContestFact::SettingsChanged { settings } = fact {
            Contest::create((**settings).clone())
                .map_err(|refusal| contest_error_at_line(*line, refusal))?;
        }
        match &mut contest {
            None => {
                let begun =
                    Contest::from_facts(std::iter::once(fact)).map_err(|_| senseless(*line))?;
                contest = Some(begun);
            }
            Some(contest) => {
                if let ContestFact::EventEndedSet { over } = fact {
                    contest
                        .set_ended(*over)
                        .map_err(|refusal| contest_error_at_line(*line, refusal))?;
                }
                if let ContestFact::EventCancelled { reason } = fact {
                    contest
                        .cancel(reason)
                        .map_err(|refusal| contest_error_at_line(*line, refusal))?;
                }
                contest.apply_facts(std::slice::from_ref(fact)).map_err(|_| senseless(*line))?;
            }
        }
    }
    contest.ok_or_else(|| line_error(1, refusals::FILE_NO_FACTS))
}
