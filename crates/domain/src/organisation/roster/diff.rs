//! The changes that a file would make to a roster.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::columns::{CellEdit, MemberDetails, RosterColumn, RosterFileRow};
use super::error::RosterErrorKind;
use super::reader::Roster;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CurrentMember {
    pub handle: String,
    pub details: MemberDetails,
}

/// A value that the file changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterFieldChange {
    pub column: RosterColumn,
    pub before: String,
    pub after: String,
}

/// A row that adds a member to the roster, or changes one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MemberChange {
    pub line: u64,
    pub key: String,
    pub handle: String,
    pub details: MemberDetails,
    pub fields: Vec<RosterFieldChange>,
}

/// The changes that a file would make.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RosterDiff {
    pub added: Vec<MemberChange>,
    pub changed: Vec<MemberChange>,
    pub unchanged: usize,
    /// The keys of members who are not in the file, if those are to be removed.
    pub removed: Vec<String>,
}

/// Reports each handle that occurs twice. `key` maps all spellings of a handle to one key.
pub fn report_duplicates(roster: &mut Roster, key: impl Fn(&str) -> String) {
    let mut seen: HashMap<String, u64> = HashMap::with_capacity(roster.lines.len());
    let mut numbered: HashMap<&str, u64> = HashMap::new();
    for line in &roster.lines {
        let key = key(&line.handle);
        if let Some(first) = seen.get(&key) {
            let kind =
                RosterErrorKind::DuplicateHandle { handle: line.handle.clone(), line: *first };
            roster.errors.push(line.line, roster.handle_column.clone(), kind);
        } else {
            seen.insert(key, line.line);
            let CellEdit::Set(number) = &line.number else { continue };
            if let Some(first) = numbered.get(number.as_str()) {
                let kind =
                    RosterErrorKind::DuplicateNumber { number: number.clone(), line: *first };
                roster.errors.push(line.line, roster.number_column.clone(), kind);
            } else {
                numbered.insert(number, line.line);
            }
        }
    }
}

/// Compares a file with the current members by their keys.
pub fn diff_roster(
    lines: &[RosterFileRow],
    present: &BTreeMap<String, CurrentMember>,
    key: impl Fn(&str) -> String,
    remove_missing: bool,
) -> RosterDiff {
    let mut found = RosterDiff::default();
    let mut named: HashSet<String> = HashSet::with_capacity(lines.len());
    for line in lines {
        let key = key(&line.handle);
        named.insert(key.clone());
        let before = present.get(&key);
        let (details, fields) = apply_line(line, before.map(|one| &one.details));
        let handle = before.map_or(&line.handle, |one| &one.handle).clone();
        let row = MemberChange { line: line.line, key, handle, details, fields };
        match before {
            None => found.added.push(row),
            Some(_) if row.fields.is_empty() => found.unchanged += 1,
            Some(_) => found.changed.push(row),
        }
    }
    if remove_missing {
        let gone = present.keys().filter(|key| !named.contains(*key));
        found.removed = gone.cloned().collect();
    }
    found
}

/// A member's details after this row, and the changes.
fn apply_line(
    line: &RosterFileRow,
    before: Option<&MemberDetails>,
) -> (MemberDetails, Vec<RosterFieldChange>) {
    let none = MemberDetails::default();
    let before = before.unwrap_or(&none);
    let after = MemberDetails {
        number: apply_cell(&line.number, &before.number),
        real_name: apply_cell(&line.name, &before.real_name),
        club: apply_cell(&line.club, &before.club),
        province: apply_cell(&line.province, &before.province),
        age: line.age.unwrap_or(before.age),
    };
    let fields = changed_fields(before, &after);
    (after, fields)
}

fn apply_cell(cell: &CellEdit, before: &str) -> String {
    match cell {
        CellEdit::Keep => before.to_owned(),
        CellEdit::Erase => String::new(),
        CellEdit::Set(text) => text.clone(),
    }
}

/// The fields in which two differ.
pub fn changed_fields(before: &MemberDetails, after: &MemberDetails) -> Vec<RosterFieldChange> {
    let differs = |column: &RosterColumn| before.get(*column) != after.get(*column);
    RosterColumn::ALL
        .into_iter()
        .filter(differs)
        .map(|column| RosterFieldChange {
            column,
            before: before.get(column).to_owned(),
            after: after.get(column).to_owned(),
        })
        .collect()
}
