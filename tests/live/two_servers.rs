//! Two servers on one PostgreSQL database: what one writes the other knows, and nothing is decided twice.

use std::sync::{Arc, Mutex};

use adjutant_domain::game::GameKind;
use adjutant_domain::moment::{MINUTE, Micros};
use adjutant_domain::play::{Event, PlayId, State};
use adjutant_service::access::Actor;
use adjutant_service::live::{self, LiveListener, Notification, QuickPairing};
use adjutant_service::rooms::RoomKey;
use adjutant_service::{Error, privacy};
use salpakan::clock::Pace;
use salpakan::rules::{ByColor, Color};

use crate::support::{ANA, BEN, BLACK, Hall, Place, SECOND, WHITE, actor};

/// What the pages of one server are told.
#[derive(Default)]
pub struct Heard {
    pub events: Mutex<Vec<(PlayId, usize)>>,
    notified: Mutex<Vec<(i32, Notification)>>,
    stopped: Mutex<Vec<bool>>,
    present: Mutex<Option<ByColor<bool>>>,
    followed: Mutex<Vec<PlayId>>,
}

impl LiveListener for Heard {
    fn events_stored(&self, play: &PlayId, first: usize, events: &[Event], _: Micros) {
        let numbers = (first..).take(events.len()).map(|number| (*play, number));
        self.events.lock().expect("the events").extend(numbers);
    }

    fn notified(&self, account: i32, notification: Notification) {
        self.notified.lock().expect("the calls").push((account, notification));
    }

    fn clocks_stopped(&self, stopped: bool) {
        self.stopped.lock().expect("the clocks").push(stopped);
    }

    fn presence_changed(&self, _: &PlayId, present: ByColor<bool>) {
        *self.present.lock().expect("who is there") = Some(present);
    }

    fn room_changed(&self, _: RoomKey) {}

    fn followed(&self) -> Vec<PlayId> {
        self.followed.lock().expect("the games").clone()
    }
}

/// Two servers that know of each other.
pub fn two(place: &Place) -> [Hall; 2] {
    let first = Hall::new(place);
    let second = first.beside(place);
    for hall in [&first, &second] {
        hall.until(|| hall.live.running_servers().len() == 2 && hall.live.hears_other_servers());
    }
    [first, second]
}

#[test]
fn plies_are_made_at_either_server_and_follow_each_other() {
    let place = Place::postgres();
    let halls = two(&place);
    let [first, second] = &halls;
    let play = first.begun("300+3");
    for number in 1..=20 {
        let hall = &halls[number % 2];
        assert_eq!(hall.any_ply(&play).number as usize, number + 5);
    }
    let seen = [first, second].map(|hall| live::see(&hall.live, &actor(ANA), &play).expect("seen"));
    assert_eq!(seen[0].play, seen[1].play, "both have the same game, with the same clocks");
}

/// The number of rows that a query counts.
fn count(place: &Place, sql: &str) -> usize {
    let database = place.postgres.as_ref().expect("a database");
    database.run_sql(sql).trim().parse().expect("a number")
}

#[test]
fn what_both_servers_are_asked_at_once_is_done_once() {
    let place = Place::postgres();
    let halls = two(&place);
    let play = halls[0].begun("300+3");
    for _ in 0..10 {
        let seen = live::see(&halls[0].live, &actor(ANA), &play).expect("seen");
        let moves: Vec<_> = seen.play.board().expect("a board").moves().take(2).collect();
        let (number, mover) = (seen.play.progress().len() as u32 + 1, halls[0].mover(&play));
        let made = std::thread::scope(|scope| {
            let ask = |hall: usize| halls[hall].ply(&play, mover, number, moves[hall]);
            let other = scope.spawn(move || ask(1));
            [ask(0), other.join().expect("it answers")]
        });
        let done = made.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(done, 1, "{made:?}");
        let refused = made.into_iter().find(Result::is_err).expect("one");
        assert!(matches!(refused, Err(live::Refused::Rules(_))), "{refused:?}");
    }
}

#[test]
fn an_account_is_deleted_while_another_server_goes_on_with_its_games() {
    const GAMES: usize = 8;
    let place = Place::postgres();
    let halls = two(&place);
    let [first, second] = &halls;
    let plays: Vec<PlayId> = (0..GAMES).map(|_| first.begun("300+3")).collect();
    let over = |play: &PlayId| {
        let seen = live::see(&second.live, &actor(BEN), play).expect("seen");
        matches!(seen.play.state(), State::Final | State::Revealed)
    };
    let deleted = std::thread::scope(|scope| {
        for play in &plays {
            scope.spawn(move || {
                // Until the game is over under its players' hands.
                while !over(play) {
                    let seen = live::see(&second.live, &actor(BEN), play).expect("seen");
                    let Some(mv) = seen.play.board().and_then(|board| board.moves().next()) else {
                        continue;
                    };
                    let number = seen.play.progress().len() as u32 + 1;
                    let Some(mover) = seen.play.to_move() else { continue };
                    let _made =
                        second.ply(play, if mover == Color::White { ANA } else { BEN }, number, mv);
                }
            });
        }
        std::thread::sleep(std::time::Duration::from_millis(100));
        let operator = Actor::for_command();
        (0..20).find_map(|_| match privacy::delete(&first.app, &operator, ANA, first.now()) {
            Err(Error::Busy { .. }) => None,
            done => Some(done),
        })
    });
    deleted.expect("an end").expect("deleted");
    assert!(plays.iter().all(over), "every game is over");
}

#[test]
fn who_listens_at_one_server_hears_what_is_done_at_the_other_without_a_gap() {
    let place = Place::postgres();
    let halls = two(&place);
    let heard = Arc::<Heard>::default();
    halls[1].live.set_listener(heard.clone());
    let play = halls[0].play("300+3");
    heard.followed.lock().expect("the games").push(play);
    live::publish_all(&halls[1].live, &play).expect("published");
    halls[0].deploy(&play, ANA, WHITE).expect("White deploys");
    halls[0].deploy(&play, BEN, BLACK).expect("Black deploys");
    for _ in 0..8 {
        halls[0].any_ply(&play);
    }
    let expected = live::see(&halls[0].live, &actor(ANA), &play).expect("seen").play.version();
    halls[0].until(|| {
        let events = heard.events.lock().expect("the events");
        events.last().is_some_and(|(_, number)| *number == expected as usize)
    });
    let numbers: Vec<usize> =
        heard.events.lock().expect("the events").iter().map(|(_, number)| *number).collect();
    assert_eq!(numbers, (1..=expected as usize).collect::<Vec<_>>());
    // They come by themselves, and perhaps after the plies.
    let started = |account: i32| {
        let notified = heard.notified.lock().expect("the calls");
        notified
            .iter()
            .any(|(own, what)| *own == account && matches!(what, Notification::GameStarted { .. }))
    };
    halls[0].until(|| started(ANA) && started(BEN));
}

#[test]
fn a_player_who_is_connected_to_one_server_is_present_at_the_other() {
    let place = Place::postgres();
    let halls = two(&place);
    let play = halls[0].begun("300+3");
    let present = |hall: &Hall| live::see(&hall.live, &actor(ANA), &play).expect("seen").present;
    assert!(!present(&halls[1])[Color::Black]);
    let held = halls[0].live.attend(play, Color::Black).expect("Ben is there");
    halls[1].until(|| present(&halls[1])[Color::Black]);
    let late = halls[0].beside(&place);
    late.until(|| present(&late)[Color::Black]);
    drop(held);
    halls[1].until(|| !present(&halls[1])[Color::Black]);
    late.until(|| !present(&late)[Color::Black]);
}

#[test]
fn a_flag_falls_once_and_only_when_every_server_is_known_to_have_run_until_then() {
    let place = Place::postgres();
    let halls = two(&place);
    let play = halls[0].begun("60+0");
    halls[0].any_ply(&play);
    halls[0].pass(2 * MINUTE);
    halls[0].until(|| halls[1].state(&play) == State::Revealed);
    let ends = count(&place, "SELECT count(*) FROM games");
    assert_eq!(ends, 1, "it is recorded once");
}

#[test]
fn the_time_of_a_lost_server_is_charged_to_nobody() {
    let place = Place::postgres();
    let hall = Hall::new(&place);
    let play = hall.begun("300+0");
    hall.any_ply(&play);
    hall.pass(SECOND);
    hall.settles();
    let left = hall.left(&play);
    // A server that has written until now, and never again.
    let now = hall.now();
    place.run_sql(&format!(
        "INSERT INTO servers VALUES (99, '0.1.0', {now}, {now}, {now}, \
         (EXTRACT(EPOCH FROM clock_timestamp()) * 1000000)::bigint, 0)"
    ));
    hall.until(|| hall.live.running_servers().len() == 2);
    hall.pass(3 * SECOND);
    hall.until(|| hall.live.running_servers().len() == 1);
    assert_eq!(count(&place, "SELECT count(*) FROM outages"), 1);
    assert_eq!(hall.left(&play), left, "nobody could reach it meanwhile");
}

#[test]
fn who_waits_at_one_server_is_paired_with_who_waits_at_the_other_and_both_are_told() {
    let place = Place::postgres();
    let halls = two(&place);
    let heard = Arc::<Heard>::default();
    halls[1].live.set_listener(heard.clone());
    let pace = Pace::parse("300+3").expect("a pace");
    let join = |hall: &Hall, account| {
        live::join_quick_pairing(&hall.live, &actor(account), (GameKind::default(), pace), true)
            .expect("joined")
    };
    assert!(matches!(join(&halls[1], ANA), QuickPairing::Waiting(_)));
    let QuickPairing::Paired(play) = join(&halls[0], BEN) else { panic!("Ana waits") };
    let own = live::quick_pairing(&halls[1].live, &actor(ANA)).expect("asked");
    assert_eq!(own, QuickPairing::Paired(play));
    halls[1].until(|| heard.notified.lock().expect("the calls").iter().any(|(own, _)| *own == ANA));
    assert_eq!(count(&place, "SELECT count(*) FROM plays"), 1);
}
