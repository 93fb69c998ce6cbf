//! Drafts at the desk: published as they were seen; byes that were asked for stand in the round.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, seen, site, text};
use crate::visitor::Visitor;

#[test]
fn a_draft_that_changed_meanwhile_is_not_published_and_asked_byes_are_shown() {
    let service = site();
    let mut keeper = organizer(&service, "Concordia", "Liga ng Pasig");
    let event = event(&mut keeper, "liga-ng-pasig", "Seen Cup", &[SWISS]);
    begun(&mut keeper, &event);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let before = seen(&mut keeper, &event, 1);
    // Another official notes a bye while this one looks at the draft.
    let bye = [("do", "bye"), ("stage", "1"), ("round", "1"), ("entrant", "3"), ("bye", "half")];
    done(&mut keeper, &event, "rounds", &bye);
    let publish = |seen: &str| {
        [("do", "publish"), ("stage", "1"), ("round", "1"), ("draft", seen)]
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    let send = |keeper: &mut Visitor, seen: &str| {
        let fields = publish(seen);
        let fields: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        act(keeper, &event, "rounds", &fields)
    };
    for old in [before.as_str(), ""] {
        let refused = send(&mut keeper, old);
        assert_eq!(refused.status, 409, "{}", refused.text());
        assert!(refused.text().contains("has changed since you looked"), "{}", refused.text());
    }
    let now = seen(&mut keeper, &event, 1);
    assert_eq!(send(&mut keeper, &now).status, 303);
    let mut anybody = Visitor::new(&service);
    let round = text(&mut anybody, &format!("{event}?view=pairings&round=1"));
    assert!(round.contains("Requested byes: Cora (half-point"), "{round}");
    let by_name = text(&mut anybody, &format!("{event}?view=pairings&round=1&order=name"));
    assert!(by_name.contains("Cora") && by_name.contains("Bye (half-point"), "{by_name}");
    for sheet in ["pairings", "names"] {
        let sheet = text(&mut anybody, &format!("{event}/print/{sheet}?stage=1"));
        assert!(sheet.contains("Cora") && sheet.contains("half-point"), "{sheet}");
    }
}

#[test]
fn with_the_last_round_published_no_other_is_offered_nor_a_bye_in_it() {
    let service = site();
    let mut keeper = organizer(&service, "Feliciana", "Liga ng Angono");
    let event = event(&mut keeper, "liga-ng-angono", "Isang Round", &[SWISS, ("rounds", "1")]);
    begun(&mut keeper, &event);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    let rounds = format!("{event}/run?part=rounds");
    let draft = text(&mut keeper, &rounds);
    assert!(draft.contains("value=\"pair\"") && draft.contains("id=\"bye\""), "{draft}");
    let seen = seen(&mut keeper, &event, 1);
    let publish = [("do", "publish"), ("stage", "1"), ("round", "1"), ("draft", seen.as_str())];
    done(&mut keeper, &event, "rounds", &publish);
    let last = text(&mut keeper, &rounds);
    assert!(!last.contains("value=\"pair\"") && !last.contains("id=\"bye\""), "{last}");
}

#[test]
fn a_draft_that_was_changed_by_hand_is_paired_anew_and_dropped_only_where_that_is_confirmed() {
    let service = site();
    let mut keeper = organizer(&service, "Generosa", "Liga ng Pateros");
    let event = event(&mut keeper, "liga-ng-pateros", "Anew Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let desk = format!("{event}/run?part=rounds");
    let (pair, stage) = (("do", "pair"), ("stage", "1"));
    let page = text(&mut keeper, &desk);
    assert!(page.contains(">Pair next round<") && !page.contains("Re-pair this round"));
    done(&mut keeper, &event, "rounds", &[pair, stage]);
    let page = text(&mut keeper, &desk);
    assert!(page.contains(">Re-pair this round<") && !page.contains("Pair next round"));
    assert!(!page.contains("edited manually"), "nothing would be lost: {page}");
    let again = act(&mut keeper, &event, "rounds", &[pair, stage]);
    assert!(again.must("location").contains("done=contest-paired-anew"), "{}", again.whole());
    let drawn = seen(&mut keeper, &event, 1);
    done(
        &mut keeper,
        &event,
        "rounds",
        &[("do", "exchange"), stage, ("entrant", "5"), ("with", "6")],
    );
    let by_hand = seen(&mut keeper, &event, 1);
    assert_ne!(drawn, by_hand);
    let box_words = "Manual changes are lost.";
    assert!(text(&mut keeper, &desk).contains(box_words));
    let take_back = [("do", "take-back"), stage, ("round", "1")];
    for fields in [&[pair, stage][..], &take_back] {
        let refused = act(&mut keeper, &event, "rounds", fields);
        assert_eq!(refused.status, 422, "{}", refused.text());
        assert!(refused.text().contains(&format!("Tick “{box_words}” to confirm")));
        assert_eq!(seen(&mut keeper, &event, 1), by_hand, "the exchange stands");
    }
    done(&mut keeper, &event, "rounds", &[pair, stage, ("sure", "1")]);
    assert_eq!(seen(&mut keeper, &event, 1), drawn);
    let back = [&take_back[..], &[("sure", "1")]].concat();
    done(&mut keeper, &event, "rounds", &back);
    assert!(text(&mut keeper, &desk).contains(">Pair next round<"));
}
