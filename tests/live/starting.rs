//! Stopping and starting again: nothing that was answered is lost, and nobody pays for it.

use adjutant_domain::moment::{DAY, Micros};
use adjutant_domain::play::{Fact, PlayerAction, State};
use adjutant_service::Database;
use adjutant_service::live;

use crate::support::{ANA, BEN, Hall, Place, SECOND, actor, mv_of, on_both_engines};

/// A restored place with the files that lay beside the old database.
fn restored(from: &Place, fill: impl FnOnce(&Place)) -> Place {
    let to = if from.postgres.is_some() { Place::postgres() } else { Place::sqlite() };
    fill(&to);
    for file in ["seal.key", "pulse"] {
        std::fs::copy(from.dir.path().join(file), to.dir.path().join(file)).unwrap();
    }
    to
}

/// A game in which 10 of 60 seconds are gone, and a backup of then.
fn backed_up(place: &Place) -> (Hall, adjutant_domain::play::PlayId, Vec<u8>) {
    let hall = Hall::new(place);
    let play = hall.begun("60+0");
    hall.pass(10 * SECOND);
    hall.settles();
    let made = hall.now().to_utc().unwrap();
    let mut bytes = Vec::new();
    let database = Database::open(&place.settings()).unwrap();
    database.backup(&mut bytes, &made.to_rfc3339(), &mut |_| ()).unwrap();
    (hall, play, bytes)
}

#[test]
fn a_copy_of_the_file_beside_the_pulse_of_a_server_that_ran_on_charges_nobody() {
    let place = Place::sqlite();
    let hall = Hall::new(&place);
    let play = hall.begun("60+0");
    hall.pass(10 * SECOND);
    hall.settles();
    let copy = place.dir.path().join("copy");
    place.run_sql(&format!("VACUUM INTO '{}'", copy.display()));
    hall.pass(65 * SECOND);
    hall.until(|| hall.state(&play) == State::Revealed);
    hall.settles();
    let now = hall.now();
    drop(hall);
    let place = restored(&place, |to| {
        std::fs::copy(&copy, to.dir.path().join("adjutant.sqlite")).unwrap();
    });
    let hall = Hall::at(&place, now + SECOND);
    hall.settles();
    assert_eq!(hall.state(&play), State::InPlay);
    assert!(hall.left(&play) >= 50 * SECOND, "{}", hall.left(&play));
}

on_both_engines! {
    fn from_a_backup_to_the_next_start_nobodys_clock_runs_whatever_files_lie_about(place: &Place) {
        let (hall, play, backup) = backed_up(place);
        let fill = |to: &Place| {
            let database = Database::open(&to.settings()).unwrap();
            database.restore(backup.as_slice(), Micros(9), &mut |_| ()).unwrap();
        };
        // The old server has run on while nothing happened; then a flag has fallen.
        hall.pass(30 * SECOND);
        hall.settles();
        let quiet = restored(place, fill);
        let after_quiet = hall.now();
        hall.pass(35 * SECOND);
        hall.until(|| hall.state(&play) == State::Revealed);
        hall.settles();
        let (played, after_played) = (restored(place, fill), hall.now());
        drop(hall);
        for (place, stopped) in [(quiet, after_quiet), (played, after_played)] {
            let hall = Hall::at(&place, stopped + SECOND);
            hall.settles();
            assert_eq!(hall.state(&play), State::InPlay);
            assert_eq!(hall.left(&play), 50 * SECOND);
            hall.pass(20 * SECOND);
            hall.settles();
            let now = hall.now();
            drop(hall);
            // The next start charges what has been played since.
            let hall = Hall::at(&place, now + 1_000 * SECOND);
            assert!((hall.left(&play) - 30 * SECOND).abs() <= 50_000, "{}", hall.left(&play));
        }
    }

    fn what_was_answered_is_there_after_a_start_and_is_answered_the_same_again(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        let mover = hall.mover(&play);
        let first = hall.any_ply(&play);
        let before = live::see(&hall.live, &actor(ANA), &play).unwrap();
        let now = hall.now();
        drop(hall);
        let hall = Hall::at(place, now + SECOND);
        let after = live::see(&hall.live, &actor(ANA), &play).unwrap();
        assert_eq!(after.play.timeline().expect("a game of Salpakan"), before.play.timeline().expect("a game of Salpakan"));
        assert_eq!(after.own.map(|army| army.notation()), before.own.map(|army| army.notation()));
        let Fact::Ply(ply) = &first.event.fact else { panic!("{first:?}") };
        assert_eq!(hall.ply(&play, mover, 1, mv_of(ply)).unwrap(), first);
    }

    fn nobody_pays_for_the_time_without_a_server(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        hall.any_ply(&play);
        hall.pass(10 * SECOND);
        let left = |hall: &Hall, now: Micros| {
            let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
            let turn = seen.play.to_move().unwrap();
            seen.play.clocks().unwrap().left(turn, now.0)
        };
        // The pulse has to have beaten at the moment that the clock was moved to.
        std::thread::sleep(std::time::Duration::from_millis(120));
        let now = hall.now();
        let before = left(&hall, now);
        assert_eq!(before, 1190 * SECOND);
        drop(hall);
        let hall = Hall::at(place, now + DAY);
        let after = left(&hall, hall.now());
        assert!((after - before).abs() <= 50_000, "{before} and {after}");
        hall.pass(5 * SECOND);
        assert!((left(&hall, hall.now()) - (before - 5 * SECOND)).abs() <= 50_000);
    }

    fn whatever_is_said_a_ply_costs_the_time_since_the_one_before_also_after_a_start(place: &Place) {
        let mut hall = Hall::new(place);
        let play = hall.begun("6000+0");
        let (mut chance, mut command) = (20_261_123_u64, 0);
        let mut next = |below: u64| {
            chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (chance >> 33) % below
        };
        let mut left = [6000 * SECOND; 2];
        for turn in 0..12 {
            let (mover, mut passed) = (hall.turn(&play), 0);
            for _ in 0..next(7) {
                let thought = next(5_000_000) as i64;
                hall.pass(thought);
                passed += thought;
                let action = [PlayerAction::Offer, PlayerAction::Withdraw, PlayerAction::Decline, PlayerAction::ShowFlag][next(4) as usize];
                command += 1;
                let (account, number) = ([ANA, BEN][next(2) as usize], 100 + command as u8);
                let sent = adjutant_domain::play::Sent { id: [number; 8], received: hall.now() };
                let _refused = live::act(&hall.live, &actor(account), &play, sent, (action, 0));
                let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
                let shown = seen.play.clocks().unwrap().left(mover, hall.now().0);
                assert_eq!(shown, left[mover as usize] - passed, "in turn {turn}, after {action:?}");
            }
            if turn % 4 == 1 {
                // The pulse has to have beaten at the moment that the clock was moved to.
                std::thread::sleep(std::time::Duration::from_millis(120));
                let now = hall.now();
                drop(hall);
                hall = Hall::at(place, now);
            }
            let thought = next(5_000_000) as i64;
            hall.pass(thought);
            let answer = hall.any_ply(&play);
            let Fact::Ply(ply) = &answer.event.fact else { panic!("{answer:?}") };
            assert_eq!(ply.spent, passed + thought, "in turn {turn}");
            left[mover as usize] -= ply.spent;
            assert_eq!(ply.left, left[mover as usize]);
        }
    }

    fn a_clock_that_was_set_back_gives_and_takes_nothing(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("60+0");
        hall.pass(20 * SECOND);
        std::thread::sleep(std::time::Duration::from_millis(120));
        drop(hall);
        let hall = Hall::at(place, crate::support::NOW - DAY);
        assert_eq!(hall.state(&play), State::InPlay);
        hall.pass(30 * SECOND);
        let seen = live::see(&hall.live, &actor(ANA), &play).unwrap();
        let turn = seen.play.to_move().unwrap();
        let left = seen.play.clocks().unwrap().left(turn, hall.now().0);
        assert!((left - 10 * SECOND).abs() <= 50_000, "{left}");
    }
}
