//! Errors in a roster file, with their positions.

use crate::account::handle::HandleError;

use super::super::FieldError as TextFault;
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

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RosterErrorKind {
    EmptyFile,
    NoRows,
    TooLarge,
    TooManyRows,
    Workbook,
    Utf16,
    NotUtf8 { byte: u8, character: char },
    NoHandleColumn,
    UnknownColumn(String),
    DuplicateColumn(String),
    WrongCellCount { got: usize, expected: usize },
    MultilineCell,
    NoHandle,
    Formula(char),
    InvalidHandle { handle: String, fault: HandleError },
    DuplicateHandle { handle: String, line: u64 },
    LooksLike { handle: String, other: String },
    Retired { handle: String },
    InvalidAge(String),
    InvalidText(TextFault),
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
