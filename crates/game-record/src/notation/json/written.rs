//! Maps offsets in a string's content to offsets in its JSON source.

/// Iterates over the source of a JSON string and its content in parallel.
pub(super) struct Written<'a> {
    /// The rest of the source after the opening quote.
    rest: &'a str,
    /// The number of bytes passed in the source and in the content.
    passed: (usize, usize),
}

impl<'a> Written<'a> {
    /// `string` has to be a valid JSON string.
    pub(super) fn new(string: &'a str) -> Written<'a> {
        Written { rest: string.strip_prefix('"').unwrap_or(string), passed: (1, 0) }
    }

    /// The source offset of the content's byte `offset`. Offsets must not decrease between calls,
    /// since the string is scanned once.
    pub(super) fn byte_of(&mut self, offset: usize) -> usize {
        while self.passed.1 < offset && !self.rest.is_empty() {
            let (written, content) = first_character(self.rest);
            self.rest = self.rest.get(written..).unwrap_or_default();
            self.passed = (self.passed.0 + written, self.passed.1 + content);
        }
        self.passed.0
    }
}

/// The length of the first character in the source and in UTF-8.
fn first_character(written: &str) -> (usize, usize) {
    match written.as_bytes() {
        [b'\\', b'u', digits @ ..] => {
            let unit = digits.get(..4).and_then(|digits| str::from_utf8(digits).ok());
            match unit.and_then(|digits| u32::from_str_radix(digits, 16).ok()) {
                // The first half of a surrogate pair: the second follows as another escape.
                Some(0xd800..0xdc00) => (12, 4),
                unit => (6, unit.and_then(char::from_u32).map_or(1, char::len_utf8)),
            }
        }
        [b'\\', ..] => (2, 1),
        _ => {
            let length = written.chars().next().map_or(1, char::len_utf8);
            (length, length)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_stands_where_it_is_written() {
        let string = r#""a\n\u0062ñ\u00f1\ud83c\udff3c""#;
        let content: String = serde_json::from_str(string).expect("it is a string");
        let mut written = Written::new(string);
        let places: Vec<usize> =
            content.char_indices().map(|(offset, _)| written.byte_of(offset)).collect();
        let expected = ["a\\n", "\\n", "\\u0062", "ñ", "\\u00f1", "\\ud83c", "c\""];
        let expected: Vec<_> = expected.iter().map(|part| string.find(part)).collect();
        assert_eq!(places.into_iter().map(Some).collect::<Vec<_>>(), expected);
    }
}
