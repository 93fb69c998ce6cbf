//! Backups: whole or refused, from either engine to either, also while the service writes.

use std::sync::atomic::{AtomicBool, Ordering};

use adjutant::service::Error;
use adjutant::service::backup::verify;
use adjutant::service::check::check;
use adjutant::service::games::totals;

use crate::support::{
    Place, any_file_holds, demo, exported, import_text, on_both_engines, resignation, said,
    unfinished,
};

const MADE: &str = "2026-04-30T12:00:00Z";

fn backup(place: &Place) -> Vec<u8> {
    let mut bytes = Vec::new();
    place.database().backup(&mut bytes, MADE, &mut |_| ()).expect("a backup");
    bytes
}

fn restore(place: &Place, bytes: &[u8]) -> Result<(), Error> {
    place.database().restore(bytes, &mut |_| ()).map(|_| ())
}

fn copy_key(from: &Place, to: &Place) {
    std::fs::copy(from.settings().key_file, to.settings().key_file).expect("the key is copied");
}

fn faults(place: &Place) -> u64 {
    check(&place.open(), &mut |_| (), &mut |_| ()).expect("it reads").faults
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
            assert_eq!(faults(&other), 0);
            let again = import_text(&restored, &demo()[..301].concat()).counts;
            assert_eq!((again.added, again.duplicates), (1, 300));
        }
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
        assert!(matches!(&refused, Error::Conflict(text) if text.contains("--data-dir")), "{refused}");
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
