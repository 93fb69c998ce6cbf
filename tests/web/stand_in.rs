//! The computer as a stand-in on the pages of an event, and over the API.

use crate::contest_pages::{SWISS, act, done, event, organizer, pair, site, text};
use crate::visitor::Visitor;

const ONLINE: [(&str, &str); 4] =
    [("games", "online"), ("pace", "600+5"), ("watching", "public"), ("disclosure", "")];

#[test]
fn an_organizer_lets_the_computer_stand_in_and_everybody_sees_it() {
    let service = site();
    let mut keeper = organizer(&service, "Gansala", "Liga ng Gansal");
    let answers = [&[SWISS, ("rounds", "2"), ("stand-in", "3")], &ONLINE[..]].concat();
    let cup = event(&mut keeper, "liga-ng-gansal", "Gansal Cup", &answers);
    let names = ["Gansalan", "Gansalben", "Gansalco"];
    for name in names {
        crate::contest_pages::called(&service, name);
    }
    done(&mut keeper, &cup, "people", &[("do", "add"), ("lines", &names.join("\n"))]);
    let page = text(&mut Visitor::new(&service), &cup);
    assert!(page.contains("The computer stands in: level 3 · 2nd Lieutenant"), "{page}");
    assert!(page.contains("Computer 2nd Lieutenant"), "{page}");
    assert!(page.contains("Computer, stands in"), "{page}");
    assert!(page.contains("Players: 3"), "it takes nobody's place: {page}");
    done(&mut keeper, &cup, "rounds", &[("do", "begin"), ("stage", "1"), ("white", "true")]);
    pair(&mut keeper, &cup, 1);
    let slug = cup.trim_start_matches("/events/");
    let round = keeper.get(&format!("/api/v1/events/{slug}/contest")).json();
    let meetings = round["stages"][0]["rounds"][0]["tables"].as_array().expect("tables").clone();
    assert_eq!(meetings.len(), 2, "{round}");
    let standings = &round["stages"][0]["groups"][0]["standings"];
    let lines = standings.as_array().expect("lines");
    let last = lines.last().expect("a line");
    assert_eq!((last["stands_in"].as_bool(), last["place"].as_u64()), (Some(true), Some(4)));
    let page = text(&mut Visitor::new(&service), &format!("{cup}?view=standings"));
    assert!(page.contains("Computer, stands in"), "{page}");
    // Another level from the settings, then none.
    let settings = text(&mut keeper, &format!("{cup}/run?part=settings"));
    assert!(settings.contains("name=\"stand-in\""), "{settings}");
    done(&mut keeper, &cup, "settings", &[("do", "settle"), ("codes", "BH"), ("stand-in", "")]);
    let page = text(&mut Visitor::new(&service), &cup);
    assert!(!page.contains("The computer stands in"), "{page}");
}

#[test]
fn in_an_event_of_three_generals_a_level_of_that_game_stands_in() {
    let service = site();
    let mut keeper = organizer(&service, "Gansaltri", "Liga ng Gansal Tres");
    let of_three_generals = ("game", "three-generals");
    let wizard = "/organisations/liga-ng-gansal-tres/events/new";
    let about = [
        ("name", "Gansal Tri"),
        ("day", "2026-12-05"),
        ("entrants", "8"),
        ("minutes", "40"),
        ("pause", "10"),
        ("points", "2-1-0"),
        ("ties", "usual"),
        ("rounds", "2"),
        ("seen", ""),
        ("stand-in", "3"),
    ];
    let asked = [&about[..], &[SWISS, of_three_generals], &ONLINE].concat();
    let refused = keeper.post(wizard, &asked);
    assert_eq!(refused.status, 422, "{}", refused.text());
    let why = "This level of the computer does not play the game of the event.";
    assert!(refused.text().contains(why), "{}", refused.text());
    // The sixth rank is the fourth level of this game.
    let answers =
        [&[SWISS, ("rounds", "2"), ("stand-in", "6"), of_three_generals], &ONLINE[..]].concat();
    let cup = event(&mut keeper, "liga-ng-gansal-tres", "Gansal Tri Cup", &answers);
    let slug = cup.trim_start_matches("/events/");
    let contest = keeper.get(&format!("/api/v1/events/{slug}/contest")).json();
    assert_eq!(contest["settings"]["stand_in"], 4, "{contest}");
    let page = text(&mut Visitor::new(&service), &cup);
    assert!(page.contains("The computer stands in: level 6 · Colonel"), "{page}");
    assert!(page.contains("Computer Colonel"), "{page}");
    let settings = text(&mut keeper, &format!("{cup}/run?part=settings"));
    let field = settings.split("name=\"stand-in\"").nth(1).expect("the field");
    let field = field.split("</select>").next().expect("its choices");
    assert_eq!(field.matches("<option").count(), 6, "a bye or a level of this game: {field}");
    let other = [("do", "settle"), ("codes", "BH"), ("stand-in", "3")];
    let refused = act(&mut keeper, &cup, "settings", &other);
    assert!(refused.status == 422 && refused.text().contains(why), "{}", refused.text());
    done(&mut keeper, &cup, "settings", &[("do", "settle"), ("codes", "BH"), ("stand-in", "1")]);
    let page = text(&mut Visitor::new(&service), &cup);
    assert!(page.contains("Computer Private") && !page.contains("Computer Colonel"), "{page}");
    // A level that does not play the game is nobody's opponent here.
    let lines = [("do", "add"), ("lines", "Computer Major")];
    let refused = act(&mut keeper, &cup, "people", &lines);
    assert!(refused.text().contains("does not play the game of the event"), "{}", refused.text());
}

#[test]
fn a_rated_event_cannot_have_it_and_is_told_why() {
    let service = site();
    let mut keeper = organizer(&service, "Gansalda", "Liga ng Gansal Dos");
    let wizard = "/organisations/liga-ng-gansal-dos/events/new";
    let mut answers = vec![
        ("name", "Gansal Rated"),
        ("day", "2026-12-05"),
        ("entrants", "8"),
        ("minutes", "40"),
        ("pause", "10"),
        ("points", "2-1-0"),
        ("ties", "usual"),
        ("rated", "1"),
        ("stand-in", "3"),
        SWISS,
        ("rounds", "2"),
        ("seen", ""),
    ];
    answers.extend(ONLINE);
    let refused = keeper.post(wizard, &answers);
    assert_eq!(refused.status, 422, "{}", refused.text());
    assert!(
        refused.text().contains("The computer stands in only where unrated games"),
        "{}",
        refused.text()
    );
    let cup = event(&mut keeper, "liga-ng-gansal-dos", "Gansal Over The Board", &[SWISS]);
    let refused =
        act(&mut keeper, &cup, "settings", &[("do", "settle"), ("codes", "BH"), ("stand-in", "3")]);
    assert!([409, 422].contains(&refused.status), "{}", refused.text());
    assert!(
        refused.text().contains("The computer stands in only where unrated games"),
        "{}",
        refused.text()
    );
}
