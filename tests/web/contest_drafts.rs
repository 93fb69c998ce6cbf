//! Drafts at the desk: published as they were seen; byes that were asked for stand in the round.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, seen, site, text};
use crate::visitor::Visitor;

#[test]
fn a_draft_that_changed_meanwhile_is_not_published_and_asked_byes_are_shown() {
    let service = site();
    let mut keeper = organizer(&service, "Concordia", "Liga ng Pasig");
    let event = event(&mut keeper, "liga-ng-pasig", "Seen Cup", &[SWISS]);
    begun(&mut keeper, &event);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "0")]);
    let before = seen(&mut keeper, &event, 1);
    // Another official notes a bye while this one looks at the draft.
    let bye = [("do", "bye"), ("stage", "0"), ("round", "1"), ("entrant", "3"), ("bye", "half")];
    done(&mut keeper, &event, "rounds", &bye);
    let publish = |seen: &str| {
        [("do", "publish"), ("stage", "0"), ("round", "0"), ("seen", seen)]
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
    assert!(round.contains("Byes asked for: Cora (for half"), "{round}");
    let by_name = text(&mut anybody, &format!("{event}?view=pairings&round=1&order=name"));
    assert!(by_name.contains("Cora") && by_name.contains("Bye (for half"), "{by_name}");
    for sheet in ["pairings", "names"] {
        let sheet = text(&mut anybody, &format!("{event}/print/{sheet}?stage=1"));
        assert!(sheet.contains("Cora") && sheet.contains("for half"), "{sheet}");
    }
}
