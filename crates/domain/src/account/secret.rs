//! Secrets of sessions, links and API tokens: 256 random bits.

use data_encoding::{Encoding, Specification};
use rand::Rng;
use sha2::{Digest, Sha256};

use crate::macros::redacted_debug;

const SECRET_BYTES: usize = 32;
/// The length of a secret's hash, in bytes.
pub const HASH_BYTES: usize = 32;

/// A session, link or API token as its holder has it. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; SECRET_BYTES]);

redacted_debug!(Secret, "Secret(..)");

/// Base 32 in lower case without padding (RFC 4648, 6): fits into a URL, a cookie and a form, and
/// can be read aloud.
fn base32() -> Encoding {
    let mut specification = Specification::new();
    specification.symbols.push_str("abcdefghijklmnopqrstuvwxyz234567");
    specification.encoding().unwrap_or(data_encoding::BASE32_NOPAD)
}

impl Secret {
    pub fn new(rng: &mut impl Rng) -> Secret {
        let mut bytes = [0; SECRET_BYTES];
        rng.fill_bytes(&mut bytes);
        Secret(bytes)
    }

    /// A secret that a key derives.
    pub const fn from_bytes(bytes: [u8; SECRET_BYTES]) -> Secret {
        Secret(bytes)
    }

    /// The 52 characters that its holder keeps.
    pub fn to_base32(&self) -> String {
        base32().encode(&self.0)
    }

    /// Parses the 52 characters.
    pub fn parse(text: &str) -> Option<Secret> {
        let bytes = base32().decode(text.as_bytes()).ok()?;
        Some(Secret(bytes.try_into().ok()?))
    }

    /// The SHA-256 that is stored. 256 random bits cannot be guessed, so it needs neither a salt
    /// nor a slow hash.
    pub fn hash(&self) -> [u8; HASH_BYTES] {
        Sha256::digest(self.0).into()
    }

    /// Derives another secret for a `purpose` that reveals nothing about this one: form tokens,
    /// which pages contain, are derived from the session's secret, which no page contains.
    pub fn derive(&self, purpose: &str) -> Secret {
        Secret(blake3::derive_key(purpose, &self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_from_its_text() {
        let secret = Secret([0xa7; SECRET_BYTES]);
        let text = secret.to_base32();
        assert_eq!(text.len(), 52);
        assert_eq!(Secret::parse(&text), Some(secret));
    }

    #[test]
    fn no_other_text_is_a_secret() {
        let text = Secret([1; SECRET_BYTES]).to_base32();
        for wrong in [&text[1..], "", &text.to_uppercase(), &format!("{text}a"), "ñ"] {
            assert_eq!(Secret::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn what_is_kept_or_shown_is_not_the_secret() {
        let secret = Secret([5; SECRET_BYTES]);
        assert_ne!(secret.hash(), secret.0);
        assert_ne!(secret.derive("a form"), secret);
        assert_ne!(secret.derive("a form"), secret.derive("another"));
        assert_eq!(format!("{secret:?}"), "Secret(..)");
    }
}
