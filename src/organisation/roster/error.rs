//! Errors in a roster file, with their positions.

use std::fmt;

use crate::account::handle::HandleError;

use super::super::FieldError as TextFault;
use super::{MAX_ROSTER_ROWS, RosterColumn};

/// How many errors are listed at most.
pub(super) const MAX_LISTED_ERRORS: usize = 200;

/// A column of the file: its number, from 1, and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColumnRef {
    pub number: usize,
    pub name: String,
}

/// An error with its position. `Display` is the message in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RosterError {
    /// From 1, as in text editors; 0 if it concerns the whole file.
    pub line: u64,
    /// `None` if it concerns the whole row.
    pub column: Option<ColumnRef>,
    pub kind: RosterErrorKind,
}

impl fmt::Display for RosterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, ", self.line)?;
        }
        if let Some(ColumnRef { number, name }) = &self.column {
            write!(f, "column {number} ({name}), ")?;
        }
        write!(f, "{}", self.kind)
    }
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RosterErrorKind {
    #[error("the file is empty; its first row names the columns: {}", columns())]
    EmptyFile,
    #[error("there is no row below the names of the columns")]
    NoRows,
    #[error("the file is larger than 4 MiB; send it in parts")]
    TooLarge,
    #[error("there are more than {MAX_ROSTER_ROWS} rows; send them in parts")]
    TooManyRows,
    #[error("this is an Excel or OpenDocument workbook; save it as \"CSV UTF-8\"")]
    Workbook,
    #[error("the file is written in UTF-16; save it as \"CSV UTF-8\"")]
    Utf16,
    #[error(
        "the byte {byte:#04x} is not UTF-8, and would be {character:?} in Windows-1252; save the \
         file as \"CSV UTF-8\""
    )]
    NotUtf8 { byte: u8, character: char },
    #[error("no column is called handle; the first row names the columns: {}", columns())]
    NoHandleColumn,
    #[error("there is no column {name:?}; there are {known}", name = .0, known = columns())]
    UnknownColumn(String),
    #[error("the column {0:?} is there twice")]
    DuplicateColumn(String),
    #[error("the row has {got} cells, the first row {expected}")]
    WrongCellCount { got: usize, expected: usize },
    #[error("a cell has several lines; is a quotation mark not closed?")]
    MultilineCell,
    #[error("the handle is missing")]
    NoHandle,
    #[error("a handle does not begin with {0:?}, as formulas do")]
    Formula(char),
    #[error("the handle {handle:?} is not possible: {fault}")]
    InvalidHandle { handle: String, fault: HandleError },
    #[error("{handle:?} is in line {line}, too")]
    DuplicateHandle { handle: String, line: u64 },
    #[error(
        "{handle:?} looks like {other:?}, who is another player; write that handle, or another"
    )]
    LooksLike { handle: String, other: String },
    #[error("{handle:?} is the handle of somebody who left; choose another")]
    Retired { handle: String },
    #[error("{0:?} is no age band; write u13, 13-17, 18-59, 60+ or nothing, and never a date")]
    InvalidAge(String),
    #[error("{0}")]
    InvalidText(TextFault),
}

fn columns() -> String {
    RosterColumn::ALL.map(RosterColumn::key).join(", ")
}

impl RosterErrorKind {
    /// The frozen key in the catalogues (`roster-fault-<key>`).
    pub const fn key(&self) -> &'static str {
        match self {
            RosterErrorKind::EmptyFile => "empty-file",
            RosterErrorKind::NoRows => "no-rows",
            RosterErrorKind::TooLarge => "too-large",
            RosterErrorKind::TooManyRows => "too-many-rows",
            RosterErrorKind::Workbook => "workbook",
            RosterErrorKind::Utf16 => "utf16",
            RosterErrorKind::NotUtf8 { .. } => "not-utf8",
            RosterErrorKind::NoHandleColumn => "no-handle-column",
            RosterErrorKind::UnknownColumn(_) => "unknown-column",
            RosterErrorKind::DuplicateColumn(_) => "column-twice",
            RosterErrorKind::WrongCellCount { .. } => "cells",
            RosterErrorKind::MultilineCell => "several-lines",
            RosterErrorKind::NoHandle => "no-handle",
            RosterErrorKind::Formula(_) => "formula",
            RosterErrorKind::InvalidHandle { .. } => "handle",
            RosterErrorKind::DuplicateHandle { .. } => "handle-twice",
            RosterErrorKind::LooksLike { .. } => "looks-like",
            RosterErrorKind::Retired { .. } => "retired",
            RosterErrorKind::InvalidAge(_) => "age",
            RosterErrorKind::InvalidText(fault) => fault.key(),
        }
    }

    /// The arguments of the message.
    pub fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            RosterErrorKind::TooManyRows => vec![("most", MAX_ROSTER_ROWS.to_string())],
            RosterErrorKind::NotUtf8 { byte, character } => {
                vec![("byte", format!("{byte:#04x}")), ("character", character.to_string())]
            }
            RosterErrorKind::EmptyFile | RosterErrorKind::NoHandleColumn => {
                vec![("columns", columns())]
            }
            RosterErrorKind::UnknownColumn(name) => {
                vec![("name", name.clone()), ("columns", columns())]
            }
            RosterErrorKind::DuplicateColumn(name) => vec![("name", name.clone())],
            RosterErrorKind::WrongCellCount { got, expected } => {
                vec![("got", got.to_string()), ("expected", expected.to_string())]
            }
            RosterErrorKind::Formula(sign) => vec![("sign", sign.to_string())],
            RosterErrorKind::InvalidHandle { handle, fault } => {
                vec![("handle", handle.clone()), ("fault", fault.to_string())]
            }
            RosterErrorKind::DuplicateHandle { handle, line } => {
                vec![("handle", handle.clone()), ("line", line.to_string())]
            }
            RosterErrorKind::LooksLike { handle, other } => {
                vec![("handle", handle.clone()), ("other", other.clone())]
            }
            RosterErrorKind::Retired { handle } => vec![("handle", handle.clone())],
            RosterErrorKind::InvalidAge(text) => vec![("text", text.clone())],
            RosterErrorKind::InvalidText(fault) => fault.args(),
            RosterErrorKind::NoRows
            | RosterErrorKind::TooLarge
            | RosterErrorKind::Workbook
            | RosterErrorKind::Utf16
            | RosterErrorKind::MultilineCell
            | RosterErrorKind::NoHandle => Vec::new(),
        }
    }
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
