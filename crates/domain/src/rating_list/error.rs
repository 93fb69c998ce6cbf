//! Why a rating list is not read, and what is wrong with its rows.

use crate::contest::{BIRTH_YEARS, MAX_FEDERATION_NUMBER_LEN};
use crate::message::{Message, message, message_enum};
use crate::organisation::FieldError;

use super::{MAX_LISTED_PLAYERS, MAX_LISTED_RATING};

message_enum! {
    /// Why nothing of a list can be used.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ListErrorKind {
        Empty => "refused-list-file-empty",
        Archive => "refused-list-file-archive",
        Utf16 => "refused-roster-utf16",
        NoNameColumn => "refused-list-file-no-name",
        NoPlayers => "refused-list-file-no-players",
        Xml => "refused-list-file-xml",
        CutOff => "refused-list-file-cut-off",
        OpenQuote => "refused-roster-multiline-cell",
        LongLine => "refused-list-file-long-line",
        TooManyPlayers => "refused-list-file-too-many" { most = MAX_LISTED_PLAYERS },
        /// The file could not be read to its end.
        Broken(why: String) => "refused-list-file-broken",
    }
}

impl ListErrorKind {
    pub(super) fn at(self, line: u64) -> ListError {
        ListError { line, kind: self }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListError {
    /// From 1; 0 if it concerns the whole file.
    pub line: u64,
    pub kind: ListErrorKind,
}

impl ListError {
    pub fn message(&self) -> Message {
        line_message(self.line, self.kind.message())
    }
}

impl From<std::io::Error> for ListError {
    fn from(e: std::io::Error) -> ListError {
        ListErrorKind::Broken(e.to_string()).at(0)
    }
}

message_enum! {
    /// What is wrong with a row. Without a name it is left out, otherwise the wrong value is.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ListFaultKind {
        NoName => "refused-row-name-missing",
        Name(fault: FieldError) => (fault.message()),
        Number(text: String) => "refused-list-row-number" {
            text = text,
            most = MAX_FEDERATION_NUMBER_LEN,
        },
        Rating(text: String) => "refused-row-no-rating" { text = text, most = MAX_LISTED_RATING },
        BirthYear(text: String) => "refused-row-birth-year" {
            text = text,
            first = BIRTH_YEARS.start(),
            last = BIRTH_YEARS.end(),
        },
        Gender(text: String) => "refused-row-gender",
        NotText => "refused-list-row-not-text",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFault {
    /// From 1.
    pub line: u64,
    pub kind: ListFaultKind,
}

impl ListFault {
    pub fn message(&self) -> Message {
        line_message(self.line, self.kind.message())
    }
}

fn line_message(line: u64, why: Message) -> Message {
    match line {
        0 => why,
        line => message!("refused-file-line", line = line, why = why),
    }
}
