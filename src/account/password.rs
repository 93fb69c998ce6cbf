//! What a password may be: long enough, not one that everybody tries, and nothing else is asked.

use std::collections::HashSet;
use std::fmt;
use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;

/// Characters of a password (ASVS 5.0, 6.2.1).
pub const MIN_PASSWORD_LEN: usize = 8;
/// Characters of a password: beyond a sentence (ASVS 5.0, 6.2.9 asks for 64 at least).
pub const MAX_PASSWORD_LEN: usize = 128;
/// What is left of a password without its owner's own words must have so many characters.
const MIN_REMAINDER_LEN: usize = 5;
/// Own words shorter than this say nothing.
const MIN_OWN_WORD_LEN: usize = 4;
/// Bytes beyond which nothing is looked at: more than any [`MOST`] characters need.
const MAX_INPUT_BYTES: usize = 4096;

/// The passwords of eight or more characters in Django's list of the 20,000 most common ones
/// (django/contrib/auth/common-passwords.txt.gz), in lower case.
const COMMON_PASSWORDS: &str = include_str!("data/common-passwords.txt");

/// A password as it is hashed: what was typed, composed (NFC), so that it is the same from
/// every keyboard; never cut short, never folded. It has a mute `Debug`.
#[derive(Clone)]
pub struct Password(String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(..)")
    }
}

/// Why a password is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error(
        "it is shorter than {MIN_PASSWORD_LEN} characters; a few words in a row are easy to keep in mind"
    )]
    TooShort,
    #[error("it is longer than {MAX_PASSWORD_LEN} characters; shorten it")]
    TooLong,
    #[error("it is one of those that are tried first; choose another")]
    Common,
    #[error("it is little more than your name, your address or this site's name; choose another")]
    MostlyOwnWords,
}

impl PasswordError {
    /// Its name in the catalogues (`fault-<key>`); frozen.
    #[must_use]
    pub const fn key(self) -> &'static str {
        match self {
            PasswordError::TooShort => "password-short",
            PasswordError::TooLong => "password-long",
            PasswordError::Common => "password-common",
            PasswordError::MostlyOwnWords => "password-own",
        }
    }
}

impl Password {
    /// What somebody typed; `None` where it is longer than any password, which costs nothing then.
    #[must_use]
    pub fn from_input(text: &str) -> Option<Password> {
        let password = || Password(text.nfc().collect());
        (text.len() <= MAX_INPUT_BYTES)
            .then(password)
            .filter(|password| password.length() <= MAX_PASSWORD_LEN)
    }

    /// What is hashed.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    fn length(&self) -> usize {
        self.0.chars().count()
    }

    /// A password that somebody chooses; `own` are his name, his address and the site's name.
    ///
    /// # Errors
    /// Why it is refused.
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

/// Whether it is on the list, or one character again and again.
fn is_common(folded: &str) -> bool {
    static KNOWN: OnceLock<HashSet<&str>> = OnceLock::new();
    let known = KNOWN.get_or_init(|| COMMON_PASSWORDS.lines().collect());
    let mut characters = folded.chars();
    let first = characters.next();
    known.contains(folded) || characters.all(|one| Some(one) == first)
}

/// Whether little is left of it without its owner's own words.
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
