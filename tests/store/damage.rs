//! What is wrong in a database is found, and never shown as if it were right.

use adjutant_service::App;
use adjutant_service::import::Verdict;
use adjutant_service::integrity::check;

use crate::support::{Place, demo, exported, import_text, on_both_engines, said, unfinished};

/// The faults that a check finds, or why it cannot even read.
fn faults(app: &App) -> Result<Vec<String>, String> {
    let mut faults = Vec::new();
    check(app, &mut |fault| faults.push(fault.message.clone()), &mut |_| ())
        .map_err(|e| e.to_string())?;
    Ok(faults)
}

/// Damages, each of which a check must find.
const DAMAGES: [(&str, &str); 7] = [
    (
        "a result that the record does not have",
        "UPDATE games SET outcome = 2 - outcome WHERE id = 3",
    ),
    (
        "a date that the record does not have",
        "UPDATE games SET date_text = '1999.01.01' WHERE id = 3",
    ),
    (
        "another game's plies",
        "UPDATE timelines SET body = (SELECT body FROM timelines WHERE game_id = 4) WHERE game_id = 3",
    ),
    (
        "another game's armies",
        "UPDATE deployments SET body = (SELECT body FROM deployments WHERE game_id = 4) WHERE game_id = 3",
    ),
    ("a game without plies", "DELETE FROM timelines WHERE game_id = 3"),
    ("a game without armies", "DELETE FROM deployments WHERE game_id = 3"),
    ("a count that is wrong", "UPDATE counters SET value = value + 1 WHERE name = 'games'"),
];

on_both_engines! {
    fn each_damage_to_a_row_is_found(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..8].concat());
        assert_eq!(faults(&app), Ok(Vec::new()));
        drop(app);
        for (what, sql) in DAMAGES {
            let other = place.another();
            import_text(&other.open(), &demo()[..8].concat());
            other.run_sql(sql);
            let found = faults(&other.open()).expect("it reads");
            assert!(!found.is_empty(), "nobody finds {what}");
            let (code, text) = said(&other.adjutant(&["check"]).output().expect("it runs"));
            assert_eq!(code, Some(1), "{what}: {text}");
        }
    }

    fn games_that_point_to_nothing_are_all_named_and_the_others_are_still_checked(place: &Place) {
        let ids = import_text(&place.open(), &demo()[..8].concat());
        let id = |number: usize| match &ids.verdicts[number - 1] {
            Verdict::Added(id) => id.to_string(),
            other => panic!("{other:?}"),
        };
        for (game, column) in [
            (1, "black_id"), (2, "white_id"), (3, "event_id"), (4, "site_id"), (5, "rule_set_id"),
        ] {
            place.run_sql(&format!("UPDATE games SET {column} = 999 WHERE id = {game}"));
        }
        place.run_sql("UPDATE games SET outcome = 2 - outcome WHERE id = 8");
        let (code, text) = said(&place.adjutant(&["check"]).output().expect("it runs"));
        assert_eq!(code, Some(1), "{text}");
        for (game, what) in [
            (1, "player 999"), (2, "player 999"), (3, "event 999"), (4, "site 999"),
            (5, "rule-set 999"),
        ] {
            let line = format!("game {}: it points to {what}, which is not there", id(game));
            assert!(text.contains(&line), "{line}: {text}");
        }
        assert!(text.contains(&format!("game {}: ", id(8))), "what follows is checked: {text}");
        assert!(text.contains("8 games ("), "{text}");
    }

    fn rows_that_were_deleted_are_found_in_every_table(place: &Place) {
        for table in ["players", "events", "sites", "rule_sets", "counters WHERE name = 'events'"] {
            let other = place.another();
            import_text(&other.open(), &demo()[..8].concat());
            other.run_sql(&format!("DELETE FROM {table}"));
            let (code, text) = said(&other.adjutant(&["check"]).output().expect("it runs"));
            assert_eq!(code, Some(1), "{table}: {text}");
            assert!(text.contains("8 games ("), "{table}: {text}");
        }
    }

    fn a_damaged_game_does_not_keep_new_ones_out(place: &Place) {
        for sql in [
            "UPDATE timelines SET body = (SELECT body FROM timelines WHERE game_id = 2) WHERE game_id = 1",
            "DELETE FROM timelines WHERE game_id = 1",
        ] {
            let other = place.another();
            let app = other.open();
            import_text(&app, &demo()[..2].concat());
            other.run_sql(sql);
            // The same moves under another event: it has to be compared with the damaged game.
            let event = demo()[0].lines().next().expect("a tag").to_owned();
            let again = demo()[0].replacen(&event, "[Event \"Under another name\"]", 1);
            let done = import_text(&app, &again);
            assert!(matches!(done.verdicts[..], [Verdict::Added(_)]), "{sql}: {:?}", done.verdicts);
        }
    }

    fn a_sealed_game_that_was_changed_is_found(place: &Place) {
        let app = place.open();
        import_text(&app, &(unfinished("Datu", "one") + &unfinished("Rajah", "two")));
        assert_eq!(faults(&app), Ok(Vec::new()));
        // A sealed body belongs to its game: it cannot be carried to another.
        place.run_sql(
            "UPDATE deployments SET body = (SELECT body FROM deployments WHERE game_id = 1) \
             WHERE game_id = 2",
        );
        assert_eq!(faults(&app).expect("it reads").len(), 1);
    }
}

/// Flips bits all over a SQLite file: a check finds the damage, or it harms nothing.
#[test]
fn a_flipped_bit_in_the_file_is_found_or_harmless() {
    let place = Place::sqlite();
    let app = place.open();
    import_text(&app, &demo()[..200].concat());
    let good = exported(&app);
    drop(app);
    place.run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
    let file = place.dir.path().join("adjutant.sqlite");
    let bytes = std::fs::read(&file).expect("the file");
    let mut found = 0;
    let places = (0..bytes.len()).step_by(bytes.len() / 200);
    for (number, at) in places.enumerate() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1 << (number % 8);
        for side in ["adjutant.sqlite-wal", "adjutant.sqlite-shm"] {
            let _ = std::fs::remove_file(place.dir.path().join(side));
        }
        std::fs::write(&file, &damaged).expect("it is written");
        let checked = adjutant_service::App::open(&place.settings())
            .map_err(|e| e.to_string())
            .and_then(|app| faults(&app).map(|faults| (app, faults)));
        match checked {
            Ok((app, faults)) if faults.is_empty() => {
                let now = exported(&app);
                let differing = now.lines().zip(good.lines()).find(|(now, good)| now != good);
                assert_eq!(differing, None, "a bit at {at} changes records unnoticed");
                assert!(now == good, "a bit at {at} makes the export shorter");
            }
            _ => found += 1,
        }
    }
    // Most bits are of records that their checksums protect, or of unused pages.
    assert!(found > 10, "hardly any damage was found: {found}");
}
