//! The computer as an opponent: it deploys, plays and answers by itself, and is a bot like any other.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use adjutant_domain::game::{AnyPly, GameKind, Rules};
use adjutant_domain::moment::DAY;
use adjutant_domain::play::{Life, PlayId, PlayerAction, State};
use adjutant_service::access::Actor;
use adjutant_service::live::{
    self, AskedPly, Chance, ComputerGame, ComputerLevel, ComputerPersonality, ComputerSettings,
    ComputerThreads, Offer, Purpose, Refused, Rematch,
};
use adjutant_service::{Error, bots, ratings};
use ledger_ratings::Pool;
use salpakan::clock::Pace;
use salpakan::rules::{Color, Move, RuleSet, Verdict};
use sha2::{Digest, Sha256};

use crate::officials::league;
use crate::rounds::{TWICE, made, published_for, results};
use crate::support::{ANA, BEN, BLACK, Hall, Place, SECOND, WHITE, actor, on_both_engines, sent};
use crate::two_servers::two;

/// At once, and without games of its levels among themselves.
fn without_matches() -> ComputerSettings {
    ComputerSettings { match_minutes: 0, pause: Duration::ZERO, ..ComputerSettings::default() }
}

fn start(hall: &Hall) -> ComputerThreads {
    start_with(hall, without_matches())
}

fn start_with(hall: &Hall, settings: ComputerSettings) -> ComputerThreads {
    hall.live.start_computer(settings).expect("threads").expect("it was not started before")
}

fn wanted(level: u8, rated: bool) -> ComputerGame {
    ComputerGame {
        level: ComputerLevel::new(level).expect("a level"),
        rules: RuleSet::STANDARD.into(),
        pace: Pace::parse("1200+5").expect("a pace"),
        color: Some(Color::White),
        rated,
        personality: None,
    }
}

/// A game of Ana's, White, that has begun.
fn begun(hall: &Hall, level: u8, rated: bool) -> PlayId {
    let play = live::play_computer(&hall.live, &actor(ANA), &wanted(level, rated)).expect("a game");
    hall.deploy(&play, ANA, WHITE).expect("Ana deploys");
    hall.until(|| hall.state(&play) == State::InPlay);
    play
}

fn plies(hall: &Hall, play: &PlayId) -> u32 {
    live::see(&hall.live, &actor(ANA), play).expect("seen").play.progress().len()
}

/// Waits until Ana is to move, or the game is over.
fn until_turn(hall: &Hall, play: &PlayId) {
    hall.until(|| {
        let seen = live::see(&hall.live, &actor(ANA), play).expect("seen").play;
        seen.state().is_over() || seen.to_move() == Some(Color::White)
    });
}

/// Ana plays the first legal ply once it is her turn.
fn any_ply(hall: &Hall, play: &PlayId) {
    until_turn(hall, play);
    let seen = live::see(&hall.live, &actor(ANA), play).expect("seen");
    if let Some(mv) = seen.play.board().and_then(|board| board.moves().next()) {
        let number = seen.play.progress().len() + 1;
        hall.ply(play, ANA, number, mv).expect("a legal ply");
    }
}

/// A game of Three Generals against the lowest level.
fn open_game(rated: bool) -> ComputerGame {
    ComputerGame { rules: Rules::ThreeGenerals, ..wanted(1, rated) }
}

/// A game of Three Generals of Ana's, White, that has begun.
fn three_generals(hall: &Hall, wanted: &ComputerGame) -> PlayId {
    let play = live::play_computer(&hall.live, &actor(ANA), wanted).expect("a game");
    hall.act(&play, ANA, 100, PlayerAction::Ready).expect("Ana is ready");
    hall.until(|| hall.state(&play) == State::InPlay);
    play
}

/// Ana plays the first legal ply of Three Generals once it is her turn.
fn any_three_generals_ply(hall: &Hall, play: &PlayId) {
    until_turn(hall, play);
    let seen = live::see(&hall.live, &actor(ANA), play).expect("seen");
    let game = seen.play.progress().three_generals().expect("a game of Three Generals");
    let first = game.game.position().plies().first().copied().expect("a legal ply");
    let number = seen.play.progress().len() + 1;
    let asked = AskedPly { sent: sent(number as u8, hall.now()), number, ply: first.to_string() };
    live::ply(&hall.live, &actor(ANA), play, asked).expect("a legal ply");
}

fn pools(hall: &Hall, player: i32) -> Vec<&'static str> {
    let ledgers = ratings::of_player(&hall.app, player).expect("read");
    ledgers.into_iter().map(|(pool, _): (&'static Pool, _)| pool.key).collect()
}

fn is_conflict<T: std::fmt::Debug>(answer: Result<T, Error>) {
    assert!(matches!(answer, Err(Error::Conflict(_))), "{answer:?}");
}

on_both_engines! {
    fn the_computer_deploys_and_plays_by_itself_and_says_that_it_is_a_bot(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = begun(&hall, 1, false);
        for _ in 0..3 {
            any_ply(&hall, &play);
        }
        until_turn(&hall, &play);
        assert!(plies(&hall, &play) >= 6);
        let seen = live::see(&hall.live, &actor(BEN), &play).expect("seen");
        assert_eq!(seen.players.black, "Computer Private");
        assert!(seen.bots.black && !seen.bots.white && seen.present.black);
        assert_eq!(live::bots_online(&hall.live).expect("read").len(), 9, "all levels listen");
    }

    fn a_rated_game_against_it_counts_in_a_pool_apart_and_a_casual_one_nowhere(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        for (rated, expected) in [(false, &[][..]), (true, &["computer"][..])] {
            let play = begun(&hall, 1, rated);
            any_ply(&hall, &play);
            until_turn(&hall, &play);
            hall.act(&play, ANA, 200, PlayerAction::Resign).expect("Ana resigns");
            hall.until(|| live::see(&hall.live, &actor(ANA), &play).unwrap().game.is_some());
            hall.until(|| pools(&hall, ANA) == expected);
        }
        let levels = live::computer_levels(&hall.app, GameKind::Salpakan).expect("read");
        let rated: Vec<u8> = levels
            .iter()
            .filter(|one| one.rating.is_some())
            .map(|one| one.level.number())
            .collect();
        assert_eq!(rated, [1], "the level has a rating against people, too");
    }

    fn a_guest_plays_it_casually_alone(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let guest = Actor { is_guest: true, ..actor(ANA) };
        let refused = live::play_computer(&hall.live, &guest, &wanted(2, true));
        assert!(refused.is_err(), "{refused:?}");
        live::play_computer(&hall.live, &guest, &wanted(2, false)).expect("a casual game");
    }

    fn a_draw_is_answered_and_a_pause_agreed_to(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = begun(&hall, 1, false);
        any_ply(&hall, &play);
        until_turn(&hall, &play);
        hall.act(&play, ANA, 201, PlayerAction::Offer).expect("Ana offers a draw");
        // At the start it declines: nobody gets a draw for the asking.
        hall.until(|| {
            let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen").play;
            seen.life().going_on().is_some_and(|game| game.talk.offer.is_none())
        });
        hall.act(&play, ANA, 202, PlayerAction::Pause).expect("Ana asks for a pause");
        hall.until(|| hall.state(&play) == State::Paused);
        hall.act(&play, ANA, 203, PlayerAction::Resume).expect("it goes on");
        any_ply(&hall, &play);
        until_turn(&hall, &play);
    }

    fn a_pause_can_be_ended_however_much_was_said(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = begun(&hall, 1, false);
        until_turn(&hall, &play);
        let say = |command: u8, action| {
            live::act(&hall.live, &actor(ANA), &play, sent(command, hall.now()), (action, SECOND))
        };
        for command in 1..20 {
            say(command, PlayerAction::AddTime).expect("more time for it");
        }
        say(100, PlayerAction::Pause).expect("Ana asks for a pause");
        hall.until(|| hall.state(&play) == State::Paused);
        assert!(say(101, PlayerAction::AddTime).is_err(), "she has said enough");
        say(102, PlayerAction::Resume).expect("it goes on");
    }

    fn a_pause_in_a_casual_game_ends_after_a_day_and_in_a_rated_one_there_is_none(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let casual = begun(&hall, 1, false);
        until_turn(&hall, &casual);
        hall.act(&casual, ANA, 201, PlayerAction::Pause).expect("Ana asks for a pause");
        hall.until(|| hall.state(&casual) == State::Paused);
        let rated = begun(&hall, 1, true);
        until_turn(&hall, &rated);
        let seen = live::see(&hall.live, &actor(ANA), &rated).expect("seen");
        assert!(!seen.may.contains(&PlayerAction::Pause) && seen.may.contains(&PlayerAction::Offer));
        let refused = hall.act(&rated, ANA, 202, PlayerAction::Pause);
        assert!(matches!(refused, Err(Refused::Error(Error::Conflict(_)))), "{refused:?}");
        hall.act(&rated, ANA, 203, PlayerAction::Offer).expect("Ana offers a draw");
        hall.until(|| {
            let seen = live::see(&hall.live, &actor(ANA), &rated).expect("seen").play;
            seen.life().going_on().is_some_and(|game| game.talk.offer.is_none())
        });
        assert_eq!(hall.state(&rated), State::InPlay, "it has answered the offer alone");
        hall.act(&rated, ANA, 204, PlayerAction::Resign).expect("Ana resigns");
        hall.pass(DAY);
        hall.until(|| hall.state(&casual) == State::InPlay);
    }

    fn nobody_takes_all_of_its_games(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = |account| live::play_computer(&hall.live, &actor(account), &wanted(1, false));
        for _ in 0..20 {
            play(ANA).expect("a game");
        }
        is_conflict(play(ANA));
        let offer = Offer { to: Some("Computer Private".to_owned()), rated: false, ..hall.offer("600+5") };
        live::offer(&hall.live, &actor(ANA), &offer).expect("Ana asks");
        hall.until(|| live::lobby(&hall.live, &actor(ANA)).expect("read").own.is_empty());
        assert_eq!(live::running(&hall.live, &actor(ANA)).expect("read").len(), 20, "it declines");
        play(BEN).expect("a game for somebody else");
    }

    fn it_accepts_requests_and_rematches(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = begun(&hall, 1, false);
        let offer = Offer { to: Some("Computer Major".to_owned()), rated: true, ..hall.offer("600+5") };
        live::offer(&hall.live, &actor(BEN), &offer).expect("Ben asks it for a rated game");
        hall.until(|| !live::running(&hall.live, &actor(BEN)).expect("read").is_empty());
        any_ply(&hall, &play);
        hall.act(&play, ANA, 204, PlayerAction::Resign).expect("Ana resigns");
        let rematch = live::rematch(&hall.live, &actor(ANA), &play).expect("asked");
        assert_eq!(rematch, Rematch::Offered);
        let next = hall.once(|| live::standing(&hall.live, &actor(ANA), &play).unwrap()?.next);
        let seen = live::see(&hall.live, &actor(ANA), &next).expect("seen");
        assert_eq!(seen.players.white, "Computer Private", "with the colours exchanged");
    }

    fn it_plays_three_generals_at_every_level_of_that_game(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        for level in live::computer_levels_of(GameKind::ThreeGenerals) {
            let play = three_generals(&hall, &ComputerGame { level, ..open_game(false) });
            for _ in 0..3 {
                any_three_generals_ply(&hall, &play);
            }
            until_turn(&hall, &play);
            assert!(plies(&hall, &play) >= 6);
            let seen = live::see(&hall.live, &actor(BEN), &play).expect("seen");
            assert_eq!(seen.players.black, format!("Computer {}", level.rank().name()));
            hall.act(&play, ANA, 200, PlayerAction::Resign).expect("Ana resigns");
        }
    }

    fn what_it_is_asked_in_three_generals_it_answers(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = three_generals(&hall, &open_game(false));
        let hint = live::hint(&hall.live, &actor(ANA), &play).expect("a hint");
        assert!((0.0..=1.0).contains(&hint.chance) && hint.number == 1);
        let asked = AskedPly { sent: sent(9, hall.now()), number: 1, ply: hint.ply.to_string() };
        live::ply(&hall.live, &actor(ANA), &play, asked).expect("the hint is legal");
        until_turn(&hall, &play);
        hall.act(&play, ANA, 201, PlayerAction::Offer).expect("Ana offers a draw");
        hall.until(|| {
            let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen").play;
            seen.life().going_on().is_some_and(|game| game.talk.offer.is_none())
        });
        hall.act(&play, ANA, 202, PlayerAction::Pause).expect("Ana asks for a pause");
        hall.until(|| hall.state(&play) == State::Paused);
        hall.act(&play, ANA, 203, PlayerAction::Resume).expect("it goes on");
        any_three_generals_ply(&hall, &play);
        until_turn(&hall, &play);
        hall.act(&play, ANA, 204, PlayerAction::Resign).expect("Ana resigns");
        assert_eq!(live::rematch(&hall.live, &actor(ANA), &play).expect("asked"), Rematch::Offered);
        let next = hall.once(|| live::standing(&hall.live, &actor(ANA), &play).unwrap()?.next);
        let seen = live::see(&hall.live, &actor(ANA), &next).expect("seen");
        assert_eq!(seen.play.terms().rules, Rules::ThreeGenerals);
        assert_eq!(seen.players.white, "Computer Private");
    }

    fn a_rated_game_of_three_generals_against_it_counts_in_a_pool_apart(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = three_generals(&hall, &open_game(true));
        is_conflict(live::hint(&hall.live, &actor(ANA), &play));
        any_three_generals_ply(&hall, &play);
        until_turn(&hall, &play);
        hall.act(&play, ANA, 200, PlayerAction::Resign).expect("Ana resigns");
        hall.until(|| pools(&hall, ANA) == ["three-generals-computer"]);
        let rated = |kind| {
            let levels = live::computer_levels(&hall.app, kind).expect("read");
            levels.iter().filter(|one| one.rating.is_some()).count()
        };
        assert_eq!(GameKind::ALL.map(rated), [0, 1], "in the game that was played alone");
    }

    fn the_level_offered_next_is_the_last_one_at_the_game_that_is_asked_for(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let last = |kind| {
            let last = live::last_computer_level(&hall.live, &actor(ANA), kind).expect("read");
            last.map(ComputerLevel::number)
        };
        assert_eq!(GameKind::ALL.map(last), [None, None]);
        for (nonce, level, rules) in [
            (200, 3, RuleSet::STANDARD.into()),
            (201, 1, Rules::ThreeGenerals),
            (202, 2, RuleSet::STANDARD.into()),
        ] {
            let wanted = ComputerGame { rules, ..wanted(level, false) };
            let play = live::play_computer(&hall.live, &actor(ANA), &wanted).expect("a game");
            if rules.hides_ranks() {
                hall.deploy(&play, ANA, WHITE).expect("Ana deploys");
            } else {
                hall.act(&play, ANA, 100, PlayerAction::Ready).expect("Ana is ready");
            }
            hall.until(|| hall.state(&play) == State::InPlay);
            until_turn(&hall, &play);
            match rules {
                Rules::Salpakan(_) => any_ply(&hall, &play),
                Rules::ThreeGenerals => any_three_generals_ply(&hall, &play),
            }
            until_turn(&hall, &play);
            hall.act(&play, ANA, nonce, PlayerAction::Resign).expect("Ana resigns");
            hall.pass(SECOND);
        }
        assert_eq!(GameKind::ALL.map(last), [Some(2), Some(1)]);
        let game = hall.play("600+5");
        hall.act(&game, ANA, 203, PlayerAction::Abort).expect("Ana goes");
        assert_eq!(GameKind::ALL.map(last), [Some(2), Some(1)], "against a person");
    }

    fn it_accepts_a_request_for_three_generals_where_that_level_plays_it(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        begun(&hall, 1, false);
        let to = |name: &str| Offer {
            to: Some(name.to_owned()), rated: false, rules: Rules::ThreeGenerals, ..hall.offer("600+5")
        };
        live::offer(&hall.live, &actor(BEN), &to("Computer Colonel")).expect("Ben asks it");
        hall.until(|| !live::running(&hall.live, &actor(BEN)).expect("read").is_empty());
        let refused = live::offer(&hall.live, &actor(BEN), &to("Computer Major"));
        let Err(Error::Invalid { field: "rules", message }) = refused else { panic!("{refused:?}") };
        assert!(message.english().contains("Computer Captain"), "{}", message.english());
        place.run_sql("UPDATE accounts SET state = 1 WHERE name = 'Computer Captain'");
        let refused = live::offer(&hall.live, &actor(BEN), &to("Computer Major"));
        let Err(Error::Invalid { field: "rules", message }) = refused else { panic!("{refused:?}") };
        let named = message.english();
        assert!(named.contains("Computer Private") && !named.contains("Computer Captain"), "{named}");
        let absent = ComputerGame { level: ComputerLevel::new(5).expect("Major"), ..open_game(false) };
        let refused = live::play_computer(&hall.live, &actor(ANA), &absent);
        assert!(matches!(refused, Err(Error::Invalid { field: "level", .. })), "{refused:?}");
        let like = ComputerGame { personality: Some(ComputerPersonality::ALL[0]), ..open_game(false) };
        let refused = live::play_computer(&hall.live, &actor(ANA), &like);
        assert!(matches!(refused, Err(Error::Invalid { field: "personality", .. })), "{refused:?}");
    }

    fn it_goes_on_after_a_restart(place: &Place) {
        let hall = Hall::new(place);
        let computer = start(&hall);
        let play = begun(&hall, 1, false);
        until_turn(&hall, &play);
        drop(computer);
        any_ply(&hall, &play);
        let (now, before) = (hall.now(), plies(&hall, &play));
        drop(hall);
        let hall = Hall::at(place, now);
        let _computer = start(&hall);
        hall.until(|| plies(&hall, &play) > before);
    }

    fn it_takes_only_so_many_games_and_none_where_it_is_turned_off(place: &Place) {
        let hall = Hall::new(place);
        is_conflict(live::play_computer(&hall.live, &actor(ANA), &wanted(1, false)));
        assert!(!hall.live.has_computer());
        let none = ComputerSettings { threads: 0, ..ComputerSettings::default() };
        assert!(hall.live.start_computer(none).expect("nothing to start").is_none());
        let _computer = start_with(&hall, ComputerSettings { games: 1, ..without_matches() });
        live::play_computer(&hall.live, &actor(ANA), &wanted(1, false)).expect("one");
        is_conflict(live::play_computer(&hall.live, &actor(BEN), &wanted(3, false)));
        let offer = Offer { to: Some("Computer Major".to_owned()), rated: false, ..hall.offer("600+5") };
        live::offer(&hall.live, &actor(BEN), &offer).expect("Ben asks");
        hall.until(|| live::lobby(&hall.live, &actor(BEN)).expect("read").own.is_empty());
        assert!(live::running(&hall.live, &actor(BEN)).expect("read").is_empty(), "it declines");
    }

    fn its_levels_play_each_other_now_and_then_and_are_rated_among_bots(place: &Place) {
        // The first pair is of the weakest levels: the strongest would think for longer than a busy machine waits for.
        let hall = Hall::with_chance(place, chance_but_for(Some(Purpose::Computer)));
        let _computer = start_with(&hall, ComputerSettings { match_minutes: 1, ..without_matches() });
        live::play_computer(&hall.live, &actor(ANA), &wanted(1, false)).expect("somebody plays it");
        let running = || live::watched(&hall.live, None, 9).expect("read").0;
        let game = hall.once(|| running().into_iter().find(|game| game.bots.white && game.bots.black));
        let pool = Pool::by_key("bots").expect("the pool of bots");
        let offered = live::computer_levels(&hall.app, GameKind::Salpakan).expect("read");
        let levels = game.players.as_ref().map(|name| {
            let of = |one: &live::OfferedLevel| one.player.as_ref().is_some_and(|player| player.name == *name);
            offered.iter().position(of).expect("a level")
        });
        assert_eq!(levels.white.abs_diff(levels.black), 1, "neighbours");
        assert!(game.play.terms().rated, "in {}", pool.key);
        hall.until(|| {
            let seen = live::see(&hall.live, &actor(ANA), &game.id).expect("seen");
            seen.play.progress().len() >= 4
        });
        let white = offered.iter().cloned().filter_map(|one| one.player).find(|one| one.name == game.players.white);
        let white = white.expect("its account");
        let loser = Actor { player: Some(white.player), ..actor(white.account) };
        let sent = sent(61, hall.now());
        live::act(&hall.live, &loser, &game.id, sent, (PlayerAction::Resign, 0)).expect("it resigns");
        hall.until(|| {
            ratings::bring_up_to_date(&hall.app).expect("ratings");
            bots::ladder(&hall.app, pool).expect("read").len() == 2
        });
        let rungs = bots::ladder(&hall.app, pool).expect("read");
        assert_eq!(rungs.iter().map(|one| &*one.handle).collect::<Vec<_>>(), [&*game.players.black, &*game.players.white]);
        assert_eq!(rungs[0].level, Some(offered[levels.black].level));
        assert!(rungs[0].rating > rungs[1].rating && rungs[0].deviation > 0 && rungs[0].games == 1);
        let [above, below] = rungs[0].neighbors.clone();
        let (other, score) = below.expect("they have met");
        assert_eq!((above, other, score.wins, score.losses), (None, game.players.white.clone(), 1, 0));
        let (_, score) = rungs[1].neighbors[0].clone().expect("they have met");
        assert_eq!((score.wins, score.losses), (0, 1));
    }

    fn a_level_that_is_suspended_plays_no_more(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        live::play_computer(&hall.live, &actor(ANA), &wanted(1, false)).expect("a game");
        place.run_sql("UPDATE accounts SET state = 1 WHERE name = 'Computer Private'");
        is_conflict(live::play_computer(&hall.live, &actor(ANA), &wanted(1, false)));
        live::play_computer(&hall.live, &actor(ANA), &wanted(2, false)).expect("another level");
    }

    fn a_personality_is_for_casual_games_and_is_kept_in_a_rematch(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        for personality in ComputerPersonality::ALL {
            let like = |rated| ComputerGame { personality: Some(personality), ..wanted(1, rated) };
            let refused = live::play_computer(&hall.live, &actor(ANA), &like(true));
            assert!(matches!(refused, Err(Error::Invalid { field: "personality", .. })));
            let play = live::play_computer(&hall.live, &actor(ANA), &like(false)).expect("a game");
            hall.deploy(&play, ANA, WHITE).expect("Ana deploys");
            let seen = live::see(&hall.live, &Actor::nobody(), &play).expect("seen");
            assert_eq!(seen.personality, Some(personality), "everybody sees it");
            any_ply(&hall, &play);
            until_turn(&hall, &play);
            assert!(plies(&hall, &play) >= 2, "it plays");
            hall.act(&play, ANA, 60, PlayerAction::Resign).expect("Ana resigns");
            hall.until(|| hall.state(&play).is_over());
            let offered = live::rematch(&hall.live, &actor(ANA), &play).expect("asked for");
            assert_eq!(offered, Rematch::Offered);
            let next = hall.once(|| live::standing(&hall.live, &actor(ANA), &play).unwrap()?.next);
            let seen = live::see(&hall.live, &actor(ANA), &next).expect("seen");
            assert_eq!(seen.personality, Some(personality));
            hall.act(&next, ANA, 61, PlayerAction::Abort).expect("Ana goes");
        }
        let plain = begun(&hall, 1, false);
        let seen = live::see(&hall.live, &actor(ANA), &plain).expect("seen");
        assert_eq!(seen.personality, None);
    }

    fn the_computer_stands_in_for_an_odd_player_and_such_a_game_is_not_rated(place: &Place) {
        let hall = Hall::new(place);
        league(place);
        let _computer = start(&hall);
        live::play_computer(&hall.live, &actor(BEN), &wanted(1, false)).expect("so it has players");
        published_for(&hall.app, ["Player 1", "Computer Private"], (TWICE, "", ""));
        let play = made(&hall, 0);
        let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen");
        assert!(!seen.play.terms().rated && seen.play.terms().is_of_event());
        let white = seen.viewer == live::Viewer::Seat(Color::White);
        hall.deploy(&play, ANA, if white { WHITE } else { BLACK }).expect("Ana deploys");
        hall.until(|| hall.state(&play) == State::InPlay);
        hall.act(&play, ANA, 60, PlayerAction::Resign).expect("Ana resigns");
        // The computer may have accepted it in the same moment.
        hall.until(|| {
            let _ = hall.act(&play, ANA, 61, PlayerAction::AcceptResult);
            !results(&hall.app, 0).is_empty()
        });
        assert!(pools(&hall, ANA).is_empty());
    }

    fn hints_are_for_casual_games_against_it_and_for_whose_move_it_is(place: &Place) {
        let hall = Hall::new(place);
        let _computer = start(&hall);
        let play = begun(&hall, 1, false);
        until_turn(&hall, &play);
        let hint = live::hint(&hall.live, &actor(ANA), &play).expect("a hint");
        let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen");
        assert!(seen.play.board().expect("a board").moves().any(|mv| AnyPly::from(mv) == hint.ply));
        assert!((0.0..=1.0).contains(&hint.chance));
        assert!(live::hint(&hall.live, &actor(BEN), &play).is_err(), "not for spectators");
        let rated = begun(&hall, 1, true);
        until_turn(&hall, &rated);
        is_conflict(live::hint(&hall.live, &actor(ANA), &rated));
        let people = hall.play("600+5");
        hall.deploy(&people, ANA, WHITE).expect("White deploys");
        hall.deploy(&people, BEN, BLACK).expect("Black deploys");
        is_conflict(live::hint(&hall.live, &actor(hall.mover(&people)), &people));
    }
}

/// Streams that give the same in both worlds.
fn same_chance() -> Chance {
    chance_but_for(None)
}

/// The same, but for a purpose that zeros are drawn for.
fn chance_but_for(zeros: Option<Purpose>) -> Chance {
    let counts: Arc<Mutex<HashMap<Purpose, u64>>> = Arc::default();
    Chance::from_streams(move |purpose, bytes| {
        if zeros == Some(purpose) {
            bytes.fill(0);
            return;
        }
        let mut counts = counts.lock().expect("the counts");
        let count = counts.entry(purpose).or_default();
        *count += 1;
        let digest = Sha256::digest(format!("{purpose:?} {count}"));
        bytes.iter_mut().zip(digest.iter().cycle()).for_each(|(byte, drawn)| *byte = *drawn);
    })
}

/// A game between Ana, who plays the last quiet ply each time, and the computer: the plies with what the arbiter said.
fn course(
    level: u8,
    personality: Option<ComputerPersonality>,
    setup: &str,
) -> Vec<(Move, Option<Verdict>)> {
    let place = Place::sqlite();
    let hall = Hall::with_chance(&place, same_chance());
    let _computer = start(&hall);
    let wanted = ComputerGame { personality, ..wanted(level, false) };
    let play = live::play_computer(&hall.live, &actor(ANA), &wanted).expect("a game");
    // The nonces of the toss are drawn in the order in which the sides deploy.
    hall.until(|| {
        let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen").play;
        matches!(seen.life(), Life::Deploying(state) if state.nonces.black.is_some())
    });
    hall.deploy(&play, ANA, setup).expect("Ana deploys");
    hall.until(|| hall.state(&play) == State::InPlay);
    for _ in 0..12 {
        until_turn(&hall, &play);
        let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen").play;
        let Some(board) = seen.board().filter(|_| !seen.state().is_over()) else { break };
        let quiet = |mv: &Move| board.piece_at(mv.to).is_none();
        let Some(mv) = board.moves().filter(quiet).last() else { break };
        hall.ply(&play, ANA, seen.progress().len() + 1, mv).expect("a legal ply");
    }
    until_turn(&hall, &play);
    let seen = live::see(&hall.live, &actor(ANA), &play).expect("seen").play;
    seen.timeline()
        .expect("a game of Salpakan")
        .plies
        .iter()
        .map(|ply| (ply.mv, ply.verdict))
        .collect()
}

#[test]
fn two_worlds_that_differ_in_ranks_alone_get_the_same_plies_of_the_computer() {
    let mut compared = 0;
    let usual = [1, 4, 8].map(|level| (level, None));
    let others = ComputerPersonality::ALL.map(|personality| (5, Some(personality)));
    for (level, personality) in usual.into_iter().chain(others) {
        let one = course(level, personality, "3..PL5P../.ASKTP.4S/BMCPPF12P");
        // The Flag, a Private and the Brigadier General have changed places.
        let other = course(level, personality, "3..PL5P../.ASKTP.4S/BMCP1PF2P");
        let same = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        if let Some(((mv, said), (other_mv, other_said))) = one.get(same).zip(other.get(same)) {
            assert_eq!(mv, other_mv, "all that was seen is the same until ply {}", same + 1);
            assert_ne!(said, other_said, "the arbiter's word alone may differ");
        }
        compared += same;
    }
    assert!(compared >= 56, "{compared} plies could be compared");
}

#[test]
fn one_of_two_servers_plays_each_ply_and_the_other_takes_over_what_it_leaves() {
    let place = Place::postgres();
    let [first, second] = two(&place);
    let computers = [start(&first), start(&second)];
    let plays = [begun(&first, 1, false), begun(&first, 1, false), begun(&second, 1, false)];
    for play in &plays {
        any_ply(&first, play);
        until_turn(&second, play);
    }
    let [one, _other] = computers;
    drop(one);
    for play in &plays {
        any_ply(&first, play);
        until_turn(&second, play);
        let seen = live::see(&second.live, &actor(ANA), play).expect("seen").play;
        let plies = &seen.timeline().expect("a game of Salpakan").plies;
        assert!(plies.len() >= 4, "{} plies", plies.len());
    }
}
