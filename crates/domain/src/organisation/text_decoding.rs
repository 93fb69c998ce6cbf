//! Decodes files in UTF-8, UTF-16 and Windows-1252, exactly or not at all.

use std::borrow::Cow;

/// The Windows-1252 characters for 0x80 to 0x9f, or zero; the rest of its upper half is as in
/// Unicode.
const WINDOWS_1252: [char; 32] = [
    '€', '\0', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\0', 'Ž', '\0', '\0', '‘',
    '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\0', 'ž', 'Ÿ',
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextEncoding {
    #[default]
    Utf8,
    Utf16,
    /// A guess, which the user is told of so that they check the result.
    Windows1252,
}

/// Why a file is not text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextDecodeError {
    Empty,
    /// A workbook of Excel or OpenDocument.
    Workbook,
    /// UTF-16 with half a character.
    BrokenUtf16,
    /// A byte without meaning, with its line, from 1.
    InvalidByte {
        line: u64,
        byte: u8,
    },
}

/// The text of a file, without its byte order mark. Falls back to Windows-1252 if the file is not
/// UTF-8 and shows no sign of another encoding.
/// Returns a [`TextDecodeError`]; no character is ever replaced.
pub fn decode(file: &[u8]) -> Result<(Cow<'_, str>, TextEncoding), TextDecodeError> {
    match file {
        [] => return Err(TextDecodeError::Empty),
        [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            return Err(TextDecodeError::Workbook);
        }
        [0xff, 0xfe, rest @ ..] => return decode_utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => return decode_utf16(rest, u16::from_be_bytes),
        _ => {}
    }
    if let Some(big) = looks_like_utf16(file) {
        return decode_utf16(file, if big { u16::from_be_bytes } else { u16::from_le_bytes });
    }
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    if let Ok(text) = std::str::from_utf8(file) {
        return Ok((Cow::Borrowed(text), TextEncoding::Utf8));
    }
    // A file with valid non-ASCII UTF-8 elsewhere is broken UTF-8, not another encoding.
    let mixed = file.utf8_chunks().any(|chunk| !chunk.valid().is_ascii());
    let broken = std::str::from_utf8(file).err().map(|e| e.valid_up_to()).filter(|_| mixed);
    let mut text = String::with_capacity(file.len() + file.len() / 8);
    for (at, byte) in file.iter().enumerate() {
        let character = windows_1252_character(*byte);
        if broken == Some(at) || (character == '\0' && !byte.is_ascii()) {
            let line = 1 + file[..at].iter().filter(|byte| **byte == b'\n').count();
            return Err(TextDecodeError::InvalidByte { line: line as u64, byte: *byte });
        }
        text.push(character);
    }
    Ok((Cow::Owned(text), TextEncoding::Windows1252))
}

/// The character of a byte in Windows-1252; zero if it has none.
fn windows_1252_character(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

/// The text of bytes in Windows-1252; `None` if one has no meaning there.
pub fn decode_windows_1252(bytes: &[u8]) -> Option<String> {
    let characters = bytes.iter().map(|byte| windows_1252_character(*byte));
    characters.map(|one| (one != '\0').then_some(one)).collect()
}

fn decode_utf16(
    bytes: &[u8],
    unit: fn([u8; 2]) -> u16,
) -> Result<(Cow<'_, str>, TextEncoding), TextDecodeError> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(TextDecodeError::BrokenUtf16);
    }
    let units = pairs.iter().map(|pair| unit(*pair));
    let text: Result<String, _> = char::decode_utf16(units).collect();
    let text = text.map_err(|_| TextDecodeError::BrokenUtf16)?;
    Ok((Cow::Owned(text), TextEncoding::Utf16))
}

/// Detects UTF-16 without a byte order mark: in Latin text every other byte is zero. `Some(true)`
/// if the first of each pair is.
fn looks_like_utf16(file: &[u8]) -> Option<bool> {
    let head = &file[..file.len().min(200)];
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|byte| **byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    ((even + odd) * 3 > head.len()).then_some(even > odd)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16_of(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    fn text_of(file: &[u8]) -> (String, TextEncoding) {
        let (text, encoding) = decode(file).expect("it is text");
        (text.into_owned(), encoding)
    }

    #[test]
    fn each_encoding_is_read_to_the_letter() {
        let wanted = || "name\nPeña".to_owned();
        assert_eq!(text_of(wanted().as_bytes()), (wanted(), TextEncoding::Utf8));
        assert_eq!(text_of("\u{feff}name\nPeña".as_bytes()), (wanted(), TextEncoding::Utf8));
        for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
            let marked = utf16_of("\u{feff}name\nPeña", bytes);
            assert_eq!(text_of(&marked), (wanted(), TextEncoding::Utf16));
            assert_eq!(text_of(&utf16_of("name\nPeña", bytes)), (wanted(), TextEncoding::Utf16));
        }
        let windows = (wanted(), TextEncoding::Windows1252);
        assert_eq!(text_of(b"name\nPe\xf1a"), windows);
        assert_eq!(text_of(b"O\x92Brien"), ("O’Brien".to_owned(), TextEncoding::Windows1252));
    }

    #[test]
    fn what_is_no_text_is_told_apart_and_nothing_is_replaced() {
        assert_eq!(decode(b""), Err(TextDecodeError::Empty));
        assert_eq!(decode(b"PK\x03\x04..."), Err(TextDecodeError::Workbook));
        assert_eq!(decode(b"a\n\x81b"), Err(TextDecodeError::InvalidByte { line: 2, byte: 0x81 }));
        assert_eq!(
            decode(b"Pe\xc3\xb1a\nPe\xf1a"),
            Err(TextDecodeError::InvalidByte { line: 2, byte: 0xf1 })
        );
        assert_eq!(decode(b"\xff\xfea\x00b"), Err(TextDecodeError::BrokenUtf16));
        assert_eq!(decode(b"\xff\xfe\x00\xd8a\x00"), Err(TextDecodeError::BrokenUtf16));
    }
}
