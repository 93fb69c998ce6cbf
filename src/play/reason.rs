//! Why an official did something: shown to both players, word for word.

use crate::organisation::{FieldError, text};

/// One line of 1 to 500 characters, all of which can be seen.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason(String);

impl Reason {
    /// Longest reason, in characters.
    pub const LONGEST: usize = 500;

    /// Trims it and makes its spaces single.
    ///
    /// # Errors
    /// [`FieldError::Empty`], [`FieldError::TooLong`], [`FieldError::InvisibleCharacter`].
    pub fn new(written: &str) -> Result<Reason, FieldError> {
        let line = text::clean_line(written, Reason::LONGEST)?;
        if line.is_empty() { Err(FieldError::Empty) } else { Ok(Reason(line)) }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
