//! A row with the texts of its known columns, and the player it is about.

use super::column::Column;
use super::error::ListFaultKind;
use super::{ListedPlayer, MAX_LISTED_NAME_LEN, MAX_LISTED_RATING, RatingKind};
use crate::account::handle::is_invisible;
use crate::contest::{BIRTH_YEARS, Gender, MAX_FEDERATION_NUMBER_LEN};
use crate::organisation::text::clean_line;
use crate::organisation::text_decoding::decode_windows_1252;

/// Shown length of a wrong value, in characters.
const MAX_SHOWN_CHARS: usize = 40;
/// Length to which a cell is cut, in bytes: more than anything that is kept of it.
pub(super) const MAX_CELL_BYTES: usize = 1 << 10;
/// Maximum length of the code of a federation, in characters.
const MAX_FEDERATION_LEN: usize = 10;

#[derive(Debug, Default)]
pub(super) struct RawRow {
    /// From 1.
    pub(super) line: u64,
    cells: Vec<(Column, String)>,
    /// Whether a cell was no text.
    is_broken: bool,
}

impl RawRow {
    pub(super) fn clear(&mut self) {
        self.cells.clear();
        self.is_broken = false;
    }

    /// Adds a cell, unless there is one of its column.
    pub(super) fn push(&mut self, column: Column, text: String) {
        if !self.has(column) {
            self.cells.push((column, text));
        }
    }

    fn has(&self, column: Column) -> bool {
        self.cells.iter().any(|(own, _)| *own == column)
    }

    /// Adds the bytes of a cell: UTF-8, or else Windows-1252.
    pub(super) fn push_bytes(&mut self, column: Column, bytes: &[u8]) {
        if self.has(column) {
            return;
        }
        match decode(&bytes[..bytes.len().min(MAX_CELL_BYTES)]) {
            Some(text) => self.push(column, text),
            None => self.is_broken = true,
        }
    }

    /// The trimmed text of a column; `None` if the list does not have it.
    fn text(&self, column: Column) -> Option<&str> {
        self.cells.iter().find(|(own, _)| *own == column).map(|(_, text)| text.trim())
    }

    /// The player of the row. A value that is wrong is left out, and so is a row without a name.
    pub(super) fn player(
        &self,
        kind: RatingKind,
        mut fault: impl FnMut(ListFaultKind),
    ) -> Option<ListedPlayer> {
        if self.is_broken {
            fault(ListFaultKind::NotText);
            return None;
        }
        let name = match clean_line(&self.name(), MAX_LISTED_NAME_LEN) {
            Ok(name) if name.is_empty() => {
                fault(ListFaultKind::NoName);
                return None;
            }
            Ok(name) => name,
            Err(why) => {
                fault(ListFaultKind::Name(why));
                return None;
            }
        };
        let federation_number = or_fault(self.number(), &mut fault);
        let rating = or_fault(self.rating(kind), &mut fault);
        let birth_year = or_fault(self.birth_year(), &mut fault);
        let gender = or_fault(self.gender(), &mut fault);
        let federation = self.text(Column::Federation).unwrap_or_default();
        let federation = clean_line(federation, MAX_FEDERATION_LEN).unwrap_or_default();
        Some(ListedPlayer { federation_number, name, federation, rating, birth_year, gender })
    }

    fn name(&self) -> String {
        let part = |column| self.text(column).unwrap_or_default();
        match part(Column::Name) {
            "" => match (part(Column::Surname), part(Column::GivenName)) {
                (surname, "") => surname.to_owned(),
                ("", given) => given.to_owned(),
                (surname, given) => format!("{surname}, {given}"),
            },
            name => name.to_owned(),
        }
    }

    fn number(&self) -> Result<String, ListFaultKind> {
        match self.text(Column::Number).unwrap_or_default() {
            "0" => Ok(String::new()),
            text => clean_line(text, MAX_FEDERATION_NUMBER_LEN)
                .map_err(|_| ListFaultKind::Number(shown(text))),
        }
    }

    /// The rating of this kind, or the only one of the list; 0 for none.
    fn rating(&self, kind: RatingKind) -> Result<u32, ListFaultKind> {
        let own = self.text(Column::RatingOf(kind)).or_else(|| self.text(Column::Rating));
        match own.unwrap_or_default() {
            "" | "-" => Ok(0),
            text => match text.parse() {
                Ok(rating) if rating <= MAX_LISTED_RATING => Ok(rating),
                _ => Err(ListFaultKind::Rating(shown(text))),
            },
        }
    }

    /// The year of a year or a date: the day is not kept.
    fn birth_year(&self) -> Result<Option<u16>, ListFaultKind> {
        let text = self.text(Column::BirthYear).unwrap_or_default();
        if text.chars().all(|one| !one.is_ascii_digit() || one == '0') {
            return Ok(None);
        }
        let numbers = text.split(|sign: char| !sign.is_ascii_digit());
        let years: Vec<&str> = numbers.filter(|digits| digits.len() == 4).collect();
        match years[..] {
            ["0000"] => Ok(None),
            [year] if year.parse().is_ok_and(|year| BIRTH_YEARS.contains(&year)) => {
                Ok(year.parse().ok())
            }
            _ => Err(ListFaultKind::BirthYear(shown(text))),
        }
    }

    fn gender(&self) -> Result<Option<Gender>, ListFaultKind> {
        let text = self.text(Column::Gender).unwrap_or_default();
        Ok(Some(match text.to_lowercase().as_str() {
            "" | "-" => return Ok(None),
            "f" | "w" | "female" | "woman" | "girl" | "babae" => Gender::Female,
            "m" | "male" | "man" | "boy" | "lalaki" => Gender::Male,
            _ => return Err(ListFaultKind::Gender(shown(text))),
        }))
    }
}

/// The value, or none after its fault was reported.
fn or_fault<T: Default>(
    value: Result<T, ListFaultKind>,
    fault: &mut impl FnMut(ListFaultKind),
) -> T {
    value.unwrap_or_else(|kind| {
        fault(kind);
        T::default()
    })
}

/// The text of bytes in UTF-8, or else in Windows-1252.
fn decode(bytes: &[u8]) -> Option<String> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(text.to_owned()),
        Err(_) => decode_windows_1252(bytes),
    }
}

/// The beginning of a wrong value, as it is shown in an error.
fn shown(text: &str) -> String {
    text.chars().filter(|one| !is_invisible(*one)).take(MAX_SHOWN_CHARS).collect()
}
