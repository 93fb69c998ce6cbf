//! What an event's page tells everybody before registering.

use crate::contest_pages::{SWISS, event, organizer, site, text};

/// A fact of the page, as its markup has it.
fn fact(name: &str, value: &str) -> String {
    format!("<dt>{name}</dt><dd>{value}</dd>")
}

#[test]
fn an_event_over_the_board_says_where_its_games_are_rated_and_when_who_is_absent_loses() {
    let service = site();
    let mut keeper = organizer(&service, "Gavina", "Liga ng Tuntunin");
    let rated = event(&mut keeper, "liga-ng-tuntunin", "Rated Cup", &[SWISS, ("rated", "1")]);
    let page = text(&mut keeper, &rated);
    for words in [
        fact("Games", "Over the board"),
        fact("Rated", "Liga ng Tuntunin, face to face"),
        fact("If not there in time", "Officials decide after 30 minutes"),
    ] {
        assert!(page.contains(&words), "{words}: {page}");
    }
    assert!(!page.contains("Ranks are revealed"), "nobody hands set-ups in: {page}");
    let unrated = event(&mut keeper, "liga-ng-tuntunin", "Casual Cup", &[SWISS]);
    assert!(text(&mut keeper, &unrated).contains(&fact("Rated", "No")));
}

#[test]
fn an_event_that_is_played_here_says_its_rules_clocks_spectators_and_when_ranks_are_opened() {
    let service = site();
    let mut keeper = organizer(&service, "Honorata", "Liga ng Orasan");
    let how = [
        SWISS,
        ("games", "online"),
        ("pace", "1200+5"),
        ("disclosure", "round"),
        ("watching", "minutes:15"),
        ("rated", "1"),
    ];
    let made = event(&mut keeper, "liga-ng-orasan", "Online Cup", &how);
    let page = text(&mut keeper, &made);
    for words in [
        fact("Games", "Online, each player on their own device"),
        fact("Rules", "Standard"),
        fact("Clocks", "20 min + 5 s"),
        fact("Ranks are revealed", "when the round is over"),
        fact("Spectators", "watch with a delay of 15 minutes"),
        fact("Rated", "Liga ng Orasan, online"),
    ] {
        assert!(page.contains(&words), "{words}: {page}");
    }
    keeper.cookies.insert("language".to_owned(), "fil".to_owned());
    let page = text(&mut keeper, &made);
    for words in [fact("Rated", "Liga ng Orasan, online"), fact("Orasan", "20 min + 5 s")] {
        assert!(page.contains(&words), "{words}: {page}");
    }
    assert!(page.contains("15 minutong huli"), "{page}");
}
