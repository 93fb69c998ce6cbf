//! Events of the Game of Three Generals whose games are played here: a whole Swiss by its games' own plies.

use std::collections::BTreeMap;

use adjutant_domain::contest::{ContestSettings, json};
use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::play::{PlayId, PlayerAction, State, Venue};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, ContestBoard, ContestCommand, NewContest, NewEntrant, RoundCommand,
};
use adjutant_service::live::{self, AskedPly, Viewer};
use adjutant_service::{Error, games, pools, ratings};
use ledger_ratings::Day;
use salpakan::rules::{ByColor, Color};
use swiss::series::GameResult;

use crate::officials::{league, organizer};
use crate::rounds::{SLUG, publish, tell};
use crate::support::{ANA, BEN, CORA, Hall, NOW, Place, SECOND, actor, on_both_engines, sent};
use crate::three_generals::whole_games;

/// A fourth player: the organizer plays nowhere.
const EVA: i32 = 5;
const PLAYERS: [i32; 4] = [ANA, BEN, CORA, EVA];
const SWISS: &str = r#"{"template": "swiss", "entrants": 4, "rounds": 2}"#;

fn add_fourth_player(place: &Place) {
    let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
    place.run_sql(&format!(
        "INSERT INTO players (id, handle, name_key, look_key, state, private) \
         VALUES ({EVA}, 'Player 5', 'player 5', 'look 5', 0, 0); \
         INSERT INTO accounts VALUES ({EVA}, 'Player 5', 'player 5', 'look 5', '', NULL, 0, 'a hash', 0, 0, {EVA}, \
         {empty}, 0, 0, 'en', {NOW}, {NOW}, {NOW}, 0); \
         UPDATE counters SET value = {EVA} WHERE name IN ('accounts', 'players')"
    ));
}

/// A rated event of four players, before its first round.
fn begun(hall: &Hall, place: &Place, settings: &str) {
    league(place);
    add_fourth_player(place);
    let settings = json::read_settings(settings).expect("settings");
    let new = NewContest { name: "Evening".to_owned(), first_day: Day(20_000), settings };
    let slug =
        contests::create_contest(&hall.app, &organizer(), "league", &new, NOW).expect("it is made");
    assert_eq!(slug, SLUG);
    let entrant = |id: i32| NewEntrant { name: format!("Player {id}"), ..NewEntrant::default() };
    let all = PLAYERS.map(entrant);
    contests::register_entrants(&hall.app, &organizer(), SLUG, &all, false, NOW)
        .expect("they are in");
    tell(&hall.app, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }))
        .expect("it begins");
}

fn settings(more: &str) -> String {
    format!(r#"{{"plan": {SWISS}, "rated": true, "game": "three-generals", {more}}}"#)
}

fn board(hall: &Hall) -> ContestBoard {
    contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .expect("a board")
}

/// The game of a table, once it is made, and the accounts of its players.
fn made(hall: &Hall, round: usize, table: usize) -> (PlayId, ByColor<i32>) {
    let play = hall.once(|| board(hall).stages[0].rounds[round].meetings[table].play).id;
    let viewer =
        |account: &i32| live::see(&hall.live, &actor(*account), &play).expect("seen").viewer;
    let sits = |color: Color| {
        let mut found = PLAYERS.into_iter().filter(|one| viewer(one) == Viewer::Seat(color));
        found.next().expect("somebody sits there")
    };
    (play, ByColor::new(sits(Color::White), sits(Color::Black)))
}

/// Plays a game by these plies, which end it.
fn play_out(hall: &Hall, (play, seats): (PlayId, ByColor<i32>), plies: &[&str]) {
    for color in Color::ALL {
        hall.act(&play, seats[color], 200, PlayerAction::Ready).expect("it is open");
    }
    for (number, ply) in (1..).zip(plies) {
        hall.pass(SECOND);
        let mover = if number % 2 == 1 { seats.white } else { seats.black };
        let asked =
            AskedPly { sent: sent(number as u8, hall.now()), number, ply: (*ply).to_owned() };
        live::ply(&hall.live, &actor(mover), &play, asked).expect("a legal ply");
    }
    hall.until(|| hall.state(&play) == State::Revealed);
}

fn to_another_game(hall: &Hall) -> Error {
    let mut settings = board(hall).loaded.contest.settings.clone();
    settings.games = settings.games.of_game(GameKind::Salpakan, &settings.plan);
    tell(&hall.app, ContestCommand::ChangeSettings(Box::new(settings))).expect_err("it is fixed")
}

/// The number of a player's games in a pool of the league.
fn rated_games(hall: &Hall, pool: &str, player: i32) -> usize {
    let pool = pools::by_key(&hall.app, pool).expect("a pool");
    ratings::history(&hall.app, pool, player).map_or(0, |entries| entries.len())
}

on_both_engines! {
    fn a_swiss_is_played_to_its_end_by_the_plies_of_its_games(place: &Place) {
        let hall = Hall::new(place);
        begun(&hall, place, &settings(r#""games": {"pace": "600+5"}"#));
        let whole = whole_games();
        let by_rules = |name: &str| {
            let game = whole.iter().find(|one| one.name == name).expect("such a game");
            game.plies.clone()
        };
        let mut points: BTreeMap<i32, i32> = PLAYERS.map(|one| (one, 0)).into();
        for round in 0..2 {
            publish(&hall.app, round);
            // White wins at the first table; at the second one the position comes again and again.
            let (first, seats) = made(&hall, round, 0);
            let terms = *live::see(&hall.live, &actor(seats.white), &first).expect("seen").play.terms();
            assert_eq!((terms.rules, terms.rated, terms.is_of_event()), (Rules::ThreeGenerals, true, true));
            play_out(&hall, (first, seats), &by_rules("no-ply"));
            *points.get_mut(&seats.white).expect("a player") += 2;
            let (second, seats) = made(&hall, round, 1);
            play_out(&hall, (second, seats), &by_rules("repetition"));
            for color in Color::ALL {
                *points.get_mut(&seats[color]).expect("a player") += 1;
            }
            let results = || -> Vec<Vec<GameResult>> {
                let board = board(&hall);
                board.stages[0].rounds[round].meetings.iter().map(|one| one.games.clone()).collect()
            };
            hall.until(|| results().iter().all(|games| games.len() == 1));
            assert!(results()[0][0].winner().is_some() && results()[1] == [GameResult::Drawn]);
            assert!(to_another_game(&hall).to_string().contains("its game cannot change"));
        }
        let seen = board(&hall);
        let standings: BTreeMap<i32, i32> = seen.stages[0].groups[0]
            .lines
            .iter()
            .map(|line| (line.name.trim_start_matches("Player ").parse().expect("a number"), line.points.0 / 10))
            .collect();
        assert_eq!(standings, points);

        let page = games::page(&hall.app, &games::Filter::default(), None, 10).expect("games");
        let mut recorded: Vec<(&str, &str, GameKind)> =
            page.items.iter().map(|game| (game.event.as_str(), game.round.as_str(), game.kind())).collect();
        recorded.sort_unstable();
        let of = |round| ("Evening", round, GameKind::ThreeGenerals);
        assert_eq!(recorded, [of("1"), of("1"), of("2"), of("2")]);
        for player in PLAYERS {
            hall.until(|| rated_games(&hall, "league.three-generals-online", player) == 2);
            assert_eq!(rated_games(&hall, "league.online", player), 0);
        }
        let report = contests::rating_report(&hall.app, SLUG).expect("a report").expect("it is rated");
        assert_eq!((report.pool.key, report.unrated.len()), ("league.three-generals-online", 0));
        assert_eq!(report.lines.iter().map(|line| line.games).sum::<usize>(), 8);
        tell(&hall.app, ContestCommand::SetEnded(true)).expect("it is over");
    }

    fn games_at_tables_are_made_as_those_online_and_the_game_stays_with_them(place: &Place) {
        let hall = Hall::new(place);
        begun(&hall, place, &settings(r#""games": {"pace": "600+5", "venue": "table"}"#));
        publish(&hall.app, 0);
        let play = hall.once(|| board(&hall).stages[0].rounds[0].meetings[0].play).id;
        let terms = *live::see(&hall.live, &organizer(), &play).expect("seen").play.terms();
        assert_eq!((terms.rules, terms.venue), (Rules::ThreeGenerals, Venue::Table));
        assert!(to_another_game(&hall).to_string().contains("its game cannot change"));
    }

    fn the_games_of_an_event_are_of_its_own_game(place: &Place) {
        let hall = Hall::new(place);
        begun(&hall, place, &settings(r#""games": {"pace": "600+5"}"#));
        let arranged = |rules: Rules| {
            let pace = "600+5".parse().expect("a pace");
            let asked = live::Arrangement {
                round: "1".to_owned(),
                players: ByColor::new("Player 1".to_owned(), "Player 2".to_owned()),
                terms: adjutant_domain::play::Terms::of_event(rules, pace),
            };
            live::arrange(&hall.live, &organizer(), SLUG, asked)
        };
        let refused = arranged(GameKind::Salpakan.usual_rules()).expect_err("another game");
        assert!(refused.to_string().contains("of the other game"), "{refused}");
        arranged(Rules::ThreeGenerals).expect("it is the event's game");
    }

    fn a_single_game_fixes_the_game_of_an_event_without_entrants(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        add_fourth_player(place);
        let settings = |game: &str| {
            let text = format!(r#"{{"plan": {SWISS}, "game": "{game}"}}"#);
            json::read_settings(&text).expect("settings")
        };
        let new = NewContest {
            name: "Evening".to_owned(), first_day: Day(20_000), settings: settings("salpakan"),
        };
        contests::create_contest(&hall.app, &organizer(), "league", &new, NOW).expect("it is made");
        let change = |game| {
            tell(&hall.app, ContestCommand::ChangeSettings(Box::new(settings(game))))
        };
        change("three-generals").expect("there is no game yet");
        let pace = "600+5".parse().expect("a pace");
        let asked = live::Arrangement {
            round: "1".to_owned(),
            players: ByColor::new("Player 1".to_owned(), "Player 2".to_owned()),
            terms: adjutant_domain::play::Terms::of_event(Rules::ThreeGenerals, pace),
        };
        live::arrange(&hall.live, &organizer(), SLUG, asked).expect("it is the event's game");
        let refused = change("salpakan").expect_err("there is a game");
        assert!(refused.to_string().contains("its game cannot change"), "{refused}");
        // What does not concern the game may change.
        let other = ContestSettings { max_entrants: Some(8), ..settings("three-generals") };
        tell(&hall.app, ContestCommand::ChangeSettings(Box::new(other))).expect("it is no other game");
    }
}
