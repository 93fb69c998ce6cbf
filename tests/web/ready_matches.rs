//! Knock-outs that do not wait for rounds, at the desk.

use crate::contest_pages::{EIGHT, act, choices, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

const KNOCK_OUT: (&str, &str) = ("template", "single-elimination");

/// Enters that White has won at one table of a round, counted from 0 among those that are open or not.
fn win(of: &mut Visitor, event: &str, (round, table): (usize, usize)) {
    let page = text(of, &format!("{event}/run?part=results&round={round}"));
    let said = choices(&page, '1');
    let number = (round - 1).to_string();
    let fields = [
        ("do", "enter"),
        ("stage", "0"),
        ("round", number.as_str()),
        ("why", ""),
        ("result", said[table].as_str()),
    ];
    let reply = act(of, event, "results", &fields);
    assert_eq!(reply.status, 303, "{}", reply.text());
}

fn begun(keeper: &mut Visitor, event: &str) {
    done(keeper, event, "people", &[("do", "add"), ("lines", EIGHT)]);
    done(keeper, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(keeper, event, 1);
}

#[test]
fn a_match_appears_with_the_result_that_decides_its_players() {
    let service = site();
    let mut keeper = organizer(&service, "Trinidadang", "Liga ng Dumaran");
    let event =
        event(&mut keeper, "liga-ng-dumaran", "Flowing Cup", &[KNOCK_OUT, ("continuous", "1")]);
    begun(&mut keeper, &event);
    win(&mut keeper, &event, (1, 0));
    win(&mut keeper, &event, (1, 1));
    let desk = text(&mut keeper, &format!("{event}/run?part=results&round=2"));
    assert!(desk.contains("Ana") && desk.contains("Dan"), "the first semi-final is on: {desk}");
    win(&mut keeper, &event, (2, 0));
    win(&mut keeper, &event, (1, 2));
    win(&mut keeper, &event, (1, 3));
    let mut public = Visitor::new(&service);
    let page = text(&mut public, &format!("{event}?view=pairings&round=2"));
    assert!(page.contains("Ben") && page.contains("Cora"), "and the second joins it: {page}");
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    assert!(log.contains("1–0"), "{log}");
    let settings = text(&mut keeper, &format!("{event}/run?part=settings"));
    assert!(settings.contains("name=\"continuous\""), "{settings}");
}

#[test]
fn otherwise_a_button_starts_the_matches_that_are_ready() {
    let service = site();
    let mut keeper = organizer(&service, "Natividadong", "Liga ng Busuanga");
    let event = event(&mut keeper, "liga-ng-busuanga", "Waiting Cup", &[KNOCK_OUT]);
    begun(&mut keeper, &event);
    win(&mut keeper, &event, (1, 0));
    win(&mut keeper, &event, (1, 1));
    let rounds = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(rounds.contains("Start one match that is ready"), "{rounds}");
    done(&mut keeper, &event, "rounds", &[("do", "start-matches"), ("stage", "1")]);
    let rounds = text(&mut keeper, &format!("{event}/run?part=rounds"));
    assert!(!rounds.contains("start-matches"), "{rounds}");
    let twice = act(&mut keeper, &event, "rounds", &[("do", "start-matches"), ("stage", "1")]);
    assert!(twice.text().contains("is published already"), "{}", twice.text());
    win(&mut keeper, &event, (2, 0));
}
