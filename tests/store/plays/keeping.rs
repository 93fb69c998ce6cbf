//! Plays in backups, checks and tidying.

use adjutant_domain::account::session::SessionLifetimes;
use adjutant_domain::moment::Micros;
use adjutant_domain::play::{AbortCause, Fact, Outage};
use adjutant_service::housekeeping::{self, Tidied};
use adjutant_service::integrity::{IntegrityReport, check};
use adjutant_store::outages;
use adjutant_store::plays::{self, PlayRow, StoredEvent};
use adjutant_store::seal::{SealedKind, Sealer};
use adjutant_store::seeks::{self, SeekRow};
use adjutant_store::{Store, play_notes, play_reports, set_ups, toss_seeds};
use salpakan::record::codec::encode_army;
use salpakan::rules::{Color, RuleSet};

use super::whole::{NOTES, REPORT, stored, whole};
use super::{id_of, read, store};
use crate::random_play::Random;
use crate::support::{NOW, Place, on_both_engines, said};

fn faults(place: &Place) -> (IntegrityReport, Vec<String>) {
    let mut found = Vec::new();
    let checked = check(&place.open(), &mut |fault| found.push(fault.message.clone()), &mut |_| ());
    (checked.expect("it reads"), found)
}

/// Everything of plays that a store holds, apart from what is sealed.
#[derive(Debug, PartialEq)]
struct Everything {
    plays: Vec<(PlayRow, Vec<StoredEvent>)>,
    seeks: Vec<SeekRow>,
    reports: Vec<play_reports::ReportRow>,
    outages: Vec<Outage>,
    /// Sealed bodies as they lie there.
    bodies: Vec<Vec<u8>>,
}

fn everything(store: &Store) -> Everything {
    let mut all = Vec::new();
    let mut bodies = Vec::new();
    for number in 1..=3 {
        let row = read(store, |c| plays::by_public_id(c, &id_of(number))).expect("it is there");
        bodies.extend(read(store, |c| toss_seeds::for_play(c, row.id)));
        let both = read(store, |c| set_ups::for_both_sides(c, row.id));
        bodies.extend(both.into_iter().flat_map(|both| [both.white, both.black]));
        for account in [1, 2] {
            let seat = row.seat_of(account).expect("a seat");
            bodies.extend(read(store, |c| play_notes::for_seat(c, seat)));
        }
        let events = read(store, |c| plays::events_from(c, row.id, 1));
        all.push((row, events));
    }
    Everything {
        plays: all,
        seeks: read(store, |c| seeks::for_account(c, 1, 9)),
        reports: read(store, |c| play_reports::page(c, i32::MAX, 9)),
        outages: read(store, |c| outages::ended_after(c, Micros(0))),
        bodies,
    }
}

/// A statement for each table that a damage is about, named `@` in it.
fn for_each_table(sql: &str) -> String {
    let tables = ["plays", "play_events", "set_ups", "toss_seeds", "play_notes"];
    tables.map(|table| sql.replace('@', table)).join(" ")
}

/// Damages to plays, each with words of the fault that a check must find.
const DAMAGES: [(&str, &str); 20] = [
    (
        "DELETE FROM play_events WHERE play_id = 1 AND number = 2",
        "counts 2 events, but 1 are stored",
    ),
    ("DELETE FROM play_events WHERE play_id = 1", "counts 2 events, but 0 are stored"),
    ("UPDATE plays SET version = 3 WHERE id = 2", "counts 3 events, but 5 are stored"),
    ("UPDATE play_events SET number = 7 WHERE play_id = 1 AND number = 2", "without a gap"),
    (
        "UPDATE play_events SET at = at + 1 WHERE play_id = 2 AND number = 1",
        "event 1 tells another moment",
    ),
    (
        "UPDATE play_events SET body = (SELECT body FROM toss_seeds WHERE play_id = 1) \
         WHERE play_id = 2 AND number = 2",
        "event 2 does not read",
    ),
    ("UPDATE play_events SET play_id = 99 WHERE play_id = 3 AND number = 1", "play_events"),
    (
        "DELETE FROM play_events WHERE play_id = 1 AND number = 1; \
         UPDATE play_events SET number = 1 WHERE play_id = 1; \
         UPDATE plays SET version = 1 WHERE id = 1",
        "event 1 cannot be",
    ),
    (
        "DELETE FROM play_events WHERE play_id = 2 AND number = 3; \
         UPDATE play_events SET number = 3 WHERE play_id = 2 AND number = 4; \
         UPDATE play_events SET number = 4 WHERE play_id = 2 AND number = 5; \
         UPDATE plays SET version = 4 WHERE id = 2",
        "event 4 cannot be",
    ),
    (
        "UPDATE plays SET state = 3 WHERE id = 2",
        "its row says paused, but its events make it in-play",
    ),
    ("UPDATE plays SET due_at = 0 WHERE id = 1", "the server is to act in it, but not told when"),
    (
        "UPDATE plays SET public_id = (SELECT body FROM set_ups WHERE play_id = 2 AND color = 0) \
         WHERE id = 3",
        "play 3 has an id of another length",
    ),
    ("UPDATE plays SET ended_at = 5 WHERE id = 2", "that it is running and that it is over"),
    ("UPDATE plays SET ended_at = 0 WHERE id = 3", "that it is running and that it is over"),
    ("UPDATE plays SET state = 9 WHERE id = 1", "play 1 has an unknown state"),
    (
        "UPDATE set_ups SET body = (SELECT body FROM set_ups WHERE play_id = 3 AND color = 0) \
         WHERE play_id = 2 AND color = 0",
        "White's set-up does not open",
    ),
    ("DELETE FROM set_ups WHERE play_id = 2 AND color = 1", "a set-up is missing"),
    (
        "UPDATE toss_seeds SET body = (SELECT body FROM toss_seeds WHERE play_id = 3) WHERE play_id = 2",
        "the seed of its toss does not open",
    ),
    ("DELETE FROM toss_seeds WHERE play_id = 1", "its toss is to come, but has no seed"),
    (
        "UPDATE play_notes SET body = (SELECT body FROM set_ups WHERE play_id = 2 AND color = 0)",
        "White's notes do not open",
    ),
];

/// A set-up of the second play's White that it was not begun with, or bytes that are none.
fn set_up(sealer: &Sealer, random: Option<&mut Random>) -> Vec<u8> {
    let plain = match random {
        Some(random) => {
            let army = random.deployment(&RuleSet::STANDARD, Color::White);
            let arrangement = encode_army(&RuleSet::STANDARD, &army);
            [&army.squares().bits().to_le_bytes()[..], arrangement.as_slice()].concat()
        }
        None => vec![7; 40],
    };
    sealer.seal(SealedKind::SetUp(Color::White), &id_of(2), &plain, [9; 24]).expect("sealed")
}

on_both_engines! {
    fn what_the_service_left_is_whole(place: &Place) {
        drop(whole(place));
        let (checked, found) = faults(place);
        assert_eq!(found, [""; 0]);
        assert_eq!(checked.plays, 3);
        let (code, text) = said(&place.adjutant(&["check"]).output().expect("it runs"));
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("3 plays"), "{text}");
    }

    fn plays_are_backed_up_and_restored_on_either_engine_with_all_that_belongs_to_them(place: &Place) {
        let whole = whole(place);
        let there = everything(&whole.store);
        assert_eq!(there.outages.len(), 1);
        assert_eq!((there.bodies.len(), there.seeks.len()), (6, 2));
        assert_eq!(there.reports[0].text, REPORT);
        let mut bytes = Vec::new();
        place.database().backup(&mut bytes, "now", &mut |_| ()).expect("a backup");
        let plain = zstd::decode_all(bytes.as_slice()).expect("zstd");
        assert!(!plain.windows(NOTES.len()).any(|window| window == NOTES.as_bytes()));
        for other in [Place::sqlite(), Place::postgres()] {
            other.database().restore(bytes.as_slice(), Micros(9), &mut |_| ()).expect("it restores");
            assert!(other.refusal().to_string().contains("put the key back"));
            std::fs::copy(place.settings().key_file, other.settings().key_file).expect("copied");
            assert_eq!(faults(&other).1, [""; 0]);
            let restored = store(&other);
            let mut expected = everything(&whole.store);
            // Since the backup no server has run with it.
            expected.outages.push(Outage { stopped: Micros(0), resumed: outages::ONGOING });
            assert_eq!(everything(&restored), expected);
            let again = other.database().restore(bytes.as_slice(), Micros(9), &mut |_| ());
            assert!(again.is_err(), "not over plays");
            // What is made next gets a number of its own.
            assert!(super::made(&restored, 9) > whole.plays[2]);
        }
    }

    fn many_plays_are_backed_up_block_by_block_and_none_is_cut(place: &Place) {
        let first = store(place);
        let events: Vec<_> = (0..40)
            .map(|n| stored(NOW + n, Fact::Aborted { cause: AbortCause::Seat(Color::White) }))
            .collect();
        let seats = super::seats(super::player(&first, "Ana"), super::player(&first, "Ben"));
        super::write(&first, |connection| {
            for number in 1..=300 {
                let events = &events[..number as usize % 41];
                let new = plays::NewPlay { events, ..super::casual(number, seats) };
                plays::add(connection, &new)?;
            }
            Ok(())
        });
        let mut bytes = Vec::new();
        let contents = place.database().backup(&mut bytes, "now", &mut |_| ()).expect("a backup");
        let expected: u64 = (1..=300).map(|number| number % 41).sum();
        assert_eq!((contents.count("plays"), contents.count("play_events")), (300, expected));
        let other = place.another();
        other.database().restore(bytes.as_slice(), Micros(9), &mut |_| ()).expect("it restores");
        let restored = store(&other);
        for id in 1..=300 {
            let own = |store: &Store| read(store, |c| plays::events_from(c, id, 1));
            assert_eq!(own(&restored), own(&first));
        }
    }

    fn a_backup_is_of_one_moment_while_plays_go_on(place: &Place) {
        let first = store(place);
        let ids: Vec<i32> = (1..=8).map(|number| super::made(&first, number)).collect();
        let done = std::sync::atomic::AtomicBool::new(false);
        let contents = std::thread::scope(|scope| {
            scope.spawn(|| {
                for version in 1..=60 {
                    let group: Vec<_> =
                        ids.iter().map(|id| super::appending(*id, version, &["ply"])).collect();
                    let _stored = super::write(&first, |c| plays::append_all(c, &group));
                }
                done.store(true, std::sync::atomic::Ordering::Release);
            });
            let mut all = Vec::new();
            while !done.load(std::sync::atomic::Ordering::Acquire) || all.is_empty() {
                let mut bytes = Vec::new();
                place.database().backup(&mut bytes, "now", &mut |_| ()).expect("a backup");
                all.push(bytes);
            }
            all
        });
        for bytes in [contents.first(), contents.last()].into_iter().flatten() {
            let other = place.another();
            let contents = other.database().restore(bytes.as_slice(), Micros(9), &mut |_| ());
            let events = contents.expect("it restores").count("play_events");
            assert_eq!(events % 8, 0, "transactions are whole");
            let versions = other.numbers("SELECT version AS number FROM plays");
            assert_eq!(versions, [(events / 8) as i64; 8]);
        }
    }

    fn each_damage_to_a_play_is_found(place: &Place) {
        let whole = whole(place);
        assert_eq!(whole.plays, [1, 2, 3]);
        drop(whole.store);
        place.run_sql(&for_each_table("CREATE TABLE saved_@ AS SELECT * FROM @;"));
        // What is put back is what was there: nobody need look at references between the two.
        let blindly = match place.postgres {
            Some(_) => "SET session_replication_role = replica; ",
            None => "",
        };
        let back = for_each_table("DELETE FROM @; INSERT INTO @ SELECT * FROM saved_@;");
        for (sql, words) in DAMAGES {
            place.run_sql(sql);
            let (_, found) = faults(place);
            assert!(found.iter().any(|fault| fault.contains(words)), "{sql}: {found:?}");
            place.run_sql(&format!("{blindly}{back}"));
        }
        assert_eq!(faults(place).1, [""; 0], "each was the damage's own");
    }

    fn a_seed_that_was_not_committed_to_is_found(place: &Place) {
        let whole = whole(place);
        let other = whole.sealer.seal(SealedKind::TossSeed, &id_of(1), &[7; 32], [8; 24]);
        place.run_sql("DELETE FROM toss_seeds WHERE play_id = 1");
        let other = other.expect("sealed");
        assert!(super::write(&whole.store, |c| toss_seeds::insert_once(c, whole.plays[0], &other)));
        let (_, found) = faults(place);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].contains("the seed of its toss is not what was committed to"));
    }

    fn set_ups_that_are_others_than_those_it_was_begun_with_are_found(place: &Place) {
        let whole = whole(place);
        let mut random = Random(99);
        for (army, what) in [(true, "its set-ups stand elsewhere than its events say"), (false, "White's set-up is no army")] {
            place.run_sql("DELETE FROM set_ups WHERE play_id = 2 AND color = 0");
            let body = set_up(&whole.sealer, army.then_some(&mut random));
            assert!(super::write(&whole.store, |c| set_ups::insert_once(c, whole.plays[1], Color::White, &body)));
            let (_, found) = faults(place);
            assert_eq!(found.len(), 1, "{found:?}");
            assert!(found[0].contains(what), "{found:?}");
        }
    }

    fn seeks_that_nobody_took_in_time_are_taken_away(place: &Place) {
        let whole = whole(place);
        let app = place.open();
        let lives = SessionLifetimes::from_days(14, 90);
        let tidy = |now| housekeeping::tidy(&app, lives, now).expect("it is tidied");
        assert_eq!(tidy(NOW + 99), Tidied::default());
        assert_eq!(tidy(NOW + 100), Tidied { seeks: 2, ..Tidied::default() });
        assert_eq!(read(&whole.store, |c| seeks::for_account(c, 1, 9)), []);
    }

    fn a_damaged_play_does_not_shut_the_others_up(place: &Place) {
        drop(whole(place).store);
        let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
        place.run_sql(&format!("UPDATE toss_seeds SET body = {empty} WHERE play_id <> 1"));
        place.run_sql(&format!("UPDATE set_ups SET body = {empty}"));
        let (checked, found) = faults(place);
        assert_eq!((checked.plays, found.len()), (3, 5), "{found:?}");
    }
}
