//! Paces and their written form.

use proptest::prelude::*;
use salpakan::clock::{Pace, PaceFault, SECOND, TimeControl};
use salpakan::rules::ByColor;

/// Written form, and the record's time control where there is one.
const WRITTEN: [(&str, Option<&str>); 9] = [
    ("1200+5", Some("1200+5")),
    ("10+0", Some("10+0")),
    ("5184000+3600", Some("5184000+3600")),
    ("1200/600+5", Some("1200+5|600+5")),
    ("1200+0d5", Some("1200d5")),
    ("300/180+0d3600", Some("300d3600|180d3600")),
    ("1d", Some("1/86400")),
    ("3d", Some("1/259200")),
    ("14d", Some("1/1209600")),
];

#[test]
fn a_pace_reads_back_from_its_one_written_form() {
    for (text, control) in WRITTEN {
        let pace = Pace::parse(text).unwrap_or_else(|fault| panic!("{text}: {fault}"));
        assert_eq!(pace.key(), text);
        let control = control.map(|text| text.parse::<TimeControl>().expect("a time control"));
        assert_eq!(pace.time_control(), control, "{text}");
    }
}

#[test]
fn every_other_form_is_refused_with_its_reason() {
    let cases = [
        ("", PaceFault::Form),
        ("1200", PaceFault::Form),
        ("1200+", PaceFault::Form),
        ("+5", PaceFault::Form),
        ("01200+5", PaceFault::Form),
        ("1200++5", PaceFault::Form),
        ("1200/1200+5", PaceFault::Form),
        ("1200+5d0", PaceFault::Form),
        ("1200+0d0", PaceFault::Form),
        ("1200.5+5", PaceFault::Form),
        (" 1200+5", PaceFault::Form),
        ("03d", PaceFault::Form),
        ("300d", PaceFault::Form),
        ("--", PaceFault::Form),
        ("9+0", PaceFault::Base),
        ("1200/9+0", PaceFault::Base),
        ("5184001+0", PaceFault::Base),
        ("1200+3601", PaceFault::Increment),
        ("1200+0d3601", PaceFault::Delay),
        ("1200+5d5", PaceFault::IncrementAndDelay),
        ("0d", PaceFault::Days),
        ("15d", PaceFault::Days),
    ];
    for (text, fault) in cases {
        assert_eq!(Pace::parse(text), Err(fault), "{text:?}");
    }
}

#[test]
fn a_pace_counts_whole_seconds() {
    let base = ByColor::new(60 * SECOND, 60 * SECOND);
    let pace = |base, increment, delay| Pace::Clocked { base, increment, delay }.check();
    assert_eq!(pace(base, SECOND, 0), Ok(()));
    assert_eq!(pace(ByColor::new(60 * SECOND, 60 * SECOND + 1), 0, 0), Err(PaceFault::Base));
    assert_eq!(pace(base, SECOND + 1, 0), Err(PaceFault::Increment));
    assert_eq!(pace(base, 0, SECOND - 1), Err(PaceFault::Delay));
    assert_eq!(pace(base, -SECOND, 0), Err(PaceFault::Increment));
}

proptest! {
    #[test]
    fn every_sound_pace_has_its_own_written_form(
        white in 10_i64..5_184_000, black in 10_i64..5_184_000, step in 0_i64..=3600, delays: bool,
    ) {
        let base = ByColor::new(white * SECOND, black * SECOND);
        let (increment, delay) = if delays { (0, step) } else { (step, 0) };
        let pace = Pace::Clocked { base, increment: increment * SECOND, delay: delay * SECOND };
        prop_assert_eq!(Pace::parse(&pace.key()), Ok(pace));
    }

    #[test]
    fn any_text_is_a_pace_in_its_written_form_or_none(text in "[0-9/+d ]{0,14}") {
        if let Ok(pace) = Pace::parse(&text) {
            prop_assert_eq!(pace.key(), text);
            prop_assert_eq!(pace.check(), Ok(()));
        }
    }
}
