//! A set-up as a short text that players give to each other: `docs/codec.md`, "A share code".
//!
//! It is the set-up's number among all of its roster (the army, and the zone where it may stand),
//! in base 32, always as many digits for the same roster. Rule-sets with the same roster share
//! their codes. A code says everything about its set-up: it is as secret as that.

use std::fmt;

use crate::rules::{Color, Deployment, RuleSet};

use super::base32::{base32_number, base32_text};
use super::codec::{deployment_count, deployment_from_number, deployment_number};

/// Digits of the longest code of any roster: `krig` with 27 pieces, of all ranks.
pub const LONGEST_SHARE_CODE: usize = 18;

/// Why a text is no share code for a rule-set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShareCodeFault {
    /// Something that is no digit, nothing at all, or more digits than any code has.
    NoCode,
    /// A code of a roster whose codes have another number of digits.
    OtherRoster { digits: usize, expected: usize },
    /// As many digits as it should have, but no set-up has this number.
    TooLarge,
}

impl fmt::Display for ShareCodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShareCodeFault::NoCode => write!(
                f,
                "this is no share code; it has digits and letters alone, without i, l, o and u"
            ),
            ShareCodeFault::OtherRoster { digits, expected } => write!(
                f,
                "this share code has {digits} digits instead of {expected}: it is of another army \
                 or other rules"
            ),
            ShareCodeFault::TooLarge => {
                write!(f, "no set-up has this share code; look for a digit that was mistyped")
            }
        }
    }
}

impl std::error::Error for ShareCodeFault {}

/// How many digits the codes of these rules have: 15 for `standard`.
#[must_use]
pub fn share_code_digits(rules: &RuleSet) -> usize {
    let bits = 128 - (deployment_count(rules) - 1).leading_zeros();
    bits.div_ceil(5) as usize
}

/// The code of `deployment`, a legal one of `rules`: the same for both sides' set-ups that look
/// alike from their own side of the board.
#[must_use]
pub fn share_code(rules: &RuleSet, deployment: &Deployment) -> String {
    let number = deployment_number(rules, &deployment.seen_by(Color::White));
    base32_text(number, share_code_digits(rules))
}

/// The set-up of `color` with this code; letters may have either case.
///
/// # Errors
/// [`ShareCodeFault`].
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
