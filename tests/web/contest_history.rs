//! The log of the desk: what was done is undone and done again, and published rounds are changed by hand.

use crate::contest_pages::{
    SWISS, act, begun, called, choices, done, enter, event, organizer, pair, site, text,
};
use crate::visitor::Visitor;

/// The number of the act that a button of the desk undoes or redoes.
fn offered(of: &mut Visitor, event: &str, part: &str, words: &str) -> Option<String> {
    let page = text(of, &format!("{event}/run?part={part}"));
    let before =
        page.split(&format!("value=\"{words}\"")).next().filter(|one| one.len() < page.len())?;
    let form = before.rsplit("name=\"act\" value=\"").next()?;
    Some(form.split('"').next()?.to_owned())
}

fn change(of: &mut Visitor, event: &str, deed: &str) {
    let number = offered(of, event, "results", deed).expect("a button");
    done(of, event, "history", &[("do", deed), ("act", &number), ("part", "results")]);
}

#[test]
fn the_last_act_is_undone_and_redone_from_any_part_of_the_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Anastacia", "Liga ng Antipolo");
    let event = event(&mut keeper, "liga-ng-antipolo", "Undo Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let open = "4 tables have no result.";
    assert!(text(&mut keeper, &format!("{event}/run?part=results")).contains(open));
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    let results = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(
        results.contains("All results are in.") && results.contains("Round 1, table 1:"),
        "{results}"
    );
    change(&mut keeper, &event, "undo");
    let results = text(&mut keeper, &format!("{event}/run?part=results"));
    assert!(results.contains(open), "{results}");
    change(&mut keeper, &event, "redo");
    assert!(
        text(&mut keeper, &format!("{event}/run?part=results")).contains("All results are in.")
    );
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    let published = log.split("Round 1 published").nth(1).expect("it was published");
    let row = published.split("</li>").next().unwrap_or_default();
    assert!(!row.contains("value=\"undo\""), "its results come first: {row}");
    for words in ["Redone: ", "Undone: ", "Round 1 published", "(and 7 more)", "Anastacia"] {
        assert!(log.contains(words), "{words}: {log}");
    }
    let mut anybody = Visitor::new(&service);
    assert_eq!(anybody.get(&format!("{event}/run?part=log")).status, 303, "they sign in first");
}

#[test]
fn the_log_says_what_a_correction_replaced_and_why() {
    let service = site();
    let mut keeper = organizer(&service, "Candelaria", "Liga ng Pakil");
    let event = event(&mut keeper, "liga-ng-pakil", "Amended Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    let corrected = enter(&mut keeper, &event, 1, '3', "They agreed on a draw.");
    assert_eq!(corrected.status, 303, "{}", corrected.text());
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    let acts: Vec<&str> = log.split("Round 1, table ").skip(1).collect();
    let correction = acts.iter().find(|act| act.contains("They agreed on a draw."));
    let correction = correction.expect("the correction with its reason");
    assert!(correction.contains("(before: 1–0)"), "{correction}");
    let first = acts.iter().find(|act| !act.contains("They agreed") && act.contains(" 1–0"));
    let first = first.expect("the result that was entered first");
    assert!(!first.contains("(before: "), "it replaced none: {first}");
}

#[test]
fn what_later_acts_rely_on_is_refused_with_the_remedy() {
    let service = site();
    let mut keeper = organizer(&service, "Consolacion", "Liga ng Taytay");
    let event = event(&mut keeper, "liga-ng-taytay", "Later Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    let results = offered(&mut keeper, &event, "results", "undo").expect("a button");
    pair(&mut keeper, &event, 2);
    let fields = [("do", "undo"), ("act", results.as_str()), ("part", "log")];
    let refused = act(&mut keeper, &event, "history", &fields);
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(
        refused.text().contains("Undo that first, or correct it instead."),
        "{}",
        refused.text()
    );
    for unknown in ["1", "9999", "x"] {
        let fields = [("do", "undo"), ("act", unknown), ("part", "log")];
        assert!(act(&mut keeper, &event, "history", &fields).status >= 400, "{unknown}");
    }
    let mut stranger = called(&service, "Ligaya Undo");
    let token = stranger.token("/");
    let fields = [("csrf", token.as_str()), ("do", "undo"), ("act", &results), ("part", "log")];
    assert_eq!(stranger.post_bare(&format!("{event}/run/history"), &fields, &[]).status, 403);
}

/// Names of the players at a table, in the order of their colors.
fn seated(of: &mut Visitor, event: &str, table: usize) -> [String; 2] {
    let page = text(of, &format!("{event}/run?part=results&round=1"));
    let row = page.split(&format!("<b>{table}</b>")).nth(1).expect("a row");
    let names = row.split("</label>").next().expect("names").trim();
    let (one, other) = names.split_once(" – ").expect("two");
    [one.trim().to_owned(), other.split('<').next().expect("a name").trim().to_owned()]
}

#[test]
fn a_published_round_is_changed_by_hand_after_a_preview_and_undone_in_one_step() {
    let service = site();
    let mut keeper = organizer(&service, "Asuncion", "Liga ng Cainta");
    let event = event(&mut keeper, "liga-ng-cainta", "Altered Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let page = text(&mut keeper, &format!("{event}/run?part=results&round=1"));
    let drawn = choices(&page, '3').remove(0);
    let entered =
        [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", drawn.as_str())];
    done(&mut keeper, &event, "results", &entered);
    let ([one, _], [two, _]) = (seated(&mut keeper, &event, 1), seated(&mut keeper, &event, 2));
    let path = format!("{event}/run/alter?stage=1&round=1");
    assert!(text(&mut keeper, &format!("{event}/run?part=rounds")).contains(">Change pairings<"));
    assert!(text(&mut keeper, &path).contains("Change pairings of round 1"));
    let swap = [
        ("stage", "0"),
        ("round", "0"),
        ("do", "add"),
        ("kind", "exchange"),
        ("one", one.as_str()),
        ("other", two.as_str()),
    ];
    let preview = act(&mut keeper, &event, "alter", &swap);
    assert_eq!(preview.status, 200, "{}", preview.text());
    assert!(preview.text().contains("Table 1 loses its result."), "{}", preview.text());
    let value = crate::visitor::hidden(&preview.text(), "change").expect("the change");
    let save = [("stage", "0"), ("round", "0"), ("do", "save"), ("change", value.as_str())];
    let refused = act(&mut keeper, &event, "alter", &save);
    assert_eq!(refused.status, 409, "{}", refused.text());
    let sure = [&save[..], &[("results_too", "1")]].concat();
    done(&mut keeper, &event, "alter", &sure);
    assert_eq!(seated(&mut keeper, &event, 1)[0], two);
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    assert!(log.contains("Round 1: pairings changed by hand"), "{log}");
    change(&mut keeper, &event, "undo");
    assert_eq!(seated(&mut keeper, &event, 1)[0], one);
    let page = text(&mut keeper, &format!("{event}/run?part=results&round=1"));
    assert!(page.contains("½–½"), "the result is back: {page}");
    let wrong = [
        ("stage", "0"),
        ("round", "0"),
        ("do", "add"),
        ("kind", "exchange"),
        ("one", "Nobody At All"),
        ("other", "x"),
    ];
    let refused = act(&mut keeper, &event, "alter", &wrong);
    assert!(
        refused.status == 422 && refused.text().contains("Nobody At All"),
        "{}",
        refused.text()
    );
}
