//! What goes wrong at an event's desk: long lists with faults, tables that were paired anew, two officials at once, nobody
//! there, more rounds than opponents, and a stage whose time has run short. What is refused names its place and what helps,
//! and nothing that somebody wrote is lost.

use std::sync::Arc;

use crate::contest_pages::{
    EIGHT, SWISS, act, choices, done, enter, event, organizer, pair, site, text,
};
use crate::service::Service;
use crate::visitor::Visitor;

/// An organizer with an event of this plan, and the address of its page.
fn desk(name: &str, slug: &str, answers: &[(&str, &str)]) -> (Arc<Service>, Visitor, String) {
    let service = site();
    let mut keeper = organizer(&service, name, &slug.replace('-', " "));
    let event = event(&mut keeper, slug, "Handa", answers);
    (service, keeper, event)
}

fn begun(keeper: &mut Visitor, event: &str, lines: &str) {
    done(keeper, event, "people", &[("do", "add"), ("lines", lines)]);
    done(keeper, event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
}

/// The words of a page about what is wrong.
fn fault(page: &str) -> String {
    let words = page.split("role=\"alert\"").nth(1).expect("it says what is wrong");
    words.split("</div>").next().unwrap_or_default().to_owned()
}

#[test]
fn three_thousand_pasted_rows_come_back_whole_with_those_named_that_cannot_be_registered() {
    let (_service, mut keeper, event) = desk("Gaudencia", "liga-ng-libo", &[SWISS]);
    let mut rows: Vec<String> = (1..=3000)
        .map(|n| format!("Guest {n:04}; {}; Knights of the North", 1_000 + n % 900))
        .collect();
    rows[1499] = "Guest 0002; 1500".to_owned();
    // The e is another one than it looks.
    rows[1999] = "Gu\u{435}st 0003".to_owned();
    rows[2999] = "Guest 3000; magaling".to_owned();
    let lines = rows.join("\r\n");
    assert!(lines.len() > 64 << 10);
    let refused = act(&mut keeper, &event, "people", &[("do", "add"), ("lines", &lines)]);
    assert_eq!(refused.status, 422);
    let page = refused.text();
    for row in
        ["Row 1500: The name looks", "Row 2000: The name looks", "Row 3000: “magaling” is no"]
    {
        assert!(fault(&page).contains(row), "{row}: {}", fault(&page));
    }
    let pasted = page.split("<textarea").nth(1).expect("what was pasted");
    let pasted = pasted.split("</textarea>").next().expect("its end");
    assert_eq!(pasted.matches("uest ").count() + pasted.matches("u\u{435}st ").count(), 3000);
    assert!(page.contains("0 registered"));
    for at in [1499, 1999, 2999] {
        rows[at] = format!("Guest {:04}; 1500", at + 1);
    }
    // Now as the file of a spreadsheet, with commas.
    let token = keeper.token(&format!("{event}/run"));
    let file = rows.join("\n").replace("; ", ",");
    let part = |head: &str, body: &str| {
        format!("--limit\r\nContent-Disposition: form-data; {head}\r\n\r\n{body}\r\n")
    };
    let body = [
        part("name=\"csrf\"", &token),
        part("name=\"do\"", "add"),
        part("name=\"lines\"", ""),
        part("name=\"file\"; filename=\"people.csv\"", &file),
        "--limit--\r\n".to_owned(),
    ];
    let kind = "multipart/form-data; boundary=limit";
    let path = format!("{event}/run/people");
    let sent = keeper.post_bytes(&path, kind, body.concat().as_bytes());
    assert_eq!(sent.status, 303, "{}", fault(&sent.text()));
    let page = text(&mut keeper, &format!("{event}/run"));
    assert!(page.contains("3000 registered") && page.contains("2700 more not shown"));
    let found = text(&mut keeper, &format!("{event}/run?name=guest+2999"));
    assert!(found.contains("Guest 2999") && found.contains("Knights of the North"));
    assert!(!found.contains("more not shown"));
}

#[test]
fn results_of_a_round_that_was_paired_anew_are_not_entered_and_come_back_on_the_form() {
    let (_service, mut keeper, event) = desk("Potenciana", "liga-ng-palit", &[SWISS]);
    begun(&mut keeper, &event, EIGHT);
    pair(&mut keeper, &event, 1);
    let before = text(&mut keeper, &format!("{event}/run?part=results"));
    let said = choices(&before, '1');
    done(&mut keeper, &event, "rounds", &[("do", "take-back"), ("stage", "1"), ("round", "1")]);
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    // Ana meets Fe now, and Ben Elsa.
    done(
        &mut keeper,
        &event,
        "rounds",
        &[("do", "exchange"), ("stage", "1"), ("entrant", "5"), ("with", "6")],
    );
    let seen = crate::contest_pages::seen(&mut keeper, &event, 1);
    let publish = [("do", "publish"), ("stage", "1"), ("round", "1"), ("draft", &seen)];
    done(&mut keeper, &event, "rounds", &publish);
    let mut fields = vec![("do", "enter"), ("stage", "0"), ("round", "0"), ("why", "")];
    fields.extend(said.iter().map(|one| ("result", one.as_str())));
    let refused = act(&mut keeper, &event, "results", &fields);
    assert_eq!(refused.status, 409);
    let words = fault(&refused.text());
    assert!(words.contains("Table 1: Other players sit at this table now"), "{words}");
    assert!(words.contains("No results were saved."), "{words}");
    // What was chosen for the tables that are as they were is chosen still.
    assert_eq!(refused.text().matches(" selected").count(), 2);
    let page = text(&mut keeper, &format!("{event}?view=pairings&round=1"));
    assert_eq!(page.matches("1–0").count(), 0, "all or nothing");
}

#[test]
fn of_two_officials_at_one_table_the_slower_hears_what_stands_and_keeps_the_rest() {
    let (_service, mut keeper, event) = desk("Simeona", "liga-ng-sabay", &[SWISS]);
    begun(&mut keeper, &event, EIGHT);
    pair(&mut keeper, &event, 1);
    let seen = text(&mut keeper, &format!("{event}/run?part=results"));
    let (won, drawn) = (choices(&seen, '1'), choices(&seen, '3'));
    let of =
        |result| [("do", "enter"), ("stage", "0"), ("round", "0"), ("why", ""), ("result", result)];
    done(&mut keeper, &event, "results", &of(&won[2]));
    let slower = [&of(&drawn[0])[..], &[("result", drawn[2].as_str())]].concat();
    let refused = act(&mut keeper, &event, "results", &slower);
    assert_eq!(refused.status, 409);
    let words = fault(&refused.text());
    assert!(words.contains("Table 3: Somebody else entered a result first: 1–0"), "{words}");
    let chosen = format!("value=\"{}\" data-key=\"3\" selected", drawn[0]);
    assert!(refused.text().contains(&chosen), "the other table is as he left it");
    // Set right without a reason, it is asked for, with the table.
    let now = text(&mut keeper, &format!("{event}/run?part=results"));
    let right = choices(&now, '3');
    let refused = act(&mut keeper, &event, "results", &of(&right[2]));
    assert_eq!(refused.status, 422);
    assert!(fault(&refused.text()).contains("Table 3: There is already another result"));
    assert!(fault(&refused.text()).contains("No results were saved."));
}

#[test]
fn where_nobody_is_there_it_is_said_what_to_do() {
    let answers = [SWISS, ("check-in", "1"), ("fee", "20 piso")];
    let (_service, mut keeper, event) = desk("Consorcia", "liga-ng-wala", &answers);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", EIGHT)]);
    let begin = [("do", "begin"), ("stage", "1"), ("white", "true")];
    let refused = act(&mut keeper, &event, "rounds", &begin);
    assert_eq!(refused.status, 409);
    assert!(fault(&refused.text()).contains("Check people in"), "{}", fault(&refused.text()));
    // All who are in the list at once: first those who are looked for, then all.
    done(&mut keeper, &event, "people", &[("do", "all-there"), ("name", "ana")]);
    assert!(text(&mut keeper, &format!("{event}/run")).contains("8 registered, 2 checked in."));
    // It is said of how many it was not known yet.
    for (action, counted) in [("all-there", 6), ("all-there", 0), ("all-paid", 8), ("all-paid", 0)]
    {
        let reply = act(&mut keeper, &event, "people", &[("do", action), ("name", "")]);
        let there = format!("done=contest-{action}.{counted}");
        assert!(reply.must("location").contains(&there), "{there}: {}", reply.must("location"));
    }
    let page = text(&mut keeper, &format!("{event}/run"));
    assert!(page.contains("8 registered, 8 checked in.") && !page.contains("all-there"));
    assert_eq!(page.matches(">paid<").count(), 8);
    done(&mut keeper, &event, "people", &[("do", "all-there"), ("name", "")]);
    done(&mut keeper, &event, "rounds", &begin);
    pair(&mut keeper, &event, 1);
    for (deed, words) in [
        ("no-shows", "Nobody is absent from an open game, so nothing was changed."),
        ("enter", "No new results were chosen, so nothing was changed."),
    ] {
        let fields = [("do", deed), ("stage", "0"), ("round", "0"), ("why", "")];
        let told = act(&mut keeper, &event, "results", &fields);
        assert_eq!(told.status, 303, "{}", told.text());
        let page = text(&mut keeper, told.must("location"));
        assert!(page.contains(words), "{page}");
    }
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    // The next day nobody is here; the draft, if there was one, is gone.
    done(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    assert_eq!(
        act(&mut keeper, &event, "people", &[("do", "clear")]).status,
        422,
        "it is asked first"
    );
    done(&mut keeper, &event, "people", &[("do", "clear"), ("sure", "1")]);
    let refused = act(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    assert_eq!(refused.status, 409);
    assert!(fault(&refused.text()).contains("There is nobody to pair. Check people in."));
    // Who came late is let in where he is registered.
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Imelda; 1325")]);
    let page = text(&mut keeper, &format!("{event}/run"));
    assert_eq!(page.matches("value=\"join\"").count(), 1);
    done(&mut keeper, &event, "rounds", &[("do", "join"), ("stage", "1"), ("entrant", "9")]);
    assert!(!text(&mut keeper, &format!("{event}/run")).contains("value=\"join\""));
}

#[test]
fn a_swiss_with_more_rounds_than_opponents_ends_where_nobody_can_play_on() {
    let answers = [SWISS, ("rounds", "5")];
    let (_service, mut keeper, event) = desk("Fortunata", "liga-ng-apat", &answers);
    begun(&mut keeper, &event, "Ana; 1500\nBen; 1400\nCora; 1300\nDan; 1200");
    for round in 1..=3 {
        pair(&mut keeper, &event, round);
        assert_eq!(enter(&mut keeper, &event, round, '1', "").status, 303);
    }
    let refused = act(&mut keeper, &event, "rounds", &[("do", "pair"), ("stage", "1")]);
    assert_eq!(refused.status, 409);
    let words = fault(&refused.text());
    assert!(
        words.contains("two of them have met before") && words.contains("play fewer rounds"),
        "{words}"
    );
    let end = act(&mut keeper, &event, "settings", &[("do", "end")]);
    assert_eq!(end.status, 409);
    assert!(fault(&end.text()).contains("play the remaining rounds and stages"));
    for few in ["2", "ilan"] {
        let few = [("do", "rounds"), ("stage", "0"), ("rounds", few)];
        let refused = act(&mut keeper, &event, "settings", &few);
        assert_eq!(refused.status, 409);
        assert!(fault(&refused.text()).contains("not below the rounds already paired"));
    }
    done(&mut keeper, &event, "settings", &[("do", "rounds"), ("stage", "0"), ("rounds", "3")]);
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    let page = text(&mut keeper, &format!("{event}?view=standings"));
    assert!(page.contains("After 3 rounds") && page.contains(">finished<"));
}

#[test]
fn a_round_that_there_is_not_is_refused_at_the_desk_and_the_form_is_kept() {
    let answers = [SWISS, ("rounds", "7")];
    let (_service, mut keeper, event) = desk("Clodualda", "liga-ng-wala-nito", &answers);
    begun(&mut keeper, &event, EIGHT);
    for round in ["9", "x", "0", "-1", "99999999999999999999"] {
        let fields =
            [("do", "bye"), ("stage", "1"), ("entrant", "3"), ("round", round), ("bye", "zero")];
        let refused = act(&mut keeper, &event, "rounds", &fields);
        let page = refused.text();
        assert_eq!(refused.status, 422, "{round}: {page}");
        let why = "There are 7 rounds. Enter a number from 1 to 7.";
        assert!(fault(&page).contains(why), "{round}: {page}");
        assert!(page.contains(&format!("name=\"round\" inputmode=\"numeric\" value=\"{round}\"")));
        assert!(
            page.contains("<option value=\"3\" selected>Cora")
                && page.contains("\"zero\" selected")
        );
    }
    // A name in the list that is not in the event is an error of the list.
    let lines = "Ana; Ben\nCora; Nobody";
    let apart = [("do", "apart"), ("stage", "1"), ("lines", lines)];
    let refused = act(&mut keeper, &event, "rounds", &apart);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(fault(&refused.text()).contains("Nobody here is called Nobody"));
    assert!(refused.text().contains(lines), "the list is kept: {}", refused.text());
    let link =
        [("do", "make"), ("name", "Hall B"), ("results", "1"), ("first", "ilan"), ("hours", "8")];
    let refused = act(&mut keeper, &event, "stewards", &link);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("value=\"ilan\"") && refused.text().contains("Hall B"));
    let entrant = [("do", "withdraw"), ("entrant", "99")];
    let refused = act(&mut keeper, &event, "people", &entrant);
    assert_eq!(refused.status, 422);
    assert!(fault(&refused.text()).contains("The event has no number 99"));
    assert_eq!(act(&mut keeper, &event, "rounds", &[("do", "hack"), ("stage", "0")]).status, 404);
}

#[test]
fn a_round_with_one_result_is_taken_back_with_it_where_that_is_said() {
    let (_service, mut keeper, event) = desk("Eustaquia", "liga-ng-isa", &[SWISS]);
    begun(&mut keeper, &event, EIGHT);
    pair(&mut keeper, &event, 1);
    let page = text(&mut keeper, &format!("{event}/run?part=results"));
    let said = choices(&page, '1');
    for (count, why) in [
        (1, "The round has a result at one table. Confirm that it is removed, too."),
        (2, "The round has results at 2 tables. Confirm that they are removed, too."),
    ] {
        let mut fields = vec![("do", "enter"), ("stage", "0"), ("round", "0"), ("why", "")];
        fields.push(("result", said[count - 1].as_str()));
        done(&mut keeper, &event, "results", &fields);
        let back = [("do", "take-back"), ("stage", "1"), ("round", "1")];
        let refused = act(&mut keeper, &event, "rounds", &back);
        assert_eq!(refused.status, 409);
        assert!(fault(&refused.text()).contains(why), "{}", fault(&refused.text()));
    }
}

#[test]
fn a_result_that_is_sent_by_itself_is_answered_with_what_stands_and_by_whom() {
    let (_service, mut keeper, event) = desk("Hermelinda", "liga-ng-usbong", &[SWISS]);
    begun(&mut keeper, &event, EIGHT);
    pair(&mut keeper, &event, 1);
    let seen = text(&mut keeper, &format!("{event}/run?part=results"));
    let (won, drawn) = (choices(&seen, '1'), choices(&seen, '3'));
    let token = keeper.token(&format!("{event}/run"));
    let mut send = |result: &str, why: &str| {
        let fields = [
            ("csrf", token.as_str()),
            ("do", "enter"),
            ("stage", "0"),
            ("round", "0"),
            ("why", why),
            ("result", result),
        ];
        let json = [("accept", "application/json")];
        let reply = keeper.post_bare(&format!("{event}/run/results"), &fields, &json);
        (reply.status, reply.json())
    };
    let saved = serde_json::json!({"recorded": "first", "by": "", "detail": ""});
    assert_eq!(send(&won[0], ""), (200, saved.clone()));
    assert_eq!(send(&won[0], ""), (200, saved), "its answer may have been lost");
    let (status, refused) = send(&drawn[0], "");
    assert_eq!(
        (status, &refused["recorded"], &refused["by"]),
        (409, &"first".into(), &"Hermelinda".into())
    );
    assert!(
        refused["detail"].as_str().expect("words").contains("Somebody else entered"),
        "{refused}"
    );
    let correction = drawn[0].replace(".none.", ".first.");
    let (status, refused) = send(&correction, "");
    assert_eq!((status, &refused["recorded"]), (422, &"first".into()), "without a reason");
    assert_eq!(send(&correction, "slip misread").1["recorded"], "drawn");
    // Nobody of ours meets there.
    let (status, refused) = send("0.0.1.2.none.first", "");
    assert_eq!((status, &refused["recorded"]), (409, &serde_json::Value::Null), "{refused}");
}
