//! What a change concerns, whichever process makes it: kept pages follow that, and nothing else.

use adjutant_service::edition::{self, Concerns, Topic};
use adjutant_service::records::GameId;
use adjutant_service::{App, events, games, leaderboard, persons, players};
use ledger_ratings::{Day, Pool};

use crate::stored::{House, Tags, house, take};

const TODAY: &str = "2027.01.01";

fn game((white, black): (&str, &str), event: &str, date: &str) -> Tags {
    Tags {
        date: date.to_owned(),
        event: event.to_owned(),
        round: 1,
        table: 1,
        white: white.to_owned(),
        black: black.to_owned(),
        result: "1-0",
        termination: "time",
    }
}

fn look(app: &App) {
    edition::look_for_changes(app, Day::of_tag(TODAY)).expect("a look");
}

fn player(app: &App, handle: &str) -> Topic {
    Topic::Player(players::by_handle(app, handle).expect("a player").id)
}

fn event(app: &App, slug: &str) -> Topic {
    Topic::Event(events::get(app, slug).expect("an event").number)
}

fn order_in(app: &App, slug: &str) -> Topic {
    Topic::OrderInEvent(events::get(app, slug).expect("an event").number)
}

fn record(app: &App, id: GameId) -> Topic {
    Topic::Game(games::get(app, id).expect("a game").number)
}

/// A house in which Ada and Ben have played in one event and Cara and Dan in another, with what
/// pages show of each, and the id of the first game.
fn two_events(on_postgres: bool) -> (House, GameId) {
    let house = house(on_postgres);
    look(&house.app);
    leaderboard::board(&house.app, &Pool::ALL[0]).expect("a board");
    let ids = take(
        &house.app,
        &[game(("Ada", "Ben"), "Liga", "2026.05.02"), game(("Cara", "Dan"), "Open", "2026.05.03")],
    );
    look(&house.app);
    (house, ids[0])
}

/// Which of these have changed since then.
fn changed(app: &App, since: u64, topics: &[Topic]) -> Vec<bool> {
    topics.iter().map(|one| !Concerns::only([*one]).are_unchanged(app, since)).collect()
}

#[test]
fn a_new_game_concerns_its_players_its_event_and_the_leaderboards_only() {
    for (on_postgres, elsewhere) in [(false, false), (false, true), (true, false), (true, true)] {
        let (house, first) = two_events(on_postgres);
        let app = &house.app;
        let other = App::open(&house.settings).expect("it opens again");
        let own = [player(app, "Ada"), player(app, "Ben"), event(app, "liga"), Topic::Boards];
        let others = [
            player(app, "Cara"),
            player(app, "Dan"),
            event(app, "open"),
            record(app, first),
            order_in(app, "liga"),
            Topic::Formations,
        ];
        let since = app.edition();
        let added = take(
            if elsewhere { &other } else { app },
            &[game(("Ada", "Ben"), "Liga", "2026.05.09")],
        );
        look(app);
        let record = record(app, added[0]);
        assert_eq!(changed(app, since, &own), [true; 4], "elsewhere: {elsewhere}");
        assert_eq!(changed(app, since, &others), [false; 6], "elsewhere: {elsewhere}");
        assert_eq!(changed(app, since, &[record]), [true], "it is rated now");
        assert_eq!(changed(app, app.edition(), &own), [false; 4], "and then nothing changes");
    }
}

#[test]
fn a_game_that_was_played_before_others_concerns_whatever_is_rated_again() {
    for elsewhere in [false, true] {
        let (house, first) = two_events(false);
        let app = &house.app;
        let other = App::open(&house.settings).expect("it opens again");
        let shown = [record(app, first), order_in(app, "liga")];
        let since = app.edition();
        take(if elsewhere { &other } else { app }, &[game(("Ada", "Cara"), "Liga", "2026.05.01")]);
        look(app);
        assert_eq!(changed(app, since, &shown), [true; 2], "elsewhere: {elsewhere}");
    }
}

#[test]
fn a_change_of_names_or_of_who_is_listed_concerns_everything() {
    for (on_postgres, elsewhere) in [(false, false), (false, true), (true, true)] {
        let (house, first) = two_events(on_postgres);
        let app = &house.app;
        let other = App::open(&house.settings).expect("it opens again");
        let shown = [player(app, "Dan"), event(app, "open"), record(app, first), Topic::Boards];
        let since = app.edition();
        let ada = players::by_handle(app, "Ada").expect("she plays").id;
        persons::changed(if elsewhere { &other } else { app }, &[ada]).expect("it is told");
        look(app);
        assert_eq!(changed(app, since, &shown), [true; 4], "elsewhere: {elsewhere}");
    }
}
