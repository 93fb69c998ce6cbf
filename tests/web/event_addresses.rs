//! Addresses of events: a renamed event gets another one, and those that it had lead to it for ever.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
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
    let calendar = |path: &str| {
        let text = service.get(&format!("{path}/event.ics")).text();
        let uid = text.lines().find(|line| line.starts_with("UID:")).expect("an entry").to_owned();
        uid
    };
    let uid = calendar(&first);
    // From the name, then from words of its own, then from the whole address.
    let second = edited(&mut keeper, &first, "Maharlika Open", "");
    assert_eq!(second, "/events/liga-ng-daan-maharlika-open");
    let third = edited(&mut keeper, &second, "Maharlika Open", "Maharlika Ñ 2026");
    assert_eq!(third, "/events/liga-ng-daan-maharlika-n-2026");
    let third = edited(&mut keeper, &third, "Maharlika Open", "liga-ng-daan-bagong-daan");
    assert_eq!(third, "/events/liga-ng-daan-bagong-daan");
    for old in [&first, &second] {
        for (page, there) in [
            ("", String::new()),
            ("?view=standings", "?view=standings".to_owned()),
            ("/run?part=log", "/run?part=log".to_owned()),
            ("/print/pairings", "/print/pairings".to_owned()),
        ] {
            let moved = keeper.get(&format!("{old}{page}"));
            assert_eq!(moved.status, 308, "{old}{page}");
            assert_eq!(moved.must("location"), format!("{third}{there}"));
            assert_eq!(moved.must("cache-control"), "no-store");
        }
        let framed = service.get(&format!("/embed{old}/standings"));
        assert_eq!(
            (framed.status, framed.must("location")),
            (308, &*format!("/embed{third}/standings"))
        );
        let answer = service.get(&format!("/api/v1{old}/contest"));
        assert_eq!(
            (answer.status, &answer.json()["slug"]),
            (200, &"liga-ng-daan-bagong-daan".into())
        );
        let games = service.get(&format!("/games?event={}", &old["/events/".len()..]));
        assert_eq!(games.status, 200);
    }
    // A page that was open meanwhile is still sent where it was shown, and does what it says.
    done_at(&mut keeper, &first, &third);
    assert_eq!(calendar(&third), uid, "calendars know it by its first address");

    // Nobody else gets an address that an event had, by name or by words; the event itself gets it again.
    let same = event(&mut keeper, "liga-ng-daan", "Daan  1!", &[SWISS]);
    assert!(same.starts_with("/events/liga-ng-daan-daan-1-"), "{same}");
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
    let back = edited(&mut keeper, &third, "Maharlika Open", "daan-1");
    assert_eq!(back, first);
    let mut anybody = Visitor::new(&service);
    assert_eq!(anybody.get(&first).status, 200, "it does not lead to itself");
    assert_eq!(anybody.get(&second).must("location"), first);
    assert_eq!(anybody.get(&third).must("location"), first);
    assert_eq!(calendar(&first), uid);
    let log = text(&mut keeper, "/organisations/liga-ng-daan/audit");
    assert!(log.contains("liga-ng-daan-bagong-daan"), "{log}");
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
