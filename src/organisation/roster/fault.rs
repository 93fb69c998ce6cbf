//! What is wrong with a roster, and where.

use std::fmt;

use crate::account::handle::HandleFault;

use super::super::Fault as TextFault;
use super::{Column, MOST_ROWS};

/// So many faults are told.
pub(super) const MOST_TOLD: usize = 200;

/// A column of the file: its number from 1, and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    pub number: usize,
    pub name: String,
}

/// A fault at its place. `Display` says it in English.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// From 1, as editors count; 0 where it is about the file.
    pub line: u64,
    /// `None` where it is about the whole row.
    pub column: Option<Place>,
    pub kind: FaultKind,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}, ", self.line)?;
        }
        if let Some(Place { number, name }) = &self.column {
            write!(f, "column {number} ({name}), ")?;
        }
        write!(f, "{}", self.kind)
    }
}

/// What is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FaultKind {
    #[error("the file is empty; its first row names the columns: {}", columns())]
    EmptyFile,
    #[error("there is no row below the names of the columns")]
    NoRows,
    #[error("the file is larger than 4 MiB; send it in parts")]
    TooLarge,
    #[error("there are more than {MOST_ROWS} rows; send them in parts")]
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
    ColumnTwice(String),
    #[error("the row has {got} cells, the first row {expected}")]
    Cells { got: usize, expected: usize },
    #[error("a cell has several lines; is a quotation mark not closed?")]
    SeveralLines,
    #[error("the handle is missing")]
    NoHandle,
    #[error("a handle does not begin with {0:?}, as formulas do")]
    Formula(char),
    #[error("the handle {handle:?} is not possible: {fault}")]
    Handle { handle: String, fault: HandleFault },
    #[error("{handle:?} is in line {line}, too")]
    HandleTwice { handle: String, line: u64 },
    #[error(
        "{handle:?} looks like {other:?}, who is another player; write that handle, or another"
    )]
    LooksLike { handle: String, other: String },
    #[error("{handle:?} is the handle of somebody who left; choose another")]
    Retired { handle: String },
    #[error("{0:?} is no age band; write u13, 13-17, 18-59, 60+ or nothing, and never a date")]
    Age(String),
    #[error("{0}")]
    Text(TextFault),
}

fn columns() -> String {
    Column::ALL.map(Column::key).join(", ")
}

impl FaultKind {
    /// The name of the sentence in the catalogues (`roster-fault-<key>`); frozen.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            FaultKind::EmptyFile => "empty-file",
            FaultKind::NoRows => "no-rows",
            FaultKind::TooLarge => "too-large",
            FaultKind::TooManyRows => "too-many-rows",
            FaultKind::Workbook => "workbook",
            FaultKind::Utf16 => "utf16",
            FaultKind::NotUtf8 { .. } => "not-utf8",
            FaultKind::NoHandleColumn => "no-handle-column",
            FaultKind::UnknownColumn(_) => "unknown-column",
            FaultKind::ColumnTwice(_) => "column-twice",
            FaultKind::Cells { .. } => "cells",
            FaultKind::SeveralLines => "several-lines",
            FaultKind::NoHandle => "no-handle",
            FaultKind::Formula(_) => "formula",
            FaultKind::Handle { .. } => "handle",
            FaultKind::HandleTwice { .. } => "handle-twice",
            FaultKind::LooksLike { .. } => "looks-like",
            FaultKind::Retired { .. } => "retired",
            FaultKind::Age(_) => "age",
            FaultKind::Text(fault) => fault.key(),
        }
    }

    /// What the sentence names.
    #[must_use]
    pub fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            FaultKind::TooManyRows => vec![("most", MOST_ROWS.to_string())],
            FaultKind::NotUtf8 { byte, character } => {
                vec![("byte", format!("{byte:#04x}")), ("character", character.to_string())]
            }
            FaultKind::EmptyFile | FaultKind::NoHandleColumn => vec![("columns", columns())],
            FaultKind::UnknownColumn(name) => {
                vec![("name", name.clone()), ("columns", columns())]
            }
            FaultKind::ColumnTwice(name) => vec![("name", name.clone())],
            FaultKind::Cells { got, expected } => {
                vec![("got", got.to_string()), ("expected", expected.to_string())]
            }
            FaultKind::Formula(sign) => vec![("sign", sign.to_string())],
            FaultKind::Handle { handle, fault } => {
                vec![("handle", handle.clone()), ("fault", fault.to_string())]
            }
            FaultKind::HandleTwice { handle, line } => {
                vec![("handle", handle.clone()), ("line", line.to_string())]
            }
            FaultKind::LooksLike { handle, other } => {
                vec![("handle", handle.clone()), ("other", other.clone())]
            }
            FaultKind::Retired { handle } => vec![("handle", handle.clone())],
            FaultKind::Age(text) => vec![("text", text.clone())],
            FaultKind::Text(fault) => fault.args(),
            FaultKind::NoRows
            | FaultKind::TooLarge
            | FaultKind::Workbook
            | FaultKind::Utf16
            | FaultKind::SeveralLines
            | FaultKind::NoHandle => Vec::new(),
        }
    }
}

/// The first 200 faults of a file, and how many there are behind them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    pub told: Vec<Fault>,
    pub more: usize,
}

impl Faults {
    pub fn push(&mut self, line: u64, column: Option<Place>, kind: FaultKind) {
        if self.told.len() < MOST_TOLD {
            self.told.push(Fault { line, column, kind });
        } else {
            self.more += 1;
        }
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.told.is_empty()
    }
}
