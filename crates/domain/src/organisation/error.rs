//! Validation errors of what people enter about an organisation.

/// What is wrong with one value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldError {
    Empty,
    TooShort {
        least: usize,
    },
    TooLong {
        most: usize,
    },
    /// A character that cannot be seen or changes the direction of the text; `at` is from 1.
    InvisibleCharacter {
        at: usize,
        code: u32,
    },
    /// Spreadsheets would take the text for a formula.
    FormulaSign(char),
    SlugCharacter(char),
    /// A word of the site.
    Reserved(String),
    InvalidColor,
    InvalidWebsite,
    EndsBefore,
    /// Not from 1990 to 2199.
    DayOutOfRange,
    /// Has days in common with this season.
    Overlaps(String),
    Duplicate(String),
    /// Not above the title before.
    NotRising,
    /// Not from 0 to 4000.
    InvalidRating,
    InvalidPoints,
    TooMany {
        most: usize,
    },
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
