//! What is wrong with what people write of an organisation.

/// What is wrong with one value. `Display` says it in English, [`Fault::key`] names the sentence in
/// the catalogues, and [`Fault::args`] what is put into it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    #[error("there is nothing here; write something")]
    Empty,
    #[error("too short; write at least {least} characters")]
    TooShort { least: usize },
    #[error("too long; write at most {most} characters")]
    TooLong { most: usize },
    #[error(
        "character {at} (U+{code:04X}) cannot be seen or turns the writing round; write it anew"
    )]
    Unseen { at: usize, code: u32 },
    #[error("begins with {0:?}; begin with a letter or a digit")]
    Beginning(char),
    #[error("has {0:?}; use a-z, 0-9 and single dashes between them")]
    SlugCharacter(char),
    #[error("{0:?} is a word of the site; choose another")]
    Reserved(String),
    #[error("is no colour; write it as #rrggbb, such as #0b3d2e")]
    NoColor,
    #[error("is no address of a website; write it as https://example.org")]
    NoWebsite,
    #[error("ends before it begins; the last day is the first day or later")]
    EndsBefore,
    #[error("is no day from 1990 to 2199")]
    FarDay,
    #[error("overlaps with {0:?}; a day is in one season at most")]
    Overlaps(String),
    #[error("{0:?} is there twice; give each its own name")]
    Twice(String),
    #[error("does not begin above the title before it; write the lowest first")]
    NotRising,
    #[error("is no rating from 0 to 4000 points")]
    NoRating,
    #[error(
        "is no scale; write a kind, a colon and points that do not rise: monthly: 10 7 5 3 2 1"
    )]
    NoPoints,
    #[error("too many; there may be {most}")]
    TooMany { most: usize },
}

impl Fault {
    /// The name of the sentence in the catalogues (`organisation-fault-<key>`); frozen.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        match self {
            Fault::Empty => "empty",
            Fault::TooShort { .. } => "too-short",
            Fault::TooLong { .. } => "too-long",
            Fault::Unseen { .. } => "unseen",
            Fault::Beginning(_) => "beginning",
            Fault::SlugCharacter(_) => "slug-character",
            Fault::Reserved(_) => "reserved",
            Fault::NoColor => "no-color",
            Fault::NoWebsite => "no-website",
            Fault::EndsBefore => "ends-before",
            Fault::FarDay => "far-day",
            Fault::Overlaps(_) => "overlaps",
            Fault::Twice(_) => "twice",
            Fault::NotRising => "not-rising",
            Fault::NoRating => "no-rating",
            Fault::NoPoints => "no-points",
            Fault::TooMany { .. } => "too-many",
        }
    }

    /// What the sentence names.
    #[must_use]
    pub fn args(&self) -> Vec<(&'static str, String)> {
        match self {
            Fault::TooShort { least } => vec![("least", least.to_string())],
            Fault::TooLong { most } | Fault::TooMany { most } => vec![("most", most.to_string())],
            Fault::Unseen { at, code } => {
                vec![("at", at.to_string()), ("code", format!("U+{code:04X}"))]
            }
            Fault::Beginning(character) | Fault::SlugCharacter(character) => {
                vec![("character", character.to_string())]
            }
            Fault::Reserved(word) | Fault::Overlaps(word) | Fault::Twice(word) => {
                vec![("word", word.clone())]
            }
            Fault::Empty
            | Fault::NoColor
            | Fault::NoWebsite
            | Fault::EndsBefore
            | Fault::FarDay
            | Fault::NotRising
            | Fault::NoRating
            | Fault::NoPoints => Vec::new(),
        }
    }
}

/// A fault of one row of a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("row {}, {field}: {fault}", row + 1)]
pub struct FaultAt {
    /// From 0.
    pub row: usize,
    pub field: &'static str,
    pub fault: Fault,
}

impl FaultAt {
    pub(super) fn new(row: usize, field: &'static str, fault: Fault) -> FaultAt {
        FaultAt { row, field, fault }
    }
}
