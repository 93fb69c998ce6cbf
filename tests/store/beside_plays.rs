//! What writes very much while games are under way: a little at a time, and the lock is free in between.

use std::time::Duration;

use adjutant_service::games::totals;
use adjutant_service::import::{Counts, Verdict, import};
use adjutant_service::records::Provenance;
use adjutant_service::{Location, backup};
use adjutant_store::sliced_writes::SlicedWriter;
use adjutant_store::transaction::in_transaction;
use adjutant_store::{Store, StoreError, id_sequence};
use diesel::connection::SimpleConnection;

use crate::support::{NOW, Place, demo, import_text, on_both_engines, resignation};

/// Games of a transaction beside a play, at most: so many steps of so many games.
const MOST_TOGETHER: i64 = 16 * 16;

/// A game between two who are there already, which goes on for the rest of the test.
fn begin_a_play(place: &Place) {
    place.run_sql(
        "INSERT INTO plays (id, public_id, state, version, rule_set_id, white_id, black_id, rated, \
         listed, speed, created_at, due_at, ended_at) \
         SELECT 1, 'a-play-abc', 2, 1, 1, MIN(id), MAX(id), 1, 1, 1, 1, 0, 0 FROM players",
    );
}

fn store(place: &Place) -> Store {
    Store::open(place.settings().database).expect("a second way in")
}

/// How many games each transaction of an import of this text brought; where `each` is called, nobody may hold the lock.
fn transactions(place: &Place, text: &str, mut each: impl FnMut()) -> Vec<i64> {
    let app = place.open();
    let store = store(place);
    let mut connection = store.connection().expect("a connection");
    let mut durable = id_sequence::counter(&mut connection, "games").expect("a number");
    let mut grown = Vec::new();
    let mut tell = |_: &Verdict, _: &Counts| {
        let now = id_sequence::counter(&mut connection, "games").expect("a number");
        if now != durable {
            grown.push(now - durable);
            durable = now;
            each();
        }
    };
    import(&app, text.as_bytes(), Provenance::Command, NOW, &mut tell).expect("it ends");
    grown
}

fn many(count: u32) -> String {
    (0..count)
        .map(|n| resignation(&format!("Event {}", n % 50), "Lam-ang", &n.to_string()))
        .collect()
}

on_both_engines! {
    fn an_import_beside_a_play_writes_a_little_at_a_time_and_lets_go_in_between(place: &Place) {
        import_text(&place.open(), demo()[0]);
        let text = many(3_000);
        begin_a_play(place);
        let store = store(place);
        let mut connection = store.connection().expect("a connection");
        if matches!(store.location(), Location::Sqlite(_)) {
            connection.batch_execute("PRAGMA busy_timeout = 0").expect("it waits for nobody");
        }
        let grown = transactions(place, &text, || {
            in_transaction::<_, StoreError>(&mut connection, id_sequence::lock_writer).expect("the lock is free");
        });
        assert_eq!(grown.iter().sum::<i64>(), 3_000);
        assert!(grown.iter().all(|games| *games <= MOST_TOGETHER), "{grown:?}");
        assert_eq!(totals(&place.open()).expect("totals").games, 3_001);
    }

    fn an_import_while_nobody_plays_is_one_transaction(place: &Place) {
        import_text(&place.open(), demo()[0]);
        assert_eq!(transactions(place, &many(2_000), || ()), [2_000]);
        begin_a_play(place);
        place.run_sql("UPDATE plays SET ended_at = 1");
        assert_eq!(transactions(place, &many(4_000), || ()), [2_000]);
    }

    fn refused_games_keep_their_place_among_those_of_several_transactions(place: &Place) {
        import_text(&place.open(), demo()[0]);
        begin_a_play(place);
        let one = |n: u32| resignation("Event", "Lam-ang", &n.to_string());
        let text: String = (0..900)
            .map(|n| if n % 7 == 3 { one(n).replace("[Result", "[White \"\u{7}\"]\n[Result") } else { one(n) })
            .collect();
        let imported = import_text(&place.open(), &text);
        assert_eq!(imported.counts.added + imported.counts.refused, 900);
        for (n, verdict) in imported.verdicts.iter().enumerate() {
            assert_eq!(matches!(verdict, Verdict::Refused(_)), n % 7 == 3, "game {n}: {verdict:?}");
        }
    }

    fn a_backup_neither_waits_for_who_writes_nor_keeps_him_waiting(place: &Place) {
        import_text(&place.open(), &demo().concat());
        let store = store(place);
        let mut writer = store.dedicated_connection().expect("a connection");
        if matches!(store.location(), Location::Sqlite(_)) {
            writer.batch_execute("PRAGMA busy_timeout = 0").expect("it waits for nobody");
        }
        let mut told = 0;
        let mut tell = |_: u64| {
            told += 1;
            in_transaction::<_, StoreError>(&mut writer, id_sequence::lock_writer).expect("the lock is free");
        };
        let contents = backup::write(&store, Vec::new(), "now", &mut tell).expect("a backup");
        assert_eq!(contents.count("games"), 800);
        assert!(told > 1);
    }
}

#[test]
fn a_slice_beside_a_play_has_at_most_so_many_steps() {
    use adjutant_store::sliced_writes::SliceStep;
    let place = Place::sqlite();
    import_text(&place.open(), demo()[0]);
    begin_a_play(&place);
    let mut slices = SlicedWriter::open(&store(&place)).expect("a connection");
    let (mut steps, mut count) = (Vec::new(), 0);
    while count < 100 {
        let before = count;
        let mut step = |_: &mut _, _| {
            count += 1;
            Ok::<_, StoreError>(if count == 100 { SliceStep::Done } else { SliceStep::More })
        };
        slices.run_slice(&mut step).expect("a slice");
        steps.push(count - before);
    }
    assert!(steps.iter().all(|steps| *steps <= 16), "{steps:?}");
    // A step that takes long is the last of its slice.
    let mut slow = |_: &mut _, _| {
        std::thread::sleep(Duration::from_millis(9));
        count += 1;
        Ok::<_, StoreError>(SliceStep::More)
    };
    slices.run_slice(&mut slow).expect("a slice");
    assert_eq!(count, 101);
}
