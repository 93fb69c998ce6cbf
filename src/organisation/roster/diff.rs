//! What a file would change of a roster, value by value.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::columns::{Cell, Column, Details, Line};
use super::fault::FaultKind;
use super::read::Roster;

/// A member who is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Present {
    pub handle: String,
    pub details: Details,
}

/// A value that the file changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FieldChange {
    pub column: Column,
    pub before: String,
    pub after: String,
}

/// A row of somebody who is not on the roster.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Added {
    pub line: u64,
    pub key: String,
    pub handle: String,
    pub details: Details,
    pub fields: Vec<FieldChange>,
}

/// A row that changes a member.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    pub line: u64,
    pub key: String,
    pub handle: String,
    pub details: Details,
    pub fields: Vec<FieldChange>,
}

/// What a file would change.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Diff {
    pub added: Vec<Added>,
    pub changed: Vec<Changed>,
    pub unchanged: usize,
    /// The keys of members who are not in the file, where these are to go.
    pub removed: Vec<String>,
}

/// Tells of each handle that is there twice under its key; `key` makes one of all spellings of a
/// handle.
pub fn duplicates(roster: &mut Roster, key: impl Fn(&str) -> String) {
    let mut seen: HashMap<String, u64> = HashMap::with_capacity(roster.lines.len());
    for line in &roster.lines {
        let key = key(&line.handle);
        if let Some(first) = seen.get(&key) {
            let kind = FaultKind::HandleTwice { handle: line.handle.clone(), line: *first };
            roster.faults.push(line.line, roster.handles.clone(), kind);
        } else {
            seen.insert(key, line.line);
        }
    }
}

/// Compares a file with those who are there, by their keys.
#[must_use]
pub fn diff(
    lines: &[Line],
    present: &BTreeMap<String, Present>,
    key: impl Fn(&str) -> String,
    remove_missing: bool,
) -> Diff {
    let mut found = Diff::default();
    let mut named: HashSet<String> = HashSet::with_capacity(lines.len());
    for line in lines {
        let key = key(&line.handle);
        named.insert(key.clone());
        let before = present.get(&key);
        let (details, fields) = applied(line, before.map(|one| &one.details));
        let handle = before.map_or(&line.handle, |one| &one.handle).clone();
        let line = line.line;
        match before {
            None => found.added.push(Added { line, key, handle, details, fields }),
            Some(_) if fields.is_empty() => found.unchanged += 1,
            Some(_) => found.changed.push(Changed { line, key, handle, details, fields }),
        }
    }
    if remove_missing {
        let gone = present.keys().filter(|key| !named.contains(*key));
        found.removed = gone.cloned().collect();
    }
    found
}

/// What a member is known by after this line, and what that changes.
fn applied(line: &Line, before: Option<&Details>) -> (Details, Vec<FieldChange>) {
    let none = Details::default();
    let before = before.unwrap_or(&none);
    let after = Details {
        number: after_cell(&line.number, &before.number),
        real_name: after_cell(&line.name, &before.real_name),
        club: after_cell(&line.club, &before.club),
        province: after_cell(&line.province, &before.province),
        age: line.age.unwrap_or(before.age),
    };
    let fields = changes(before, &after);
    (after, fields)
}

fn after_cell(cell: &Cell, before: &str) -> String {
    match cell {
        Cell::Keep => before.to_owned(),
        Cell::Erase => String::new(),
        Cell::Set(text) => text.clone(),
    }
}

/// The values in which two differ.
#[must_use]
pub fn changes(before: &Details, after: &Details) -> Vec<FieldChange> {
    let differs = |column: &Column| before.get(*column) != after.get(*column);
    Column::ALL
        .into_iter()
        .filter(differs)
        .map(|column| FieldChange {
            column,
            before: before.get(column).to_owned(),
            after: after.get(column).to_owned(),
        })
        .collect()
}
