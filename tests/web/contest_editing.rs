//! The name and the first day of an event are changed at its desk.

use crate::contest_pages::{SWISS, act, begun, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

#[test]
fn an_event_gets_another_name_and_day_and_its_rounds_start_as_many_days_later() {
    let service = site();
    let mut keeper = organizer(&service, "Editora", "Liga ng Lipat");
    let cup = event(&mut keeper, "liga-ng-lipat", "Lipat 1", &[SWISS, ("rounds", "2")]);
    event(&mut keeper, "liga-ng-lipat", "Lipat 2", &[SWISS, ("rounds", "2")]);
    let times = [
        ("do", "timetable"),
        ("time-zone", "Europe/Berlin"),
        ("starts", "1 2026-12-05 09:00\n2 2026-12-05 14:00"),
    ];
    done(&mut keeper, &cup, "settings", &times);
    let edit = |name, day, starts| {
        [("do", "edit"), ("name", name), ("day", day)].into_iter().chain(starts)
    };
    let moves = Some(("move-starts", "1"));
    let all: Vec<_> = edit("Lipat <i>Cup</i>", "2027-07-03", moves).collect();
    let before = text(&mut keeper, &format!("{cup}/run?part=settings"));
    assert!(before.contains("value=\"Lipat 1\""), "{before}");
    done(&mut keeper, &cup, "settings", &all);
    let page = text(&mut Visitor::new(&service), &cup);
    for part in
        ["<h1>Lipat &#60;i&#62;Cup", "3 Jul 2027, 09:00 (Europe/Berlin)", "3 Jul 2027, 14:00"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    let calendar = keeper.get(&format!("{cup}/event.ics")).text();
    assert!(calendar.contains("DTSTART;VALUE=DATE:20270703"), "{calendar}");
    // A round that is published starts when it did.
    begun(&mut keeper, &cup);
    pair(&mut keeper, &cup, 1);
    let back: Vec<_> = edit("Lipat 1", "2027-07-02", moves).collect();
    done(&mut keeper, &cup, "settings", &back);
    let page = text(&mut keeper, &cup);
    assert!(page.contains("3 Jul 2027, 09:00") && page.contains("2 Jul 2027, 14:00"), "{page}");
    let stays: Vec<_> = edit("Lipat 1", "2027-07-01", None).collect();
    done(&mut keeper, &cup, "settings", &stays);
    assert!(text(&mut keeper, &cup).contains("2 Jul 2027, 14:00"));
    for (name, day, why) in [
        ("lipat 2", "2027-07-01", "lipat 2"),
        ("", "2027-07-01", "name"),
        ("Lipat 1", "soon", "day"),
    ] {
        let sent: Vec<_> = edit(name, day, None).collect();
        let refused = act(&mut keeper, &cup, "settings", &sent);
        assert!([409, 422].contains(&refused.status), "{name}: {}", refused.text());
        assert!(refused.text().contains(why), "{}", refused.text());
        assert!(refused.text().contains(&format!("value=\"{day}\"")), "{}", refused.text());
    }
}
