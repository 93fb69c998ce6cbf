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
    let mut keeper = organizer(&service, "Marcosa", "Liga ng Orasan");
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
        fact("If not there in time", "Forfeits after 30 minutes"),
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

/// Sections of a page that say something of ranks.
const OF_RANKS: [&str; 2] = ["Ranks are revealed", "<dt>Rules</dt>"];

#[test]
fn an_event_of_three_generals_is_made_without_ranks_listed_by_its_game_and_told_in_its_trf() {
    let service = site();
    let mut keeper = organizer(&service, "Fermina", "Liga ng Tatlo");
    // Without script the page asks when ranks are revealed for this game, too.
    let how = [
        SWISS,
        ("game", "three-generals"),
        ("games", "online"),
        ("pace", "1200+5"),
        ("disclosure", "round"),
        ("watching", "public"),
        ("rated", "1"),
    ];
    let made = event(&mut keeper, "liga-ng-tatlo", "Cup of Three", &how);
    let other = event(&mut keeper, "liga-ng-tatlo", "Cup of Ranks", &[SWISS]);
    let page = text(&mut keeper, &made);
    for words in [
        fact("Game", "Game of Three Generals"),
        fact("Games", "Online, each player on their own device"),
        fact("Clocks", "20 min + 5 s"),
        fact("Rated", "Liga ng Tatlo, Three Generals online"),
    ] {
        assert!(page.contains(&words), "{words}: {page}");
    }
    assert!(!OF_RANKS.iter().any(|words| page.contains(words)), "{page}");
    let unsaid = text(&mut keeper, &other);
    assert!(!unsaid.contains("<dt>Game</dt>"), "the usual game goes without saying: {unsaid}");

    let listed = |keeper: &mut _, game: &str| {
        let list =
            text(keeper, &format!("/events?view=upcoming&organisation=liga-ng-tatlo&game={game}"));
        ["Cup of Three", "Cup of Ranks"].map(|name| list.contains(name))
    };
    assert_eq!(listed(&mut keeper, "three-generals"), [true, false]);
    assert_eq!(listed(&mut keeper, "salpakan"), [false, true]);
    assert_eq!(listed(&mut keeper, ""), [true, true]);
    assert_eq!(service.get("/events?game=chess").status, 400);

    let print = text(&mut keeper, &format!("{made}/print/cards"));
    assert!(!print.contains("print/set-ups") && print.contains("print/moves"), "{print}");
    assert_eq!(service.get(&format!("{made}/print/set-ups")).status, 404);
    assert!(text(&mut keeper, &format!("{other}/print/cards")).contains("print/set-ups"));
}

#[test]
fn the_desk_changes_the_game_of_an_event_as_long_as_nothing_was_played() {
    let service = site();
    let mut keeper = organizer(&service, "Ursula", "Liga ng Laro");
    let made = event(&mut keeper, "liga-ng-laro", "Cup of Games", &[SWISS]);
    let desk = format!("{made}/run?part=settings");
    let form = text(&mut keeper, &desk);
    assert!(form.contains("name=\"game\""), "{form}");
    let answer = keeper.post(
        &format!("{made}/run/settings"),
        &[("do", "settle"), ("game", "three-generals"), ("grace", "30")],
    );
    assert_eq!(answer.status, 303, "{}", answer.text());
    assert!(text(&mut keeper, &made).contains(&fact("Game", "Game of Three Generals")));
}
