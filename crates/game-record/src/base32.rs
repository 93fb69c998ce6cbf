//! Crockford's base 32, most significant digit first, for codes that people read out and type.

/// Lower case, without i, l, o and u.
const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// The last `digits` digits of `number`, at most 25.
pub fn base32_text(number: u128, digits: usize) -> String {
    let digit = |place: usize| DIGITS[(number >> (5 * place) & 31) as usize] as char;
    (0..digits).rev().map(digit).collect()
}

/// Parses at most 25 digits, in either case.
pub fn base32_number(text: &str) -> Option<u128> {
    let digit = |byte: u8| DIGITS.iter().position(|own| *own == byte.to_ascii_lowercase());
    let fits = text.len() <= 25;
    text.bytes()
        .try_fold(0, |number, byte| Some(number << 5 | digit(byte)? as u128))
        .filter(|_| fits)
}

/// The size of a short id: 80 bits, written as 16 digits.
pub const SHORT_ID_BYTES: usize = 10;
const SHORT_ID_DIGITS: usize = 16;

/// The 16 characters of an id, in lower case.
pub fn short_id_text(id: &[u8; SHORT_ID_BYTES]) -> String {
    let mut bits = [0; 16];
    bits[6..].copy_from_slice(id);
    base32_text(u128::from_be_bytes(bits), SHORT_ID_DIGITS)
}

/// Parses an id from [`short_id_text`], in either case.
pub fn parse_short_id(text: &str) -> Option<[u8; SHORT_ID_BYTES]> {
    let bits = base32_number(text).filter(|_| text.len() == SHORT_ID_DIGITS)?;
    let mut id = [0; SHORT_ID_BYTES];
    id.copy_from_slice(&bits.to_be_bytes()[6..]);
    Some(id)
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
