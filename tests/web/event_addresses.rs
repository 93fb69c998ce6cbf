//! Addresses of events: a renamed event gets another one, and those that it had lead to it for ever.

use std::sync::Arc;

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::service::Service;
use crate::visitor::Visitor;

/// Edits an event; returns its address.
fn edited(keeper: &mut Visitor, event: &str, name: &str, link: &str) -> String {
    let fields = [("do", "edit"), ("name", name), ("day", "2026-12-05"), ("link", link)];
    let page = format!("{event}/run?part=settings");
    let token = keeper.token(&page);
    let mut all = vec![("csrf", token.as_str())];
    all.extend(fields);
    let sent = keeper.post_bare(&format!("{event}/run/settings"), &all, &[]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    let desk = sent.must("location").to_owned();
    let moved = keeper.get(&desk);
    let there = if moved.status == 308 { moved.must("location").to_owned() } else { desk };
    assert!(text(keeper, &there).contains("Saved."), "{there}");
    there.split("/run").next().expect("an address").to_owned()
}

#[test]
fn a_renamed_event_gets_an_address_and_the_earlier_ones_lead_to_it_in_every_way() {
    let service = site();
    let mut keeper = organizer(&service, "Adresina", "Liga ng Daan");
    let first = event(&mut keeper, "liga-ng-daan", "Daan 1", &[SWISS, ("rounds", "1")]);
    assert_eq!(first, "/events/liga-ng-daan-daan-1");
    let form = text(&mut keeper, &format!("{first}/run?part=settings"));
    assert!(form.contains("name=\"link\"") && form.contains("value=\"liga-ng-daan-daan-1\""));
    begun(&mut keeper, &first);
    pair(&mut keeper, &first, 1);
    let known_as = uid(&service, &first);
    // From the name, then from words of its own, then from the whole address.
    let second = edited(&mut keeper, &first, "Maharlika Open", "");
    assert_eq!(second, "/events/liga-ng-daan-maharlika-open");
    let third = edited(&mut keeper, &second, "Maharlika Open", "Maharlika Ñ 2026");
    assert_eq!(third, "/events/liga-ng-daan-maharlika-n-2026");
    let third = edited(&mut keeper, &third, "Maharlika Open", "liga-ng-daan-bagong-daan");
    assert_eq!(third, "/events/liga-ng-daan-bagong-daan");
    for old in [&first, &second] {
        leads_in_every_way(&service, &mut keeper, old, &third);
    }
    // A page that was open meanwhile is still sent where it was shown, and does what it says.
    done_at(&mut keeper, &first, &third);
    assert_eq!(uid(&service, &third), known_as, "calendars know it by its first address");

    let back = edited(&mut keeper, &third, "Maharlika Open", "daan-1");
    assert_eq!(back, first);
    let mut anybody = Visitor::new(&service);
    assert_eq!(anybody.get(&first).status, 200, "it does not lead to itself");
    assert_eq!(anybody.get(&second).must("location"), first);
    assert_eq!(anybody.get(&third).must("location"), first);
    assert_eq!(uid(&service, &first), known_as);
    let log = text(&mut keeper, "/organisations/liga-ng-daan/audit");
    assert!(log.contains("liga-ng-daan-bagong-daan"), "{log}");
}

/// The id of an event in calendars.
fn uid(service: &Arc<Service>, event: &str) -> String {
    let text = service.get(&format!("{event}/event.ics")).text();
    text.lines().find(|line| line.starts_with("UID:")).expect("an entry").to_owned()
}

/// Pages at a former address lead to those at the current one, and the API answers.
fn leads_in_every_way(service: &Arc<Service>, keeper: &mut Visitor, old: &str, current: &str) {
    for page in ["", "?view=standings", "/run?part=log", "/print/pairings"] {
        let moved = keeper.get(&format!("{old}{page}"));
        assert_eq!(moved.status, 308, "{old}{page}");
        assert_eq!(moved.must("location"), format!("{current}{page}"));
        assert_eq!(moved.must("cache-control"), "no-store");
    }
    let framed = service.get(&format!("/embed{old}/standings"));
    let there = format!("/embed{current}/standings");
    assert_eq!((framed.status, framed.must("location")), (308, there.as_str()));
    let answer = service.get(&format!("/api/v1{old}/contest"));
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["slug"], current["/events/".len()..]);
    let games = service.get(&format!("/games?event={}", &old["/events/".len()..]));
    assert_eq!(games.status, 200);
}

#[test]
fn nobody_else_gets_an_address_that_an_event_has_or_had() {
    let service = site();
    let mut keeper = organizer(&service, "Adresita", "Liga ng Landas");
    let first = event(&mut keeper, "liga-ng-landas", "Daan 1", &[SWISS, ("rounds", "1")]);
    edited(&mut keeper, &first, "Maharlika Open", "bagong daan");
    // Nobody else gets an address that an event had, by name or by words; the event itself gets it again.
    let same = event(&mut keeper, "liga-ng-landas", "Daan  1!", &[SWISS]);
    assert!(same.starts_with("/events/liga-ng-landas-daan-1-"), "{same}");
    for taken in ["Daan 1", "bagong daan"] {
        let wish = [("do", "edit"), ("name", "Daan  1!"), ("day", "2026-12-05"), ("link", taken)];
        let refused = act(&mut keeper, &same, "settings", &wish);
        assert_eq!(refused.status, 409, "{}", refused.text());
        assert!(
            refused.text().contains("Another event has or had the address"),
            "{}",
            refused.text()
        );
        assert!(refused.text().contains(&format!("value=\"{taken}\"")), "what was typed stays");
    }
    let wish = [("do", "edit"), ("name", "Daan  1!"), ("day", "2026-12-05"), ("link", "?!")];
    assert_eq!(act(&mut keeper, &same, "settings", &wish).status, 422);
}

/// Adds somebody by a form of the page at the former address.
fn done_at(keeper: &mut Visitor, former: &str, current: &str) {
    let token = keeper.token(&format!("{current}/run"));
    let lines = [("csrf", token.as_str()), ("do", "announce"), ("text", "Hello there")];
    let sent = keeper.post_bare(&format!("{former}/run/rounds"), &lines, &[]);
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert!(text(keeper, current).contains("Hello there"));
    done(keeper, current, "rounds", &[("do", "announce"), ("text", "Once more")]);
}
