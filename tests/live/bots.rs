//! Programs that play: told apart, and rated apart.

use std::time::Duration;

use adjutant_domain::play::PlayerAction;
use adjutant_service::live::{self, Offer};
use adjutant_service::{Error, bots, ratings};
use ledger_ratings::Pool;

use crate::support::{ANA, BEN, CORA, Hall, Place, actor, on_both_engines};

fn declare(hall: &Hall, account: i32) -> Result<(), Error> {
    bots::declare(&hall.app, &actor(account), hall.now()).map(drop)
}

/// The pools in which a player has a rating.
fn pools(hall: &Hall, player: i32) -> Vec<&'static str> {
    let ledgers = ratings::of_player(&hall.app, player).unwrap();
    ledgers.into_iter().map(|(pool, _): (&'static Pool, _)| pool.key).collect()
}

/// Ana resigns a game against Ben.
fn one_game(hall: &Hall) {
    let play = hall.begun("1200+5");
    for _ in 0..2 {
        hall.any_ply(&play);
    }
    hall.act(&play, ANA, 200, PlayerAction::Resign).unwrap();
    hall.until(|| live::see(&hall.live, &actor(ANA), &play).unwrap().game.is_some());
}

on_both_engines! {
    fn bots_are_rated_with_each_other_and_in_no_pool_of_people(place: &Place) {
        let hall = Hall::new(place);
        for account in [ANA, BEN] {
            declare(&hall, account).unwrap();
            declare(&hall, account).expect("said twice it is said once");
        }
        one_game(&hall);
        hall.until(|| {
            std::thread::sleep(Duration::from_millis(20));
            pools(&hall, BEN) == ["bots"]
        });
        assert_eq!(pools(&hall, ANA), ["bots"]);
    }

    fn a_bot_and_a_person_play_unrated_alone(place: &Place) {
        let hall = Hall::new(place);
        declare(&hall, BEN).unwrap();
        let (ana, ben) = (actor(ANA), actor(BEN));
        let rated = hall.offer("1200+5");
        let open = live::offer(&hall.live, &ana, &rated).unwrap();
        let refused = live::accept(&hall.live, &ben, &open);
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
        let asked = Offer { to: Some("Player 2".to_owned()), ..rated.clone() };
        let refused = live::offer(&hall.live, &ana, &asked);
        assert!(matches!(refused, Err(Error::Conflict(_))), "{refused:?}");
        assert_eq!(live::lobby(&hall.live, &ben).unwrap().open.len(), 1, "it still stands");
        let casual = Offer { rated: false, ..asked };
        let seek = live::offer(&hall.live, &ana, &casual).unwrap();
        let play = live::accept(&hall.live, &ben, &seek).unwrap();
        let seen = live::see(&hall.live, &actor(CORA), &play).unwrap();
        assert_eq!((seen.bots.white, seen.bots.black), (false, true), "everybody sees it");
        let seek = live::offer(&hall.live, &ben, &rated).unwrap();
        let lobby = live::lobby(&hall.live, &actor(CORA)).unwrap();
        let told: Vec<_> = lobby.open.iter().map(|seek| (seek.by.as_str(), seek.bot)).collect();
        assert_eq!(told, [("Player 2", true), ("Player 1", false)], "{seek:?}");
    }

    fn who_has_played_as_a_person_does_not_become_a_bot(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        let refused = declare(&hall, ANA);
        assert!(matches!(refused, Err(Error::Conflict(_))), "he plays: {refused:?}");
        for _ in 0..2 {
            hall.any_ply(&play);
        }
        hall.act(&play, ANA, 200, PlayerAction::Resign).unwrap();
        hall.until(|| pools(&hall, ANA) == ["rapid"]);
        let refused = declare(&hall, ANA);
        assert!(matches!(refused, Err(Error::Conflict(_))), "he is rated: {refused:?}");
        declare(&hall, CORA).unwrap();
    }
}
