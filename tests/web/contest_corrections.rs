//! Entrants are corrected at any time, at the desk and over the API.

use serde_json::json;

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::contests::Evening;
use crate::visitor::Visitor;

#[test]
fn an_entrant_is_corrected_at_the_desk_after_the_start_and_keeps_the_pairing() {
    let service = site();
    let mut keeper = organizer(&service, "Zosima", "Liga ng Dinagat");
    let event = event(&mut keeper, "liga-ng-dinagat", "Corrected Cup", &[SWISS]);
    begun(&mut keeper, &event);
    pair(&mut keeper, &event, 1);
    let round = format!("{event}?view=pairings&round=1");
    let table = || {
        let page = text(&mut Visitor::new(&service), &round);
        let table = page.split("<table class=\"pairings\">").nth(1).expect("the pairings");
        table.split("</table>").next().expect("its end").to_owned()
    };
    let before = table();
    let row = |rating: &'static str, name: &'static str| {
        [
            ("do", "correct"),
            ("entrant", "8"),
            ("new-name", name),
            ("new-rating", rating),
            ("new-club", "Herons"),
            ("new-province", "Cebu"),
        ]
    };
    let refused = act(&mut keeper, &event, "people", &row("16OO", "Hannah"));
    assert_eq!(refused.status, 422, "{}", refused.text());
    for kept in
        ["value=\"16OO\"", "value=\"Hannah\"", "value=\"Herons\"", "whole number up to 4000"]
    {
        assert!(refused.text().contains(kept), "{kept}: {}", refused.text());
    }
    let refused = act(&mut keeper, &event, "people", &row("1600", "ana"));
    assert!(refused.text().contains("Ana is already registered"), "{}", refused.text());
    done(&mut keeper, &event, "people", &row("1600", "Hannah"));
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("Hannah") && desk.contains("1600 · Herons · Cebu"), "{desk}");
    assert_eq!(table(), before.replace("Hana", "Hannah"), "the pairing stays");
    assert!(before.contains("Hana"), "{before}");
}

#[test]
fn a_correction_over_the_api_changes_what_it_names_and_nothing_else() {
    let evening = Evening::begun();
    evening.told("entrants/2", json!({"rating": 1999, "club": " Knights "}));
    let desk = evening.desk();
    let (own, other) = (&desk["entrants"][1], &desk["entrants"][0]);
    assert_eq!((&own["name"], &own["rating"]), (&json!("Ben"), &json!(1999)), "{own}");
    assert_eq!((&own["club"], &other["rating"]), (&json!("Knights"), &json!(1800)), "{desk}");
    assert_eq!(own["present"], true, "a correction leaves the check-in");
    assert_eq!(evening.told("entrants/2", json!({"rating": 1999}))["facts"], 0);
    evening.told("entrants/2", json!({"rating": 0, "club": ""}));
    let own = evening.desk()["entrants"][1].clone();
    assert_eq!((&own["rating"], &own["club"]), (&json!(0), &json!("")), "{own}");
    for (to, body, status, why) in [
        ("entrants/2", json!({"rating": 4001}), 400, "4000"),
        ("entrants/2", json!({"name": "  "}), 400, "missing"),
        ("entrants/2", json!({"name": "ANA"}), 400, "Ana is already registered"),
        ("entrants/2", json!({"name": "Sidapa"}), 400, "register the player"),
        ("entrants/2", json!({"title": 3}), 400, "title"),
        ("entrants/99", json!({"rating": 1}), 404, "99"),
    ] {
        let (is, said) = evening.refused(to, body.clone());
        assert!(is == status && said.contains(why), "{to} {body}: {is} {said}");
    }
}

#[test]
fn a_player_of_the_site_keeps_their_own_name() {
    let evening = Evening::of(json!({"template": "swiss", "entrants": 4, "rounds": 2}), json!({}));
    evening.told("entrants", json!({"entrants": [{"name": "Sidapa"}, {"name": "Ana"}]}));
    let name = evening.desk()["entrants"][0]["name"].clone();
    let (status, why) = evening.refused("entrants/1", json!({"name": "Somebody"}));
    assert!(status == 400 && why.contains("shown by that name"), "{status} {why}");
    evening.told("entrants/1", json!({"name": name, "rating": 1234}));
    assert_eq!(evening.desk()["entrants"][0]["rating"], 1234);
}

#[test]
fn a_wrong_row_is_removed_at_the_desk_and_is_listed_nowhere() {
    let service = site();
    let mut keeper = organizer(&service, "Ligaya", "Liga ng Catanduanes");
    let event = event(&mut keeper, "liga-ng-catanduanes", "Removed Cup", &[SWISS]);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Ana\nMistaken Row\nCora")]);
    let row = [("do", "remove"), ("entrant", "2")];
    let unsure = act(&mut keeper, &event, "people", &row);
    assert_eq!(unsure.status, 422);
    assert!(unsure.text().contains("The entry was a mistake"), "{}", unsure.text());
    done(&mut keeper, &event, "people", &[row[0], row[1], ("sure", "1")]);
    let paths = ["", "?view=players", "/run", "/run?part=rounds", "/run?part=settings"];
    for path in paths {
        let page = text(&mut keeper, &format!("{event}{path}"));
        assert!(!page.contains("Mistaken Row"), "{path}: {page}");
    }
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("2 registered") && desk.contains("entrant-3"), "{desk}");
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(!desk.contains("value=\"remove\""), "nobody in a stage can be removed: {desk}");
    let late =
        act(&mut keeper, &event, "people", &[("do", "remove"), ("entrant", "1"), ("sure", "1")]);
    assert!(late.text().contains("undo the start of the stage first"), "{}", late.text());
}

#[test]
fn two_rows_of_one_person_are_merged_at_the_desk_and_undone_there() {
    let service = site();
    let mut keeper = organizer(&service, "Rufina", "Liga ng Cuyo");
    let event = event(&mut keeper, "liga-ng-cuyo", "Merged Cup", &[SWISS]);
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Ana;1500\nAnna;;Owls\nCora")]);
    let row = [("do", "merge"), ("entrant", "2"), ("into", "1")];
    let unsure = act(&mut keeper, &event, "people", &row);
    assert!(unsure.status == 422 && unsure.text().contains("the same person"), "{}", unsure.text());
    let nobody =
        act(&mut keeper, &event, "people", &[row[0], row[1], ("into", "9"), ("sure", "1")]);
    assert!(nobody.status != 303 && nobody.text().contains("no number 9"), "{}", nobody.text());
    for (into, status, why) in [
        ("abc", 422, "Enter the number of the entrant to keep, as shown in this list."),
        ("2", 409, "This is the same entrant. Enter the number of the other one."),
    ] {
        let refused =
            act(&mut keeper, &event, "people", &[row[0], row[1], ("into", into), ("sure", "1")]);
        assert_eq!(refused.status, status, "{}", refused.text());
        assert!(refused.text().contains(why), "{}", refused.text());
    }
    done(&mut keeper, &event, "people", &[row[0], row[1], row[2], ("sure", "1")]);
    let desk = text(&mut keeper, &format!("{event}/run"));
    assert!(desk.contains("2 registered") && desk.contains("1500 · Owls"), "{desk}");
    assert!(!desk.contains("entrant-2"), "{desk}");
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    assert!(log.contains("Entrant 2 merged into Ana"), "{log}");
}

#[test]
fn pairing_numbers_are_set_at_the_desk() {
    let service = site();
    let mut keeper = organizer(&service, "Saturnina", "Liga ng Balabac");
    let event = event(&mut keeper, "liga-ng-balabac", "Numbered Cup", &[SWISS]);
    begun(&mut keeper, &event);
    let number = [("do", "number"), ("stage", "1"), ("entrant", "8"), ("number", "99")];
    let refused = act(&mut keeper, &event, "rounds", &number);
    assert!(refused.text().contains("from 1 to 8"), "{}", refused.text());
    done(&mut keeper, &event, "rounds", &[number[0], number[1], number[2], ("number", "1")]);
    let first = |keeper: &mut Visitor| {
        let trf = keeper.get(&format!("{event}/run/files/stage-1.trf")).text().to_owned();
        let line = trf.lines().find(|line| line.starts_with("001    1")).expect("the first");
        line.get(14..30).expect("a name").trim().to_owned()
    };
    assert_eq!(first(&mut keeper), "Hana");
    done(&mut keeper, &event, "rounds", &[("do", "number-by-rating"), ("stage", "1")]);
    assert_eq!(first(&mut keeper), "Ana");
    let log = text(&mut keeper, &format!("{event}/run?part=log"));
    assert!(log.contains("Pairing numbers of"), "{log}");
}
