//! What people want to know of an event before they come.

use crate::contest_pages::{SWISS, act, done, event, organizer, site, text};
use crate::visitor::Visitor;

const DETAILS: [(&str, &str); 6] = [
    ("do", "details"),
    ("description", "# Welcome\r\n\r\nBring **water**. <script>alert(1)</script>"),
    ("address", "12 Session Road, Baguio"),
    ("map", "https://maps.example/baguio"),
    ("contact", "ana@example.org"),
    ("regulations", "- No talking\r\n- [Rules](https://rules.example/all)"),
];

#[test]
fn an_event_says_where_it_is_whom_to_ask_and_by_which_regulations_it_is_played() {
    let service = site();
    let mut keeper = organizer(&service, "Isagani", "Liga ng Detalye");
    let cup = event(&mut keeper, "liga-ng-detalye", "Session Cup", &[SWISS]);
    done(&mut keeper, &cup, "settings", &DETAILS);
    let desk = |keeper: &mut Visitor| text(keeper, &format!("{cup}/run?part=settings"));
    let suggested = "A suggestion, not saved yet";
    assert!(desk(&mut keeper).contains(suggested), "no zone is stored");
    let starts = "1 2026-12-05 09:00\r\n2 2026-12-05 14:30";
    let times = [("do", "timetable"), ("place", "Hall"), ("time-zone", "Asia/Manila")];
    done(&mut keeper, &cup, "settings", &[&times[..], &[("starts", starts)]].concat());
    assert!(!desk(&mut keeper).contains(suggested), "it is stored with the starts");
    let many = [&times[..], &[("starts", "60 2026-12-06 09:00")]].concat();
    let refused = act(&mut keeper, &cup, "settings", &many);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let words = "The schedule has a start for round 60 of stage 1, whose last round is number";
    assert!(refused.text().contains(words), "{}", refused.text());
    let mut anybody = Visitor::new(&service);
    let page = text(&mut anybody, &cup);
    for part in [
        "<p><strong>Welcome</strong></p>",
        "Bring <strong>water</strong>. &lt;script&gt;alert(1)&lt;/script&gt;",
        "12 Session Road, Baguio",
        r#"<a href="https://maps.example/baguio" rel="nofollow noopener">"#,
        r#"<a href="mailto:ana@example.org">"#,
        r#"<a href="https://rules.example/all" rel="nofollow noopener">Rules</a>"#,
        "<li>Round 2: <span class=\"nowrap\">5 Dec 2026, 14:30 (Asia/Manila)</span></li>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let calendar = anybody.get(&format!("{cup}/event.ics")).text().replace("\r\n ", "");
    assert!(calendar.contains(r"LOCATION:Hall\, 12 Session Road\, Baguio"), "{calendar}");
    assert!(calendar.contains(r"DESCRIPTION:# Welcome\n\nBring **water**."), "{calendar}");
    let told = anybody.get(&format!("/api/v1{cup}/contest")).json();
    assert_eq!(told["settings"]["about"]["map"], "https://maps.example/baguio", "{told}");
    let linked = [("do", "details"), ("regulations", "https://rules.example/all")];
    done(&mut keeper, &cup, "settings", &linked);
    let page = text(&mut anybody, &cup);
    assert!(page.contains("<dt>Regulations</dt>") && !page.contains("Session Road"), "{page}");
}

#[test]
fn details_that_do_not_fit_are_refused_and_kept_in_the_form() {
    let service = site();
    let mut keeper = organizer(&service, "Remigia", "Liga ng Mali");
    let cup = event(&mut keeper, "liga-ng-mali", "Long Cup", &[SWISS]);
    let long = "é".repeat(4_001);
    for (field, value, why) in [
        ("map", "javascript:alert(1)", "The map link is not an address"),
        ("map", "http://maps.example/", "The map link is not an address"),
        ("description", long.as_str(), "Shorten the description to at most 4000 characters."),
        ("address", &long[..600], "Describe the address in at most 200 characters."),
    ] {
        let sent = [("do", "details"), (field, value), ("contact", "Ask for Ben")];
        let reply = act(&mut keeper, &cup, "settings", &sent);
        assert_eq!(reply.status, 422, "{}", reply.text());
        let page = reply.text();
        assert!(page.contains(why), "{why}: {page}");
        assert!(page.contains(value) && page.contains("Ask for Ben"), "{page}");
    }
}
