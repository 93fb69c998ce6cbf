//! Writing a roster that [`read`](super::read) takes back, and that no spreadsheet runs.

use super::columns::{MemberDetails, RosterColumn};

/// Signs with which spreadsheets begin a formula, also the full-width ones (OWASP, "CSV
/// Injection").
const FORMULA_SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The sign with which this text begins as a formula does.
pub(super) fn formula_sign(text: &str) -> Option<char> {
    text.chars().next().filter(|first| FORMULA_SIGNS.contains(first))
}

/// Whether an apostrophe stands before what would be a formula, or before such an apostrophe.
pub(super) fn is_guarded(text: &str) -> bool {
    text.starts_with('\'') && formula_sign(text.trim_start_matches('\'')).is_some()
}

/// With an apostrophe before what a spreadsheet would run; [`is_guarded`] takes it off.
fn guard_formula(text: &str) -> String {
    let guard = formula_sign(text).is_some() || is_guarded(text);
    if guard { format!("'{text}") } else { text.to_owned() }
}

/// Writes handles with what is known of each, in UTF-8 with its mark, which spreadsheets need.
#[must_use]
pub fn write_roster<'a>(rows: impl Iterator<Item = (&'a str, &'a MemberDetails)>) -> String {
    let mut text = String::from('\u{feff}');
    let head = RosterColumn::ALL.map(|column| column.key().to_owned());
    push_row(&mut text, &head);
    for (handle, details) in rows {
        let cells = RosterColumn::ALL.map(|column| match column {
            RosterColumn::Handle => guard_formula(handle),
            _ => guard_formula(details.get(column)),
        });
        push_row(&mut text, &cells);
    }
    text
}

/// A row in the form of RFC 4180.
fn push_row(text: &mut String, cells: &[String]) {
    for (at, cell) in cells.iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        if cell.contains(['"', ',', ';', '\t', '\n', '\r']) {
            text.push('"');
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(cell);
        }
    }
    text.push_str("\r\n");
}
