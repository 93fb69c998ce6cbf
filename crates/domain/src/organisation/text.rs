//! Validates text that people enter: trimmed, of bounded length, without invisible characters.

use crate::account::handle::is_invisible;

use super::{FieldError, RowError};

/// The first invisible character, except for spaces at the ends.
fn find_invisible(text: &str, allowed: fn(char) -> bool) -> Option<FieldError> {
    let found = text.chars().enumerate().find(|(_, one)| is_invisible(*one) && !allowed(*one));
    found.map(|(at, one)| FieldError::InvisibleCharacter { at: at + 1, code: u32::from(one) })
}

/// One line: trimmed, single spaces, at most `most` characters. May be empty.
pub fn clean_line(text: &str, most: usize) -> Result<String, FieldError> {
    if let Some(fault) = find_invisible(text.trim(), |_| false) {
        return Err(fault);
    }
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() > most { Err(FieldError::TooLong { most }) } else { Ok(line) }
}

/// Several lines: trimmed, at most `most` characters, line ends as `\n`. May be empty.
pub fn clean_lines(text: &str, most: usize) -> Result<String, FieldError> {
    let text = text.trim().replace("\r\n", "\n");
    if let Some(fault) = find_invisible(&text, |one| one == '\n' || one == '\t') {
        return Err(fault);
    }
    if text.chars().count() > most { Err(FieldError::TooLong { most }) } else { Ok(text) }
}

/// Trims the name of a row of a list, which must not be empty.
pub(super) fn clean_name(row: usize, name: &mut String, most: usize, faults: &mut Vec<RowError>) {
    match clean_line(name, most) {
        Ok(line) if line.is_empty() => faults.push(RowError::new(row, "name", FieldError::Empty)),
        Ok(line) => *name = line,
        Err(fault) => faults.push(RowError::new(row, "name", fault)),
    }
}

/// The error of a row whose name a row before it has, in whatever case.
pub(super) fn find_duplicate<'a>(
    row: usize,
    name: &str,
    mut before: impl Iterator<Item = &'a String>,
) -> Option<RowError> {
    let folded = name.to_lowercase();
    let is_same = |other: &String| other.to_lowercase() == folded && !folded.is_empty();
    let duplicate = || RowError::new(row, "name", FieldError::Duplicate(name.to_owned()));
    before.any(is_same).then(duplicate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_trimmed_and_has_single_spaces() {
        assert_eq!(clean_line("  Lungsod   ng Baguio ", 40), Ok("Lungsod ng Baguio".to_owned()));
        assert_eq!(clean_line(" \t ", 40), Ok(String::new()));
    }

    #[test]
    fn what_cannot_be_seen_is_refused_where_it_stands() {
        for hostile in ['\u{200b}', '\u{202e}', '\u{2066}', '\u{ad}', '\0', '\u{feff}', '\u{e0041}']
        {
            let text = format!("ab{hostile}c");
            let code = u32::from(hostile);
            assert_eq!(
                clean_line(&text, 40),
                Err(FieldError::InvisibleCharacter { at: 3, code }),
                "U+{code:04X}"
            );
            assert_eq!(
                clean_lines(&text, 40),
                Err(FieldError::InvisibleCharacter { at: 3, code }),
                "U+{code:04X}"
            );
        }
        assert_eq!(clean_line("a\nb", 40), Err(FieldError::InvisibleCharacter { at: 2, code: 10 }));
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(clean_line("ñññ", 3), Ok("ñññ".to_owned()));
        assert_eq!(clean_line("ñññ", 2), Err(FieldError::TooLong { most: 2 }));
    }

    #[test]
    fn a_text_keeps_its_lines() {
        assert_eq!(clean_lines(" a\r\n\r\nb\n", 40), Ok("a\n\nb".to_owned()));
    }
}
