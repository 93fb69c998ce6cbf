//! Terms: their written form, and what cannot be agreed.

use adjutant_domain::play::{Confirm, Disclosure, Spectators, Terms, TermsFault, Venue};
use proptest::prelude::*;
use salpakan::clock::{DAY, Pace, PaceFault, SECOND};
use salpakan::rules::RuleSet;

use crate::random_play::RULE_SETS;

const CASUAL: &str = "rules=standard pace=1200+5 rated=no venue=online spectators=public \
                      disclosure=game deployment=600 credit=0 confirm=at-once claims=yes";
const EVENT: &str = "rules=krig+open-flag pace=3600/1800+0d10 rated=yes venue=table \
                     spectators=minutes:15 disclosure=event deployment=300 credit=250 \
                     confirm=official claims=no";
const DAYS: &str = "rules=eleven+army=FP pace=3d rated=yes venue=online spectators=none \
                    disclosure=game deployment=259200 credit=0 confirm=at-once claims=no";

fn pace(text: &str) -> Pace {
    Pace::parse(text).expect("a pace")
}

#[test]
fn terms_read_back_from_their_one_written_form() {
    for text in [CASUAL, EVENT, DAYS] {
        let terms = Terms::parse(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        assert_eq!(terms.key(), text);
    }
    assert_eq!(Terms::casual(RuleSet::STANDARD.into(), pace("1200+5")).key(), CASUAL);
    let event = Terms::parse(EVENT).expect("terms");
    assert_eq!(event.spectators, Spectators::DelayedMinutes(15));
    assert_eq!((event.venue, event.disclosure), (Venue::Table, Disclosure::Event));
    assert_eq!((event.deployment, event.credit), (300 * SECOND, SECOND / 4));
    assert!(event.is_of_event() && event.rated);
}

#[test]
fn a_game_with_days_for_a_ply_has_as_many_to_deploy_and_no_claims() {
    let terms = Terms::casual(RuleSet::STANDARD.into(), pace("3d"));
    assert_eq!((terms.deployment, terms.claims), (3 * DAY, false));
    assert_eq!(terms.check(), Ok(()));
}

#[test]
fn every_other_form_is_refused() {
    let changes = [
        ("rules=standard ", ""),
        ("rules=standard", "rules=Standard"),
        ("rules=standard", "rules=standard+open-flag+open-challenges"),
        ("rated=no", "rated=maybe"),
        ("rated=no", "rated=no "),
        ("venue=online", "venue=hall"),
        ("spectators=public", "spectators=plies:03"),
        ("spectators=public", "spectators=plies:"),
        ("spectators=public", "spectators=hours:1"),
        ("disclosure=game", "disclosure=never"),
        ("deployment=600", "deployment=+600"),
        ("deployment=600", "deployment=-600"),
        ("credit=0", "credit=0.5"),
        ("credit=0", "credit=00"),
        ("credit=0", "debit=0"),
        ("confirm=at-once", "confirm=AtOnce"),
        ("claims=yes", "claims=yes more=yes"),
        ("pace=1200+5", "pace=1200"),
    ];
    for (from, to) in changes {
        let text = CASUAL.replace(from, to);
        assert_ne!(text, CASUAL, "{from}");
        assert_eq!(Terms::parse(&text), Err(vec![TermsFault::Form]), "{text}");
    }
}

#[test]
fn each_bound_has_its_fault() {
    let event = Terms { confirm: Confirm::ByOfficial, claims: false, ..casual() };
    let cases = [
        (Terms { pace: days(0), claims: false, ..casual() }, TermsFault::Pace(PaceFault::Days)),
        (Terms { spectators: Spectators::DelayedPlies(0), ..casual() }, TermsFault::Delay),
        (Terms { spectators: Spectators::DelayedPlies(201), ..casual() }, TermsFault::Delay),
        (Terms { spectators: Spectators::DelayedMinutes(0), ..casual() }, TermsFault::Delay),
        (Terms { spectators: Spectators::DelayedMinutes(1441), ..casual() }, TermsFault::Delay),
        (Terms { deployment: 59 * SECOND, ..casual() }, TermsFault::Deployment),
        (Terms { deployment: 14 * DAY + SECOND, ..casual() }, TermsFault::Deployment),
        (Terms { deployment: 60 * SECOND + 1, ..casual() }, TermsFault::Deployment),
        (Terms { credit: -1000, ..casual() }, TermsFault::Credit),
        (Terms { credit: SECOND + 1000, ..casual() }, TermsFault::Credit),
        (Terms { credit: 1, ..casual() }, TermsFault::Credit),
        (Terms { pace: days(3), venue: Venue::Table, ..event }, TermsFault::DaysAtTable),
        (Terms { disclosure: Disclosure::Round, ..casual() }, TermsFault::NoEvent),
        (Terms { disclosure: Disclosure::Event, ..casual() }, TermsFault::NoEvent),
        (Terms { pace: days(3), ..casual() }, TermsFault::Claims),
        (Terms { venue: Venue::Table, ..casual() }, TermsFault::Claims),
        (Terms { claims: true, ..event }, TermsFault::Claims),
    ];
    for (terms, fault) in cases {
        assert_eq!(terms.check(), Err(vec![fault]), "{terms}");
    }
}

#[test]
fn the_least_and_the_most_are_allowed() {
    for terms in [
        Terms { deployment: 60 * SECOND, credit: SECOND, ..casual() },
        Terms { deployment: 14 * DAY, credit: 1000, ..casual() },
        Terms { spectators: Spectators::DelayedPlies(1), ..casual() },
        Terms { spectators: Spectators::DelayedPlies(200), ..casual() },
        Terms { spectators: Spectators::DelayedMinutes(1440), ..casual() },
    ] {
        assert_eq!(terms.check(), Ok(()), "{terms}");
        assert_eq!(Terms::parse(&terms.key()), Ok(terms));
    }
}

#[test]
fn all_faults_are_told_at_once() {
    let terms = Terms { deployment: 0, credit: -1, disclosure: Disclosure::Round, ..casual() };
    let faults = [TermsFault::Deployment, TermsFault::Credit, TermsFault::NoEvent];
    assert_eq!(terms.check(), Err(faults.to_vec()));
}

fn casual() -> Terms {
    Terms::casual(RuleSet::STANDARD.into(), pace("1200+5"))
}

fn days(days: u8) -> Pace {
    Pace::Correspondence { days }
}

/// Terms of every kind, sound or not.
pub fn any_terms() -> impl Strategy<Value = Terms> {
    let rules = proptest::sample::select(RULE_SETS.to_vec())
        .prop_map(|key| key.parse::<RuleSet>().expect("a key"));
    let paces = ["1200+5", "60+0", "1200/600+5", "300+0d3", "1d", "14d"].map(pace).to_vec();
    let spectators = prop_oneof![
        Just(Spectators::None),
        Just(Spectators::Public),
        (0..250_u16).prop_map(Spectators::DelayedPlies),
        (0..2000_u16).prop_map(Spectators::DelayedMinutes),
    ];
    let disclosures = vec![Disclosure::Game, Disclosure::Round, Disclosure::Event];
    let disclosure = proptest::sample::select(disclosures);
    let venue = proptest::sample::select(vec![Venue::Online, Venue::Table]);
    let confirm = proptest::sample::select(vec![Confirm::AtOnce, Confirm::ByOfficial]);
    let times = (30..1_300_000_i64, 0..1100_i64);
    let parts = (rules, proptest::sample::select(paces), spectators, disclosure, venue, confirm);
    (parts, times, any::<bool>(), any::<bool>()).prop_map(|(parts, times, rated, claims)| {
        let (rules, pace, spectators, disclosure, venue, confirm) = parts;
        let (deployment, credit) = (times.0 * SECOND, times.1 * 1000);
        let terms = Terms::casual(rules.into(), pace);
        Terms { rated, venue, spectators, disclosure, deployment, credit, confirm, claims, ..terms }
    })
}

/// Sound terms of every kind.
pub fn sound_terms() -> impl Strategy<Value = Terms> {
    any_terms().prop_map(|terms| {
        let event = terms.is_of_event();
        let at_table = terms.venue == Venue::Table && !terms.pace.is_correspondence();
        Terms {
            venue: if at_table { Venue::Table } else { Venue::Online },
            spectators: match terms.spectators {
                Spectators::DelayedPlies(plies) => Spectators::DelayedPlies(plies.clamp(1, 200)),
                Spectators::DelayedMinutes(late) => Spectators::DelayedMinutes(late.clamp(1, 1440)),
                other => other,
            },
            disclosure: if event { terms.disclosure } else { Disclosure::Game },
            deployment: terms.deployment.clamp(60 * SECOND, 14 * DAY),
            credit: terms.credit.min(SECOND),
            claims: terms.claims && !event && !at_table && !terms.pace.is_correspondence(),
            ..terms
        }
    })
}

proptest! {
    #[test]
    fn any_terms_are_read_as_they_were_written_or_refused_for_the_same_faults(terms in any_terms()) {
        match terms.check() {
            Ok(()) => prop_assert_eq!(Terms::parse(&terms.key()), Ok(terms)),
            Err(faults) => prop_assert_eq!(Terms::parse(&terms.key()), Err(faults)),
        }
    }

    #[test]
    fn sound_terms_come_back(terms in sound_terms()) {
        prop_assert_eq!(terms.check(), Ok(()));
        prop_assert_eq!(Terms::parse(&terms.key()), Ok(terms));
    }

    #[test]
    fn any_text_is_terms_in_their_written_form_or_none(at in 0..160_usize, with in "[ -~]{0,3}") {
        let mut text = CASUAL.to_owned();
        text.replace_range(at.min(text.len())..(at + 1).min(text.len()), &with);
        if let Ok(terms) = Terms::parse(&text) {
            prop_assert_eq!(terms.key(), text);
        }
    }
}
