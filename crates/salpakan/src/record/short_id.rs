//! The text form of 80-bit ids: 16 characters of Crockford's base 32.

use super::base32::{base32_number, base32_text};

pub const SHORT_ID_BYTES: usize = 10;
const DIGITS: usize = 16;

/// The 16 characters of an id, in lower case.
pub fn short_id_text(id: &[u8; SHORT_ID_BYTES]) -> String {
    let mut bits = [0; 16];
    bits[6..].copy_from_slice(id);
    base32_text(u128::from_be_bytes(bits), DIGITS)
}

/// Parses an id from [`short_id_text`], in either case.
pub fn parse_short_id(text: &str) -> Option<[u8; SHORT_ID_BYTES]> {
    let bits = base32_number(text).filter(|_| text.len() == DIGITS)?;
    let mut id = [0; SHORT_ID_BYTES];
    id.copy_from_slice(&bits.to_be_bytes()[6..]);
    Some(id)
}
