//! A whole event in which the computer stands in for the odd player, and steps back.

use std::time::Duration;

use adjutant_domain::contest::{ContestSettings, EntrantId, json};
use adjutant_domain::game::GameKind;
use adjutant_domain::play::{PlayId, PlayerAction, State};
use adjutant_service::access::Actor;
use adjutant_service::contests::{
    self, BoardOptions, ContestBoard, ContestCommand, NewContest, NewEntrant, RoundCommand,
};
use adjutant_service::live::{self, ComputerSettings};
use adjutant_service::{Error, ratings};
use ledger_ratings::Day;
use salpakan::rules::Color;
use swiss::trf::Edition;

use crate::officials::{league, organizer};
use crate::rounds::{SLUG, publish, tell};
use crate::support::{ANA, BEN, BLACK, CORA, Hall, NOW, Place, WHITE, actor, on_both_engines};

const PEOPLE: [i32; 3] = [ANA, BEN, CORA];

fn settings(kind: GameKind) -> ContestSettings {
    let text = r#"{"plan": {"template": "swiss", "entrants": 4, "rounds": 3}, "games": {"pace": "600+5"}, "stand_in": 1,
        "prizes": [{"what": "a cup", "from": 1, "to": 1}]"#;
    let text = format!(r#"{text}, "game": "{}"}}"#, kind.key());
    json::read_settings(&text).expect("settings")
}

fn create(hall: &Hall, kind: GameKind) -> Result<String, Error> {
    let settings = settings(kind);
    let new = NewContest { name: "Evening".to_owned(), first_day: Day(20_000), settings };
    contests::create_contest(&hall.app, &organizer(), "league", &new, NOW)
}

fn board(hall: &Hall) -> ContestBoard {
    contests::contest_board(&hall.app, &Actor::nobody(), SLUG, BoardOptions::default())
        .expect("a board")
}

/// The people of a round's game with their colors.
fn seated(hall: &Hall, play: &PlayId) -> Vec<(i32, Color)> {
    let color = |account: &i32| {
        let seen = live::see(&hall.live, &actor(*account), play).expect("seen");
        seen.viewer.color().map(|color| (*account, color))
    };
    PEOPLE.iter().filter_map(color).collect()
}

/// Plays all games of a round: the last of the people in each resigns, so that the computer wins its game.
fn play_round(hall: &Hall, kind: GameKind, round: usize) {
    let tables = board(hall).stages[0].rounds[round].meetings.len();
    for table in 0..tables {
        let play = hall.once(|| board(hall).stages[0].rounds[round].meetings[table].play).id;
        let people = seated(hall, &play);
        for (account, color) in &people {
            let army = if *color == Color::White { WHITE } else { BLACK };
            match kind.hides_ranks() {
                true => hall.deploy(&play, *account, army).map(drop).expect("they deploy"),
                false => {
                    hall.act(&play, *account, 50, PlayerAction::Ready).map(drop).expect("they are");
                }
            }
        }
        hall.until(|| hall.state(&play) == State::InPlay);
        let (last, _) = people.last().expect("somebody");
        hall.act(&play, *last, 60, PlayerAction::Resign).expect("they resign");
        hall.until(|| !board(hall).stages[0].rounds[round].meetings[table].games.is_empty());
    }
}

fn names(hall: &Hall, round: usize) -> Vec<String> {
    let board = board(hall);
    let meetings = &board.stages[0].rounds[round].meetings;
    meetings.iter().flat_map(|meeting| meeting.names.clone()).collect()
}

fn is_there(hall: &Hall, round: usize) -> bool {
    assert!(board(hall).stages[0].rounds[round].byes.is_empty(), "nobody has a bye");
    names(hall, round).iter().any(|name| name == "Computer Private")
}

/// An event of three people, one of whom stays away from the second round.
fn play_event(place: &Place, kind: GameKind) {
    let hall = Hall::new(place);
    league(place);
    let pause = Duration::ZERO;
    let settings = ComputerSettings { match_minutes: 0, pause, ..ComputerSettings::default() };
    let _computer = hall.live.start_computer(settings).expect("threads").expect("the first");
    assert_eq!(create(&hall, kind).expect("it is made"), SLUG);
    let guests = [1, 2, 3]
        .map(|number| NewEntrant { name: format!("Player {number}"), ..NewEntrant::default() });
    contests::register_entrants(&hall.app, &organizer(), SLUG, &guests, false, NOW)
        .expect("they are in");
    tell(&hall.app, ContestCommand::Round(RoundCommand::Begin { stage: 0, white: true }))
        .expect("it begins");
    publish(&hall.app, 0);
    assert!(is_there(&hall, 0));
    play_round(&hall, kind, 0);
    let entrants = board(&hall).entrants;
    let computer = entrants.iter().find(|one| one.stands_in).expect("it is listed").id;
    let cora = entrants.iter().find(|one| one.name == "Player 3").expect("Cora").id;
    tell(&hall.app, ContestCommand::Withdraw(cora)).expect("Cora leaves");
    publish(&hall.app, 1);
    assert!(!is_there(&hall, 1));
    play_round(&hall, kind, 1);
    tell(&hall.app, ContestCommand::Admit(cora)).expect("Cora is back");
    publish(&hall.app, 2);
    assert!(is_there(&hall, 2));
    play_round(&hall, kind, 2);
    has_competed_for_nothing(&hall, computer);
}

on_both_engines! {
    fn it_plays_with_three_steps_back_with_two_and_wins_nothing(place: &Place) {
        play_event(place, GameKind::Salpakan);
    }

    fn it_does_so_in_events_of_three_generals(place: &Place) {
        play_event(place, GameKind::ThreeGenerals);
    }

    fn where_the_computer_does_not_play_it_cannot_be_asked_to_stand_in(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        assert!(matches!(create(&hall, GameKind::Salpakan), Err(Error::Conflict(_))));
    }
}

/// It has won its games, and stands behind the three people, without a prize; its games were not rated.
fn has_competed_for_nothing(hall: &Hall, computer: EntrantId) {
    let board = board(hall);
    let lines = &board.stages[0].groups[0].lines;
    let places: Vec<(usize, bool)> =
        lines.iter().map(|line| (line.place, line.stands_in)).collect();
    assert_eq!(places.last(), Some(&(4, true)), "{places:?}");
    assert!(places[..3].iter().all(|(place, stands_in)| *place <= 3 && !stands_in), "{places:?}");
    let own = lines.last().expect("a line");
    assert!(own.id == computer && own.points > lines[2].points);
    let winners = &board.loaded.contest.awards().prizes[0].winners;
    assert!(!winners.is_empty() && !winners.contains(&computer));
    assert!(ratings::of_player(&hall.app, ANA).expect("read").is_empty());
    let trf = contests::export_trf(&hall.app, SLUG, (0, 0, Edition::default())).expect("a file");
    let line = trf.lines().find(|line| line.contains("Computer Private")).expect("its line");
    assert!(line.contains("0000 - "), "in the second round it stayed away: {line}");
}
