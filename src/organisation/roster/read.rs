//! Reading a roster: columns in any order, all faults at their places.

use unicode_normalization::UnicodeNormalization;

use crate::account::age::AgeBand;
use crate::account::handle::is_unseen;

use super::super::text_file::Encoding;
use super::super::{Fault as TextFault, text};
use super::columns::{Cell, Column, Line, parse_band};
use super::encoding;
use super::fault::{FaultKind, Faults, Place};
use super::write::{is_guarded, sign_of};

/// The largest file that is read.
pub const MOST_BYTES: usize = 4 * 1024 * 1024;
/// The most rows that a file may have.
pub const MOST_ROWS: usize = 20_000;

/// What a file says, as far as it can be read.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Roster {
    /// The rows that are right by themselves, in the order of the file.
    pub lines: Vec<Line>,
    pub faults: Faults,
    /// Where the handles stand.
    pub handles: Option<Place>,
    /// How the file was written.
    pub encoding: Encoding,
}

/// Reads a file in UTF-8, UTF-16 or Windows-1252 whose first row names the columns, between commas, semicolons or tabs.
/// Whether a handle is possible is not looked at here: a player who is there may have any.
#[must_use]
pub fn read(file: &[u8]) -> Roster {
    let mut roster = Roster::default();
    if file.len() > MOST_BYTES {
        roster.faults.push(0, None, FaultKind::TooLarge);
        return roster;
    }
    let text = match encoding::text(file) {
        Ok((text, encoding)) => {
            roster.encoding = encoding;
            text
        }
        Err((line, kind)) => {
            roster.faults.push(line, None, kind);
            return roster;
        }
    };
    let (text, skipped) = without_separator_line(&text);
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter(text))
        .from_reader(text.as_bytes());
    let mut columns: Option<Vec<Option<Column>>> = None;
    let mut lines = Lines { text: text.as_bytes(), at: 0, line: 1 + skipped };
    let mut rows = 0;
    for record in reader.records() {
        // The text is UTF-8 and rows may have any length, so no record fails.
        let Ok(record) = record else { break };
        let line = lines.of(record.position().map_or(0, csv::Position::byte));
        let Some(columns) = &columns else {
            let found = head(line, &record, &mut roster.faults);
            roster.handles = place_of(&found, Column::Handle);
            columns = Some(found);
            continue;
        };
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        rows += 1;
        if rows > MOST_ROWS {
            roster.faults.push(line, None, FaultKind::TooManyRows);
            // Nobody works on what is to come in parts.
            roster.lines.clear();
            break;
        }
        Row { line, columns, record: &record, faults: &mut roster.faults }.read(&mut roster.lines);
    }
    if rows == 0 && roster.faults.is_empty() {
        let kind = if columns.is_some() { FaultKind::NoRows } else { FaultKind::EmptyFile };
        roster.faults.push(0, None, kind);
    }
    roster
}

/// Counts lines as editors do: the reader's own count lags where lines end in two characters or
/// are empty.
struct Lines<'a> {
    text: &'a [u8],
    at: usize,
    line: u64,
}

impl Lines<'_> {
    /// The line of a row that begins at this byte, or behind line ends there; rows come in order.
    fn of(&mut self, byte: u64) -> u64 {
        let start = usize::try_from(byte).unwrap_or(usize::MAX);
        while let Some(one) = self.text.get(self.at) {
            let ends = matches!(one, b'\r' | b'\n');
            if self.at >= start && !ends {
                break;
            }
            let half = *one == b'\r' && self.text.get(self.at + 1) == Some(&b'\n');
            self.line += u64::from(ends && !half);
            self.at += 1;
        }
        self.line
    }
}

/// Some spreadsheets write `sep=;` before everything else.
fn without_separator_line(text: &str) -> (&str, u64) {
    let first = text.lines().next().unwrap_or_default();
    if first.len() <= 8 && first.trim_matches('"').to_lowercase().starts_with("sep=") {
        (text.split_once('\n').map_or("", |(_, rest)| rest), 1)
    } else {
        (text, 0)
    }
}

/// The sign between the cells: the one that makes most known columns of the first row.
fn delimiter(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let known = |delimiter: &u8| {
        let cells = first.split(char::from(*delimiter));
        cells.filter(|cell| Column::parse(cell.trim().trim_matches('"')).is_some()).count()
    };
    // The last of equals is taken: the comma.
    [b'\t', b';', b','].into_iter().max_by_key(known).unwrap_or(b',')
}

fn head(line: u64, record: &csv::StringRecord, faults: &mut Faults) -> Vec<Option<Column>> {
    let mut columns: Vec<Option<Column>> = Vec::with_capacity(record.len());
    for (at, cell) in record.iter().enumerate() {
        let name: String = cell.trim().chars().take(40).collect();
        let place = || Some(Place { number: at + 1, name: name.clone() });
        let column = Column::parse(cell);
        match column {
            None => faults.push(line, place(), FaultKind::UnknownColumn(name.clone())),
            Some(_) if columns.contains(&column) => {
                faults.push(line, place(), FaultKind::ColumnTwice(name.clone()));
            }
            Some(_) => {}
        }
        columns.push(column);
    }
    if !columns.contains(&Some(Column::Handle)) {
        faults.push(line, None, FaultKind::NoHandleColumn);
    }
    columns
}

fn place_of(columns: &[Option<Column>], column: Column) -> Option<Place> {
    let at = columns.iter().position(|one| *one == Some(column))?;
    Some(Place { number: at + 1, name: column.key().to_owned() })
}

/// A row on its way to a [`Line`].
struct Row<'a> {
    line: u64,
    columns: &'a [Option<Column>],
    record: &'a csv::StringRecord,
    faults: &'a mut Faults,
}

impl Row<'_> {
    /// Adds the row to `lines` where nothing is wrong with it.
    fn read(mut self, lines: &mut Vec<Line>) {
        if self.record.iter().any(|cell| cell.contains(['\n', '\r'])) {
            self.faults.push(self.line, None, FaultKind::SeveralLines);
            return;
        }
        let (got, expected) = (self.record.len(), self.columns.len());
        if got != expected {
            self.faults.push(self.line, None, FaultKind::Cells { got, expected });
            return;
        }
        let handle = self.handle();
        let cell = |row: &mut Self, column| row.cell(column);
        let name = cell(&mut self, Column::Name);
        let club = cell(&mut self, Column::Club);
        let province = cell(&mut self, Column::Province);
        let number = cell(&mut self, Column::Number);
        let age = self.age();
        if let (Some(handle), Some(name), Some(club), Some(province), Some(number), Some(age)) =
            (handle, name, club, province, number, age)
        {
            lines.push(Line { line: self.line, handle, name, club, province, number, age });
        }
    }

    /// The text of a column, trimmed, and its place; empty where there is no such column.
    fn text(&self, column: Column) -> (String, Option<Place>) {
        let place = place_of(self.columns, column);
        let cell = place.as_ref().and_then(|place| self.record.get(place.number - 1));
        (cell.unwrap_or_default().trim().to_owned(), place)
    }

    fn fault<T>(&mut self, place: Option<Place>, kind: FaultKind) -> Option<T> {
        self.faults.push(self.line, place, kind);
        None
    }

    fn handle(&mut self) -> Option<String> {
        let (text, place) = self.text(Column::Handle);
        // Without the column the fault is told once, at the first row.
        place.as_ref()?;
        if text.is_empty() {
            return self.fault(place, FaultKind::NoHandle);
        }
        if let Some(sign) = sign_of(&text) {
            return self.fault(place, FaultKind::Formula(sign));
        }
        match text::line(&text, Column::Handle.most()) {
            // Composed, as handles are kept.
            Ok(handle) => Some(handle.nfc().collect()),
            Err(fault) => self.fault(place, FaultKind::Text(fault)),
        }
    }

    /// `None` where the cell is wrong.
    fn cell(&mut self, column: Column) -> Option<Cell> {
        let (text, place) = self.text(column);
        match text.as_str() {
            "" => return Some(Cell::Keep),
            "-" => return Some(Cell::Erase),
            _ => {}
        }
        let text = if is_guarded(&text) { &text[1..] } else { &text };
        match text::line(text, column.most()) {
            Ok(text) => Some(Cell::Set(text)),
            Err(fault) => self.fault(place, FaultKind::Text(fault)),
        }
    }

    /// `None` where the cell is wrong, `Some(None)` where nothing stands in it.
    #[expect(clippy::option_option, reason = "wrong, nothing, and a band are three answers")]
    fn age(&mut self) -> Option<Option<AgeBand>> {
        let (text, place) = self.text(Column::Age);
        match text.as_str() {
            "" => return Some(None),
            "-" => return Some(Some(AgeBand::Unknown)),
            _ => {}
        }
        match parse_band(&text) {
            Some(age) => Some(Some(age)),
            None => {
                let shown: String = text.chars().take(Column::Age.most()).collect();
                let unseen = shown.chars().find(|one| is_unseen(*one));
                let kind = match unseen {
                    Some(one) => FaultKind::Text(TextFault::Unseen { at: 1, code: u32::from(one) }),
                    None => FaultKind::Age(shown),
                };
                self.fault(place, kind)
            }
        }
    }
}
