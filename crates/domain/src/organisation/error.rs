//! Validation errors of what people enter about an organisation.

use crate::account::handle::code_point;
use crate::message::message_enum;

message_enum! {
    /// What is wrong with one value.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum FieldError {
        Empty => "refused-field-empty",
        TooShort { least: usize } => "refused-field-too-short",
        TooLong { most: usize } => "refused-field-too-long",
        /// A character that cannot be seen or changes the direction of the text; `at` is from 1.
        InvisibleCharacter { at: usize, code: u32 } => "refused-field-invisible-character" {
            at = at,
            code = code_point(*code),
        },
        /// Spreadsheets would take the text for a formula.
        FormulaSign(character: char) => "refused-field-formula-sign",
        SlugCharacter(character: char) => "refused-field-slug-character",
        /// A word of the site.
        Reserved(word: String) => "refused-field-reserved",
        InvalidColor => "refused-field-invalid-color",
        InvalidWebsite => "refused-field-invalid-website",
        EndsBefore => "refused-field-ends-before",
        /// Not from 1990 to 2199.
        DayOutOfRange => "refused-field-day-out-of-range",
        /// Has days in common with this season.
        Overlaps(word: String) => "refused-field-overlaps",
        Duplicate(word: String) => "refused-field-duplicate",
        /// Not above the title before.
        NotRising => "refused-field-not-rising",
        /// Not from 0 to 4000.
        InvalidRating => "refused-field-invalid-rating",
        InvalidPoints => "refused-field-invalid-points",
        TooMany { most: usize } => "refused-field-too-many",
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowError {
    /// From 0.
    pub row: usize,
    pub field: &'static str,
    pub fault: FieldError,
}

impl RowError {
    pub(super) fn new(row: usize, field: &'static str, fault: FieldError) -> RowError {
        RowError { row, field, fault }
    }
}
