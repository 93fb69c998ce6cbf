//! Up to which title one may play: asked by the wizard and at the desk, told to everybody, and said to who may not.

use crate::contest_pages::{SWISS, act, done, event, organizer, site, text};
use crate::visitor::Visitor;

/// What the desk sends, with this highest title and highest rating.
fn settled<'a>(title: &'a str, rating: &'a str) -> [(&'a str, &'a str); 6] {
    let base = [("do", "settle"), ("codes", "BH"), ("grace", "15"), ("protection", "none")];
    [base[0], base[1], base[2], base[3], ("title-most", title), ("rating-to", rating)]
}

#[test]
fn the_highest_title_is_asked_by_the_wizard_and_at_the_desk_and_told_to_everybody() {
    let service = site();
    let mut keeper = organizer(&service, "Titulada", "Liga ng Titulo");
    let event = event(&mut keeper, "liga-ng-titulo", "Closed Cup", &[SWISS, ("title-most", "5")]);
    let desk = format!("{event}/run?part=settings");
    assert!(text(&mut keeper, &desk).contains("value=\"5\" selected>Major"));
    let mut anybody = Visitor::new(&service);
    assert!(text(&mut anybody, &event).contains("Titles up to Major"));
    done(&mut keeper, &event, "settings", &settled("7", "1900"));
    assert!(text(&mut anybody, &event).contains("Titles up to Colonel · Ratings up to 1900"));
    anybody.cookies.insert("language".to_owned(), "fil".to_owned());
    let filipino = text(&mut anybody, &event);
    assert!(filipino.contains("Mga titulo hanggang Koronel · Mga rating hanggang 1900"));
    let refused = act(&mut keeper, &event, "settings", &settled("256", ""));
    assert_eq!(refused.status, 422, "{}", refused.text());
    done(&mut keeper, &event, "settings", &settled("", ""));
    assert!(!text(&mut Visitor::new(&service), &event).contains("Eligibility"));
}

#[test]
fn players_with_too_high_a_title_are_told_the_limit() {
    let service = site();
    let mut keeper = organizer(&service, "Baguhana", "Liga ng Baguhan");
    let home = "/organisations/liga-ng-baguhan";
    let brought = keeper.post(
        &format!("{home}/records"),
        &[("pool", "face-to-face"), ("text", &crate::service::games(40))],
    );
    assert_eq!(brought.status, 200, "{}", brought.text());
    let highest = [SWISS, ("title-most", "0")];
    let event = event(&mut keeper, "liga-ng-baguhan", "Novice Cup", &highest);
    let lines = [("do", "add"), ("lines", "A guest\nSidapa")];
    let refused = act(&mut keeper, &event, "people", &lines);
    let words = "Row 2: Not eligible: The title is higher than Private";
    assert!(refused.status == 422 && refused.text().contains(words), "{}", refused.text());
    keeper.cookies.insert("language".to_owned(), "fil".to_owned());
    let refused = act(&mut keeper, &event, "people", &lines);
    let words = "Hindi puwedeng sumali: Mas mataas ang titulo kaysa Pribado";
    assert!(refused.text().contains(words), "{}", refused.text());
    // The organisation's own titles have its own names.
    let page = format!("{home}/titles");
    let stamp = crate::visitor::hidden(&keeper.get(&page).text(), "before").expect("a stamp");
    let own = [("before", stamp.as_str()), ("titles", "0 Recruit\n1300 Scout")];
    assert_eq!(keeper.post(&page, &own).status, 303);
    let refused = act(&mut keeper, &event, "people", &lines);
    assert!(refused.text().contains("kaysa Recruit"), "{}", refused.text());
    assert!(text(&mut Visitor::new(&service), &event).contains("Titles up to Recruit"));
    let wizard = text(&mut keeper, &format!("{home}/events/new"));
    assert!(wizard.contains("<option value=\"1\">Scout</option>"), "{wizard}");
    let excepted = [lines[0], lines[1], ("exception", "1")];
    done(&mut keeper, &event, "people", &excepted);
}
