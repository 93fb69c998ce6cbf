//! Writes rosters that [`read_roster`](super::read_roster) reads back and in which spreadsheets
//! find no formulas.

use super::columns::{MemberDetails, RosterColumn};

/// First characters of formulas, including their full-width forms (OWASP, "CSV Injection").
const FORMULA_SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// The first character, if the text begins like a formula.
pub(super) fn formula_sign(text: &str) -> Option<char> {
    text.chars().next().filter(|first| FORMULA_SIGNS.contains(first))
}

/// Whether the text is escaped: an apostrophe before a formula or before another such apostrophe.
pub(super) fn is_guarded(text: &str) -> bool {
    text.starts_with('\'') && formula_sign(text.trim_start_matches('\'')).is_some()
}

/// Puts an apostrophe before what a spreadsheet would run; [`is_guarded`] recognises it.
fn guard_formula(text: &str) -> String {
    let guard = formula_sign(text).is_some() || is_guarded(text);
    if guard { format!("'{text}") } else { text.to_owned() }
}

/// Writes handles and details in UTF-8 with a byte order mark, which spreadsheets need.
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

/// A row as in RFC 4180.
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
