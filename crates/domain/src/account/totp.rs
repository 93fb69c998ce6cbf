//! The second factor: six digits that change every 30 seconds (TOTP, RFC 6238).

use std::fmt::Write as _;

use data_encoding::BASE32_NOPAD;
use rand::Rng;
use subtle::ConstantTimeEq;
use totp_rs::{Algorithm, Builder};

use crate::macros::redacted_debug;
use crate::moment::{Micros, SECOND};

/// Bytes of the shared key: as many as SHA-1's output (RFC 4226, 4, R6).
pub const KEY_BYTES: usize = 20;
/// Seconds of a step, as all apps assume.
const STEP_SECONDS: u64 = 30;
/// Digits of a code, as all apps assume.
const DIGITS: u8 = 6;
/// How many steps before and after the current one are accepted (RFC 6238, 5.2 recommends one).
const STEP_TOLERANCE: i64 = 1;

/// The key of an account's second factor. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpKey([u8; KEY_BYTES]);

redacted_debug!(TotpKey, "Key(..)");

impl TotpKey {
    pub fn new(rng: &mut impl Rng) -> TotpKey {
        let mut bytes = [0; KEY_BYTES];
        rng.fill_bytes(&mut bytes);
        TotpKey(bytes)
    }

    /// The key from stored bytes; `None` if the length is wrong.
    pub fn from_bytes(bytes: &[u8]) -> Option<TotpKey> {
        Some(TotpKey(bytes.try_into().ok()?))
    }

    /// The bytes, which are stored sealed.
    pub const fn as_bytes(&self) -> &[u8; KEY_BYTES] {
        &self.0
    }

    /// The key as it is typed into an app: base 32 in groups of four.
    pub fn to_base32(&self) -> String {
        let text = BASE32_NOPAD.encode(&self.0);
        let groups: Vec<&str> =
            (0..text.len()).step_by(4).map(|at| &text[at..(at + 4).min(text.len())]).collect();
        groups.join(" ")
    }

    /// The URI that apps read from a QR code; they display `site` and `name`.
    pub fn to_uri(&self, site: &str, name: &str) -> String {
        let (site, name) = (percent_encoded(site), percent_encoded(name));
        let key = BASE32_NOPAD.encode(&self.0);
        format!(
            "otpauth://totp/{site}:{name}?secret={key}&issuer={site}\
             &algorithm=SHA1&digits={DIGITS}&period={STEP_SECONDS}"
        )
    }

    /// The step whose code this is, at `now`; `None` if no accepted step has this code or it is not
    /// after `last`, the step that was used last.
    ///
    /// A `last` beyond the window was used under a clock that has since been set back, and is
    /// ignored. Otherwise the owner would be locked out until that time comes again.
    pub fn matching_step(&self, code: &str, last: i64, now: Micros) -> Option<i64> {
        let written: String = code.chars().filter(|one| !one.is_whitespace()).collect();
        let present = now.0.div_euclid(SECOND).div_euclid(STEP_SECONDS as i64);
        let last = if last > present + STEP_TOLERANCE { 0 } else { last };
        (present - STEP_TOLERANCE..=present + STEP_TOLERANCE).find(|step| {
            let same = self.code_at_step(*step).as_bytes().ct_eq(written.as_bytes());
            bool::from(same) && *step > last
        })
    }

    fn code_at_step(&self, step: i64) -> String {
        let totp = Builder::new()
            .with_algorithm(Algorithm::SHA1)
            .with_digits(DIGITS)
            .with_step_duration(STEP_SECONDS)
            .with_secret(self.0)
            .build_noncompliant();
        totp.generate(u64::try_from(step).unwrap_or_default() * STEP_SECONDS).to_string()
    }
}

/// Percent-encodes everything except letters, digits and what never needs it (RFC 3986, 2.3).
pub fn percent_encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // Writing to a `String` does not fail.
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The SHA-1 key of RFC 6238, appendix B.
    const KEY: &[u8; KEY_BYTES] = b"12345678901234567890";
    /// Its times in seconds, with the last six of its eight digits.
    const KNOWN: [(i64, &str); 6] = [
        (59, "287082"),
        (1_111_111_109, "081804"),
        (1_111_111_111, "050471"),
        (1_234_567_890, "005924"),
        (2_000_000_000, "279037"),
        (20_000_000_000, "353130"),
    ];

    fn key() -> TotpKey {
        TotpKey::from_bytes(KEY).expect("twenty bytes")
    }

    fn at(seconds: i64) -> Micros {
        Micros(seconds * SECOND)
    }

    #[test]
    fn the_codes_of_the_standard_are_right_at_its_moments() {
        for (seconds, code) in KNOWN {
            assert_eq!(key().matching_step(code, 0, at(seconds)), Some(seconds / 30), "{code}");
            assert_eq!(
                key().matching_step(code, 0, at(seconds + 30)),
                Some(seconds / 30),
                "one late"
            );
            assert_eq!(
                key().matching_step(code, 0, at(seconds - 30)),
                Some(seconds / 30),
                "one early"
            );
            assert_eq!(key().matching_step(code, 0, at(seconds + 60)), None, "two late");
        }
        assert_eq!(key().matching_step("050 471", 0, at(1_111_111_111)), Some(37_037_037));
    }

    #[test]
    fn a_code_works_once_and_none_before_it_works_after_it() {
        let (seconds, code) = KNOWN[3];
        let step = key().matching_step(code, 0, at(seconds)).expect("it is right");
        assert_eq!(key().matching_step(code, step, at(seconds)), None);
        let before = key().code_at_step(step - 1);
        assert_eq!(key().matching_step(&before, step, at(seconds)), None);
        let after = key().code_at_step(step + 1);
        assert_eq!(key().matching_step(&after, step, at(seconds)), Some(step + 1));
        let future = step + 1_000_000;
        assert_eq!(
            key().matching_step(code, future, at(seconds)),
            Some(step),
            "the clock was set back"
        );
    }

    #[test]
    fn nothing_else_is_a_code() {
        for code in ["", "28708", "2870822", "+87082", "28708a", "二八七〇八二", "000000"] {
            assert_eq!(key().matching_step(code, 0, at(59)), None, "{code}");
        }
        assert_eq!(key().matching_step("287082", 0, Micros::MIN), None);
    }

    #[test]
    fn an_app_reads_the_address() {
        assert_eq!(key().to_base32(), "GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ");
        assert_eq!(
            key().to_uri("Adjutant", "Juan d'Cruz?&ñ"),
            "otpauth://totp/Adjutant:Juan%20d%27Cruz%3F%26%C3%B1?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ\
             &issuer=Adjutant&algorithm=SHA1&digits=6&period=30"
        );
        assert_eq!(format!("{:?}", key()), "Key(..)");
    }
}
