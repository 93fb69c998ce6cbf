//! Deploying, moving, talking: each command once, and each answer durable.

use adjutant_domain::play::{Fact, PlayerAction, Refusal, State};
use adjutant_service::Error;
use adjutant_service::live::{self, Refused};
use salpakan::rules::{Color, Move};

use crate::support::{
    ANA, BEN, BLACK, CORA, Hall, Place, SECOND, WHITE, actor, mv_of, on_both_engines, refusal,
    sent, written,
};

on_both_engines! {
    fn both_deploy_unseen_and_the_toss_decides_who_begins(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.play("1200+5");
        let faulty = hall.deploy(&play, ANA, "........./........./.........");
        assert!(matches!(faulty, Err(Refused::Faults(faults)) if faults.len() == 15));
        hall.deploy(&play, ANA, WHITE).unwrap();
        let seen = |account| live::see(&hall.live, &actor(account), &play).unwrap();
        assert!(seen(ANA).own.is_some() && seen(BEN).own.is_none() && seen(CORA).own.is_none());
        assert!(seen(BEN).play.timeline().expect("a game of Salpakan").taken.white.is_none(), "where they stand is not public yet");
        let again = hall.deploy(&play, ANA, WHITE).unwrap();
        assert!(matches!(again.event.fact, Fact::Ready { color: Color::White, .. }));
        hall.deploy(&play, BEN, BLACK).unwrap();
        let begun = seen(CORA).play;
        assert_eq!(begun.state(), State::InPlay);
        assert_eq!(begun.timeline().expect("a game of Salpakan").taken.black.unwrap().len(), 21);
        let stranger = hall.deploy(&play, CORA, WHITE);
        assert!(matches!(stranger, Err(Refused::Error(Error::Missing { .. }))));
    }

    fn a_ply_counts_once_however_often_it_is_sent(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        let first = hall.any_ply(&play);
        let Fact::Ply(ply) = &first.event.fact else { panic!("{first:?}") };
        let mv = mv_of(ply);
        let mover = if ply.color == Color::White { ANA } else { BEN };
        hall.pass(3 * SECOND);
        for _ in 0..3 {
            let again = hall.ply(&play, mover, 1, mv).unwrap();
            assert_eq!(again, first, "the same answer, whenever it is sent");
        }
        let other = mv.from.neighbours().iter().find(|to| *to != mv.to).unwrap();
        let other = Move { to: other, ..mv };
        assert_eq!(refusal(hall.ply(&play, mover, 1, other)), Refusal::OtherCommand);
        assert_eq!(live::see(&hall.live, &actor(ANA), &play).unwrap().play.progress().len(), 1);
    }

    fn who_is_not_to_move_does_not_and_a_stranger_finds_nothing(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        let waits = if hall.mover(&play) == ANA { BEN } else { ANA };
        assert_eq!(refusal(hall.ply(&play, waits, 1, Move::parse("e3-e4").unwrap())), Refusal::NotYourTurn);
        let stranger = hall.ply(&play, CORA, 1, Move::parse("e3-e4").unwrap());
        assert!(matches!(stranger, Err(Refused::Error(Error::Missing { .. }))), "{stranger:?}");
        let nobody = live::act(&hall.live, &adjutant_service::access::Actor::nobody(), &play, sent(9, hall.now()), (PlayerAction::Resign, 0));
        assert!(matches!(nobody, Err(Refused::Error(Error::SignIn))), "{nobody:?}");
    }

    fn a_game_goes_on_to_its_end_and_is_a_record_and_rated(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        let mut plies = 0;
        while hall.state(&play) == State::InPlay && plies < 40 {
            hall.pass(SECOND);
            hall.any_ply(&play);
            plies += 1;
        }
        if hall.state(&play) == State::InPlay {
            hall.act(&play, BEN, 200, PlayerAction::Resign).unwrap();
        }
        hall.until(|| hall.state(&play) == State::Revealed);
        let seen = live::see(&hall.live, &actor(CORA), &play).unwrap();
        let game = seen.game.expect("there is a record");
        let record = adjutant_service::games::get(&hall.app, game).expect("the record is there");
        let revealed = record.stored.revealed().expect("every piece is turned over");
        assert_eq!(revealed.armies().white.as_ref().unwrap().notation(), WHITE);
        assert_eq!(revealed.armies().black.as_ref().unwrap().notation(), BLACK);
        assert_eq!(revealed.timeline().plies, seen.play.timeline().expect("a game of Salpakan").plies);
        assert_eq!(revealed.header().roster.white, "Player 1");
    }

    fn a_draw_is_offered_declined_and_agreed_upon(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        hall.any_ply(&play);
        hall.act(&play, ANA, 100, PlayerAction::Offer).unwrap();
        assert_eq!(refusal(hall.act(&play, ANA, 101, PlayerAction::Accept)), Refusal::NoOffer);
        hall.act(&play, BEN, 102, PlayerAction::Decline).unwrap();
        hall.act(&play, BEN, 103, PlayerAction::Offer).unwrap();
        hall.act(&play, ANA, 104, PlayerAction::Accept).unwrap();
        hall.until(|| hall.state(&play) == State::Revealed);
        let late = refusal(hall.act(&play, ANA, 105, PlayerAction::Resign));
        assert_eq!(late, Refusal::Over);
    }

    fn many_who_press_at_once_make_one_ply(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        let mover = hall.mover(&play);
        let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
        let moves: Vec<Move> = seen.play.board().unwrap().moves().collect();
        let made = std::thread::scope(|scope| {
            let presses: Vec<_> = moves
                .iter()
                .zip(1_u8..)
                .map(|(&mv, command)| {
                    let (live, now) = (hall.live.clone(), hall.now());
                    scope.spawn(move || {
                        let asked = live::AskedPly { sent: sent(command, now), number: 1, ply: written(mv) };
                        live::ply(&live, &actor(mover), &play, asked).is_ok()
                    })
                })
                .collect();
            presses.into_iter().map(|one| one.join().unwrap()).filter(|made| *made).count()
        });
        assert_eq!(made, 1);
        assert_eq!(live::see(&hall.live, &actor(ANA), &play).unwrap().play.progress().len(), 1);
    }

    fn a_flag_that_is_shown_is_public_and_nothing_else_is(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        hall.any_ply(&play);
        hall.act(&play, ANA, 50, PlayerAction::ShowFlag).unwrap();
        let seen = live::see(&hall.live, &actor(CORA), &play).unwrap();
        let flags = seen.play.timeline().expect("a game of Salpakan").flags;
        assert_eq!(flags.white.unwrap().origin.to_string(), "f1");
        assert_eq!(flags.black, None);
    }
}
