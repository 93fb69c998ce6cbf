//! Events in their lists: what is under way, to be played, or over, each with its days.

use std::sync::Arc;

use crate::contest_pages::{SWISS, begun, done, enter, event, organizer, pair, text};
use crate::service::Start;
use crate::visitor::Visitor;

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
    for (phase, cup) in
        [("now", "Autumn Cup"), ("upcoming", "Later Cup"), ("finished", "Forgotten Cup")]
    {
        let list = text(&mut anybody, &format!("/events?view={phase}"));
        for name in ["Autumn Cup", "Later Cup", "Forgotten Cup"] {
            assert_eq!(list.contains(&format!(">{name}</a>")), name == cup, "{phase}: {list}");
        }
    }
    let home = text(&mut anybody, "/organisations/liga-ng-araw");
    assert!(home.contains("3 Feb 2020") && !home.contains("nowrap\">–<"), "{home}");
    let all = anybody.get("/api/v1/events").json();
    for one in all["events"].as_array().expect("events") {
        assert_ne!(one["last_day"], "????.??.??", "{one}");
    }
    assert_eq!(all["events"][0]["last_day"], "2099.12.05");
    assert_eq!(enter(&mut keeper, &cup, 1, '1', "").status, 303);
    done(&mut keeper, &cup, "settings", &[("do", "end")]);
    let list = text(&mut anybody, "/events?view=finished");
    assert!(list.contains(">Autumn Cup</a>"), "{list}");
    let list = text(&mut anybody, "/events?view=now");
    assert!(!list.contains(">Autumn Cup</a>"), "{list}");
}
