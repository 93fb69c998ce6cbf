//! From bytes to text, with what is wrong as rosters tell it.

use std::borrow::Cow;

use super::super::text_file::{self, Encoding, NoText};
use super::fault::FaultKind;

/// The text of a file and how it was written; or the line and what is wrong there.
pub(super) fn text(file: &[u8]) -> Result<(Cow<'_, str>, Encoding), (u64, FaultKind)> {
    text_file::read(file).map_err(|why| match why {
        NoText::Empty => (0, FaultKind::EmptyFile),
        NoText::Workbook => (0, FaultKind::Workbook),
        NoText::BrokenUtf16 => (0, FaultKind::Utf16),
        NoText::Byte { line, byte } => {
            (line, FaultKind::NotUtf8 { byte, character: char::from(byte) })
        }
    })
}
