//! An event that does not take place.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

#[test]
fn a_cancelled_event_says_so_everywhere_with_the_reason_until_it_is_opened_again() {
    let service = site();
    let mut keeper = organizer(&service, "Kanselo", "Liga ng Ulan");
    let cup = event(&mut keeper, "liga-ng-ulan", "Ulan Cup", &[SWISS, ("rounds", "1")]);
    begun(&mut keeper, &cup);
    pair(&mut keeper, &cup, 1);
    let mut anybody = Visitor::new(&service);
    let calendar = format!("{cup}/event.ics");
    assert!(!anybody.get(&calendar).text().contains("STATUS"));
    let unsure = [("do", "cancel"), ("reason", "A <b>typhoon</b>")];
    let refused = act(&mut keeper, &cup, "settings", &unsure);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(refused.text().contains("A &#60;b&#62;typhoon"), "kept: {}", refused.text());
    let cancel = [unsure[0], unsure[1], ("sure", "1")];
    done(&mut keeper, &cup, "settings", &cancel);
    let said = "This event is cancelled: A &#60;b&#62;typhoon&#60;/b&#62;";
    for page in [format!("{cup}/screen"), format!("/embed{cup}/pairings")] {
        let seen = anybody.get(&page);
        assert!(seen.text().contains(said), "{page}: {}", seen.text());
    }
    for page in [cup.clone(), format!("{cup}/run"), format!("{cup}/run?part=settings")] {
        let page = text(&mut keeper, &page);
        assert!(page.contains(said) && page.contains("<span class=\"chip\">cancelled"), "{page}");
    }
    assert!(text(&mut keeper, &format!("{cup}/run?part=log")).contains("Event cancelled: A"));
    let finished = text(&mut anybody, "/events?view=finished&organisation=liga-ng-ulan");
    assert!(finished.contains("Ulan Cup") && finished.contains("cancelled"), "{finished}");
    for view in ["now", "upcoming"] {
        let page = format!("/events?view={view}&organisation=liga-ng-ulan");
        assert!(!text(&mut anybody, &page).contains(">Ulan Cup</a>"), "{view}");
    }
    assert!(text(&mut anybody, "/organisations/liga-ng-ulan").contains("· cancelled"));
    let entries = anybody.get(&calendar).text();
    assert_eq!(
        entries.matches("STATUS:CANCELLED").count(),
        entries.matches("BEGIN:VEVENT").count()
    );
    let news = anybody.get("/organisations/liga-ng-ulan/events.atom").text();
    assert!(news.contains("Ulan Cup is cancelled"), "{news}");
    let slug = cup.strip_prefix("/events/").expect("an address");
    let known = anybody.get(&format!("/api/v1/events/{slug}/contest")).text();
    assert!(known.contains(r#""phase":"cancelled","cancelled":"A <b>typhoon</b>""#), "{known}");
    let refused = act(&mut keeper, &cup, "settings", &[("do", "open")]);
    assert!(refused.text().contains("The event is cancelled. Reopen it first."));
    done(&mut keeper, &cup, "settings", &[("do", "reopen")]);
    let page = text(&mut anybody, &cup);
    assert!(!page.contains("cancelled") && page.contains("in progress"), "{page}");
}
