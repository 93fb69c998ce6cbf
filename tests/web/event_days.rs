//! Events in their lists: what is under way, to be played, or over, each with its days.

use std::sync::Arc;

use crate::contest_pages::{SWISS, begun, done, enter, event, organizer, pair, text};
use crate::service::Start;
use crate::visitor::Visitor;

/// The heading under which the list has an event; the page's own where it has none.
fn heading(list: &str, name: &str) -> String {
    let before = list.split(&format!(">{name}</a>")).next().expect("a text");
    assert_ne!(before.len(), list.len(), "{name} is not listed: {list}");
    let last = before.rsplit("<h").next().expect("a heading");
    last.split(['>', '<']).nth(1).expect("its words").to_owned()
}

#[test]
fn events_without_records_are_listed_by_how_they_stand_with_their_days() {
    let service = Arc::new(Start::empty().env("ADJUTANT_ORGANISATIONS", "anyone").serve());
    let mut keeper = organizer(&service, "Araceli", "Liga ng Araw");
    let answers = [SWISS, ("rounds", "1")];
    let slug = "liga-ng-araw";
    let cup =
        event(&mut keeper, slug, "Autumn Cup", &[&answers[..], &[("day", "2026-11-01")]].concat());
    event(&mut keeper, slug, "Later Cup", &[&answers[..], &[("day", "2099-12-05")]].concat());
    event(&mut keeper, slug, "Forgotten Cup", &[&answers[..], &[("day", "2020-02-03")]].concat());
    let mut anybody = Visitor::new(&service);
    begun(&mut keeper, &cup);
    pair(&mut keeper, &cup, 1);
    let list = text(&mut anybody, "/events");
    assert_eq!(heading(&list, "Autumn Cup"), "Now");
    assert_eq!(heading(&list, "Later Cup"), "Upcoming");
    assert_eq!(heading(&list, "Forgotten Cup"), "Finished");
    assert!(
        list.contains("2026-11-01") && list.contains("2020-02-03") && !list.contains(">–<"),
        "{list}"
    );
    let home = text(&mut anybody, "/organisations/liga-ng-araw");
    assert!(home.contains("2020-02-03") && !home.contains("nowrap\">–<"), "{home}");
    let all = anybody.get("/api/v1/events").json();
    for one in all["events"].as_array().expect("events") {
        assert_ne!(one["last_day"], "????.??.??", "{one}");
    }
    assert_eq!(all["events"][0]["last_day"], "2099.12.05");
    assert_eq!(enter(&mut keeper, &cup, 1, '1', "").status, 303);
    done(&mut keeper, &cup, "settings", &[("do", "end")]);
    let list = text(&mut anybody, "/events");
    assert_eq!(heading(&list, "Autumn Cup"), "Finished");
    assert!(!list.contains(">Now<"), "{list}");
}
