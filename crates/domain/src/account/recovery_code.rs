//! Recovery codes: ten one-time replacements for the second factor, on paper.

use data_encoding::BASE32_NOPAD;
use rand::Rng;
use sha2::{Digest, Sha256};

use crate::macros::redacted_debug;

/// The number of codes that are issued together.
pub const RECOVERY_CODE_COUNT: usize = 10;
/// Bytes of a code: 80 random bits, too many to recover from even a fast hash.
const CODE_BYTES: usize = 10;
/// The number of letters between dashes.
const GROUP_LEN: usize = 4;

/// A code as its owner has it. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode([u8; CODE_BYTES]);

redacted_debug!(RecoveryCode, "RecoveryCode(..)");

impl RecoveryCode {
    pub fn new(rng: &mut impl Rng) -> RecoveryCode {
        let mut bytes = [0; CODE_BYTES];
        rng.fill_bytes(&mut bytes);
        RecoveryCode(bytes)
    }

    /// The printed form: `abcd-efgh-ijkl-mnop`.
    pub fn to_text(&self) -> String {
        let letters = BASE32_NOPAD.encode(&self.0).to_lowercase();
        let groups: Vec<&str> =
            (0..letters.len()).step_by(GROUP_LEN).map(|at| &letters[at..at + GROUP_LEN]).collect();
        groups.join("-")
    }

    /// Parses a code copied from paper: dashes, spaces and case do not matter, and digits that no
    /// code contains stand for the letters that they resemble.
    pub fn parse(written: &str) -> Option<RecoveryCode> {
        let letters: String = written
            .chars()
            .filter(|one| !one.is_whitespace() && *one != '-')
            .take(CODE_BYTES * 2)
            .map(|one| match one.to_ascii_uppercase() {
                '0' => 'O',
                '1' => 'I',
                '8' => 'B',
                letter => letter,
            })
            .collect();
        let bytes = BASE32_NOPAD.decode(letters.as_bytes()).ok()?;
        Some(RecoveryCode(bytes.try_into().ok()?))
    }

    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.0).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_back_however_it_is_copied() {
        let code = RecoveryCode([0x5a; CODE_BYTES]);
        let text = code.to_text();
        assert_eq!(text.len(), 19);
        let messy = format!(" {} ", text.to_uppercase().replace('-', " "));
        for written in [&text, &messy, &text.replace('o', "0").replace('i', "1").replace('b', "8")]
        {
            assert_eq!(RecoveryCode::parse(written), Some(code.clone()), "{written}");
        }
        assert_eq!(format!("{code:?}"), "RecoveryCode(..)");
    }

    #[test]
    fn nothing_else_is_a_code() {
        for wrong in
            ["", "123456", "abcd-efgh-ijkl-mno", "abcd-efgh-ijkl-mnop-q", "ñbcd-efgh-ijkl-mnop"]
        {
            assert_eq!(RecoveryCode::parse(wrong), None, "{wrong}");
        }
    }
}
