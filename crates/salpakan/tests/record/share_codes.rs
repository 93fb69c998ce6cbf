//! Share codes: `docs/codec.md`, "A share code".

use proptest::prelude::*;
use salpakan::record::codec::{deployment_count, deployment_from_number};
use salpakan::record::{
    LONGEST_SHARE_CODE, ShareCodeFault, parse_share_code, share_code, share_code_digits,
};
use salpakan::rules::{Color, Deployment, Draft, Preset, RuleSet};

/// The results of an independent script, described at the top of the file.
const GOLDEN: &str = include_str!("data/share-codes.txt");

const KEYS: [&str; 8] = [
    "standard",
    "electronic",
    "krig",
    "eleven",
    "standard+army=F",
    "krig+army=FP",
    "standard+army=FSSPPPPPPPPP54321CLMKABTTTT",
    "krig+army=FSSPP5544332211CCLLMMKKAABT",
];

fn rules(key: &str) -> RuleSet {
    key.parse().unwrap_or_else(|e| panic!("{key}: {e}"))
}

fn army(rules: &RuleSet, color: Color, text: &str) -> Deployment {
    let draft = Draft::parse(color, rules, text).unwrap_or_else(|faults| panic!("{}", faults[0]));
    draft.check(rules).unwrap_or_else(|faults| panic!("{}", faults[0]))
}

#[test]
fn codes_are_those_of_an_independent_script() {
    let mut cases = 0;
    for line in GOLDEN.lines().filter(|line| !line.starts_with('#')) {
        let [key, digits, white, black, code] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line:?} has five columns");
        };
        let rules = rules(key);
        assert_eq!(share_code_digits(&rules).to_string(), digits, "{key}");
        for (color, text) in [(Color::White, white), (Color::Black, black)] {
            let army = army(&rules, color, text);
            assert_eq!(share_code(&rules, &army), code, "{key} {text}");
            assert!(parse_share_code(&rules, color, code) == Ok(army), "{key} {code}");
        }
        cases += 1;
    }
    assert!(cases > 70, "{cases} cases");
}

#[test]
fn a_set_up_for_the_other_side_is_turned_and_turning_it_back_gives_the_first() {
    let white = army(&RuleSet::STANDARD, Color::White, "3..PL5P../.ASKTP.4S/BMCPPF12P");
    let black = white.seen_by(Color::Black);
    assert_eq!(black.notation(), "P21FPPCMB/S4.PTKSA./..P5LP..3");
    assert!(black.seen_by(Color::White) == white && black.seen_by(Color::Black) == black);
    let draft = Draft::new(Color::Black, black.pieces().collect());
    assert!(draft.check(&RuleSet::STANDARD) == Ok(black), "it is legal for the other side, too");
}

#[test]
fn no_roster_has_a_longer_code_than_the_longest() {
    let digits = |key: &str| share_code_digits(&rules(key));
    assert_eq!(digits("standard"), 15);
    assert_eq!(digits("krig"), 16);
    assert_eq!(digits("eleven"), 10);
    assert_eq!(digits("standard+army=F"), 1);
    assert_eq!(digits("krig+army=FSSPP5544332211CCLLMMKKAABT"), LONGEST_SHARE_CODE);
    for preset in Preset::ALL {
        assert!(digits(preset.name) <= LONGEST_SHARE_CODE);
    }
}

#[test]
fn every_number_below_the_count_of_the_published_game_has_a_code_and_none_above() {
    let rules = RuleSet::STANDARD;
    let count = deployment_count(&rules);
    assert_eq!(count, 10_502_381_800_172_021_760_000);
    for (number, code) in
        [(0, "000000000000000"), (1, "000000000000001"), (count - 1, "8wnbmvv82ye4fzz")]
    {
        let army = deployment_from_number(&rules, Color::White, number).expect("below the count");
        assert_eq!(share_code(&rules, &army), code);
        assert!(parse_share_code(&rules, Color::White, code) == Ok(army));
    }
    assert!(deployment_from_number(&rules, Color::White, count).is_err());
    assert_eq!(fault("standard", "8wnbmvv82ye4g00"), ShareCodeFault::TooLarge);
}

fn fault(key: &str, text: &str) -> ShareCodeFault {
    parse_share_code(&rules(key), Color::White, text).expect_err("no code")
}

#[test]
fn what_is_no_code_of_the_roster_is_told_apart() {
    for text in ["", "06ev2f1j7fws66o", "06ev2f1j7fws66 ", "06ev-2f1j-7fws668", "ñandú"] {
        assert_eq!(fault("standard", text), ShareCodeFault::NoCode, "{text:?}");
    }
    assert_eq!(fault("standard", &"0".repeat(19)), ShareCodeFault::NoCode);
    assert_eq!(fault("krig", &"0".repeat(10_000)), ShareCodeFault::NoCode);
    let other = |digits, expected| ShareCodeFault::OtherRoster { digits, expected };
    assert_eq!(fault("krig", "06ev2f1j7fws668"), other(15, 16));
    assert_eq!(fault("eleven", "06ev2f1j7fws668"), other(15, 10));
    assert_eq!(fault("standard", &"0".repeat(18)), other(18, 15));
    assert_eq!(fault("standard", "8wnbmvv82ye4g00"), ShareCodeFault::TooLarge, "one too many");
    assert_eq!(fault("standard", &"z".repeat(15)), ShareCodeFault::TooLarge);
}

#[test]
fn a_fault_says_what_to_do_and_no_rank() {
    for (key, text, words) in [
        ("standard", "x y", "without i, l, o and u"),
        ("krig", "06ev2f1j7fws668", "15 digits instead of 16"),
        ("standard", "zzzzzzzzzzzzzzz", "mistyped"),
    ] {
        let said = fault(key, text).to_string();
        assert!(said.contains(words), "{said}");
    }
}

proptest! {
    #[test]
    fn a_code_gives_its_set_up_back_for_either_side_in_either_case(
        key in prop::sample::select(&KEYS[..]),
        seed: u128,
        black: bool,
    ) {
        let rules = rules(key);
        let color = if black { Color::Black } else { Color::White };
        let number = seed % deployment_count(&rules);
        let army = deployment_from_number(&rules, color, number).expect("it is below the count");
        let code = share_code(&rules, &army);
        prop_assert_eq!(code.len(), share_code_digits(&rules));
        prop_assert!(parse_share_code(&rules, color, &code) == Ok(army));
        prop_assert!(parse_share_code(&rules, color, &code.to_uppercase()) == Ok(army));
        prop_assert_eq!(share_code(&rules, &army.seen_by(color.opponent())), code);
    }

    #[test]
    fn any_digits_are_the_one_code_of_a_set_up_or_refused(
        key in prop::sample::select(&KEYS[..]),
        text in "[0-9a-hjkmnp-tv-z]{0,19}",
    ) {
        let rules = rules(key);
        match parse_share_code(&rules, Color::White, &text) {
            Ok(army) => prop_assert_eq!(share_code(&rules, &army), text),
            Err(ShareCodeFault::NoCode) => prop_assert!(text.is_empty() || text.len() > 18),
            Err(ShareCodeFault::OtherRoster { digits, expected }) => {
                prop_assert_eq!(digits, text.len());
                prop_assert_ne!(digits, expected);
            }
            Err(ShareCodeFault::TooLarge) => {
                prop_assert_eq!(text.len(), share_code_digits(&rules));
            }
        }
    }

    #[test]
    fn any_text_at_all_is_answered(text in "\\PC{0,40}") {
        let _ = parse_share_code(&RuleSet::STANDARD, Color::Black, &text);
    }
}
