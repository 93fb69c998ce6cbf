//! Series of events that recur: joined at the desk, shown by the organisation, and gone on with the next event.

use crate::contest_pages::{SWISS, act, called, done, event, organizer, site, text};
use crate::visitor::Visitor;

const NAME: &str = "Monthly <b>Rapid</b> & more";
const QUERY: &str = "Monthly%20%3Cb%3ERapid%3C%2Fb%3E%20%26%20more";

#[test]
fn a_series_has_a_page_from_which_the_next_event_is_made() {
    let service = site();
    let mut keeper = organizer(&service, "Serielina", "Liga ng Sunod");
    let home = "/organisations/liga-ng-sunod";
    let all = format!("{home}/series");
    assert!(text(&mut keeper, &all).contains("No series yet."));
    let first = event(&mut keeper, "liga-ng-sunod", "Buwanan 09", &[SWISS, ("rounds", "1")]);
    let join = |series| {
        [("do", "edit"), ("name", "Buwanan 09"), ("day", "2026-12-05"), ("series", series)]
    };
    let long = "x".repeat(81);
    let refused = act(&mut keeper, &first, "settings", &join(&long));
    assert!(refused.status == 422 && refused.text().contains(&long), "{}", refused.text());
    done(&mut keeper, &first, "settings", &join(NAME));
    let mut anybody = Visitor::new(&service);
    let page = text(&mut anybody, &first);
    assert!(page.contains(&format!("{all}?name={QUERY}")), "{page}");
    assert!(text(&mut anybody, home).contains("Monthly &#60;b&#62;Rapid"));
    let own = format!("{all}?name={QUERY}");
    let seen = text(&mut anybody, &own);
    assert!(seen.contains(&first) && !seen.contains("Make the next one"), "{seen}");
    let page = text(&mut keeper, &own);
    for part in ["Make the next one", "value=\"Buwanan 10\"", "value=\"2026-12-12\""] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let next = [("do", "duplicate"), ("name", "Buwanan 10"), ("day", "2027-01-09")];
    let made = act(&mut keeper, &first, "settings", &next);
    assert_eq!(made.status, 303, "{}", made.text());
    let second = made.must("location").split("/run").next().expect("an address").to_owned();
    let page = text(&mut keeper, &own);
    let [newer, older] =
        [&second, &first].map(|one| page.find(one.as_str()).expect("it is listed"));
    assert!(newer < older, "the newest comes first: {page}");
    // As far from the second as that is from the first.
    assert!(
        page.contains("value=\"Buwanan 11\"") && page.contains("value=\"2027-02-13\""),
        "{page}"
    );
    let answer = service.get(&format!("/api/v1{all}")).json();
    assert_eq!(answer["series"][0]["name"], NAME);
    assert_eq!(answer["series"][0]["events"][1]["first_day"], "2026-12-05");
    // Both leave it.
    for (event, name) in [(&first, "Buwanan 09"), (&second, "Buwanan 10")] {
        let day = if event == &first { "2026-12-05" } else { "2027-01-09" };
        done(
            &mut keeper,
            event,
            "settings",
            &[("do", "edit"), ("name", name), ("day", day), ("series", " ")],
        );
    }
    assert_eq!(anybody.get(&own).status, 404);
    assert!(!text(&mut anybody, &first).contains(&all));
}

#[test]
fn series_of_other_organisations_and_the_desks_of_others_stay_apart() {
    let service = site();
    for (keeper, league, slug) in [
        ("Apartina", "Liga ng Kalamansi", "liga-ng-kalamansi"),
        ("Apartona", "Liga ng Kamatis", "liga-ng-kamatis"),
    ] {
        let mut keeper = organizer(&service, keeper, league);
        let cup = event(&mut keeper, slug, "Lingguhan 1", &[SWISS, ("rounds", "1")]);
        let join =
            [("do", "edit"), ("name", "Lingguhan 1"), ("day", "2026-12-05"), ("series", "Weekly")];
        done(&mut keeper, &cup, "settings", &join);
    }
    let mut stranger = called(&service, "Estranghera");
    let page = text(&mut stranger, "/organisations/liga-ng-kalamansi/series?name=Weekly");
    assert_eq!(page.matches("Lingguhan 1").count(), 1, "{page}");
    assert!(!page.contains("Make the next one"), "{page}");
    assert_eq!(stranger.get("/organisations/liga-ng-kalamansi/series?name=weekly").status, 404);
}
