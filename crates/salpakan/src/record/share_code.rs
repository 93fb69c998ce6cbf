//! Share codes, which are set-ups as short texts: `docs/codec.md`, "A share code".
//!
//! A code is the set-up's number among all set-ups of its army and zone, in base 32 with a fixed
//! number of digits. Rule-sets with the same army and zone share their codes. A code reveals the
//! whole set-up and is as secret.

use crate::rules::{Color, Deployment, RuleSet};

use game_record::{base32_number, base32_text};

use super::codec::{deployment_count, deployment_from_number, deployment_number};

/// The number of digits of the longest code: `krig` with 27 pieces of all ranks.
pub const LONGEST_SHARE_CODE: usize = 18;

/// Why a text is not a share code for a rule-set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ShareCodeFault {
    /// Empty, too long for any code, or with a character that is not a digit.
    #[error("this is no share code; it has digits and letters alone, without i, l, o and u")]
    NoCode,
    /// A code for other rules, whose codes have a different number of digits.
    #[error(
        "this share code has {digits} digits instead of {expected}: it is of another army or other \
         rules"
    )]
    OtherRoster { digits: usize, expected: usize },
    /// The right number of digits, but no set-up has this number.
    #[error("no set-up has this share code; look for a digit that was mistyped")]
    TooLarge,
}

/// The number of digits in codes of these rules: 15 for `standard`.
pub fn share_code_digits(rules: &RuleSet) -> usize {
    let bits = 128 - (deployment_count(rules) - 1).leading_zeros();
    bits.div_ceil(5) as usize
}

/// The code of `deployment`, a legal one of `rules`. Set-ups of both sides that look alike from
/// their own side of the board have the same code.
pub fn share_code(rules: &RuleSet, deployment: &Deployment) -> String {
    let number = deployment_number(rules, &deployment.seen_by(Color::White));
    base32_text(number, share_code_digits(rules))
}

/// The set-up of `color` with this code, in either case.
pub fn parse_share_code(
    rules: &RuleSet,
    color: Color,
    text: &str,
) -> Result<Deployment, ShareCodeFault> {
    let digits = text.len();
    if !(1..=LONGEST_SHARE_CODE).contains(&digits) {
        return Err(ShareCodeFault::NoCode);
    }
    let number = base32_number(text).ok_or(ShareCodeFault::NoCode)?;
    let expected = share_code_digits(rules);
    if digits != expected {
        return Err(ShareCodeFault::OtherRoster { digits, expected });
    }
    let found = deployment_from_number(rules, Color::White, number);
    found.map(|own| own.seen_by(color)).map_err(|_| ShareCodeFault::TooLarge)
}
