//! What the search finds, and what it never does, whatever was written how.

use adjutant_domain::search::search_key;
use adjutant_service::App;
use adjutant_service::games::{self, Filter};
use adjutant_service::search::{self, Found};

use crate::support::{NOW, Place, demo, import_text, on_both_engines, resignation, unfinished};

fn found(app: &App, query: &str) -> Found {
    search::find(app, query, 50).expect("an answer")
}

fn players(app: &App, query: &str) -> Vec<String> {
    found(app, query).players.into_iter().map(|player| player.handle).collect()
}

fn events(app: &App, query: &str) -> Vec<String> {
    found(app, query).events.into_iter().map(|event| event.name).collect()
}

/// Games of players with these names at an event.
fn import_names(app: &App, event: &str, names: &[&str]) {
    for (round, name) in names.iter().enumerate() {
        import_text(app, &resignation(event, name, &(round + 1).to_string()));
    }
}

on_both_engines! {
    fn a_part_of_a_name_finds_it_without_case_and_accents(place: &Place) {
        let app = place.open();
        import_names(&app, "Pista ng Bayan", &["José Peña", "Josefa Ramos", "Ana Dela Cruz", "Mariana"]);
        assert_eq!(players(&app, "PEN"), ["José Peña"]);
        assert_eq!(players(&app, "jose"), ["José Peña", "Josefa Ramos"]);
        assert_eq!(players(&app, "ana"), ["Ana Dela Cruz", "Mariana"]);
        assert_eq!(players(&app, "cruz ana"), ["Ana Dela Cruz"]);
        assert_eq!(players(&app, "de"), ["Ana Dela Cruz"]);
        assert_eq!(players(&app, "jo"), ["José Peña", "Josefa Ramos"]);
        assert_eq!(players(&app, "j"), ["José Peña", "Josefa Ramos"]);
        assert_eq!(players(&app, "ana cruz pen"), [""; 0]);
        assert_eq!(events(&app, "bayan"), ["Pista ng Bayan"]);
        assert!(found(&app, "%_\"*").is_empty() && found(&app, "").is_empty());
    }

    fn who_is_not_listed_is_not_found_and_is_found_again_when_listed(place: &Place) {
        let app = place.open();
        import_names(&app, "Open", &["Isagani", "Sinag"]);
        let states = [("private", 1), ("private", 2), ("state", 1), ("state", 2)];
        for (column, value) in states {
            place.run_sql(&format!("UPDATE players SET {column} = {value} WHERE handle = 'Isagani'"));
            for query in ["i", "is", "isagani", "gani", "ISAGANI"] {
                assert_eq!(players(&app, query), [""; 0], "{query} with {column} {value}");
            }
            place.run_sql(&format!("UPDATE players SET {column} = 0 WHERE handle = 'Isagani'"));
            assert_eq!(players(&app, "gani"), ["Isagani"]);
        }
        place.run_sql("UPDATE players SET search_key = ' sinta' WHERE handle = 'Sinag'");
        assert_eq!((players(&app, "nag").len(), players(&app, "nta").len()), (0, 1));
        assert_eq!(players(&app, "?"), [""; 0]);
    }

    fn an_organisation_that_is_not_open_is_not_found_nor_are_its_events(place: &Place) {
        let app = place.open();
        import_names(&app, "Regatta", &["Ana"]);
        let empty = if place.postgres.is_some() { "''::bytea" } else { "x''" };
        place.run_sql(&format!(
            "INSERT INTO organisations VALUES (1, 'Samahan', 'samahan', 'samahan', 'samahan', 0, '', '', \
             '', 0, 0, {empty}, '', 0, 0, 0, ' samahan'); \
             UPDATE events SET organisation_id = 1 WHERE name = 'Regatta'"
        ));
        for (state, is_found) in [(0, false), (1, true), (2, false), (3, false)] {
            place.run_sql(&format!("UPDATE organisations SET state = {state}"));
            assert_eq!(found(&app, "mahan").organisations.len(), usize::from(is_found), "{state}");
            assert_eq!(events(&app, "regatta").len(), usize::from(is_found), "{state}");
        }
    }

    fn a_game_is_found_by_its_id_in_either_case(place: &Place) {
        let app = place.open();
        import_text(&app, demo()[0]);
        let id = id_of_first_game(&app);
        assert_eq!(found(&app, &id).game.map(|game| game.id.to_string()), Some(id.clone()));
        assert!(found(&app, &format!(" {} ", id.to_uppercase())).game.is_some());
        assert!(found(&app, "0123456789abcdef").game.is_none());
    }

    fn a_restored_backup_is_searched_like_the_original(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..40].concat());
        import_text(&app, &unfinished("José Peña", "nothing"));
        let mut bytes = Vec::new();
        place.database().backup(&mut bytes, "2026-01-01T00:00:00Z", &mut |_| ()).expect("a backup");
        let other = place.another();
        other.database().restore(bytes.as_slice(), NOW, &mut |_| ()).expect("restored");
        std::fs::copy(place.settings().key_file, other.settings().key_file).expect("the key");
        let restored = other.open();
        for query in ["pena", "s", "si", "sid", "evening", "a"] {
            assert_eq!(found(&restored, query), found(&app, query), "{query}");
        }
        assert_eq!(players(&restored, "pena"), ["José Peña"]);
    }

    fn every_name_has_the_key_of_its_spelling(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..60].concat());
        for (table, column) in [("players", "handle"), ("events", "name")] {
            let rows = place.lines(&format!(
                "SELECT {column} || '|' || search_key AS line FROM {table}"
            ));
            assert!(!rows.is_empty());
            for row in rows {
                let (name, key) = row.split_once('|').expect("both");
                assert_eq!(search_key(name), key);
            }
        }
    }
}

fn id_of_first_game(app: &App) -> String {
    let games = games::page(app, &Filter::default(), None, 1).expect("a page").items;
    games[0].id.to_string()
}

#[test]
fn a_name_that_leaves_the_index_of_sqlite_leaves_the_file() {
    let place = Place::sqlite();
    let app = place.open();
    import_names(&app, "Open", &["ZYXWVUTSRQ"]);
    let is_indexed = || {
        place.run_sql("PRAGMA wal_checkpoint(TRUNCATE)");
        let bytes = std::fs::read(place.dir.path().join("adjutant.sqlite")).expect("the file");
        bytes.windows(3).any(|window| window == b"zyx")
    };
    assert!(is_indexed());
    place.run_sql(
        "PRAGMA secure_delete = ON; UPDATE players SET state = 2, handle = 'Gone', name_key = 'gone', \
         look_key = 'gone', search_key = ' gone' WHERE handle = 'ZYXWVUTSRQ'",
    );
    assert!(!is_indexed());
}
