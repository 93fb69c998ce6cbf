//! The messages of what is wrong with names, texts, files and passwords.

use adjutant_domain::account::handle::HandleError;
use adjutant_domain::account::password::PasswordError;
use adjutant_domain::organisation::FieldError;
use adjutant_domain::organisation::logo::LogoError;
use adjutant_domain::organisation::roster::{
    ColumnRef, MAX_ROSTER_ROWS, RosterColumn, RosterError, RosterErrorKind,
};

use super::messages::LocalizedMessage;
use super::persons::Taken;
use super::refusals;

impl From<FieldError> for LocalizedMessage {
    fn from(fault: FieldError) -> LocalizedMessage {
        match fault {
            FieldError::Empty => refusals::FIELD_EMPTY.into(),
            FieldError::TooShort { least } => refusal!(FIELD_TOO_SHORT, least),
            FieldError::TooLong { most } => refusal!(FIELD_TOO_LONG, most),
            FieldError::InvisibleCharacter { at, code } => {
                refusal!(FIELD_INVISIBLE_CHARACTER, at, code = code_point(code))
            }
            FieldError::FormulaSign(character) => refusal!(FIELD_FORMULA_SIGN, character),
            FieldError::SlugCharacter(character) => refusal!(FIELD_SLUG_CHARACTER, character),
            FieldError::Reserved(word) => refusal!(FIELD_RESERVED, word),
            FieldError::InvalidColor => refusals::FIELD_INVALID_COLOR.into(),
            FieldError::InvalidWebsite => refusals::FIELD_INVALID_WEBSITE.into(),
            FieldError::EndsBefore => refusals::FIELD_ENDS_BEFORE.into(),
            FieldError::DayOutOfRange => refusals::FIELD_DAY_OUT_OF_RANGE.into(),
            FieldError::Overlaps(word) => refusal!(FIELD_OVERLAPS, word),
            FieldError::Duplicate(word) => refusal!(FIELD_DUPLICATE, word),
            FieldError::NotRising => refusals::FIELD_NOT_RISING.into(),
            FieldError::InvalidRating => refusals::FIELD_INVALID_RATING.into(),
            FieldError::InvalidPoints => refusals::FIELD_INVALID_POINTS.into(),
            FieldError::TooMany { most } => refusal!(FIELD_TOO_MANY, most),
        }
    }
}

impl From<LogoError> for LocalizedMessage {
    fn from(fault: LogoError) -> LocalizedMessage {
        match fault {
            LogoError::Empty => refusals::LOGO_EMPTY.into(),
            LogoError::TooLarge => refusals::LOGO_TOO_LARGE.into(),
            LogoError::UnsupportedFormat(kind) => refusal!(LOGO_UNSUPPORTED_FORMAT, kind),
            LogoError::UnknownFormat => refusals::LOGO_UNKNOWN_FORMAT.into(),
            LogoError::TooManyPixels => refusals::LOGO_TOO_MANY_PIXELS.into(),
            LogoError::Damaged => refusals::LOGO_DAMAGED.into(),
        }
    }
}

impl From<&HandleError> for LocalizedMessage {
    fn from(fault: &HandleError) -> LocalizedMessage {
        match *fault {
            HandleError::TooShort => refusals::HANDLE_TOO_SHORT.into(),
            HandleError::TooLong => refusals::HANDLE_TOO_LONG.into(),
            HandleError::Character(value) => refusal!(HANDLE_CHARACTER, value),
            HandleError::Invisible(code) => refusal!(HANDLE_INVISIBLE, value = code_point(code)),
            HandleError::MixedScripts => refusals::HANDLE_MIXED_SCRIPTS.into(),
            HandleError::InvalidEdge => refusals::HANDLE_EDGE.into(),
            HandleError::NoLetter => refusals::HANDLE_NO_LETTER.into(),
            HandleError::Reserved => refusals::HANDLE_RESERVED.into(),
        }
    }
}

impl From<PasswordError> for LocalizedMessage {
    fn from(fault: PasswordError) -> LocalizedMessage {
        let template = match fault {
            PasswordError::TooShort => refusals::PASSWORD_TOO_SHORT,
            PasswordError::TooLong => refusals::PASSWORD_TOO_LONG,
            PasswordError::Common => refusals::PASSWORD_COMMON,
            PasswordError::MostlyOwnWords => refusals::PASSWORD_OWN_WORDS,
        };
        template.into()
    }
}

impl From<&RosterErrorKind> for LocalizedMessage {
    fn from(kind: &RosterErrorKind) -> LocalizedMessage {
        match kind {
            RosterErrorKind::EmptyFile => refusal!(ROSTER_EMPTY_FILE, columns = columns()),
            RosterErrorKind::NoRows => refusals::ROSTER_NO_ROWS.into(),
            RosterErrorKind::TooLarge => refusals::ROSTER_TOO_LARGE.into(),
            RosterErrorKind::TooManyRows => refusal!(ROSTER_TOO_MANY_ROWS, most = MAX_ROSTER_ROWS),
            RosterErrorKind::Workbook => refusals::ROSTER_WORKBOOK.into(),
            RosterErrorKind::Utf16 => refusals::ROSTER_UTF16.into(),
            RosterErrorKind::NotUtf8 { byte, character } => {
                refusal!(ROSTER_NOT_UTF8, byte = format!("{byte:#04x}"), character)
            }
            RosterErrorKind::NoHandleColumn => {
                refusal!(ROSTER_NO_HANDLE_COLUMN, columns = columns())
            }
            RosterErrorKind::UnknownColumn(name) => {
                refusal!(ROSTER_UNKNOWN_COLUMN, name, columns = columns())
            }
            RosterErrorKind::DuplicateColumn(name) => refusal!(ROSTER_DUPLICATE_COLUMN, name),
            RosterErrorKind::WrongCellCount { got, expected } => {
                refusal!(ROSTER_WRONG_CELL_COUNT, got, expected)
            }
            RosterErrorKind::MultilineCell => refusals::ROSTER_MULTILINE_CELL.into(),
            RosterErrorKind::NoHandle => refusals::ROSTER_NO_HANDLE.into(),
            RosterErrorKind::Formula(sign) => refusal!(ROSTER_FORMULA, sign),
            RosterErrorKind::InvalidHandle { handle, fault } => {
                refusal!(ROSTER_INVALID_HANDLE, handle, fault = LocalizedMessage::from(fault))
            }
            RosterErrorKind::DuplicateHandle { handle, line } => {
                refusal!(ROSTER_DUPLICATE_HANDLE, handle, line)
            }
            RosterErrorKind::LooksLike { handle, other } => {
                refusal!(ROSTER_LOOKS_LIKE, handle, other)
            }
            RosterErrorKind::Retired { handle } => refusal!(ROSTER_RETIRED, handle),
            RosterErrorKind::InvalidAge(text) => refusal!(ROSTER_INVALID_AGE, text),
            RosterErrorKind::InvalidText(fault) => fault.clone().into(),
        }
    }
}

/// With its position in the file.
impl From<&RosterError> for LocalizedMessage {
    fn from(fault: &RosterError) -> LocalizedMessage {
        let (line, why) = (fault.line, LocalizedMessage::from(&fault.kind));
        match &fault.column {
            _ if line == 0 => why,
            Some(ColumnRef { number, name }) => refusal!(FILE_CELL, line, number, name, why),
            None => refusal!(FILE_LINE, line, why),
        }
    }
}

/// Handles are public, so the message may name the similar one.
impl From<Taken> for LocalizedMessage {
    fn from(taken: Taken) -> LocalizedMessage {
        match taken {
            Taken::Exists(name) | Taken::LooksLike(name) => refusal!(HANDLE_TAKEN, name),
            Taken::Retired => refusals::HANDLE_RETIRED.into(),
        }
    }
}

fn columns() -> String {
    RosterColumn::ALL.map(RosterColumn::key).join(", ")
}

fn code_point(number: u32) -> String {
    format!("U+{number:04X}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use adjutant_domain::organisation::roster::read_roster;

    #[test]
    fn roster_faults_say_where_they_are() {
        let file = "handle,age\nAna,12\nBen\n";
        let faults = read_roster(file.as_bytes()).errors.listed;
        let said: Vec<LocalizedMessage> = faults.iter().map(LocalizedMessage::from).collect();
        let starts = said[0].english().starts_with("Line 2, column 2 (age): “12” ");
        assert!(starts, "{}", said[0]);
        assert_eq!(said[1].key(), Some("refused-file-line"));
        let (_, why) = &said[1].values()[1];
        assert_eq!(why.key(), Some("refused-roster-wrong-cell-count"));
    }
}
