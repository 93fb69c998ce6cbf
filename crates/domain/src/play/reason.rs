//! An official's reason, shown verbatim to both players.

use crate::organisation::{FieldError, text};

/// One line of 1 to 500 visible characters.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Reason(String);

impl Reason {
    /// The maximum length, in characters.
    pub const LONGEST: usize = 500;

    /// Trims the text and collapses its spaces.
    pub fn new(written: &str) -> Result<Reason, FieldError> {
        let line = text::clean_line(written, Reason::LONGEST)?;
        if line.is_empty() { Err(FieldError::Empty) } else { Ok(Reason(line)) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}
