//! Decodes a file, with errors in the terms of rosters.

use std::borrow::Cow;

use super::super::text_decoding::{self, TextDecodeError, TextEncoding};
use super::error::RosterErrorKind;

/// The text of a file and its encoding, or the line and kind of the error.
pub(super) fn decode_roster(
    file: &[u8],
) -> Result<(Cow<'_, str>, TextEncoding), (u64, RosterErrorKind)> {
    text_decoding::decode(file).map_err(|why| match why {
        TextDecodeError::Empty => (0, RosterErrorKind::EmptyFile),
        TextDecodeError::Workbook => (0, RosterErrorKind::Workbook),
        TextDecodeError::BrokenUtf16 => (0, RosterErrorKind::Utf16),
        TextDecodeError::InvalidByte { line, byte } => {
            (line, RosterErrorKind::NotUtf8 { byte, character: char::from(byte) })
        }
    })
}
