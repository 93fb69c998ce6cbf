//! Results of an event over the board, rated in the organisation's pool and marked on players' pages.

use crate::contest_pages::{called, done, enter, event, organizer, pair, site, text};
use crate::visitor::Visitor;

#[test]
fn results_over_the_board_are_rated_as_the_box_says_and_marked() {
    let service = site();
    let mut keeper = organizer(&service, "Ursula", "Liga ng Makati");
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
