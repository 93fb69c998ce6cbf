//! Backups: whole or refused, from either engine to either, also while the service writes.

use std::sync::atomic::{AtomicBool, Ordering};

use adjutant_service::Error;
use adjutant_service::backup::verify;
use adjutant_service::games::totals;
use adjutant_service::integrity::check;
use adjutant_store::seal::{NONCE_BYTES, SealedKind, Sealer};

use crate::support::{
    Place, any_file_holds, demo, exported, import_text, on_both_engines, resignation, said,
    unfinished,
};
use adjutant_domain::moment::Micros;

const MADE: &str = "2026-04-30T12:00:00Z";
/// When backups are restored, in microseconds since 1970.
const RESTORED: i64 = 9;

fn backup(place: &Place) -> Vec<u8> {
    let mut bytes = Vec::new();
    place.database().backup(&mut bytes, MADE, &mut |_| ()).expect("a backup");
    bytes
}

fn restore(place: &Place, bytes: &[u8]) -> Result<(), Error> {
    place.database().restore(bytes, Micros(RESTORED), &mut |_| ()).map(|_| ())
}

fn copy_key(from: &Place, to: &Place) {
    std::fs::copy(from.settings().key_file, to.settings().key_file).expect("the key is copied");
}

fn faults(place: &Place) -> Vec<String> {
    let mut found = Vec::new();
    check(&place.open(), &mut |fault| found.push(fault.message.clone()), &mut |_| ())
        .expect("it reads");
    found
}

/// What accounts have that is sealed under the key of this place, in hex: the key of a second factor
/// of account 1, and its set-up with the number 0 and the name `mine`.
fn sealed_of_accounts(place: &Place) -> [String; 2] {
    let sealer = Sealer::load(&place.settings().key_file).expect("the key");
    let seal = |room, bound_to: &[u8], plain: &[u8]| {
        let sealed = sealer.seal(room, bound_to, plain, [9; NONCE_BYTES]).expect("it is sealed");
        sealed.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
    };
    let set_up = [&[0; 16], b"mine".as_slice()].concat();
    [
        seal(SealedKind::SecondFactor, &1_i32.to_be_bytes(), &[7; 20]),
        seal(SealedKind::OwnSetUp, &(1_u64 << 32 | 1).to_be_bytes(), &set_up),
    ]
}

/// A row in each table of people; bytes are written as each engine writes them.
fn people(player: i64, [factor, set_up]: &[String; 2], postgres: bool) -> String {
    let bytes = |hex: &str| match postgres {
        true => format!("'\\x{hex}'::bytea"),
        false => format!("x'{hex}'"),
    };
    let (empty, hash, factor) = (bytes(""), bytes("00ff10"), bytes(factor));
    let set_up = bytes(set_up);
    let mut sql = format!(
        "INSERT INTO accounts VALUES (1, 'Sidapa', 'sidapa', 'sidapa', 's@example.org', \
         's@example.org', 1, 'a hash', 0, 2, {player}, {factor}, 1, 7, 'fil', 5, 6, 7, 1); \
         INSERT INTO accounts VALUES (2, 'two', 'two', 'two', '', NULL, 0, '', 1, 0, NULL, \
         {empty}, 0, 0, 'en', 5, 0, 0, 0); \
         INSERT INTO sessions VALUES (1, {hash}, 1, 1, 2, 3, 0, 'Firefox'); \
         INSERT INTO devices VALUES (1, {hash}, 1, 1, 2); \
         INSERT INTO links VALUES (1, {hash}, 1, 1, 0, 0, 0, 0, '', 1, 2, 0); \
         INSERT INTO recovery_codes VALUES (1, 1, {hash}, 0); \
         INSERT INTO passkeys VALUES (1, 1, {hash}, {hash}, 'Phone', {hash}, 5, 6); \
         INSERT INTO passkey_challenges VALUES (1, {hash}, 1, {hash}, 9); \
         INSERT INTO tokens VALUES (1, {hash}, 1, 'club', 2, 1, 2, 3, 0); \
         INSERT INTO organisations VALUES (1, 'Cebu', 'cebu', 'cebu', 'cebu', 1, '', '', '', 255, \
         0, {hash}, 'digest', 1, 5, 1, ''); \
         INSERT INTO roles VALUES (1, 1, 1, 1, NULL, 0, NULL, 5); \
         INSERT INTO members (id, organisation_id, player_id, reference, real_name, club, province, \
         age_band, verified_at, verified_by, joined_at) VALUES (1, 1, {player}, '7', 'Real', 'Club', 'Cebu', 2, 5, 1, 5); \
         INSERT INTO seasons VALUES (1, 1, '2026', 20000, 20364); \
         INSERT INTO titles VALUES (1, 1, 1, 'Datu', 150000); \
         INSERT INTO profiles VALUES (1, {player}, '', 'Real', 0, 2, 0, 'I play', 'Club'); \
         INSERT INTO player_pictures VALUES ({player}, {hash}, 'digest'); \
         INSERT INTO claims VALUES (1, 2, {player}, 2, 'me', 5, 6, 1, 1); \
         INSERT INTO merges (id, from_player, into_player, made_at, made_by, undone_at, undone_by, reason) \
         VALUES (1, 1, 2, 5, 1, 6, 1, 'why'); \
         INSERT INTO merge_moves VALUES (1, 1, 1, 0, 'as'); \
         INSERT INTO retired_names VALUES (1, {hash}); \
         INSERT INTO own_set_ups VALUES (1, 1, 'standard', {set_up}, 5, 6); \
         UPDATE players SET private = 1 WHERE id = {player}; \
         UPDATE counters SET value = 2 WHERE name = 'accounts';"
    );
    for table in [
        "recovery_codes",
        "tokens",
        "organisations",
        "roles",
        "members",
        "seasons",
        "titles",
        "profiles",
        "claims",
        "merges",
        "merge_moves",
        "retired_names",
        "own_set_ups",
        "passkeys",
        "sessions",
        "devices",
        "links",
        "passkey_challenges",
    ] {
        sql.push_str(&format!(" UPDATE counters SET value = 1 WHERE name = '{table}';"));
    }
    sql
}

/// What holds in a place that has the games of `data/form-1.ggn` from a backup of an older program.
fn is_read(place: &Place) {
    let key = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/store/data/form-1.key");
    let own = place.settings().key_file;
    std::fs::copy(key, &own).expect("the key is copied");
    let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
    std::fs::set_permissions(&own, mode).expect("a key is its owner's");
    let app = place.open();
    assert_eq!(totals(&app).expect("totals").games, 13);
    assert_eq!(faults(place), [""; 0]);
    let again = import_text(&app, include_str!("data/form-1.ggn")).counts;
    assert_eq!((again.added, again.duplicates), (0, 13));
    let lacking = "SELECT count(*) AS number FROM players WHERE look_key = ''";
    assert_eq!(place.numbers(lacking), [0]);
    verify(backup(place).as_slice()).expect("backed up in the new form");
}

on_both_engines! {
    fn a_backup_restores_on_either_engine_to_the_same(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..300].concat());
        import_text(&app, &unfinished("Datu", "nothing"));
        let bytes = backup(place);
        let contents = verify(bytes.as_slice()).expect("it is whole");
        assert_eq!((contents.count("games"), contents.made.as_str()), (301, MADE));
        for other in [Place::sqlite(), Place::postgres()] {
            restore(&other, &bytes).expect("it restores");
            copy_key(place, &other);
            let restored = other.open();
            assert_eq!(exported(&restored), exported(&app));
            assert_eq!(totals(&restored).expect("totals"), totals(&app).expect("totals"));
            assert_eq!(faults(&other), [""; 0]);
            let again = import_text(&restored, &demo()[..301].concat()).counts;
            assert_eq!((again.added, again.duplicates), (1, 300));
        }
    }

    fn people_are_kept_and_what_opens_a_door_for_a_while_is_not(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..50].concat());
        let player = place.numbers("SELECT id AS number FROM players WHERE handle = 'Sidapa'")[0];
        place.run_sql(&people(player, &sealed_of_accounts(place), place.postgres.is_some()));
        place.run_sql(
            "UPDATE events SET organisation_id = 1 WHERE id = 1;
             UPDATE games SET imported_by = 1, organisation_id = 1, rated_in = -1 WHERE event_id = 1;",
        );
        assert_eq!(faults(place), [""; 0]);
        let bytes = backup(place);
        let kept = |place: &Place| -> Vec<i64> {
            let tables = [
                "accounts", "recovery_codes", "tokens", "organisations", "roles", "members",
                "seasons", "titles", "profiles", "claims", "merges", "merge_moves",
                "retired_names", "own_set_ups", "passkeys", "player_pictures", "sessions", "devices", "links",
                "passkey_challenges",
            ];
            let count = |table| place.numbers(&format!("SELECT count(*) AS number FROM {table}"))[0];
            let sums = [
                "SELECT count(*) AS number FROM games WHERE imported_by = 1 AND organisation_id = 1",
                "SELECT count(*) AS number FROM players WHERE private = 1 AND look_key <> ''",
                "SELECT count(*) AS number FROM accounts WHERE email_key IS NULL",
                "SELECT sum(value) AS number FROM counters WHERE name IN ('accounts', 'merges')",
            ];
            let sums = sums.map(|sql| place.numbers(sql)[0]);
            tables.into_iter().map(count).chain(sums).collect()
        };
        let there = kept(place);
        assert_eq!(there[16..20], [1, 1, 1, 1]);
        for other in [Place::sqlite(), Place::postgres()] {
            restore(&other, &bytes).expect("it restores");
            assert!(other.database().has_sealed().expect("it reads"), "a second factor is sealed");
            let refused = other.refusal().to_string();
            assert!(refused.contains("put the key back"), "{refused}");
            copy_key(place, &other);
            assert_eq!(faults(&other), [""; 0]);
            let restored = kept(&other);
            assert_eq!(restored[..16], there[..16]);
            assert_eq!(restored[16..20], [0, 0, 0, 0], "sessions, browsers, links and challenges stay behind");
            assert_eq!(restored[20..], there[20..]);
            let revoked = "SELECT revoked_at AS number FROM tokens";
            assert_eq!((other.numbers(revoked), place.numbers(revoked)), (vec![RESTORED], vec![0]));
            assert!(restore(&other, &bytes).is_err(), "not over people");
        }
    }

    fn look_keys_of_an_older_backup_lose_their_spaces_and_marks(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..50].concat());
        let player = place.numbers("SELECT id AS number FROM players WHERE handle = 'Sidapa'")[0];
        place.run_sql(&people(player, &sealed_of_accounts(place), place.postgres.is_some()));
        place.run_sql(
            "UPDATE players SET look_key = 's-i.d''a p_a' WHERE handle = 'Sidapa';
             UPDATE accounts SET look_key = 'si dapa' WHERE id = 1;
             UPDATE accounts SET look_key = 'si.dapa' WHERE id = 2;
             UPDATE organisations SET look_key = 'ce bu';",
        );
        let bytes = backup(place);
        let other = place.another();
        restore(&other, &bytes).expect("two accounts that look alike stand in nobody's way");
        for (sql, count) in [
            ("SELECT count(*) AS number FROM players WHERE look_key = 'sidapa' AND handle = 'Sidapa'", 1),
            ("SELECT id AS number FROM accounts WHERE look_key = 'sidapa'", 1),
            ("SELECT id AS number FROM accounts WHERE look_key = 'si.dapa'", 2),
            ("SELECT id AS number FROM organisations WHERE look_key = 'cebu'", 1),
        ] {
            assert_eq!(other.numbers(sql), [count], "{sql}");
        }
    }

    fn a_backup_of_an_older_program_is_still_read(place: &Place) {
        let older = place.another();
        restore(place, include_bytes!("data/form-1.backup")).expect("it restores");
        assert_eq!(place.numbers("SELECT count(*) AS number FROM accounts"), [0]);
        restore(&older, include_bytes!("data/form-2.backup")).expect("it restores");
        // The same games under the same key, and an operator.
        assert_eq!(older.numbers("SELECT count(*) AS number FROM accounts"), [1]);
        for place in [place, &older] {
            is_read(place);
        }
    }

    fn a_row_of_people_that_points_to_nothing_is_found(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..5].concat());
        place.run_sql("UPDATE games SET imported_by = 77 WHERE id = 1");
        let mut found = Vec::new();
        check(&app, &mut |fault| found.push(fault.message.clone()), &mut |_| ()).expect("it reads");
        let all = found.join("\n");
        let words = match place.postgres {
            Some(_) => "games point by imported_by to no row of accounts",
            None => "row 1 of games points to a row that is not there",
        };
        assert!(all.contains(words), "{all}");
    }

    fn a_backup_is_of_one_moment_while_games_come_in(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..100].concat());
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for games in demo()[100..].chunks(20) {
                    import_text(&app, &games.concat());
                }
                done.store(true, Ordering::Release);
            });
            let mut backups = 0;
            while !done.load(Ordering::Acquire) || backups == 0 {
                let bytes = backup(place);
                let contents = verify(bytes.as_slice()).expect("it is whole");
                let games = contents.count("games");
                assert_eq!(games % 20, 0, "transactions are whole");
                assert_eq!(contents.count("timelines"), games);
                assert_eq!(contents.count("deployments"), games);
                backups += 1;
            }
        });
    }

    fn a_backup_that_is_cut_or_changed_is_refused_and_nothing_is_stored(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..20].concat());
        let bytes = backup(place);
        let other = place.another();
        for length in (0..bytes.len()).step_by(bytes.len() / 60) {
            verify(&bytes[..length]).expect_err("it is cut");
        }
        for at in (0..bytes.len()).step_by(bytes.len() / 150) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            verify(changed.as_slice()).expect_err("it is changed");
        }
        restore(&other, &bytes[..bytes.len() - 1]).expect_err("it is cut");
        assert_eq!(totals(&other.open()).expect("totals").games, 0);
        restore(&other, &bytes).expect("the whole one restores");
        let text = verify([&bytes[..], b"x"].concat().as_slice()).expect_err("too long");
        assert!(text.to_string().contains("use another copy"), "{text}");
    }

    fn nothing_is_restored_over_games(place: &Place) {
        let app = place.open();
        import_text(&app, &resignation("Cup", "Lakandula", "1"));
        let bytes = backup(place);
        let refused = restore(place, &bytes).expect_err("there are games");
        assert!(matches!(&refused, Error::Conflict(text) if text.english().contains("--data-dir")), "{refused}");
        assert_eq!(totals(&app).expect("totals").games, 1);
    }

    fn the_key_is_not_in_a_backup_and_is_asked_for(place: &Place) {
        let app = place.open();
        import_text(&app, &unfinished("Datu", "THE-SECRET"));
        drop(app);
        let run = |place: &Place, arguments: &[&str]| {
            said(&place.adjutant(arguments).output().expect("runs"))
        };
        let (code, text) = run(place, &["backup", "all.backup"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("seal.key"), "{text}");
        let file = place.dir.path().join("all.backup");
        let bytes = std::fs::read(&file).expect("the backup");
        let plain = zstd::decode_all(bytes.as_slice()).expect("zstd");
        let key = std::fs::read(place.settings().key_file).expect("the key");
        assert!(!plain.windows(key.len()).any(|window| window == key));
        assert!(!any_file_holds(place.dir.path(), "THE-SECRET"));
        let other = place.another();
        let (code, text) = run(&other, &["restore", file.to_str().expect("UTF-8")]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("put the key of the old database"), "{text}");
        let refused = other.refusal().to_string();
        assert!(refused.contains("put the key back"), "{refused}");
        copy_key(place, &other);
        assert_eq!(run(&other, &["check"]).0, Some(0));
    }

    fn the_key_is_asked_for_where_a_second_factor_alone_is_sealed(place: &Place) {
        drop(place.open());
        let sql = people(1, &sealed_of_accounts(place), place.postgres.is_some());
        let account = sql.split(';').next().expect("an account");
        place.run_sql(&account.replacen(", 2, 1, ", ", 2, NULL, ", 1));
        place.run_sql("UPDATE counters SET value = 1 WHERE name = 'accounts'");
        let run = |place: &Place, arguments: &[&str]| {
            said(&place.adjutant(arguments).output().expect("runs"))
        };
        let (code, text) = run(place, &["backup", "all.backup"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("seal.key") && text.contains("apart"), "{text}");
        let file = place.dir.path().join("all.backup");
        let other = place.another();
        let (code, text) = run(&other, &["restore", file.to_str().expect("UTF-8")]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains("put the key of the old database"), "{text}");
        copy_key(place, &other);
        assert_eq!(run(&other, &["check"]).0, Some(0));
    }

    fn a_backup_cannot_go_where_there_is_no_room(place: &Place) {
        place.open();
        let run = |arguments: &[&str]| said(&place.adjutant(arguments).output().expect("runs"));
        let (code, text) = run(&["backup", "/dev/full"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("cannot write the backup"), "{text}");
        let (code, text) = run(&["backup", "no/such/directory/all.backup"]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("no/such/directory"), "{text}");
    }
}
