//! Records that count once, or no more.

use std::io::Cursor;

use adjutant_domain::account::roles::{Duties, OrganisationRole, RoleGrant};
use adjutant_domain::moment::{HOUR, Micros};
use adjutant_service::access::{Actor, Credential};
use adjutant_service::annulments::{Annulling, annul};
use adjutant_service::games::{self, AnyGame};
use adjutant_service::import::{Verdict, import};
use adjutant_service::integrity::check;
use adjutant_service::owner::Owner;
use adjutant_service::ratings::GameRating;
use adjutant_service::records::{GameId, Provenance};
use adjutant_service::{App, Error, organisation_games};
use ledger_ratings::{Day, PoolKind, Unrated};

use crate::owners::{club, fair, house_of_clubs, proven, take_for};
use crate::stored::House;

/// The first game of the demonstration, and one of Three Generals.
const GAMES: [&str; 2] = [
    include_str!("../../demo/sample.ggn"),
    "[Event \"Open\"]\n[Site \"Manila\"]\n[Date \"2026.11.29\"]\n[Round \"1\"]\n[White \"Lakandula\"]\n\
     [Black \"Maharlika\"]\n[Result \"1-0\"]\n[Game \"three-generals\"]\n[Termination \"resignation\"]\n\n\
     1. a3-a4 a7-a6 2. b3-b4 b7-b6 3. c3-c4 c7-c6 4. a4-a5 a6xa5 5. b4-b5 b6xb5 1-0\n\n",
];

/// The game with another value of some tags.
fn sheet(game: &str, tags: &[(&str, &str)]) -> String {
    let mut events = game.match_indices("[Event ").map(|(at, _)| at);
    let end = events.nth(1).unwrap_or(game.len());
    let line = |line: &str| match tags.iter().find(|(tag, _)| line.starts_with(&format!("[{tag} ")))
    {
        Some((tag, value)) => format!("[{tag} \"{value}\"]\n"),
        None => format!("{line}\n"),
    };
    game[..end].lines().map(line).collect()
}

/// Imports sheets: whether each was added, and the id that is told of it.
fn told(app: &App, owner: &Owner, text: &str) -> Vec<(bool, GameId)> {
    let mut all = Vec::new();
    import(app, Cursor::new(text.to_owned()), owner.clone(), Micros(0), &mut |verdict, _| {
        all.push(match verdict {
            Verdict::Added(id) => (true, *id),
            Verdict::Duplicate(id) => (false, *id),
            other => panic!("{other:?}"),
        });
    })
    .expect("the games can be stored");
    all
}

fn organizer() -> Actor {
    let grant = RoleGrant {
        organisation: 1,
        role: OrganisationRole::Organizer,
        event: 0,
        duties: Duties::NONE,
    };
    Actor { account: 7, credential: Credential::Command, grants: vec![grant], ..Actor::nobody() }
}

fn game(house: &House, id: GameId) -> AnyGame {
    games::get_any(&house.app, id).expect("it is stored")
}

fn does(house: &House, id: GameId, what: Annulling) -> Result<(), Error> {
    let game = game(house, id);
    let on = (game.head(), game.act_target());
    annul(&house.app, &organizer(), on, what, "Played twice", Micros(HOUR))
}

fn rating(house: &House, id: GameId) -> GameRating {
    games::get_any_rated(&house.app, id).expect("it is stored").1
}

fn is_whole(house: &House) {
    let mut faults = Vec::new();
    check(&house.app, &mut |fault| faults.push(fault.message.clone()), &mut |_| ()).expect("reads");
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn a_game_from_two_sheets_that_name_the_event_differently_counts_once() {
    for (on_postgres, game) in [(false, GAMES[0]), (true, GAMES[0]), (false, GAMES[1])] {
        let house = house_of_clubs(on_postgres);
        let own = club(1, Some(PoolKind::FaceToFace));
        let first = sheet(game, &[("Event", "Open"), ("Round", "1")]);
        let (added, id) = told(&house.app, &own, &first)[0];
        assert!(added);
        let rated = proven(&house.app);
        for tags in [
            &[("Event", "The Open of the Club"), ("Round", "1")][..],
            &[("Event", "Open"), ("Site", "Cebu"), ("Round", "?")],
            &[("Event", "Club"), ("TimeControl", "1800+5"), ("Round", "1")],
        ] {
            assert_eq!(told(&house.app, &own, &sheet(game, tags)), [(false, id)], "{tags:?}");
        }
        assert_eq!(proven(&house.app), rated);
        // In another round it may be another game of a pair of programs; others vouch for their own.
        let second = sheet(game, &[("Event", "The Open of the Club"), ("Round", "2")]);
        assert!(told(&house.app, &own, &second)[0].0);
        let others =
            [(club(2, Some(PoolKind::FaceToFace)), "Cup"), (Provenance::Command.into(), "League")];
        for (other, event) in others {
            let text = sheet(game, &[("Event", event), ("Round", "1")]);
            assert!(told(&house.app, &other, &text)[0].0, "{event}");
        }
        is_whole(&house);
    }
}

#[test]
fn one_file_with_the_same_game_twice_adds_it_once() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let [one, two] = ["Open", "The Open"].map(|event| sheet(GAMES[0], &[("Event", event)]));
        let other = sheet(GAMES[0], &[("Event", "Open"), ("Date", "2026.01.11")]);
        let all = told(&house.app, &club(1, None), &format!("{one}{two}{other}{one}"));
        assert_eq!(
            all.iter().map(|(added, _)| *added).collect::<Vec<_>>(),
            [true, false, true, false]
        );
        assert_eq!(all[1].1, all[0].1);
    }
}

#[test]
fn few_plies_tell_no_game_from_another() {
    let house = house_of_clubs(false);
    let tags = fair(1, 2, 3);
    let own = club(1, Some(PoolKind::Online));
    assert_eq!(take_for(&house.app, &own, &tags).len(), 1);
    let mut again = tags;
    again[0].event = "The other cup of the day".to_owned();
    assert_eq!(take_for(&house.app, &own, &again).len(), 1, "the results of two cups of one day");
}

#[test]
fn an_annulled_game_counts_for_nothing_until_it_is_reinstated() {
    for on_postgres in [false, true] {
        let house = house_of_clubs(on_postgres);
        let own = club(1, Some(PoolKind::Online));
        let mut tags = fair(40, 6, 70);
        tags.iter_mut().for_each(|one| one.event = "Open".to_owned());
        let (before, after) = tags.split_at(39);
        take_for(&house.app, &own, before);
        let without = proven(&house.app);
        let days = (Day::of_tag("2026.01.01"), Day::of_tag("2026.12.31"));
        let season = || organisation_games::table(&house.app, 1, days).expect("a table");
        let standings = season();
        let id = take_for(&house.app, &own, after)[0];
        let (with, counted) = (proven(&house.app), season());
        assert!(with != without && counted != standings);
        does(&house, id, Annulling::Annul).expect("it is annulled");
        assert_eq!(proven(&house.app), without);
        assert_eq!(season(), standings);
        assert_eq!(rating(&house, id), GameRating::Unrated(Unrated::Annulled));
        assert!(game(&house, id).summary().annulled);
        assert!(matches!(does(&house, id, Annulling::Annul), Err(Error::Conflict(_))));
        // It stays so whoever brings it again.
        assert!(take_for(&house.app, &own, after).is_empty());
        assert_eq!(proven(&house.app), without);
        is_whole(&house);
        does(&house, id, Annulling::Reinstate).expect("it counts again");
        assert_eq!((proven(&house.app), season()), (with, counted));
        assert!(matches!(does(&house, id, Annulling::Reinstate), Err(Error::Conflict(_))));
        is_whole(&house);
    }
}

#[test]
fn an_annulled_game_does_not_come_back_under_another_event() {
    let house = house_of_clubs(false);
    let own = club(1, Some(PoolKind::FaceToFace));
    let (_, id) = told(&house.app, &own, &sheet(GAMES[0], &[("Event", "Open")]))[0];
    does(&house, id, Annulling::Annul).expect("it is annulled");
    let again = told(&house.app, &own, &sheet(GAMES[0], &[("Event", "The Open")]));
    assert_eq!(again, [(false, id)]);
    assert!(proven(&house.app).is_empty());
}

#[test]
fn nobody_annuls_games_of_others_or_their_own() {
    let house = house_of_clubs(false);
    let [own, other] = [1, 2].map(|at| {
        let text = sheet(GAMES[0], &[("Event", &format!("Open {at}"))]);
        game(&house, told(&house.app, &club(at, Some(PoolKind::Online)), &text)[0].1)
    });
    let act = |actor: &Actor, game: &AnyGame| {
        annul(
            &house.app,
            actor,
            (game.head(), game.act_target()),
            Annulling::Annul,
            "Why not",
            Micros(0),
        )
    };
    let AnyGame::Salpakan(played) = &own else { panic!("of Salpakan") };
    let player = Actor { player: Some(played.black_id), ..organizer() };
    assert!(matches!(act(&player, &own), Err(Error::Role { .. })));
    assert!(matches!(act(&organizer(), &other), Err(Error::Role { .. })));
    assert!(matches!(act(&Actor::nobody(), &own), Err(Error::SignIn)));
    assert!(act(&organizer(), &own).is_ok());
}
