//! Cases about fair play: officials open, note, decide and rule; those concerned read decisions and appeal.

use std::collections::BTreeMap;

use crate::access::{Act, ActingAs, Actor};
use crate::audit::{self, Action, AuditEntry, Field, Hidden};
use crate::{App, Error, Result, notices, refusals};
use adjutant_domain::contest::fair_play::cases::{
    Case, CaseEntry, CaseError, CaseOutcome, CaseState, CaseStep, MAX_APPEAL_DAYS,
    MAX_CASE_SUBJECTS, MAX_CASE_WORDS, MIN_APPEAL_DAYS, appeal_until,
};
use adjutant_domain::contest::json::{read_case_entry, write_case_entry};
use adjutant_domain::contest::{Contest, ContestFact, EntrantId, TableId};
use adjutant_domain::moment::Micros;
use adjutant_domain::notice::Notice;
use adjutant_domain::organisation::text;
use adjutant_store::case_entries::{self as rows, CaseEntryRow};
use adjutant_store::contests::ContestRow;
use adjutant_store::{AnyConnection, StoreError, roles};
use chrono_tz::Tz;

use super::super::authorize_act;
use super::super::cache::{self, LoadedContest};
use super::super::conflict_of_interest::player_entries;
use super::signs::{Reader, account_names, named};

/// Reports by an account that wait for officials, at most.
const MAX_OPEN_REPORTS: usize = 5;

/// What a case is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewCase {
    pub entrants: Vec<EntrantId>,
    pub tables: Vec<TableId>,
    pub words: String,
}

/// What is added to a case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CaseAction {
    Note {
        words: String,
    },
    /// `None` for an outcome that is not known.
    Decide {
        outcome: Option<CaseOutcome>,
        words: String,
        appeal_days: u32,
    },
    Rule {
        outcome: Option<CaseOutcome>,
        words: String,
    },
    /// By an entrant concerned.
    Appeal {
        words: String,
    },
}

/// A case in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseSummary {
    pub number: u32,
    pub state: CaseState,
    pub outcome: Option<CaseOutcome>,
    pub entrants: Vec<(EntrantId, String)>,
    pub opened_at: Micros,
    pub is_reported: bool,
}

/// Who reads a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CaseReader {
    Official,
    /// One of those it is about.
    Concerned,
}

/// An entry as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseEntryView {
    pub at: Micros,
    /// The account; `None` for deleted ones, and of officials for those concerned.
    pub by: Option<String>,
    pub entry: CaseEntry,
}

/// A case as an official, or one of those concerned, reads it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CaseView {
    pub event: String,
    pub zone: Tz,
    pub reader: CaseReader,
    pub number: u32,
    pub state: CaseState,
    pub outcome: Option<CaseOutcome>,
    pub entrants: Vec<(EntrantId, String)>,
    pub tables: Vec<TableId>,
    pub entries: Vec<CaseEntryView>,
    pub appeal_until: Option<Micros>,
    /// Whether the reader may decide, or may rule on an appeal, or may appeal.
    pub may_decide: bool,
    pub may_rule: bool,
    pub may_appeal: bool,
}

fn damaged(row: &CaseEntryRow) -> Error {
    let (contest, number) = (row.contest_id, row.number);
    StoreError::Damaged(format!("entry {number} of the cases of event {contest}")).into()
}

/// All cases of an event, and the number of their entries. Whose row was merged into another is named by that one.
fn read_cases(conn: &mut AnyConnection, row: &ContestRow) -> Result<(Vec<Case>, i32)> {
    let stored = rows::for_contest(conn, row.id)?;
    if stored.is_empty() {
        return Ok((Vec::new(), 0));
    }
    let facts = cache::read_facts(conn, row)?;
    let merged = facts.into_iter().filter_map(|(_, fact)| match fact {
        ContestFact::EntrantsMerged { entrant, into } => Some((entrant, into)),
        _ => None,
    });
    let merged: Vec<(EntrantId, EntrantId)> = merged.collect();
    let last = stored.last().map_or(0, |row| row.number);
    let mut steps: BTreeMap<i32, (CaseEntryRow, Vec<CaseStep>)> = BTreeMap::new();
    for row in stored {
        let entry = read_case_entry(&row.body).map_err(|_| damaged(&row))?;
        let step = CaseStep { at: row.at, account: row.account_id, entry };
        steps.entry(row.case_number).or_insert_with(|| (row, Vec::new())).1.push(step);
    }
    let case = |(number, (row, steps)): (i32, (CaseEntryRow, Vec<CaseStep>))| {
        let number = u32::try_from(number).map_err(|_| damaged(&row))?;
        let mut case = Case::from_steps(number, steps).ok_or_else(|| damaged(&row))?;
        for (one, into) in &merged {
            case.merge(*one, *into);
        }
        Ok(case)
    };
    Ok((steps.into_iter().map(case).collect::<Result<_>>()?, last))
}

fn no_case() -> Error {
    Error::not_found(refusals::CASE_NONE)
}

fn find(cases: Vec<Case>, number: u32) -> Result<Case> {
    cases.into_iter().find(|case| case.number == number).ok_or_else(no_case)
}

/// The error for what is no entrant's name or number.
pub fn unknown_case_entrant(name: &str) -> Error {
    Error::invalid("entrants", refusal!(CASE_ENTRANT, name = name))
}

/// The error for a name that several entrants have.
pub fn ambiguous_case_entrant(name: &str) -> Error {
    Error::invalid("entrants", refusal!(CASE_NAMESAKES, name = name))
}

/// The error for what is no table's number.
pub fn unknown_case_table(table: &str) -> Error {
    Error::invalid("tables", refusal!(CASE_TABLE, table = table))
}

fn is_reported(case: &Case) -> bool {
    matches!(case.steps[0].entry, CaseEntry::Opened { reported: true, .. })
}

fn summary(contest: &Contest, case: &Case) -> CaseSummary {
    CaseSummary {
        number: case.number,
        state: case.state,
        outcome: case.outcome(),
        entrants: named(contest, &case.entrants),
        opened_at: case.steps[0].at,
        is_reported: is_reported(case),
    }
}

/// The cases that an official sees: none that is about them, or that they reported as a player.
pub(super) fn cases_for_official(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    actor: &Actor,
) -> Result<Vec<CaseSummary>> {
    let reader = Reader::new(&run.contest, actor);
    let (cases, _) = read_cases(conn, &run.row)?;
    let seen = cases.iter().rev().filter(|case| may_see(&reader, actor, case));
    Ok(seen.map(|case| summary(&run.contest, case)).collect())
}

fn may_see(reader: &Reader<'_>, actor: &Actor, case: &Case) -> bool {
    let is_own_report = is_reported(case) && case.steps[0].account == actor.account;
    !is_own_report && !reader.is_concerned(&case.entrants, case.tables.iter().copied())
}

/// What somebody writes, without control characters.
fn clean_words(words: &str) -> Result<String> {
    let words = text::clean_lines(words, MAX_CASE_WORDS)
        .map_err(|e| Error::invalid("words", e.message()))?;
    if words.is_empty() {
        return Err(Error::invalid("words", refusals::CASE_WORDS));
    }
    Ok(words)
}

fn check_subjects(contest: &Contest, new: &NewCase) -> Result<()> {
    let count = new.entrants.len();
    if count == 0 || count.max(new.tables.len()) > MAX_CASE_SUBJECTS {
        let message = refusal!(CASE_SUBJECTS, most = MAX_CASE_SUBJECTS);
        return Err(Error::invalid("entrants", message));
    }
    if let Some(id) = new.entrants.iter().find(|id| contest.entrant(**id).is_none()) {
        return Err(Error::invalid("entrants", refusal!(CASE_ENTRANT, name = id.0)));
    }
    match new.tables.iter().any(|at| contest.published_meeting(*at).is_none()) {
        true => Err(Error::invalid("tables", refusals::CASE_TABLES)),
        false => Ok(()),
    }
}

/// Appends the first entry of a new case; returns its number.
fn open(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    (actor, acting_as): (&Actor, ActingAs),
    new: NewCase,
    (reported, now): (bool, Micros),
) -> Result<u32> {
    check_subjects(&run.contest, &new)?;
    let words = clean_words(&new.words)?;
    let (cases, last) = read_cases(conn, &run.row)?;
    let is_open_report = |case: &&Case| {
        let first = &case.steps[0];
        case.state == CaseState::Open && first.account == actor.account && is_reported(case)
    };
    if reported && cases.iter().filter(is_open_report).count() >= MAX_OPEN_REPORTS {
        return Err(Error::conflict(refusal!(CASE_REPORTS, most = MAX_OPEN_REPORTS)));
    }
    let number = cases.last().map_or(1, |case| case.number + 1);
    let subjects = new.clone();
    let NewCase { entrants, tables, .. } = new;
    let entry = CaseEntry::Opened { entrants, tables, words, reported };
    let step = CaseStep { at: now, account: actor.account, entry };
    append(conn, &run.row, (number, last + 1), &step)?;
    write_audit(conn, &run.row, (actor, acting_as), (number, &step))?;
    if reported {
        let (event, case) = (run.row.id, number);
        let (cause, notice) = (case_cause(event, last + 1), Notice::CaseReported { event, case });
        publish_to_officials(conn, run, &step, (&subjects, &cause, notice), None)?;
    }
    Ok(number)
}

fn append(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (case, number): (u32, i32),
    step: &CaseStep,
) -> Result<()> {
    let case_number = i32::try_from(case).map_err(|_| no_case())?;
    let (at, account_id, body) = (step.at, step.account, write_case_entry(&step.entry));
    let entry = CaseEntryRow { contest_id: row.id, number, case_number, at, account_id, body };
    Ok(rows::add(conn, &entry)?)
}

/// Records what was done, but neither whom it is about nor the words.
fn write_audit(
    conn: &mut AnyConnection,
    row: &ContestRow,
    (actor, acting_as): (&Actor, ActingAs),
    (case, step): (u32, &CaseStep),
) -> Result<()> {
    let action = match &step.entry {
        CaseEntry::Opened { reported: true, .. } => Action::CaseReported,
        CaseEntry::Opened { .. } => Action::CaseOpened,
        CaseEntry::Noted { .. } => Action::CaseNoted,
        CaseEntry::Decided { .. } => Action::CaseDecided,
        CaseEntry::Appealed { .. } => Action::CaseAppealed,
        CaseEntry::Ruled { .. } => Action::CaseRuled,
    };
    let entry = AuditEntry::for_actor(actor, acting_as, action, step.at)
        .with_change(Field::Case, "", case)
        .with_hidden_change(Hidden::Words);
    // The trail of an event is also read by officials whom a case concerns: it tells of decisions only.
    let entry = match step.entry {
        CaseEntry::Decided { .. } | CaseEntry::Ruled { .. } => {
            entry.organisation(row.organisation_id).event(row.id)
        }
        _ => entry,
    };
    audit::write(conn, &entry)?;
    Ok(())
}

/// Opens a case, by an official whom it does not concern; returns its number.
pub fn open_case(app: &App, actor: &Actor, slug: &str, new: &NewCase, now: Micros) -> Result<u32> {
    app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::ReviewFairPlay, slug)?;
        let run = cache::load(app, conn, &row)?;
        let reader = Reader::new(&run.contest, actor);
        if reader.is_concerned(&new.entrants, new.tables.iter().copied()) {
            return Err(Error::conflict(refusals::CASE_OWN));
        }
        open(conn, &run, (actor, acting_as), new.clone(), (false, now))
    })
}

/// Reports entrants to the officials, by another entrant; returns the number of the case.
pub fn report_entrant(
    app: &App,
    actor: &Actor,
    slug: &str,
    new: &NewCase,
    now: Micros,
) -> Result<u32> {
    app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, Act::TakePart, slug)?;
        let run = cache::load(app, conn, &row)?;
        let own = own_entries(&run.contest, actor);
        if own.is_empty() {
            return Err(Error::not_found(refusals::CASE_NO_ENTRANT));
        }
        if new.entrants.iter().any(|id| own.contains(id)) {
            return Err(Error::invalid("entrants", refusals::CASE_ONESELF));
        }
        open(conn, &run, (actor, acting_as), new.clone(), (true, now))
    })
}

fn own_entries(contest: &Contest, actor: &Actor) -> Vec<EntrantId> {
    actor.player.map(|player| player_entries(contest, player)).unwrap_or_default()
}

/// A case, for an official whom it does not concern.
pub fn case(app: &App, actor: &Actor, slug: &str, number: u32) -> Result<CaseView> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::ReviewFairPlay, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let case = find(read_cases(&mut conn, &row)?.0, number)?;
    if !may_see(&Reader::new(&run.contest, actor), actor, &case) {
        return Err(no_case());
    }
    let accounts: Vec<i32> = case.steps.iter().map(|step| step.account).collect();
    let names = account_names(&mut conn, &accounts)?;
    let by = |step: &CaseStep| names.get(&step.account).cloned();
    Ok(CaseView {
        may_decide: matches!(case.state, CaseState::Open | CaseState::Decided),
        may_rule: case.state == CaseState::Appealed && !case.has_decided(actor.account),
        entries: case.steps.iter().map(|step| entry_view(step, by(step))).collect(),
        ..view(&run, &case, CaseReader::Official)
    })
}

fn entry_view(step: &CaseStep, by: Option<String>) -> CaseEntryView {
    CaseEntryView { at: step.at, by, entry: step.entry.clone() }
}

fn view(run: &LoadedContest, case: &Case, reader: CaseReader) -> CaseView {
    CaseView {
        event: run.row.name.clone(),
        zone: run.contest.settings.timetable.zone(),
        reader,
        number: case.number,
        state: case.state,
        outcome: case.outcome(),
        entrants: named(&run.contest, &case.entrants),
        tables: case.tables.clone(),
        entries: Vec::new(),
        appeal_until: case.appeal_until(),
        may_decide: false,
        may_rule: false,
        may_appeal: false,
    }
}

/// The entries by which the actor reads a case that is about them: those that it concerns.
fn concerned_entries(contest: &Contest, actor: &Actor, case: &Case) -> Vec<EntrantId> {
    let own = own_entries(contest, actor);
    let concerned = own.into_iter().filter(|id| case.entrants.contains(id));
    concerned.filter(|_| case.is_told()).collect()
}

/// The cases about the actor of which they are told. Fails for those who do not take part.
pub fn own_cases(app: &App, actor: &Actor, slug: &str) -> Result<Vec<CaseSummary>> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::TakePart, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    if own_entries(&run.contest, actor).is_empty() {
        return Err(Error::not_found(refusals::CASE_NO_ENTRANT));
    }
    let (cases, _) = read_cases(&mut conn, &run.row)?;
    let own =
        cases.iter().rev().filter(|case| !concerned_entries(&run.contest, actor, case).is_empty());
    Ok(own.map(|case| summary(&run.contest, case)).collect())
}

/// A case about the actor, once there is a decision: decisions, and the actor's own words.
pub fn own_case(
    app: &App,
    actor: &Actor,
    slug: &str,
    number: u32,
    now: Micros,
) -> Result<CaseView> {
    let mut conn = app.store().read_connection()?;
    let (row, _) = authorize_act(&mut conn, actor, Act::TakePart, slug)?;
    let run = cache::load(app, &mut conn, &row)?;
    let case = find(read_cases(&mut conn, &row)?.0, number)?;
    let own = concerned_entries(&run.contest, actor, &case);
    if own.is_empty() {
        return Err(no_case());
    }
    let is_shown = |step: &&CaseStep| match &step.entry {
        CaseEntry::Appealed { entrant, .. } => own.contains(entrant),
        CaseEntry::Decided { .. } | CaseEntry::Ruled { .. } => true,
        CaseEntry::Opened { .. } | CaseEntry::Noted { .. } => false,
    };
    let shown = case.steps.iter().filter(is_shown);
    Ok(CaseView {
        may_appeal: own.iter().any(|id| case.check_appeal(*id, now).is_ok()),
        entries: shown.map(|step| entry_view(step, None)).collect(),
        ..view(&run, &case, CaseReader::Concerned)
    })
}

fn required_outcome(outcome: Option<CaseOutcome>) -> Result<CaseOutcome> {
    outcome.ok_or_else(|| Error::invalid("outcome", refusals::CASE_OUTCOME))
}

impl CaseAction {
    const fn act(&self) -> Act {
        match self {
            CaseAction::Appeal { .. } => Act::TakePart,
            _ => Act::ReviewFairPlay,
        }
    }

    fn words(&self) -> &str {
        match self {
            CaseAction::Note { words }
            | CaseAction::Decide { words, .. }
            | CaseAction::Rule { words, .. }
            | CaseAction::Appeal { words } => words,
        }
    }

    fn to_entry(&self, own: &[EntrantId], case: &Case, now: Micros) -> Result<CaseEntry> {
        let words = clean_words(self.words())?;
        Ok(match self {
            CaseAction::Note { .. } => CaseEntry::Noted { words },
            CaseAction::Decide { outcome, appeal_days, .. } => {
                if !(MIN_APPEAL_DAYS..=MAX_APPEAL_DAYS).contains(appeal_days) {
                    let message = refusal!(CASE_DAYS, most = MAX_APPEAL_DAYS);
                    return Err(Error::invalid("appeal_days", message));
                }
                let outcome = required_outcome(*outcome)?;
                // Who was told of a time has it.
                let until = appeal_until(now, *appeal_days);
                let appeal_until = case.appeal_until().map_or(until, |told| told.max(until));
                CaseEntry::Decided { outcome, words, appeal_until }
            }
            CaseAction::Rule { outcome, .. } => {
                CaseEntry::Ruled { outcome: required_outcome(*outcome)?, words }
            }
            CaseAction::Appeal { .. } => {
                let may = own.iter().find(|id| case.check_appeal(**id, now).is_ok());
                let entrant = *may.or(own.first()).ok_or_else(no_case)?;
                CaseEntry::Appealed { entrant, words }
            }
        })
    }
}

/// Adds an entry to a case, by an official whom it does not concern or, for an appeal, by one whom it does.
pub fn change_case(
    app: &App,
    actor: &Actor,
    slug: &str,
    (number, action): (u32, &CaseAction),
    now: Micros,
) -> Result<()> {
    app.write(|conn| {
        let (row, acting_as) = authorize_act(conn, actor, action.act(), slug)?;
        let run = cache::load(app, conn, &row)?;
        let (cases, last) = read_cases(conn, &row)?;
        let case = find(cases, number)?;
        let own = concerned_entries(&run.contest, actor, &case);
        let is_visible = match action {
            CaseAction::Appeal { .. } => !own.is_empty(),
            _ => may_see(&Reader::new(&run.contest, actor), actor, &case),
        };
        if !is_visible {
            return Err(no_case());
        }
        let entry = action.to_entry(&own, &case, now)?;
        let step = CaseStep { at: now, account: actor.account, entry };
        case.check(&step).map_err(|refusal| Error::conflict(refusal.message()))?;
        if matches!(action, CaseAction::Rule { .. }) && case.has_decided(actor.account) {
            return Err(Error::conflict(CaseError::OwnDecision.message()));
        }
        append(conn, &row, (number, last + 1), &step)?;
        write_audit(conn, &row, (actor, acting_as), (number, &step))?;
        tell(conn, &run, &case, (&step, last + 1))
    })
}

/// Tells those whom a new entry concerns.
fn tell(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    case: &Case,
    (step, number): (&CaseStep, i32),
) -> Result<()> {
    let event = run.row.id;
    let cause = case_cause(event, number);
    let notice = match step.entry {
        CaseEntry::Decided { outcome, .. }
            if outcome != CaseOutcome::NoAction || case.is_told() =>
        {
            Notice::CaseDecided { event, case: case.number }
        }
        CaseEntry::Ruled { .. } => Notice::CaseRuled { event, case: case.number },
        CaseEntry::Appealed { .. } => {
            let notice = Notice::CaseAppealed { event, case: case.number };
            let reporter = is_reported(case).then(|| case.steps[0].account);
            let (entrants, tables) = (case.entrants.clone(), case.tables.clone());
            let subjects = NewCase { entrants, tables, words: String::new() };
            return publish_to_officials(conn, run, step, (&subjects, &cause, notice), reporter);
        }
        _ => return Ok(()),
    };
    let all = case.entrants.iter().map(|id| (*id, notice.clone())).collect();
    notices::publish_to_entrants(conn, &run.contest, all, &cause, step.at)
}

/// Tells the officials who enter results, but for the author, those concerned, those at the tables, and whoever reported.
fn publish_to_officials(
    conn: &mut AnyConnection,
    run: &LoadedContest,
    step: &CaseStep,
    (subjects, cause, notice): (&NewCase, &str, Notice),
    reporter: Option<i32>,
) -> Result<()> {
    let tables = subjects.tables.iter().filter_map(|at| run.contest.published_meeting(*at));
    let mut concerned = subjects.entrants.clone();
    concerned.extend(tables.flat_map(|meeting| meeting.sides));
    let mut but = notices::accounts_of_entrants(conn, &run.contest, &concerned)?;
    but.extend(reporter);
    let officials = roles::accounts_for_results(conn, run.row.organisation_id, run.row.id)?;
    let is_told = |account: &i32| *account != step.account && !but.contains(account);
    let told: Vec<i32> = officials.into_iter().filter(is_told).collect();
    notices::publish_to_accounts(conn, &told, (cause, &notice), step.at)
}

/// What notices of an entry are told by.
fn case_cause(event: i32, number: i32) -> String {
    format!("event:{event}:case:{number}")
}

/// What an account wrote in cases.
pub(crate) fn authored_entries(conn: &mut AnyConnection, account: i32) -> Result<Vec<CaseStep>> {
    let entry = |row: CaseEntryRow| {
        let entry = read_case_entry(&row.body).map_err(|_| damaged(&row))?;
        Ok(CaseStep { at: row.at, account: row.account_id, entry })
    };
    rows::for_account(conn, account)?.into_iter().map(entry).collect()
}
