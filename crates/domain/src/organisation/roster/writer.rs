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

/// Writes handles and details.
pub fn write_roster<'a>(rows: impl Iterator<Item = (&'a str, &'a MemberDetails)>) -> String {
    let cells = rows.map(|(handle, details)| {
        RosterColumn::ALL.map(|column| match column {
            RosterColumn::Handle => handle.to_owned(),
            _ => details.get(column).to_owned(),
        })
    });
    write_table(RosterColumn::ALL.map(RosterColumn::key), cells)
}

/// Writes a table with these columns in UTF-8 with a byte order mark, in which spreadsheets find no formulas.
pub fn write_table<const N: usize>(
    columns: [&str; N],
    rows: impl Iterator<Item = [String; N]>,
) -> String {
    let mut text = String::from('\u{feff}');
    push_row(&mut text, &columns.map(str::to_owned));
    for cells in rows {
        push_row(&mut text, &cells.map(|cell| guard_formula(&cell)));
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
