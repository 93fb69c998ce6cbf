//! An event that has not begun is deleted.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

#[test]
fn an_event_is_deleted_by_its_name_until_a_round_is_published() {
    let service = site();
    let mut keeper = organizer(&service, "Buradora", "Liga ng Bura");
    let cup = event(&mut keeper, "liga-ng-bura", "Bura  Cup", &[SWISS, ("rounds", "1")]);
    begun(&mut keeper, &cup);
    let delete = |name| [("do", "delete"), ("name", name)];
    let refused = act(&mut keeper, &cup, "settings", &delete("Another Cup"));
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("Type the name of the event, Bura Cup, to delete it."));
    assert!(refused.text().contains("value=\"Another Cup\""), "what was typed is kept");
    assert!(text(&mut keeper, &format!("{cup}/run?part=settings")).contains("Delete event"));
    let gone = act(&mut keeper, &cup, "settings", &delete(" Bura Cup "));
    assert_eq!(gone.status, 303, "{}", gone.text());
    let home = text(&mut keeper, gone.must("location"));
    assert!(home.contains("The event is deleted.") && !home.contains("Bura Cup</a>"), "{home}");
    let mut anybody = Visitor::new(&service);
    for address in [cup.clone(), format!("{cup}/event.ics"), format!("{cup}/run")] {
        assert_eq!(keeper.get(&address).status, 404, "{address}");
    }
    for list in ["/events?view=upcoming", "/events?view=finished", "/search?q=bura"] {
        assert!(!text(&mut anybody, list).contains(&cup), "{list}");
    }
    let trail = text(&mut keeper, "/organisations/liga-ng-bura/audit");
    assert!(trail.contains("Event deleted") && trail.contains("Bura Cup"), "{trail}");

    let again = event(&mut keeper, "liga-ng-bura", "Bura Cup", &[SWISS, ("rounds", "1")]);
    assert_eq!(again, cup, "name and address are free");
    begun(&mut keeper, &again);
    pair(&mut keeper, &again, 1);
    assert!(!text(&mut keeper, &format!("{cup}/run?part=settings")).contains("Delete event"));
    done(&mut keeper, &again, "rounds", &[("do", "take-back"), ("stage", "1"), ("round", "1")]);
    let refused = act(&mut keeper, &again, "settings", &delete("Bura Cup"));
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("Cancel it instead."), "{}", refused.text());
    assert_eq!(anybody.get(&again).status, 200);
}
