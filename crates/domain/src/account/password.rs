//! Password rules: long enough and not commonly used. There are no others.

use std::collections::HashSet;
use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;

use crate::macros::redacted_debug;
use crate::message::message_enum;

/// The minimum length in characters (ASVS 5.0, 6.2.1).
pub const MIN_PASSWORD_LEN: usize = 8;
/// The maximum length in characters, longer than a sentence (ASVS 5.0, 6.2.9 asks for at least 64).
pub const MAX_PASSWORD_LEN: usize = 128;
/// The number of characters that have to remain without words from the owner's own data.
const MIN_REMAINDER_LEN: usize = 5;
/// Words from the owner's data that are shorter than this are ignored.
const MIN_OWN_WORD_LEN: usize = 4;
/// The maximum number of bytes that is examined: more than [`MAX_PASSWORD_LEN`] characters need.
const MAX_INPUT_BYTES: usize = 4096;

/// The passwords of eight or more characters in Django's list of the 20,000 most common ones
/// (django/contrib/auth/common-passwords.txt.gz), in lower case.
const COMMON_PASSWORDS: &str = include_str!("data/common-passwords.txt");

/// A password as it is hashed: the input, composed (NFC) so that it is equal from every keyboard,
/// but never truncated or case-folded. `Debug` does not show it.
#[derive(Clone)]
pub struct Password(String);

redacted_debug!(Password, "Password(..)");

message_enum! {
    /// Why a password is refused.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum PasswordError {
        TooShort => "refused-password-too-short",
        TooLong => "refused-password-too-long",
        Common => "refused-password-common",
        MostlyOwnWords => "refused-password-own-words",
    }
}

impl Password {
    /// The input; `None`, without further work, if it is longer than any password.
    pub fn from_input(text: &str) -> Option<Password> {
        let password = || Password(text.nfc().collect());
        (text.len() <= MAX_INPUT_BYTES)
            .then(password)
            .filter(|password| password.length() <= MAX_PASSWORD_LEN)
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn length(&self) -> usize {
        self.0.chars().count()
    }

    /// A newly chosen password. `own` is the user's name, their address and the site's name.
    pub fn new(text: &str, own: &[&str]) -> Result<Password, PasswordError> {
        let password = Password::from_input(text).ok_or(PasswordError::TooLong)?;
        if password.length() < MIN_PASSWORD_LEN {
            return Err(PasswordError::TooShort);
        }
        let folded = password.0.to_lowercase();
        if is_common(&folded) {
            return Err(PasswordError::Common);
        }
        if is_mostly_own_words(&folded, own) {
            return Err(PasswordError::MostlyOwnWords);
        }
        Ok(password)
    }
}

/// Whether it is on the list or repeats a single character.
fn is_common(folded: &str) -> bool {
    static KNOWN: OnceLock<HashSet<&str>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| COMMON_PASSWORDS.lines().collect());
    let mut characters = folded.chars();
    let first = characters.next();
    known.contains(folded) || characters.all(|one| Some(one) == first)
}

/// Whether little remains without words from the owner's data.
fn is_mostly_own_words(folded: &str, own: &[&str]) -> bool {
    let letters = |text: &str| -> String {
        text.to_lowercase().chars().filter(|one| one.is_alphanumeric()).collect()
    };
    let plain = letters(folded);
    own.iter()
        .flat_map(|text| [letters(text), letters(text.split('@').next().unwrap_or_default())])
        .filter(|word| word.chars().count() >= MIN_OWN_WORD_LEN)
        .any(|word| {
            plain.contains(&word) && plain.replace(&word, "").chars().count() < MIN_REMAINDER_LEN
        })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OWN: [&str; 3] = ["Juan dela Cruz", "jdc@example.org", "Adjutant"];

    fn fault(text: &str) -> Option<PasswordError> {
        Password::new(text, &OWN).err()
    }

    #[test]
    fn any_eight_to_128_characters_will_do() {
        for text in
            ["zv4;k2pq", "tatlong bibe sa ilog", "ñandú año", "日本語のパスワード", "        x"]
        {
            assert_eq!(fault(text), None, "{text}");
        }
        assert_eq!(fault(&"ab".repeat(64)), None);
        assert_eq!(fault(&"ñö".repeat(64)), None, "characters are counted, not bytes");
        assert_eq!(fault("zv4;k2p"), Some(PasswordError::TooShort));
        assert_eq!(fault(&"ab".repeat(65)), Some(PasswordError::TooLong));
        assert_eq!(fault(&"ab".repeat(5_000_000)), Some(PasswordError::TooLong));
    }

    #[test]
    fn what_is_tried_first_is_refused() {
        for text in ["password", "PassWord", "12345678", "qwertyuiop", "aaaaaaaaaaaa", "iloveyou"] {
            assert_eq!(fault(text), Some(PasswordError::Common), "{text}");
        }
        assert!(COMMON_PASSWORDS.lines().count() > 3000, "ASVS 5.0, 6.2.4 asks for 3,000 at least");
        assert!(
            COMMON_PASSWORDS.lines().all(|line| line.chars().count() >= MIN_PASSWORD_LEN && line == line.to_lowercase())
        );
    }

    #[test]
    fn little_more_than_ones_own_words_is_refused() {
        for text in [
            "juandelacruz",
            "Juan dela Cruz!",
            "juan.dela.cruz26",
            "jdc@example.org",
            "adjutant2026",
        ] {
            assert_eq!(fault(text), Some(PasswordError::MostlyOwnWords), "{text}");
        }
        assert_eq!(fault("adjutant rides a horse"), None);
    }

    #[test]
    fn a_password_is_the_same_from_every_keyboard_and_is_never_shown() {
        let composed = Password::from_input("ni\u{f1}o y ni\u{f1}a").expect("short enough");
        let apart = Password::from_input("nin\u{303}o y nin\u{303}a").expect("short enough");
        assert_eq!(composed.as_bytes(), apart.as_bytes());
        assert_eq!(format!("{composed:?}"), "Password(..)");
        let spaced = Password::from_input("  Spaces Stay  ").expect("short enough");
        assert_eq!(spaced.as_bytes(), b"  Spaces Stay  ");
    }

    proptest! {
        #[test]
        fn no_text_is_too_odd_to_be_judged(text in any::<String>()) {
            let _ = Password::new(&text, &OWN);
        }
    }
}
