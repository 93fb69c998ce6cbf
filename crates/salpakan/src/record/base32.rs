//! Crockford's base 32, most significant digit first, for codes that people read out and type.

/// Lower case, without i, l, o and u.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The last `digits` digits of `number`, at most 25.
pub(super) fn base32_text(number: u128, digits: usize) -> String {
    let digit = |place: usize| DIGITS[(number >> (5 * place) & 31) as usize] as char;
    (0..digits).rev().map(digit).collect()
}

/// Parses at most 25 digits, in either case.
pub(super) fn base32_number(text: &str) -> Option<u128> {
    let digit = |byte: u8| DIGITS.iter().position(|own| *own == byte.to_ascii_lowercase());
    let fits = text.len() <= 25;
    text.bytes()
        .try_fold(0, |number, byte| Some(number << 5 | digit(byte)? as u128))
        .filter(|_| fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_written_and_read_back_in_either_case() {
        for (number, text) in [(0, "000"), (31, "00z"), (32, "010"), (0x7fff, "zzz")] {
            assert_eq!(base32_text(number, 3), text);
            assert_eq!(base32_number(text), Some(number));
            assert_eq!(base32_number(&text.to_uppercase()), Some(number));
        }
        assert_eq!(base32_number(&base32_text(u128::MAX >> 3, 25)), Some(u128::MAX >> 3));
    }

    #[test]
    fn what_is_no_digit_or_too_much_is_no_number() {
        for text in ["i", "l", "o", "u", "-", " 0", "é", "0".repeat(26).as_str()] {
            assert_eq!(base32_number(text), None, "{text}");
        }
        assert_eq!(base32_number(""), Some(0));
    }
}
