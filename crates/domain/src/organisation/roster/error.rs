//! Errors in a roster file, with their positions.

use crate::account::handle::HandleError;
use crate::message::{Message, message, message_enum};

use super::super::FieldError as TextFault;
use super::columns::RosterColumn;
use super::reader::MAX_ROSTER_ROWS;

/// How many errors are listed at most.
pub(super) const MAX_LISTED_ERRORS: usize = 200;

/// A column of the file: its number, from 1, and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnRef {
    pub number: usize,
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterError {
    /// From 1, as in text editors; 0 if it concerns the whole file.
    pub line: u64,
    /// `None` if it concerns the whole row.
    pub column: Option<ColumnRef>,
    pub kind: RosterErrorKind,
}

impl RosterError {
    /// The message, with its position in the file.
    pub fn message(&self) -> Message {
        let (line, why) = (self.line, self.kind.message());
        match &self.column {
            _ if line == 0 => why,
            Some(ColumnRef { number, name }) => {
                message!("refused-file-cell", line = line, number, name, why = why)
            }
            None => message!("refused-file-line", line = line, why = why),
        }
    }
}

message_enum! {
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RosterErrorKind {
        EmptyFile => "refused-roster-empty-file" { columns = columns() },
        NoRows => "refused-roster-no-rows",
        TooLarge => "refused-roster-too-large",
        TooManyRows => "refused-roster-too-many-rows" { most = MAX_ROSTER_ROWS },
        Workbook => "refused-roster-workbook",
        Utf16 => "refused-roster-utf16",
        NotUtf8 { byte: u8, character: char } => "refused-roster-not-utf8" {
            byte = format!("{byte:#04x}"),
            character = character,
        },
        NoHandleColumn => "refused-roster-no-handle-column" { columns = columns() },
        UnknownColumn(name: String) => "refused-roster-unknown-column" {
            name = name,
            columns = columns(),
        },
        DuplicateColumn(name: String) => "refused-roster-duplicate-column",
        WrongCellCount { got: usize, expected: usize } => "refused-roster-wrong-cell-count",
        MultilineCell => "refused-roster-multiline-cell",
        NoHandle => "refused-roster-no-handle",
        Formula(sign: char) => "refused-roster-formula",
        InvalidHandle { handle: String, fault: HandleError } => "refused-roster-invalid-handle" {
            handle = handle,
            fault = fault.message(),
        },
        DuplicateHandle { handle: String, line: u64 } => "refused-roster-duplicate-handle",
        DuplicateNumber { number: String, line: u64 } => "refused-roster-duplicate-number",
        LooksLike { handle: String, other: String } => "refused-roster-looks-like",
        Retired { handle: String } => "refused-roster-retired",
        InvalidAge(text: String) => "refused-roster-invalid-age",
        InvalidText(fault: TextFault) => (fault.message()),
    }
}

fn columns() -> String {
    RosterColumn::ALL.map(RosterColumn::key).join(", ")
}

/// The first 200 errors of a file, and the number of further ones.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RosterErrors {
    pub listed: Vec<RosterError>,
    pub more: usize,
}

impl RosterErrors {
    pub fn push(&mut self, line: u64, column: Option<ColumnRef>, kind: RosterErrorKind) {
        if self.listed.len() < MAX_LISTED_ERRORS {
            self.listed.push(RosterError { line, column, kind });
        } else {
            self.more += 1;
        }
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }
}
