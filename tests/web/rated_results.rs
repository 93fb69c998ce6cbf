//! Results of an event over the board, rated in the organisation's pool and marked on players' pages.

use crate::contest_pages::{called, done, enter, event, organizer, pair, site, text};
use crate::visitor::Visitor;

#[test]
fn results_over_the_board_are_rated_as_the_box_says_and_marked() {
    let service = site();
    let mut keeper = organizer(&service, "Telesfora", "Liga ng Makati");
    let answers = [("template", "round-robin"), ("rated", "1")];
    let event = event(&mut keeper, "liga-ng-makati", "Rated Cup", &answers);
    for name in ["Cinco Luna", "Seis Araw"] {
        called(&service, name);
    }
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", "Cinco Luna\nSeis Araw")]);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &event, 1);
    assert_eq!(enter(&mut keeper, &event, 1, '1', "").status, 303);
    let mut anybody = Visitor::new(&service);
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    let ledger = "/api/v1/players/Cinco%20Luna/ratings/liga-ng-makati.face-to-face";
    let reply = anybody.get(ledger);
    assert_eq!(reply.status, 200, "{}", reply.text());
    let history: serde_json::Value = serde_json::from_str(&reply.text()).expect("JSON");
    assert_eq!(history.as_array().map(Vec::len), Some(1), "{history}");
    assert_eq!(
        (&history[0]["game"], history[0]["opponent"].as_str()),
        (&serde_json::Value::Null, Some("Seis Araw"))
    );
    assert!(event.ends_with(history[0]["event"].as_str().expect("an event")), "{history}");
    let page = text(&mut anybody, "/players/Cinco%20Luna");
    assert!(page.contains("no record") && page.contains("Rated Cup"), "{page}");
}

#[test]
fn the_rating_report_says_what_an_event_did_to_ratings_and_what_is_not_rated() {
    let service = site();
    let mut keeper = organizer(&service, "Veneranda", "Liga ng Pasig");
    let answers = [("template", "round-robin"), ("rated", "1")];
    let event = event(&mut keeper, "liga-ng-pasig", "Report Cup", &answers);
    for name in ["Siete Bituin", "Otso Ulap"] {
        called(&service, name);
    }
    let lines = "Siete Bituin; 1700\nOtso Ulap\nPanauhin; 1200";
    done(&mut keeper, &event, "people", &[("do", "add"), ("lines", lines)]);
    let mut anybody = Visitor::new(&service);
    done(&mut keeper, &event, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    let empty = text(&mut anybody, &format!("{event}/print/ratings"));
    assert!(empty.contains("Siete Bituin") && !empty.contains("Games that are not"), "{empty}");
    for round in 1..=3 {
        pair(&mut keeper, &event, round);
        assert_eq!(enter(&mut keeper, &event, round, '1', "").status, 303);
    }
    done(&mut keeper, &event, "settings", &[("do", "end")]);
    let report = service.get(&format!("/api/v1{event}/ratings")).json();
    assert_eq!(report["pool"], "liga-ng-pasig.face-to-face");
    let players = report["players"].as_array().expect("players").clone();
    let of = |name: &str| {
        players.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
    };
    let (one, other) = (of("Siete Bituin"), of("Otso Ulap"));
    assert_eq!(players.len(), 2, "the guest has no rating here: {report}");
    assert_eq!(
        (&one["entered"], &one["before"], &one["games"]),
        (&1700.into(), &1500.into(), &1.into())
    );
    assert_eq!((&one["expected"], &other["expected"]), (&50.into(), &50.into()));
    let sum = |what: &str| one[what].as_i64().expect(what) + other[what].as_i64().expect(what);
    assert_eq!((sum("half_points"), sum("change")), (2, 0), "equals win what the other loses");
    assert_eq!(report["change"], 0);
    let won = if one["half_points"] == 2 { one } else { other };
    let change = won["change"].as_i64().expect("a number");
    assert!(change > 0, "{report}");
    assert_eq!(won["after"].as_i64(), Some(1500 + (change + 50) / 100));
    assert_eq!(won["performance"], 2300);
    let why: Vec<&str> = report["unrated"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|one| one["why"].as_str())
        .collect();
    assert_eq!(why, ["guest", "guest"], "{report}");
    let csv = service.get(&format!("/api/v1{event}/contest/ratings.csv")).text();
    assert!(
        csv.starts_with(
            "\u{feff}name,entered,before,games,score,expected,performance,change,after"
        ),
        "{csv}"
    );
    assert!(csv.contains("Siete Bituin,1700,1500,1,") && csv.lines().count() == 3, "{csv}");
    let page = text(&mut anybody, &format!("{event}/print/ratings"));
    assert!(page.contains("1700 in the event") && page.contains("A guest played"), "{page}");
    assert!(page.contains("Players rated differently in the event: 1."), "{page}");
    assert!(text(&mut anybody, &format!("{event}/print/standings")).contains("/print/ratings"));
}

#[test]
fn an_event_that_is_not_rated_has_no_rating_report() {
    let service = site();
    let mut keeper = organizer(&service, "Wilhelmina", "Liga ng Taguig");
    let event = event(&mut keeper, "liga-ng-taguig", "Casual Cup", &[("template", "round-robin")]);
    let refused = service.get(&format!("/api/v1{event}/ratings"));
    assert_eq!(refused.status, 404);
    assert!(refused.text().contains("not rated in a public pool"), "{}", refused.text());
    assert_eq!(service.get(&format!("/api/v1{event}/contest/ratings.csv")).status, 404);
    assert_eq!(keeper.get(&format!("{event}/print/ratings")).status, 404);
}
