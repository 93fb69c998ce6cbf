//! Parses rosters: columns in any order, every error at its position.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use crate::account::age::AgeBand;
use crate::account::handle::is_invisible;

use super::super::line_counter::LineCounter;
use super::super::separator_line::strip_separator_line;
use super::super::text_decoding::{self, TextDecodeError, TextEncoding};
use super::super::{FieldError as TextFault, text};
use super::columns::{CellEdit, RosterColumn, RosterFileRow, parse_age_band};
use super::error::{ColumnRef, RosterErrorKind, RosterErrors};
use super::writer::{formula_sign, is_guarded};

/// The maximum size of a file, in bytes.
pub const MAX_ROSTER_BYTES: usize = 4 * 1024 * 1024;
pub const MAX_ROSTER_ROWS: usize = 20_000;

/// A parsed file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roster {
    /// The rows without errors, in the order of the file.
    pub lines: Vec<RosterFileRow>,
    pub errors: RosterErrors,
    pub handle_column: Option<ColumnRef>,
    pub number_column: Option<ColumnRef>,
    pub encoding: TextEncoding,
}

/// Reads a file in UTF-8, UTF-16 or Windows-1252 whose header row names the columns, separated by
/// commas, semicolons or tabs. Handles are not validated here: existing players may have any.
pub fn read_roster(file: &[u8]) -> Roster {
    let mut roster = Roster::default();
    if file.len() > MAX_ROSTER_BYTES {
        roster.errors.push(0, None, RosterErrorKind::TooLarge);
        return roster;
    }
    let text = match decode_roster(file) {
        Ok((text, encoding)) => {
            roster.encoding = encoding;
            text
        }
        Err((line, kind)) => {
            roster.errors.push(line, None, kind);
            return roster;
        }
    };
    let (text, skipped) = strip_separator_line(&text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut columns: Option<Vec<Option<RosterColumn>>> = None;
    let mut lines = LineCounter::new(text, 1 + skipped);
    let mut rows = 0;
    for record in reader.records() {
        // The text is UTF-8 and rows may have any length, so no record fails.
        let Ok(record) = record else { break };
        let line = lines.line_at(record.position().map_or(0, csv::Position::byte));
        let Some(columns) = &columns else {
            let found = read_header(line, &record, &mut roster.errors);
            roster.handle_column = column_ref(&found, RosterColumn::Handle);
            roster.number_column = column_ref(&found, RosterColumn::Number);
            columns = Some(found);
            continue;
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        rows += 1;
        if rows > MAX_ROSTER_ROWS {
            roster.errors.push(line, None, RosterErrorKind::TooManyRows);
            // The rows are not used, since the file has to be split.
            roster.lines.clear();
            break;
        }
        RowReader { line, columns, record: &record, faults: &mut roster.errors }
            .read_into(&mut roster.lines);
    }
    if rows == 0 && roster.errors.is_empty() {
        let kind =
            if columns.is_some() { RosterErrorKind::NoRows } else { RosterErrorKind::EmptyFile };
        roster.errors.push(0, None, kind);
    }
    roster
}

/// The text of a file and its encoding, or the line and kind of the error.
fn decode_roster(file: &[u8]) -> Result<(Cow<'_, str>, TextEncoding), (u64, RosterErrorKind)> {
    text_decoding::decode(file).map_err(|why| match why {
        TextDecodeError::Empty => (0, RosterErrorKind::EmptyFile),
        TextDecodeError::Workbook => (0, RosterErrorKind::Workbook),
        TextDecodeError::BrokenUtf16 => (0, RosterErrorKind::Utf16),
        TextDecodeError::InvalidByte { line, byte } => {
            (line, RosterErrorKind::NotUtf8 { byte, character: char::from(byte) })
        }
    })
}

/// The delimiter that yields the most known columns in the header row.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let known = |delimiter: &u8| {
        let cells = first.split(char::from(*delimiter));
        cells
            .filter(|cell| RosterColumn::from_header(cell.trim().trim_matches('"')).is_some())
            .count()
    };
    // Of equals the last is taken: the comma.
    [b'\t', b';', b','].into_iter().max_by_key(known).unwrap_or(b',')
}

fn read_header(
    line: u64,
    record: &csv::StringRecord,
    faults: &mut RosterErrors,
) -> Vec<Option<RosterColumn>> {
    let mut columns: Vec<Option<RosterColumn>> = Vec::with_capacity(record.len());
    for (at, cell) in record.iter().enumerate() {
        let name: String = cell.trim().chars().take(40).collect();
        let place = || Some(ColumnRef { number: at + 1, name: name.clone() });
        let column = RosterColumn::from_header(cell);
        match column {
            None => faults.push(line, place(), RosterErrorKind::UnknownColumn(name.clone())),
            Some(_) if columns.contains(&column) => {
                faults.push(line, place(), RosterErrorKind::DuplicateColumn(name.clone()));
            }
            Some(_) => {}
        }
        columns.push(column);
    }
    if !columns.contains(&Some(RosterColumn::Handle)) {
        faults.push(line, None, RosterErrorKind::NoHandleColumn);
    }
    columns
}

fn column_ref(columns: &[Option<RosterColumn>], column: RosterColumn) -> Option<ColumnRef> {
    let at = columns.iter().position(|one| *one == Some(column))?;
    Some(ColumnRef { number: at + 1, name: column.key().to_owned() })
}

/// The parser of one row, which becomes a [`RosterFileRow`].
struct RowReader<'a> {
    line: u64,
    columns: &'a [Option<RosterColumn>],
    record: &'a csv::StringRecord,
    faults: &'a mut RosterErrors,
}

impl RowReader<'_> {
    /// Adds the row to `lines` if it has no errors.
    fn read_into(mut self, lines: &mut Vec<RosterFileRow>) {
        if self.record.iter().any(|cell| cell.contains(['\n', '\r'])) {
            self.faults.push(self.line, None, RosterErrorKind::MultilineCell);
            return;
        }
        let (got, expected) = (self.record.len(), self.columns.len());
        if got != expected {
            self.faults.push(self.line, None, RosterErrorKind::WrongCellCount { got, expected });
            return;
        }
        let handle = self.handle();
        let name = self.cell(RosterColumn::Name);
        let club = self.cell(RosterColumn::Club);
        let province = self.cell(RosterColumn::Province);
        let number = self.cell(RosterColumn::Number);
        let age = self.age();
        if let (Some(handle), Some(name), Some(club), Some(province), Some(number), Some(age)) =
            (handle, name, club, province, number, age)
        {
            let line = self.line;
            lines.push(RosterFileRow { line, handle, name, club, province, number, age });
        }
    }

    /// The trimmed text of a column and its position; empty if there is no such column.
    fn text(&self, column: RosterColumn) -> (String, Option<ColumnRef>) {
        let place = column_ref(self.columns, column);
        let cell = place.as_ref().and_then(|place| self.record.get(place.number - 1));
        (cell.unwrap_or_default().trim().to_owned(), place)
    }

    fn push_error<T>(&mut self, place: Option<ColumnRef>, kind: RosterErrorKind) -> Option<T> {
        self.faults.push(self.line, place, kind);
        None
    }

    fn handle(&mut self) -> Option<String> {
        let (text, place) = self.text(RosterColumn::Handle);
        // A missing column is reported once, for the header row.
        place.as_ref()?;
        if text.is_empty() {
            return self.push_error(place, RosterErrorKind::NoHandle);
        }
        if let Some(sign) = formula_sign(&text) {
            return self.push_error(place, RosterErrorKind::Formula(sign));
        }
        match text::clean_line(&text, RosterColumn::Handle.max_len()) {
            // Handles are stored composed.
            Ok(handle) => Some(handle.nfc().collect()),
            Err(fault) => self.push_error(place, RosterErrorKind::InvalidText(fault)),
        }
    }

    /// `None` if the cell has an error.
    fn cell(&mut self, column: RosterColumn) -> Option<CellEdit> {
        let (text, place) = self.text(column);
        match text.as_str() {
            "" => return Some(CellEdit::Keep),
            "-" => return Some(CellEdit::Erase),
            _ => {}
        }
        let text = if is_guarded(&text) { &text[1..] } else { &text };
        match text::clean_line(text, column.max_len()) {
            Ok(text) => Some(CellEdit::Set(text)),
            Err(fault) => self.push_error(place, RosterErrorKind::InvalidText(fault)),
        }
    }

    /// `None` if the cell has an error, `Some(None)` if it is empty.
    #[expect(clippy::option_option, reason = "wrong, nothing, and a band are three answers")]
    fn age(&mut self) -> Option<Option<AgeBand>> {
        let (text, place) = self.text(RosterColumn::Age);
        match text.as_str() {
            "" => return Some(None),
            "-" => return Some(Some(AgeBand::Unknown)),
            _ => {}
        }
        match parse_age_band(&text) {
            Some(age) => Some(Some(age)),
            None => {
                let shown: String = text.chars().take(RosterColumn::Age.max_len()).collect();
                let unseen = shown.chars().find(|one| is_invisible(*one));
                let kind = match unseen {
                    Some(one) => RosterErrorKind::InvalidText(TextFault::InvisibleCharacter {
                        at: 1,
                        code: u32::from(one),
                    }),
                    None => RosterErrorKind::InvalidAge(shown),
                };
                self.push_error(place, kind)
            }
        }
    }
}
