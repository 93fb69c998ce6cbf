//! Knock-outs that do not wait for rounds, at the desk.

use crate::contest_pages::{EIGHT, act, choices, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

const KNOCK_OUT: (&str, &str) = ("template", "single-elimination");

/// Enters that White has won at one table of a round, counted from 0 among those that are open or not.
fn win(of: &mut Visitor, event: &str, (round, table): (usize, usize)) {
    let page = text(of, &format!("{event}/run?part=results&round={round}"));
    let number = (round - 1).to_string();
    let mut said = choices(&page, '1');
    said.retain(|value| value.starts_with(&format!("{number}.")));
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

/// The numbers of tables on a page, each with the first player there.
fn tables(page: &str) -> Vec<(String, String)> {
    let rows = page.split("<td class=\"num\">").skip(1);
    let words = |text: &str| text.trim().split(['<', '\n']).next().unwrap_or("").trim().to_owned();
    let row = |row: &str| {
        let (number, rest) = row.split_once("</td>")?;
        let (_, name) = rest.split_once("<th scope=\"row\">")?;
        Some((words(number), words(name)))
    };
    rows.filter_map(row).collect()
}

#[test]
fn of_rounds_that_are_played_at_once_all_open_matches_are_shown_each_at_its_own_table() {
    let service = site();
    let mut keeper = organizer(&service, "Concepcionang", "Liga ng Coron");
    let event = event(&mut keeper, "liga-ng-coron", "Early Cup", &[KNOCK_OUT, ("continuous", "1")]);
    begun(&mut keeper, &event);
    win(&mut keeper, &event, (1, 2));
    win(&mut keeper, &event, (1, 3));
    let rounds = text(&mut keeper, &format!("{event}/run?part=rounds"));
    let button = rounds.split_once(" name=\"do\" value=\"pair\"").expect("a button").0;
    assert!(!button.ends_with("class=\"primary\""), "it pairs by itself: {rounds}");
    let mut public = Visitor::new(&service);
    let page = text(&mut public, &format!("{event}?view=pairings"));
    let shown: Vec<String> = tables(&page).into_iter().map(|(table, _)| table).collect();
    assert_eq!(
        shown,
        ["1", "2", "3", "4", "3"],
        "the first round, then the match that began: {page}"
    );
    assert!(page.contains("Round 1") && page.contains("Round 2"));
    let of_one = tables(&text(&mut public, &format!("{event}?view=pairings&round=2")));
    assert_eq!(of_one.len(), 1);
    let screen = text(&mut public, &format!("{event}/screen?right=none"));
    assert!(screen.contains("Round 1 · Round 2"), "{screen}");
    let shown: Vec<String> = tables(&screen).into_iter().map(|(table, _)| table).collect();
    assert_eq!(shown, ["1", "2", "3"], "only open tables of the first round: {screen}");
    let embedded = text(&mut public, &format!("/embed{event}/pairings"));
    assert_eq!(tables(&embedded).len(), 5, "{embedded}");
    let named = text(&mut public, &format!("{event}?view=pairings&order=name"));
    assert_eq!(named.matches("<th scope=\"row\">").count(), 6, "who plays now: {named}");
    // The desk takes results of all of them in one form.
    let desk = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(
        desk.contains("Round 1 · Round 2") && desk.contains("3 tables have no result"),
        "{desk}"
    );
    let said = choices(&desk, '1');
    let first = said.iter().find(|value| value.starts_with("0.0.")).expect("round 1, table 1");
    let later = said.iter().find(|value| value.starts_with("1.0.")).expect("round 2, table 1");
    let fields = [
        ("do", "enter"),
        ("stage", "0"),
        ("round", "1"),
        ("why", ""),
        ("result", first.as_str()),
        ("result", later.as_str()),
    ];
    assert_eq!(act(&mut keeper, &event, "results", &fields).status, 303);
    let screen = text(&mut public, &format!("{event}/screen?right=none"));
    assert_eq!(tables(&screen).first().map(|one| one.0.clone()), Some("2".to_owned()), "{screen}");
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

#[test]
fn whom_the_bracket_lets_wait_in_the_first_round_has_a_bye_there() {
    let service = site();
    let mut keeper = organizer(&service, "Teofista Ubas", "Liga ng Tubod");
    let event = event(&mut keeper, "liga-ng-tubod", "Bye Cup", &[KNOCK_OUT]);
    let lines = "Ana; 1800\nBen; 1700\nCora; 1600\nDan; 1500\nElsa; 1400";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", lines)]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    let mut anybody = Visitor::new(&service);
    for view in ["", "&order=name"] {
        let page = text(&mut anybody, &format!("{event}?view=pairings&round=1{view}"));
        for name in ["Ana", "Ben", "Cora", "Dan", "Elsa"] {
            assert!(page.contains(name), "{name} is not there: {page}");
        }
        assert!(page.contains("Bye"), "{page}");
    }
    assert!(text(&mut anybody, &format!("{event}/print/pairings?round=1")).contains("Bye"));
}
