//! Fair play of an event: what is unusual, cases of the officials, and what players write of them.

mod case;
mod likeness;
mod report;
mod sign_text;
mod signs;

pub use case::submit_appeal;
pub use case::{show as show_case, show_own as show_own_case, submit as submit_to_case};
pub use likeness::ask as ask_for_analyses;
pub use report::{show as show_report, submit as submit_report};
pub use signs::{show, submit};

use adjutant_domain::contest::fair_play::cases::{CaseOutcome, CaseState};
use adjutant_domain::contest::{EntrantId, TableId};
use adjutant_service::Error;
use adjutant_service::contests::{
    CaseSummary, NewCase, ambiguous_case_entrant, parse_match_key, unknown_case_entrant,
    unknown_case_table,
};
use adjutant_site::i18n::Texts;
use adjutant_site::time_format::format_zoned_minute;
use chrono_tz::Tz;

const fn state_key(state: CaseState) -> &'static str {
    match state {
        CaseState::Open => "case-open",
        CaseState::Decided => "case-decided",
        CaseState::Appealed => "case-appealed",
        CaseState::Closed => "case-closed",
    }
}

const fn outcome_key(outcome: CaseOutcome) -> &'static str {
    match outcome {
        CaseOutcome::NoAction => "case-no-action",
        CaseOutcome::Warning => "case-warning",
        CaseOutcome::ResultChanged => "case-result-changed",
        CaseOutcome::Withdrawn => "case-withdrawn",
    }
}

/// A case in a list.
pub struct CaseRow {
    pub address: String,
    pub title: String,
    pub entrants: String,
    pub state: String,
    pub opened: String,
}

/// The row of a case, whose page is below `area`.
pub fn case_row(case: &CaseSummary, (area, zone): (&str, Tz), texts: Texts) -> CaseRow {
    let state = texts.get(state_key(case.state));
    let outcome = case.outcome.map(|outcome| texts.get(outcome_key(outcome)));
    CaseRow {
        address: format!("{area}/{}", case.number),
        title: texts.one("case-title", "number", case.number),
        entrants: joined_names(&case.entrants),
        state: outcome.map_or(state.clone(), |outcome| format!("{state} · {outcome}")),
        opened: format_zoned_minute(texts, case.opened_at, zone),
    }
}

fn joined_names(entrants: &[(EntrantId, String)]) -> String {
    entrants.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ")
}

/// Reads a case from a form: names or numbers of entrants line by line, and tables such as `3-5`.
fn parse_case(
    all: &[(EntrantId, String)],
    (entrants, tables, words): (&str, &str, &str),
) -> Result<NewCase, Error> {
    let lines = entrants.lines().map(str::trim).filter(|line| !line.is_empty());
    let entrants = lines.map(|line| find(all, line)).collect::<Result<Vec<_>, _>>()?;
    let tables = tables.split([',', ';', '\n']).map(str::trim).filter(|one| !one.is_empty());
    let tables = tables.map(parse_table).collect::<Result<Vec<_>, _>>()?;
    let mut new = NewCase { entrants, tables, words: words.to_owned() };
    new.entrants.sort_unstable();
    new.entrants.dedup();
    new.tables.sort_unstable();
    new.tables.dedup();
    Ok(new)
}

/// A number, a name, or both as forms are filled in with; a name may look like a number, and then takes precedence.
fn find(all: &[(EntrantId, String)], line: &str) -> Result<EntrantId, Error> {
    let name = line.to_lowercase();
    let mut named = all.iter().filter(|(_, one)| one.to_lowercase() == name);
    if let Some((id, _)) = named.next() {
        return match named.next() {
            None => Ok(*id),
            Some(_) => Err(ambiguous_case_entrant(line)),
        };
    }
    let (number, name) = line.split_once(' ').map_or((line, None), |(one, rest)| (one, Some(rest)));
    let number = number.parse().ok().map(EntrantId);
    let is_meant = |(id, one): &&(EntrantId, String)| {
        Some(*id) == number && name.is_none_or(|name| name == one)
    };
    let found = all.iter().find(is_meant).map(|(id, _)| *id);
    found.ok_or_else(|| unknown_case_entrant(line))
}

/// Round and table of the first stage, or stage, round and table.
fn parse_table(text: &str) -> Result<TableId, Error> {
    let whole = if text.matches('-').count() == 1 { format!("1-{text}") } else { text.to_owned() };
    parse_match_key(&whole).map_err(|_| unknown_case_table(text))
}
