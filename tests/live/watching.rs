//! Who sees what of a play that is being played.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use adjutant_domain::moment::{HOUR, Micros};
use adjutant_domain::play::{Event, Fact, PlayId};
use adjutant_service::Location;
use adjutant_service::access::Actor;
use adjutant_service::live::{self, LiveListener, Notification, Seen, Viewer};
use adjutant_service::rooms::RoomKey;
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use salpakan::rules::{ByColor, Color};

use crate::support::{ANA, BEN, CORA, Hall, Place, SECOND, actor, on_both_engines};

#[derive(Default)]
struct Heard(Mutex<Vec<(usize, Event)>>, Mutex<Vec<bool>>, Mutex<Vec<(bool, bool)>>);

impl LiveListener for Heard {
    fn room_changed(&self, _: RoomKey) {}

    fn followed(&self) -> Vec<PlayId> {
        Vec::new()
    }

    fn events_stored(&self, _: &PlayId, first: usize, events: &[Event], _: Micros) {
        self.0.lock().unwrap().extend((first..).zip(events.iter().cloned()));
    }
    fn notified(&self, _: i32, _: Notification) {}
    fn clocks_stopped(&self, stand: bool) {
        self.1.lock().unwrap().push(stand);
    }
    fn presence_changed(&self, _: &PlayId, present: ByColor<bool>) {
        self.2.lock().unwrap().push((present.white, present.black));
    }
}

#[test]
fn while_nothing_can_be_written_everybody_sees_clocks_as_they_stood_and_is_told() {
    let place = Place::sqlite();
    let hall = Hall::new(&place);
    let heard = Arc::<Heard>::default();
    hall.live.set_listener(heard.clone());
    let play = hall.begun("1200+5");
    hall.any_ply(&play);
    hall.pass(2 * SECOND);
    let see = |who: &Actor| live::see(&hall.live, who, &play).unwrap();
    let everybody = [actor(ANA), actor(BEN), actor(CORA), Actor::nobody()];
    let left = |seen: &Seen| {
        Color::ALL.map(|color| seen.play.clocks().expect("clocks").left(color, seen.now.0))
    };
    let before = left(&see(&actor(ANA)));
    assert!(see(&actor(ANA)).running().is_some() && !see(&actor(ANA)).stands_still());
    let Location::Sqlite(path) = place.settings().database else { panic!("it is a file") };
    let mut other = SqliteConnection::establish(path.to_str().expect("UTF-8")).expect("it opens");
    other.batch_execute("BEGIN IMMEDIATE").expect("nobody else writes");
    hall.live.cannot_write("the disk is full", Duration::ZERO);
    hall.pass(30 * SECOND);
    for who in &everybody {
        let seen = see(who);
        assert_eq!(left(&seen), before, "{who:?}");
        assert!(seen.stands_still() && seen.running().is_none(), "{who:?}");
    }
    other.batch_execute("COMMIT").expect("others may write");
    hall.until(|| {
        let goes_on = hall.live.broken_since().is_none();
        hall.pass(if goes_on { 0 } else { SECOND / 10 });
        goes_on
    });
    for who in &everybody {
        let seen = see(who);
        let charged: i64 = before.iter().sum::<i64>() - left(&seen).iter().sum::<i64>();
        assert!((0..SECOND).contains(&charged), "{charged} for what stood: {who:?}");
        assert!(!seen.stands_still() && seen.running().is_some(), "{who:?}");
    }
    assert_eq!(*heard.1.lock().unwrap(), [true, false]);
}

on_both_engines! {
    fn a_player_sees_his_own_army_and_everybody_else_sees_none(place: &Place) {
        let hall = Hall::new(place);
        let play = hall.begun("1200+5");
        hall.any_ply(&play);
        let see = |actor: &Actor| live::see(&hall.live, actor, &play).unwrap();
        assert_eq!(see(&actor(ANA)).own.unwrap().notation(), crate::support::WHITE);
        assert_eq!(see(&actor(BEN)).own.unwrap().notation(), crate::support::BLACK);
        for other in [actor(CORA), Actor::nobody(), Actor::for_command()] {
            let seen = see(&other);
            assert_eq!(seen.viewer, Viewer::Spectator);
            assert!(seen.own.is_none() && seen.may.is_empty() && seen.gone_since.is_none());
            assert_eq!(seen.play, see(&actor(CORA)).play);
        }
    }

    fn every_event_is_told_once_in_its_order_and_after_it_is_durable(place: &Place) {
        let hall = Hall::new(place);
        let heard = Arc::<Heard>::default();
        hall.live.set_listener(heard.clone());
        let play = hall.begun("1200+5");
        for _ in 0..5 {
            hall.any_ply(&play);
        }
        let told = heard.0.lock().unwrap();
        let numbers: Vec<usize> = told.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (3..=10).collect::<Vec<_>>(), "two ready, one begun, five plies");
        assert!(matches!(told[2].1.fact, Fact::Begun { .. }));
        drop(told);
        live::publish_all(&hall.live, &play).unwrap();
        assert_eq!(heard.0.lock().unwrap().len(), 8 + 10);
    }
}

#[test]
fn players_gone_for_long_are_forgotten_and_still_count_as_gone() {
    let place = crate::support::Place::sqlite();
    let hall = Hall::new(&place);
    let play = hall.begun("600+0");
    drop(hall.live.attend(play, Color::White).unwrap());
    drop(hall.live.listening(ANA));
    let stays = hall.live.attend(play, Color::Black).unwrap();
    assert_eq!(hall.live.remembered(), (2, 1));
    hall.pass(7 * HOUR);
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while hall.live.remembered() != (1, 0) {
        assert!(std::time::Instant::now() < until, "{:?}", hall.live.remembered());
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    drop(stays);
}

#[test]
fn listeners_are_told_who_is_connected_and_only_of_changes_in_that() {
    let place = Place::sqlite();
    let hall = Hall::new(&place);
    let heard = Arc::<Heard>::default();
    hall.live.set_listener(heard.clone());
    let play = hall.begun("600+0");
    let told = || std::mem::take(&mut *heard.2.lock().unwrap());
    told();
    let one = hall.live.attend(play, Color::White).unwrap();
    let again = hall.live.attend(play, Color::White).unwrap();
    let other = hall.live.attend(play, Color::Black).unwrap();
    assert_eq!(told().last(), Some(&(true, true)));
    assert_eq!(present(&hall, &play), (true, true));
    drop(one);
    assert_eq!(told().last(), Some(&(true, true)), "a second page is still open");
    drop(again);
    assert_eq!(told().last(), Some(&(false, true)));
    assert_eq!(present(&hall, &play), (false, true));
    let listens = hall.live.listening(ANA);
    assert_eq!(told().last(), Some(&(true, true)), "whoever listens for all games is there");
    drop(listens);
    drop(other);
    assert_eq!(told().last(), Some(&(false, false)));
}

/// Who is connected, as a spectator sees it.
fn present(hall: &Hall, play: &PlayId) -> (bool, bool) {
    let seen = live::see(&hall.live, &Actor::nobody(), play).unwrap();
    (seen.present.white, seen.present.black)
}
