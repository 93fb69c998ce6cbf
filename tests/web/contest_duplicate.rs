//! Another event with the same settings.

use crate::contest_pages::{SWISS, act, begun, done, enter, event, organizer, pair, site, text};
use crate::visitor::Visitor;

#[test]
fn an_event_is_duplicated_with_its_settings_for_another_day() {
    let service = site();
    let mut keeper = organizer(&service, "Sinforosa", "Liga ng Buwan");
    let cup = event(&mut keeper, "liga-ng-buwan", "Monthly 1", &[SWISS, ("rounds", "1")]);
    let times = [
        ("do", "timetable"),
        ("place", "Hall"),
        ("time-zone", "Europe/Berlin"),
        ("starts", "1 2026-12-05 09:00"),
    ];
    done(&mut keeper, &cup, "settings", &times);
    done(&mut keeper, &cup, "settings", &[("do", "prizes"), ("lines", "1: Cup")]);
    begun(&mut keeper, &cup);
    pair(&mut keeper, &cup, 1);
    assert_eq!(enter(&mut keeper, &cup, 1, '1', "").status, 303);
    // Also once it is over, in summer, and with the clocks of then.
    done(&mut keeper, &cup, "settings", &[("do", "end")]);
    assert!(text(&mut keeper, &format!("{cup}/run?part=settings")).contains("Duplicate event"));
    let copy = |name, day| [("do", "duplicate"), ("name", name), ("day", day)];
    let made = act(&mut keeper, &cup, "settings", &copy("Monthly 2", "2027-07-03"));
    assert_eq!(made.status, 303, "{}", made.text());
    let address = made.must("location").split("/run").next().expect("an address").to_owned();
    assert_ne!(address, cup);
    let page = text(&mut Visitor::new(&service), &address);
    for part in ["Monthly 2", "Hall", "3 Jul 2027, 09:00 (Europe/Berlin)", "upcoming"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for (name, day, why) in [
        ("Monthly 2", "2027-08-07", "Monthly 2"),
        ("Monthly 3", "soon", "day"),
        ("", "2027-08-07", "name"),
    ] {
        let refused = act(&mut keeper, &cup, "settings", &copy(name, day));
        assert!([409, 422].contains(&refused.status), "{name}: {}", refused.text());
        assert!(refused.text().contains(why), "{}", refused.text());
        assert!(refused.text().contains(&format!("value=\"{day}\"")), "{}", refused.text());
    }
}
