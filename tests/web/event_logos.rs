//! Logos of events: set and removed at the desk and over the API, shown on pages, screens and prints.

use crate::client::Reply;
use crate::contest_pages::{SWISS, called, done, event, organizer, site, text};
use crate::organisations::{DOT, with_file};
use crate::visitor::Visitor;

fn send_logo(of: &mut Visitor, event: &str, bytes: &[u8]) -> Reply {
    let token = of.token("/account");
    let body = with_file(&token, "logo", "image/png", bytes);
    of.post_bytes(&format!("{event}/run/logo"), "multipart/form-data; boundary=edge", &body)
}

/// The address of the logo on a page; `None` if it shows none.
fn shown(page: &str, event: &str) -> Option<String> {
    let rest = page.split(&format!("src=\"{event}/logo.png")).nth(1)?;
    Some(format!("{event}/logo.png{}", rest.split('"').next()?))
}

#[test]
fn an_event_shows_its_logo_on_its_page_the_screen_and_prints_until_it_is_removed() {
    let service = site();
    let mut keeper = organizer(&service, "Logolina", "Liga ng Sagisag");
    let cup = event(&mut keeper, "liga-ng-sagisag", "Sagisag Cup", &[SWISS]);
    done(&mut keeper, &cup, "people", &[("do", "add"), ("lines", "Ana\nBen")]);
    let mut anybody = Visitor::new(&service);
    assert_eq!(shown(&text(&mut anybody, &cup), &cup), None);
    assert_eq!(anybody.get(&format!("{cup}/logo.png")).status, 404);
    let form = text(&mut keeper, &format!("{cup}/run?part=settings"));
    assert!(form.contains(&format!("action=\"{cup}/run/logo\"")), "{form}");
    let refused = send_logo(&mut keeper, &cup, b"<svg/>");
    assert!(
        refused.status == 422 && refused.text().contains("This is an SVG"),
        "{}",
        refused.text()
    );
    let sent = send_logo(&mut keeper, &cup, &[DOT, b"<script>"].concat());
    assert_eq!(sent.status, 303, "{}", sent.text());
    assert!(text(&mut keeper, sent.must("location")).contains("Logo saved."));

    let page = text(&mut anybody, &cup);
    let logo = shown(&page, &cup).expect("the page shows it");
    assert!(page.contains("alt=\"Logo of Sagisag Cup\""), "{page}");
    for sheet in ["screen", "print/cards", "print/table-cards", "print/standings", "print/players"]
    {
        let answer = anybody.get(&format!("{cup}/{sheet}"));
        let expected = (answer.status == 200).then(|| logo.clone());
        assert_eq!(shown(&answer.text(), &cup), expected, "{sheet}");
    }
    let badges = text(&mut keeper, &format!("{cup}/run/badges"));
    assert_eq!(shown(&badges, &cup), Some(logo.clone()));
    let image = anybody.get(&logo);
    assert_eq!((image.status, image.must("content-type")), (200, "image/png"));
    assert!(image.must("cache-control").contains("immutable"));
    assert!(!image.body.windows(7).any(|part| part == b"<script"), "it was drawn anew");
    let other = anybody.get(&format!("{cup}/logo.png"));
    assert_eq!(other.must("cache-control"), "no-cache");
    let answer = service.get(&format!("/api/v1{cup}/contest")).json();
    assert_eq!(answer["logo"], format!("{cup}/logo.png"));

    // Whoever does not run the event cannot change it, and a duplicate has the same.
    let mut stranger = called(&service, "Hindi Kasali");
    assert_eq!(send_logo(&mut stranger, &cup, DOT).status, 403);
    let next = [("do", "duplicate"), ("name", "Sagisag 2"), ("day", "2027-01-09")];
    let made = keeper.post(&format!("{cup}/run/settings"), &next);
    let second = made.must("location").split("/run").next().expect("an address").to_owned();
    assert!(shown(&text(&mut anybody, &second), &second).is_some());
    let removed = keeper.post(&format!("{cup}/run/logo"), &[("remove", "1")]);
    assert_eq!(removed.status, 303, "{}", removed.text());
    assert_eq!(shown(&text(&mut anybody, &cup), &cup), None);
    assert_eq!(anybody.get(&logo).status, 404);
    assert!(shown(&text(&mut anybody, &second), &second).is_some(), "the duplicate keeps it");
}
