//! Events are added behind those that are known, or not at all.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use adjutant_store::plays::{self, AppendOutcome, NewPlay, PlayAppend, PlayRowUpdate, State};
use adjutant_store::transaction::in_transaction;
use adjutant_store::{Store, StoreError};

use super::{appending, casual, event, made, player, read, referred_to, seats, store, write};
use crate::support::{NOW, Place, on_both_engines};
use adjutant_domain::moment::Micros;

const THREADS: usize = 4;
const EACH: usize = 200;

fn append(store: &Store, one: &PlayAppend) -> AppendOutcome {
    write(store, |connection| plays::append(connection, one))
}

/// The texts of a play's events from a number on, which must follow on each other.
fn texts(store: &Store, play: i32, from: i32) -> Vec<String> {
    let events = read(store, |connection| plays::events_from(connection, play, from));
    for (number, event) in (from..).zip(&events) {
        assert_eq!(event.number, number, "no gap");
    }
    events.into_iter().map(|one| String::from_utf8(one.body).expect("a text")).collect()
}

fn version(store: &Store, play: i32) -> i32 {
    let row = read(store, |connection| plays::by_id(connection, play));
    row.expect("the play is there").version
}

on_both_engines! {
    fn a_play_is_found_as_it_was_made_and_by_its_public_id(place: &Place) {
        let store = store(place);
        referred_to(place);
        let (ana, ben) = (player(&store, "Ana"), player(&store, "Ben"));
        let events = [event("created"), event("deploying")];
        let mut new = NewPlay { events: &events, due_at: NOW + 7, ..casual(7, seats(ana, ben)) };
        new.seats.white.account = Some(2);
        let id = write(&store, |connection| plays::add(connection, &new));
        let row = read(&store, |connection| plays::by_public_id(connection, &new.public_id));
        let row = row.expect("it is there");
        assert_eq!((row.id, row.version, row.state), (id, 2, State::Created));
        assert_eq!((row.seats, row.speed), (new.seats, new.speed));
        assert_eq!((row.created_at, row.due_at, row.ended_at), (NOW, NOW + 7, Micros::NEVER));
        assert_eq!((row.rated, row.listed, row.game_id), (true, true, None));
        assert_eq!(read(&store, |connection| plays::by_id(connection, id)), Some(row.clone()));
        assert_eq!(read(&store, |connection| plays::by_public_id(connection, &[9; 10])), None);
        assert_eq!(texts(&store, id, 1), ["created", "deploying"]);
        assert!(row.seat_of(2).is_some() && row.seat_of(3).is_none());
        assert!(row.seat_of(0).is_none(), "nobody has the seat without an account");
    }

    fn a_second_play_of_one_public_id_is_refused(place: &Place) {
        let store = store(place);
        made(&store, 1);
        let (ana, ben) = (player(&store, "Ana"), player(&store, "Ben"));
        let mut connection = store.connection().expect("a connection");
        let twice = in_transaction(&mut connection, |connection| {
            plays::add(connection, &casual(1, seats(ana, ben)))
        });
        assert!(matches!(twice, Err(StoreError::Database(_))), "{twice:?}");
    }

    fn an_append_moves_the_row_and_one_that_comes_late_leaves_no_trace(place: &Place) {
        let store = store(place);
        referred_to(place);
        let id = made(&store, 1);
        let over = PlayRowUpdate { state: State::Final, due_at: Micros(5), ended_at: NOW, game_id: Some(9) };
        let first = PlayAppend { after: over, ..appending(id, 1, &["ply", "over"]) };
        assert_eq!(append(&store, &first), AppendOutcome::Stored);
        let row = read(&store, |connection| plays::by_id(connection, id)).expect("it is there");
        assert_eq!((row.version, row.state, row.due_at), (3, State::Final, Micros(5)));
        assert_eq!((row.ended_at, row.game_id), (NOW, Some(9)));
        for version in [0, 1, 2, 4, i32::MAX - 1] {
            assert_eq!(append(&store, &appending(id, version, &["late"])), AppendOutcome::Conflict);
        }
        assert_eq!(append(&store, &appending(id + 1, 1, &["nowhere"])), AppendOutcome::Conflict);
        assert_eq!(read(&store, |connection| plays::by_id(connection, id)), Some(row.clone()));
        assert_eq!(texts(&store, id, 2), ["ply", "over"]);
        // Without events it moves the row alone, and keeps the record that is not named.
        let none = PlayAppend { after: PlayRowUpdate { game_id: None, due_at: Micros(0), ..over }, ..appending(id, 3, &[]) };
        assert_eq!(append(&store, &none), AppendOutcome::Stored);
        let moved = read(&store, |connection| plays::by_id(connection, id)).expect("it is there");
        assert_eq!((moved.version, moved.due_at, moved.game_id), (3, Micros::NEVER, Some(9)));
    }

    fn a_conflict_within_a_group_harms_no_other(place: &Place) {
        let store = store(place);
        let ids: Vec<i32> = (1..=5).map(|number| made(&store, number)).collect();
        let mut group: Vec<PlayAppend> =
            ids.iter().rev().map(|id| appending(*id, 1, &["one", "two"])).collect();
        group[1].version = 7;
        group.push(appending(ids[2], 3, &["behind its own"]));
        group.push(appending(ids[2], 3, &["too late"]));
        let fates = write(&store, |connection| plays::append_all(connection, &group));
        let (there, not) = (AppendOutcome::Stored, AppendOutcome::Conflict);
        assert_eq!(fates, [there, not, there, there, there, there, not]);
        let counts: Vec<usize> = ids.iter().map(|id| texts(&store, *id, 1).len()).collect();
        assert_eq!(counts, [3, 3, 4, 1, 3]);
        assert_eq!(texts(&store, ids[2], 4), ["behind its own"]);
        let versions: Vec<i32> = ids.iter().map(|id| version(&store, *id)).collect();
        assert_eq!(versions, [3, 3, 4, 1, 3]);
        assert_eq!(write(&store, |connection| plays::append_all(connection, &[])), []);
    }

    fn a_group_that_is_not_committed_is_not_there(place: &Place) {
        let store = store(place);
        let ids = [made(&store, 1), made(&store, 2)];
        let group = ids.map(|id| appending(id, 1, &["never"]));
        let mut connection = store.connection().expect("a connection");
        let broken = in_transaction(&mut connection, |connection| {
            plays::append_all(connection, &group)?;
            Err::<(), _>(StoreError::Damaged("a fault behind it".to_owned()))
        });
        assert!(broken.is_err());
        assert_eq!(ids.map(|id| version(&store, id)), [1, 1]);
        assert_eq!(ids.map(|id| texts(&store, id, 1).len()), [1, 1]);
    }

    fn of_many_who_append_to_one_play_each_gets_each_number_once(place: &Place) {
        let store = store(place);
        let id = made(&store, 1);
        let conflicts = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (store, conflicts) = (&store, &conflicts);
                scope.spawn(move || {
                    for number in 0..EACH {
                        let text = format!("{thread} {number}");
                        while append(store, &appending(id, version(store, id), &[&text])) == AppendOutcome::Conflict {
                            conflicts.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
        });
        let all = texts(&store, id, 2);
        assert_eq!((all.len(), version(&store, id)), (THREADS * EACH, 1 + (THREADS * EACH) as i32));
        let different: BTreeSet<&String> = all.iter().collect();
        assert_eq!(different.len(), THREADS * EACH, "none is there twice");
        for thread in 0..THREADS {
            let own = all.iter().filter(|text| text.starts_with(&format!("{thread} ")));
            let expected = (0..EACH).map(|number| format!("{thread} {number}"));
            assert!(own.cloned().eq(expected), "each thread's own are in its order");
        }
        assert!(conflicts.into_inner() > 0, "somebody was faster at times");
    }

    fn groups_of_many_writers_wait_for_each_other_and_lose_nothing(place: &Place) {
        let store = store(place);
        let ids: Vec<i32> = (1..=8).map(|number| made(&store, number)).collect();
        std::thread::scope(|scope| {
            for thread in 0..THREADS {
                let (store, ids) = (&store, &ids);
                scope.spawn(move || {
                    let mut left: Vec<i32> = ids.iter().flat_map(|id| [*id; 20]).collect();
                    // Each in an order of its own.
                    left.rotate_left(thread * 40);
                    while !left.is_empty() {
                        let mut known: Vec<i32> = left.clone();
                        known.dedup();
                        let group: Vec<PlayAppend> = known
                            .into_iter()
                            .map(|id| appending(id, version(store, id), &["one"]))
                            .collect();
                        let fates = write(store, |connection| plays::append_all(connection, &group));
                        for (one, fate) in group.iter().zip(fates) {
                            if fate == AppendOutcome::Stored {
                                let at = left.iter().position(|id| *id == one.play);
                                left.remove(at.expect("it was left"));
                            }
                        }
                    }
                });
            }
        });
        for id in ids {
            assert_eq!(texts(&store, id, 2).len(), THREADS * 20);
        }
    }

    fn what_is_acknowledged_is_read_in_order_by_whoever_opens_the_store_next(place: &Place) {
        let first = store(place);
        let id = made(&first, 1);
        let written: Vec<String> = (0..50).map(|number| format!("event {number}")).collect();
        for (version, text) in (1..).zip(&written) {
            assert_eq!(append(&first, &appending(id, version, &[text])), AppendOutcome::Stored);
        }
        drop(first);
        let again = store(place);
        assert_eq!(texts(&again, id, 2), written);
        assert_eq!(texts(&again, id, 40), written[38..]);
        assert_eq!(texts(&again, id, 52), [""; 0]);
        assert_eq!(version(&again, id), 51);
    }
}
