//! What holds for share codes: of any text, under any rules.

use crate::bounds::bounded;
use salpakan::record::{ShareCodeFault, parse_share_code, share_code, share_code_digits};
use salpakan::rules::{Color, RuleSet};

/// A line with a rule-set's key, and the rest as a code of it: one set-up's only code, or refused
/// for the reason that is right.
pub fn any(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let (key, code) = text.split_once('\n').unwrap_or(("standard", text));
    let Ok(rules) = key.parse::<RuleSet>() else { return };
    for color in Color::ALL {
        match bounded(input.len(), 1, || parse_share_code(&rules, color, code)) {
            Ok(army) => {
                assert_eq!(share_code(&rules, &army), code.to_ascii_lowercase());
                let other = army.seen_by(color.opponent());
                assert_eq!(share_code(&rules, &other), code.to_ascii_lowercase());
            }
            Err(ShareCodeFault::OtherRoster { digits, expected }) => {
                assert!(digits == code.len() && expected == share_code_digits(&rules));
                assert_ne!(digits, expected);
            }
            Err(ShareCodeFault::TooLarge) => assert_eq!(code.len(), share_code_digits(&rules)),
            Err(ShareCodeFault::NoCode) => {}
        }
    }
}
