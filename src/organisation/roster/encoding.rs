//! From bytes to text: UTF-8 alone is read, and what it is instead is said.

use super::fault::FaultKind;

/// What Windows-1252 writes as 0x80 to 0x9f; the rest of its upper half is as in Unicode.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file, without a mark of its byte order; or the line and what is wrong there.
pub(super) fn text(file: &[u8]) -> Result<&str, (u64, FaultKind)> {
    match file {
        [] => return Err((0, FaultKind::EmptyFile)),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return Err((0, FaultKind::Utf16)),
        [b'P', b'K', 3, 4, ..] | [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            return Err((0, FaultKind::Workbook));
        }
        _ if is_utf16(file) => return Err((0, FaultKind::Utf16)),
        _ => {}
    }
    let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
    std::str::from_utf8(file).map_err(|e| {
        let at = e.valid_up_to();
        let line = 1 + file[..at].iter().filter(|byte| **byte == b'\n').count();
        let byte = file.get(at).copied().unwrap_or_default();
        let character = match byte {
            0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
            _ => char::from(byte),
        };
        (line as u64, FaultKind::NotUtf8 { byte, character })
    })
}

/// Without a mark of the byte order, UTF-16 of Latin letters has a zero in every other byte.
fn is_utf16(file: &[u8]) -> bool {
    let head = &file[..file.len().min(200)];
    let zeros = head.iter().filter(|byte| **byte == 0).count();
    zeros * 3 > head.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
        text.encode_utf16().flat_map(bytes).collect()
    }

    #[test]
    fn utf_8_is_read_with_and_without_its_mark() {
        assert_eq!(text("handle\nPeña".as_bytes()), Ok("handle\nPeña"));
        assert_eq!(text("\u{feff}handle".as_bytes()), Ok("handle"));
    }

    #[test]
    fn other_encodings_are_told_apart() {
        for file in [
            utf16("\u{feff}handle\nJuan", u16::to_le_bytes),
            utf16("\u{feff}handle\nJuan", u16::to_be_bytes),
            utf16("handle\nJuan", u16::to_le_bytes),
            utf16("handle\nJuan", u16::to_be_bytes),
        ] {
            assert_eq!(text(&file), Err((0, FaultKind::Utf16)));
        }
        let latin = b"handle\nJuan\nPe\xf1a";
        assert_eq!(text(latin), Err((3, FaultKind::NotUtf8 { byte: 0xf1, character: 'ñ' })));
        let quote = b"handle\nO\x92Brien";
        assert_eq!(text(quote), Err((2, FaultKind::NotUtf8 { byte: 0x92, character: '’' })));
        assert_eq!(text(b"PK\x03\x04..."), Err((0, FaultKind::Workbook)));
        assert_eq!(text(b""), Err((0, FaultKind::EmptyFile)));
    }
}
