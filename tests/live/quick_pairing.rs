//! Quick pairing: who waits, who is paired, and who leaves the queue.

use adjutant_domain::game::{GameKind, Rules};
use adjutant_domain::moment::MINUTE;
use adjutant_domain::play::PlayId;
use adjutant_service::Error;
use adjutant_service::access::Actor;
use adjutant_service::live::{self, Ground, PLACE_KEPT, PRESENT_FOR, QuickPairing, WaitingPlace};
use ledger_ratings::{Entrants, Family, Pool};
use salpakan::clock::{Pace, Speed};
use salpakan::rules::RuleSet;

use crate::support::{ANA, BEN, CORA, Hall, Place, SECOND, actor, on_both_engines};

fn pace(key: &str) -> Pace {
    Pace::parse(key).expect("a pace")
}

/// The usual game at this pace.
fn usual(key: &str) -> (GameKind, Pace) {
    (GameKind::Salpakan, pace(key))
}

fn join(hall: &Hall, account: i32, key: &str) -> QuickPairing {
    join_game(hall, account, GameKind::Salpakan, key)
}

fn join_game(hall: &Hall, account: i32, game: GameKind, key: &str) -> QuickPairing {
    let wanted = (game, pace(key));
    live::join_quick_pairing(&hall.live, &actor(account), wanted, true).expect("joined")
}

fn standing(hall: &Hall, account: i32) -> QuickPairing {
    live::quick_pairing(&hall.live, &actor(account)).expect("asked")
}

fn waits(standing: QuickPairing) -> WaitingPlace {
    match standing {
        QuickPairing::Waiting(place) => place,
        other => panic!("does not wait: {other:?}"),
    }
}

fn paired(standing: QuickPairing) -> PlayId {
    match standing {
        QuickPairing::Paired(play) => play,
        other => panic!("is not paired: {other:?}"),
    }
}

fn is_rated(hall: &Hall, play: &PlayId) -> bool {
    live::see(&hall.live, &actor(ANA), play).expect("seen").play.terms().rated
}

on_both_engines! {
    fn two_who_wait_for_the_same_pace_play_each_other(place: &Place) {
        let hall = Hall::new(place);
        let first = waits(join(&hall, ANA, "600+5"));
        assert_eq!((first.others, first.range), (0, Some((1400, 1600))));
        let counts = live::waiting_counts(&hall.live).expect("counted");
        assert_eq!((counts[0].people, counts[0].pace), (1, pace("600+5")));
        let play = paired(join(&hall, BEN, "600+5"));
        assert_eq!(paired(standing(&hall, ANA)), play);
        assert!(is_rated(&hall, &play), "both wished it");
        assert!(live::waiting_counts(&hall.live).expect("counted").is_empty());
        let seen = live::see(&hall.live, &actor(BEN), &play).expect("seen");
        assert!(seen.viewer.color().is_some(), "he has a side");
    }

    fn who_wishes_no_rated_game_gets_none(place: &Place) {
        let hall = Hall::new(place);
        live::join_quick_pairing(&hall.live, &actor(ANA), usual("600+5"), false).expect("joined");
        assert!(!is_rated(&hall, &paired(join(&hall, BEN, "600+5"))));
    }

    fn nobody_is_paired_with_themself_or_with_another_pace(place: &Place) {
        let hall = Hall::new(place);
        waits(join(&hall, ANA, "600+5"));
        assert_eq!(waits(join(&hall, ANA, "600+5")).others, 0);
        waits(join(&hall, BEN, "1200+5"));
        waits(standing(&hall, ANA));
        paired(join(&hall, ANA, "1200+5"));
    }

    fn who_waits_for_another_game_is_found_by_nobody_but_who_waits_for_it_too(place: &Place) {
        let hall = Hall::new(place);
        let open = GameKind::ThreeGenerals;
        waits(join(&hall, ANA, "600+5"));
        let own = waits(join_game(&hall, BEN, open, "600+5"));
        assert_eq!((own.game, own.others), (open, 0));
        for _ in 0..5 {
            hall.pass(15 * SECOND);
            waits(standing(&hall, ANA));
            waits(standing(&hall, BEN));
        }
        let counts = live::waiting_counts(&hall.live).expect("counted");
        let games: Vec<_> = counts.iter().map(|one| (one.game, one.people)).collect();
        assert!(games.contains(&(open, 1)) && games.contains(&(GameKind::Salpakan, 1)), "{games:?}");
        let play = paired(join_game(&hall, CORA, open, "600+5"));
        assert_eq!(paired(standing(&hall, BEN)), play);
        let seen = live::see(&hall.live, &actor(BEN), &play).expect("seen");
        assert_eq!(seen.play.terms().rules, Rules::ThreeGenerals);
        assert!(seen.play.terms().rated, "both wished it");
        waits(standing(&hall, ANA));
        paired(join(&hall, BEN, "600+5"));
    }

    fn a_rating_counts_at_its_own_game_alone(place: &Place) {
        let hall = Hall::new(place);
        let pool = Pool::of(Family::ThreeGenerals, Speed::Rapid, Entrants::People).expect("a pool");
        place.run_sql(&format!(
            "INSERT INTO player_ratings (player_id, pool, rating, deviation, volatility, wins, draws, \
             losses, opponents, last_day, trend, history) \
             VALUES ({ANA}, {}, 190000, 6000, 60000, 10, 0, 10, 8, 20000, '', '')",
            pool.id
        ));
        let own = waits(join_game(&hall, ANA, GameKind::ThreeGenerals, "600+5"));
        assert_eq!(own.range, Some((1800, 2000)));
        assert_eq!(waits(join(&hall, ANA, "600+5")).range, Some((1400, 1600)), "no game of it");
    }

    fn who_leaves_or_does_not_come_back_is_not_paired(place: &Place) {
        let hall = Hall::new(place);
        waits(join(&hall, ANA, "600+5"));
        live::leave_quick_pairing(&hall.live, &actor(ANA)).expect("left");
        assert_eq!(standing(&hall, ANA), QuickPairing::Outside);
        waits(join(&hall, BEN, "600+5"));
        hall.pass(PLACE_KEPT - SECOND);
        waits(standing(&hall, BEN));
        hall.pass(PRESENT_FOR);
        assert_eq!(waits(join(&hall, CORA, "600+5")).others, 0, "his page is gone");
        live::leave_quick_pairing(&hall.live, &actor(CORA)).expect("left");
        hall.pass(PLACE_KEPT);
        assert_eq!(standing(&hall, BEN), QuickPairing::Outside);
    }

    fn who_loads_the_page_again_keeps_the_place_and_is_paired_once_there(place: &Place) {
        let hall = Hall::new(place);
        waits(join(&hall, ANA, "600+5"));
        live::step_away_from_quick_pairing(&hall.live, &actor(ANA)).expect("away");
        assert_eq!(waits(join(&hall, BEN, "600+5")).others, 0);
        hall.pass(PRESENT_FOR - SECOND);
        waits(standing(&hall, BEN));
        hall.pass(PRESENT_FOR - SECOND);
        waits(standing(&hall, BEN));
        assert_eq!(live::waiting_counts(&hall.live).expect("counted")[0].people, 1);
        let play = paired(standing(&hall, ANA));
        assert_eq!(paired(standing(&hall, BEN)), play);
    }

    fn the_window_widens_to_everybody_within_a_minute(place: &Place) {
        let hall = Hall::new(place);
        waits(join(&hall, ANA, "600+5"));
        for _ in 0..4 {
            hall.pass(15 * SECOND);
            standing(&hall, ANA);
        }
        let place = waits(standing(&hall, ANA));
        assert_eq!((place.range, place.waited), (None, MINUTE));
    }

    fn who_was_reported_is_not_paired_with_whoever_reported_them(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.play("600+5");
        live::report(&hall.live, &actor(ANA), &play, (Some(Ground::Name), "rude")).expect("reported");
        waits(join(&hall, ANA, "600+5"));
        waits(join(&hall, BEN, "600+5"));
        hall.pass(15 * SECOND);
        waits(standing(&hall, ANA));
        waits(standing(&hall, BEN));
        paired(join(&hall, CORA, "600+5"));
    }

    fn a_restart_loses_nobody_who_waits(place: &Place) {
        let hall = Hall::new(place);
        waits(join(&hall, ANA, "600+5"));
        let now = hall.now();
        drop(hall);
        let hall = Hall::at(place, now);
        let play = paired(join(&hall, BEN, "600+5"));
        assert_eq!(paired(standing(&hall, ANA)), play);
    }

    fn only_games_with_a_clock_and_only_players_wait(place: &Place) {
        let hall = Hall::new(place);
        for key in ["3d", "-"] {
            let refused = live::join_quick_pairing(&hall.live, &actor(ANA), usual(key), true);
            assert!(matches!(refused, Err(Error::Invalid { .. })), "{key}: {refused:?}");
        }
        let nobody = live::join_quick_pairing(&hall.live, &Actor::nobody(), usual("600+5"), true);
        assert!(matches!(nobody, Err(Error::SignIn)), "{nobody:?}");
    }

    fn a_guest_plays_unrated_by_link_and_by_pairing_and_nothing_else(place: &Place) {
        let hall = Hall::new(place);
        place.run_sql(&format!("UPDATE accounts SET state = 3 WHERE id = {BEN}"));
        let guest = Actor { is_guest: true, ..actor(BEN) };
        waits(join(&hall, ANA, "600+5"));
        let joined = live::join_quick_pairing(&hall.live, &guest, usual("600+5"), true);
        assert!(!is_rated(&hall, &paired(joined.expect("joined"))));
        let link = live::offer_by_link(&hall.live, &guest, RuleSet::STANDARD.into(), pace("600+5"), None).expect("a link");
        assert_eq!(live::lobby(&hall.live, &actor(CORA)).unwrap().open, [], "no list has it");
        assert!(live::offered_by_link(&hall.live, &actor(CORA), &link).unwrap().is_some());
        let play = live::accept(&hall.live, &actor(CORA), &link).expect("accepted");
        assert!(!live::see(&hall.live, &guest, &play).expect("seen").play.terms().rated);
        let days = live::offer_by_link(&hall.live, &guest, RuleSet::STANDARD.into(), pace("3d"), None);
        assert!(matches!(days, Err(Error::Invalid { .. })), "{days:?}");
        let open = live::offer(&hall.live, &actor(ANA), &hall.offer("600+5")).expect("offered");
        let refused = live::accept(&hall.live, &guest, &open);
        assert!(matches!(refused, Err(Error::SignIn)), "{refused:?}");
        let refused = live::offer(&hall.live, &guest, &hall.offer("600+5"));
        assert!(matches!(refused, Err(Error::SignIn)), "{refused:?}");
        let refused = live::report(&hall.live, &guest, &play, (Some(Ground::Name), ""));
        assert!(matches!(refused, Err(Error::SignIn)), "{refused:?}");
        let asked = live::Offer { to: Some("Player 2".to_owned()), ..hall.offer("600+5") };
        let refused = live::offer(&hall.live, &actor(ANA), &asked);
        assert!(matches!(refused, Err(Error::Conflict(_))), "no guest is asked by name: {refused:?}");
    }
}
