//! Validation errors of what people enter about an organisation.

/// What is wrong with one value. `Display` is the message in English, [`FieldError::key`] its key
/// in the catalogues, and [`FieldError::args`] its arguments.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FieldError {
    #[error("there is nothing here; write something")]
    Empty,
    #[error("too short; write at least {least} characters")]
    TooShort { least: usize },
    #[error("too long; write at most {most} characters")]
    TooLong { most: usize },
    #[error(
        "character {at} (U+{code:04X}) cannot be seen or turns the writing round; write it anew"
    )]
    InvisibleCharacter { at: usize, code: u32 },
    #[error("begins with {0:?}; begin with a letter or a digit")]
    FormulaSign(char),
    #[error("has {0:?}; use a-z, 0-9 and single dashes between them")]
    SlugCharacter(char),
    #[error("{0:?} is a word of the site; choose another")]
    Reserved(String),
    #[error("is no colour; write it as #rrggbb, such as #0b3d2e")]
    InvalidColor,
    #[error("is no address of a website; write it as https://example.org")]
    InvalidWebsite,
    #[error("ends before it begins; the last day is the first day or later")]
    EndsBefore,
    #[error("is no day from 1990 to 2199")]
    DayOutOfRange,
    #[error("overlaps with {0:?}; a day is in one season at most")]
    Overlaps(String),
    #[error("{0:?} is there twice; give each its own name")]
    Duplicate(String),
    #[error("does not begin above the title before it; write the lowest first")]
    NotRising,
    #[error("is no rating from 0 to 4000 points")]
    InvalidRating,
    #[error(
        "is no scale; write a kind, a colon and points that do not rise: monthly: 10 7 5 3 2 1"
    )]
    InvalidPoints,
    #[error("too many; there may be {most}")]
    TooMany { most: usize },
}

impl FieldError {
    /// The frozen key in the catalogues (`organisation-fault-<key>`).
    pub const fn key(&self) -> &'static str {
        match self {
            FieldError::Empty => "empty",
            FieldError::TooShort { .. } => "too-short",
            FieldError::TooLong { .. } => "too-long",
            FieldError::InvisibleCharacter { .. } => "unseen",
            FieldError::FormulaSign(_) => "beginning",
            FieldError::SlugCharacter(_) => "slug-character",
            FieldError::Reserved(_) => "reserved",
            FieldError::InvalidColor => "no-color",
            FieldError::InvalidWebsite => "no-website",
            FieldError::EndsBefore => "ends-before",
            FieldError::DayOutOfRange => "far-day",
            FieldError::Overlaps(_) => "overlaps",
            FieldError::Duplicate(_) => "twice",
            FieldError::NotRising => "not-rising",
            FieldError::InvalidRating => "no-rating",
            FieldError::InvalidPoints => "no-points",
            FieldError::TooMany { .. } => "too-many",
        }
    }

    /// The arguments of the message.
    pub fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            FieldError::TooShort { least } => vec![("least", least.to_string())],
            FieldError::TooLong { most } | FieldError::TooMany { most } => {
                vec![("most", most.to_string())]
            }
            FieldError::InvisibleCharacter { at, code } => {
                vec![("at", at.to_string()), ("code", format!("U+{code:04X}"))]
            }
            FieldError::FormulaSign(character) | FieldError::SlugCharacter(character) => {
                vec![("character", character.to_string())]
            }
            FieldError::Reserved(word)
            | FieldError::Overlaps(word)
            | FieldError::Duplicate(word) => {
                vec![("word", word.clone())]
            }
            FieldError::Empty
            | FieldError::InvalidColor
            | FieldError::InvalidWebsite
            | FieldError::EndsBefore
            | FieldError::DayOutOfRange
            | FieldError::NotRising
            | FieldError::InvalidRating
            | FieldError::InvalidPoints => Vec::new(),
        }
    }
}

/// An error in one row of a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("row {}, {field}: {fault}", row + 1)]
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
