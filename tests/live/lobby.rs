//! Offers to play and what comes of them.

use adjutant_domain::moment::DAY;
use adjutant_service::live::{self, Offer};
use adjutant_service::{Error, live::Lobby};

use crate::support::{ANA, BEN, CORA, Hall, Place, SECOND, actor, on_both_engines};

on_both_engines! {
    fn an_offer_to_everybody_is_seen_by_all_and_taken_up_by_one(place: &Place) {
        let hall = Hall::new(place);
        let seek = live::offer(&hall.live, &actor(ANA), &hall.offer("1200+5")).unwrap();
        let seen = |account| live::lobby(&hall.live, &actor(account)).unwrap();
        assert_eq!((seen(ANA).own.len(), seen(ANA).open.len()), (1, 0));
        assert_eq!((seen(BEN).own.len(), seen(BEN).open.len()), (0, 1));
        assert_eq!(seen(BEN).open[0].by, "Player 1");
        let refused = live::accept(&hall.live, &actor(ANA), &seek);
        assert!(matches!(refused, Err(Error::Conflict(_))), "his own: {refused:?}");
        live::accept(&hall.live, &actor(BEN), &seek).unwrap();
        let late = live::accept(&hall.live, &actor(CORA), &seek);
        assert!(matches!(late, Err(Error::NotFound(_))), "{late:?}");
        assert_eq!(seen(CORA), Lobby::default());
    }

    fn an_invitation_is_seen_by_whom_it_is_made_to_and_by_nobody_else(place: &Place) {
        let hall = Hall::new(place);
        let to = |handle: &str| Offer { to: Some(handle.to_owned()), ..hall.offer("3d") };
        let seek = live::offer(&hall.live, &actor(ANA), &to("player 2")).unwrap();
        let seen = |account| live::lobby(&hall.live, &actor(account)).unwrap();
        assert_eq!(seen(BEN).to_me.len(), 1);
        assert_eq!(seen(CORA), Lobby::default());
        let stranger = live::accept(&hall.live, &actor(CORA), &seek);
        assert!(matches!(stranger, Err(Error::NotFound(_))), "as if there were none");
        assert!(matches!(live::take_back(&hall.live, &actor(CORA), &seek), Err(Error::NotFound(_))));
        live::take_back(&hall.live, &actor(BEN), &seek).expect("who is asked declines");
        let declined = vec!["Player 2".to_owned()];
        assert_eq!(seen(ANA), Lobby { declined, ..Lobby::default() }, "who asked hears of it");
        assert_eq!(seen(BEN), Lobby::default());
        for (handle, why) in [("Player 1", "himself"), ("Nobody", "nobody")] {
            assert!(live::offer(&hall.live, &actor(ANA), &to(handle)).is_err(), "{why}");
        }
    }

    fn an_offer_is_over_by_the_clock_on_the_wall_also_after_the_machine_has_slept(place: &Place) {
        let hall = Hall::new(place);
        let seek = live::offer(&hall.live, &actor(ANA), &hall.offer("1200+5")).unwrap();
        hall.wall_moves(DAY);
        assert_eq!(live::lobby(&hall.live, &actor(BEN)).unwrap(), Lobby::default());
        let late = live::accept(&hall.live, &actor(BEN), &seek);
        assert!(matches!(late, Err(Error::NotFound(_))), "{late:?}");
    }

    fn of_many_who_take_an_offer_up_at_once_one_does(place: &Place) {
        let hall = Hall::new(place);
        let seek = live::offer(&hall.live, &actor(ANA), &hall.offer("60+0")).unwrap();
        let made = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..8)
                .map(|n| scope.spawn(move || n))
                .map(|n| n.join().unwrap())
                .map(|n| {
                    let (live, seek) = (hall.live.clone(), seek);
                    scope.spawn(move || live::accept(&live, &actor(if n % 2 == 0 { BEN } else { CORA }), &seek))
                })
                .collect();
            tries.into_iter().map(|one| one.join().unwrap()).filter(Result::is_ok).count()
        });
        assert_eq!(made, 1);
    }

    fn an_offer_is_over_after_its_time_and_few_stand_at_once(place: &Place) {
        let hall = Hall::new(place);
        for _ in 0..5 {
            live::offer(&hall.live, &actor(ANA), &hall.offer("1200+5")).unwrap();
        }
        let sixth = live::offer(&hall.live, &actor(ANA), &hall.offer("1200+5"));
        assert!(matches!(sixth, Err(Error::Conflict(_))), "{sixth:?}");
        hall.pass(31 * 60 * SECOND);
        assert_eq!(live::lobby(&hall.live, &actor(BEN)).unwrap(), Lobby::default());
        live::offer(&hall.live, &actor(ANA), &hall.offer("1200+5")).expect("there is room again");
    }
}
