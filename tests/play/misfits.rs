//! Events that are not those of one play: found when it is rebuilt, and never a panic.

use adjutant_domain::play::{
    Broken, Command, Event, Fact, Misfit, Play, PlayerCommand, PlyFact, PlyMade, Rule, Seed, State,
    Step, TossFault,
};
use proptest::prelude::*;
use salpakan::rules::{
    Announcement, Color, Ending, IllegalMove, Move, Outcome, Rank, Termination, Verdict,
};

use crate::events::any_event;
use crate::random_play::Random;
use crate::support::{Game, announced, casual, event, square};
use crate::walk::{any_game, next, put};

const WHITE: Color = Color::White;
const BLACK: Color = Color::Black;

/// The play after White's first ply, and that ply.
fn game() -> (Game, PlyFact) {
    let mut game = Game::begun(casual());
    let events = game.moves("e3e4").expect("a ply");
    let Fact::Ply(ply) = events[0].fact else { panic!("it is a ply") };
    (game, ply)
}

fn made(mv: &str, said: Announcement) -> PlyMade {
    PlyMade::Salpakan { mv: Move::parse(mv).expect("a move"), said }
}

/// Why the next event cannot be this.
fn misfit(game: &Game, fact: Fact) -> Misfit {
    let mut play = game.play.clone();
    let misfit =
        play.apply(&Event { at: game.now, command: None, fact }).expect_err("it cannot be");
    assert_eq!(play, game.play, "the play is as it was");
    assert!(!misfit.to_string().is_empty());
    misfit
}

fn last(game: &Game) -> &Event {
    game.events.last().expect("events")
}

#[test]
fn a_play_begins_with_its_making_once() {
    let (game, _) = game();
    assert_eq!(misfit(&game, game.events[0].fact.clone()), Misfit::Beginning);
    let broken = |event| Err(Broken { event, why: Misfit::Beginning });
    assert_eq!(Play::rebuild([], &[]), broken(1));
    assert_eq!(Play::rebuild(&game.events[1..], &[]), broken(1));
    let twice: Vec<Event> = [&game.events[..1], &game.events[..]].concat();
    assert_eq!(Play::rebuild(&twice, &[]), broken(2));
}

#[test]
fn a_missing_event_is_found_at_the_one_after_it() {
    let mut game = Game::begun(event());
    game.moves("e3e4").expect("a ply");
    game.rules(Rule::Pause).expect("it runs");
    game.rules(Rule::Resume).expect("it is paused");
    game.moves("i8h8").expect("a ply");
    game.wishes(WHITE, PlayerCommand::Resign).expect("it goes on");
    // An end comes after any ply, so what is before it is told by its number alone.
    for missing in 0..game.events.len() - 2 {
        let mut events = game.events.clone();
        events.remove(missing);
        let broken = Play::rebuild(&events, &[]).expect_err("one is missing");
        assert!(broken.event as usize > missing, "{missing}: {broken}");
        assert!(broken.to_string().contains("restore it from a backup"), "{broken}");
    }
}

#[test]
fn time_does_not_go_back() {
    let (game, _) = game();
    let mut play = game.play.clone();
    let early =
        Event { at: game.play.at() - 1, command: None, fact: Fact::Offered { color: WHITE } };
    assert_eq!(play.apply(&early), Err(Misfit::Time));
    assert_eq!(play, game.play);
}

#[test]
fn a_ply_is_the_movers_legal_and_judged_as_it_can_be() {
    let (game, ply) = game();
    let silence = announced(&ply);
    let reply = PlyFact { color: BLACK, made: made("i8h8", silence), ..ply };
    let said = |said| misfit(&game, Fact::Ply(PlyFact { made: made("i8h8", said), ..reply }));
    assert_eq!(misfit(&game, Fact::Ply(PlyFact { color: WHITE, ..reply })), Misfit::Turn);
    assert_eq!(misfit(&game, Fact::Ply(PlyFact { received: game.now + 1, ..reply })), Misfit::Turn);
    let theirs = Misfit::Move(IllegalMove::NotYours(square("e4")));
    assert_eq!(misfit(&game, Fact::Ply(PlyFact { made: made("e4e5", silence), ..reply })), theirs);
    let verdict = Some(Verdict::Split);
    assert_eq!(said(Announcement { verdict, ..silence }), Misfit::Announcement);
    let declared = Some((Rank::Spy, Rank::Spy));
    assert_eq!(said(Announcement { declared, ..silence }), Misfit::Announcement);
    for termination in [Termination::FlagCaptured, Termination::Resignation] {
        let ending = Some(Ending { winner: WHITE, termination });
        assert_eq!(said(Announcement { ending, ..silence }), Misfit::Announcement);
    }
}

#[test]
fn a_toss_that_was_not_fair_and_squares_that_nobody_takes_are_found() {
    let mut game = Game::small(casual());
    game.done(&Command::Server(Step::Open));
    for (color, byte) in [(WHITE, 1), (BLACK, 2)] {
        game.wishes(color, PlayerCommand::Ready { nonce: Some([byte; 32]) }).expect("it is open");
    }
    let (seed, footings) = (game.seed, game.footings());
    let begun = |first, seed, footings| misfit(&game, Fact::Begun { first, seed, footings });
    assert_eq!(begun(BLACK, seed, footings), Misfit::Toss(TossFault::First));
    assert_eq!(begun(WHITE, Seed([99; 32]), footings), Misfit::Toss(TossFault::Seed));
    let mut more = footings;
    more.white.taken.insert(square("b1"));
    assert_eq!(begun(WHITE, seed, more), Misfit::Footing);
    let mut far = footings;
    far.black.taken.remove(square("i8"));
    far.black.taken.insert(square("i5"));
    assert_eq!(begun(WHITE, seed, far), Misfit::Footing);
    let mut open = footings;
    open.white.flag = Some(square("a1"));
    assert_eq!(begun(WHITE, seed, open), Misfit::Footing);
}

#[test]
fn words_that_nobody_can_have_said_are_found() {
    let (mut game, _) = game();
    for fact in [Fact::Declined { color: BLACK }, Fact::Withdrawn { color: WHITE }] {
        assert_eq!(misfit(&game, fact), Misfit::Turn);
    }
    game.wishes(WHITE, PlayerCommand::Offer).expect("an offer");
    assert_eq!(misfit(&game, Fact::Offered { color: WHITE }), Misfit::Turn);
    assert_eq!(misfit(&game, Fact::Declined { color: WHITE }), Misfit::Turn);
    game.wishes(BLACK, PlayerCommand::Pause).expect("it asks");
    assert_eq!(misfit(&game, Fact::Asked { color: BLACK }), Misfit::Turn);
    let (color, origin) = (BLACK, square("a1"));
    assert_eq!(misfit(&game, Fact::FlagShown { color, origin }), Misfit::Turn);
}

#[test]
fn results_that_the_game_cannot_have_are_found() {
    let (game, _) = game();
    let over = |outcome, termination| {
        misfit(
            &game,
            Fact::Over { outcome, termination, by: adjutant_domain::play::By::System, elapsed: 0 },
        )
    };
    assert_eq!(over(Outcome::Win(WHITE), Termination::FlagReached), Misfit::Result);
    assert_eq!(over(Outcome::Win(WHITE), Termination::Default), Misfit::Result);
    assert_eq!(over(Outcome::Win(WHITE), Termination::Abandoned), Misfit::Result);
    assert_eq!(over(Outcome::Draw, Termination::Resignation), Misfit::Result);
    assert_eq!(misfit(&game, Fact::Revealed), Misfit::State);
    assert_eq!(misfit(&game, Fact::Recorded), Misfit::State);
}

#[test]
fn discarded_games_are_not_revealed_and_records_are_kept_once() {
    let (mut game, _) = game();
    game.wishes(WHITE, PlayerCommand::Resign).expect("it goes on");
    assert_eq!(misfit(&game, Fact::Revealed), Misfit::State);
    game.steps(Step::Record).expect("it is final");
    assert_eq!(misfit(&game, Fact::Recorded), Misfit::State);
    game.steps(Step::Reveal).expect("it is kept");
    for fact in [Fact::Revealed, Fact::Recorded, Fact::Opened] {
        assert_eq!(misfit(&game, fact), Misfit::State);
    }
    let Fact::Over { outcome, termination, .. } = game.events[6].fact else { panic!("its end") };
    let ruling = adjutant_domain::play::Ruling { account: 1, reason: crate::support::reason() };
    let corrected = |outcome, termination| {
        let ruling = ruling.clone();
        misfit(&game, Fact::Corrected { outcome, termination, ruling })
    };
    assert_eq!(corrected(outcome, termination), Misfit::Result);
    assert_eq!(corrected(Outcome::Draw, Termination::Time), Misfit::Result);
    let reinstated = Fact::Reinstated { ruling: ruling.clone() };
    assert_eq!(misfit(&game, reinstated), Misfit::State);
}

#[test]
fn nothing_follows_what_was_stopped() {
    let (mut game, _) = game();
    game.rules(Rule::Annul).expect("a ruling");
    let kinds = [Fact::Opened, Fact::Recorded, Fact::Revealed, Fact::Offered { color: WHITE }];
    for fact in kinds {
        assert_eq!(misfit(&game, fact), Misfit::State);
    }
    let again = last(&game).fact.clone();
    assert_eq!(misfit(&game, again), Misfit::State);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_event_follows_or_leaves_the_play_as_it_was(
        seed: u64, steps in 0..80_usize, events in prop::collection::vec(any_event(), 20),
    ) {
        let mut random = Random(seed);
        let mut game = any_game(&mut random);
        for _ in 0..steps {
            let asked = next(&mut random, &mut game);
            put(&mut game, &asked);
        }
        for mut event in events {
            event.at = event.at.max(game.play.at());
            let mut play = game.play.clone();
            match play.apply(&event) {
                Ok(()) => prop_assert_eq!(play.version(), game.play.version() + 1),
                Err(_) => prop_assert_eq!(&play, &game.play),
            }
        }
    }

    /// What another play's events, or the same in another order, do: each follows or does not.
    #[test]
    fn events_in_any_order_never_panic(seed: u64, order in prop::collection::vec(any::<prop::sample::Index>(), 60)) {
        let mut random = Random(seed);
        let mut game = any_game(&mut random);
        for _ in 0..80 {
            let asked = next(&mut random, &mut game);
            put(&mut game, &asked);
        }
        let mut play = Play::new(&game.events[0]).expect("a first event");
        for index in order {
            let mut event = index.get(&game.events).clone();
            event.at = play.at();
            let before = play.clone();
            if play.apply(&event).is_err() {
                prop_assert_eq!(&play, &before);
            }
            for color in Color::ALL {
                assert!(play.available_actions(color, play.at()).len() < 13);
            }
            let over = matches!(play.state(), State::Final | State::Revealed);
            prop_assert_eq!(play.keeping().is_some(), over);
        }
    }
}
