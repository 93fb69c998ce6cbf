//! Faults: each is said with what, where and what to do, and loses nothing.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::process::{Command, Stdio};
use std::time::Duration;

use adjutant_service::games::totals;
use adjutant_service::import::Verdict;
use adjutant_service::integrity::check;
use adjutant_service::{AppSettings, Error, Location};
use salpakan::record::notation::ggn;
use salpakan::rules::RuleSet;
use salpakan_bot::{Endings, Field, simulate};

use crate::support::{Place, demo, import_text, on_both_engines, said, unfinished};

/// Simulated games, each a text of its own.
fn games(count: u64) -> Vec<String> {
    let field = Field::new(11, 60, count);
    let text = |index| {
        let mut text = String::new();
        let record = simulate(&field, &RuleSet::STANDARD, index, Endings::All);
        ggn::write(&mut text, &record.expect("the armies fit"));
        text
    };
    (0..count).map(text).collect()
}

fn stored(place: &Place) -> i64 {
    totals(&place.open()).expect("totals").games
}

fn is_whole(place: &Place) {
    let mut faults = Vec::new();
    check(&place.open(), &mut |fault| faults.push(fault.clone()), &mut |_| ()).expect("it reads");
    assert_eq!(faults, []);
}

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in: {text}");
    }
}

on_both_engines! {
    fn a_missing_key_is_asked_for_and_never_made_anew_beside_sealed_games(place: &Place) {
        import_text(&place.open(), &unfinished("Datu", "nothing"));
        let key = place.settings().key_file;
        let kept = std::fs::read(&key).expect("the key");
        std::fs::remove_file(&key).expect("it goes");
        contains_all(&place.refusal().to_string(), &["seal.key", "put the key back"]);
        assert!(!key.exists());
        std::fs::write(&key, &kept[..31]).expect("it is written");
        std::fs::set_permissions(&key, PermissionsExt::from_mode(0o600)).expect("a mode");
        contains_all(&place.refusal().to_string(), &["seal.key", "31 bytes instead of 32"]);
        std::fs::write(&key, [7; 32]).expect("it is written");
        contains_all(&place.refusal().to_string(), &["seal.key", "does not open", "put the key back"]);
        std::fs::write(&key, kept).expect("it is written");
        std::fs::set_permissions(&key, PermissionsExt::from_mode(0o644)).expect("a mode");
        contains_all(&place.refusal().to_string(), &["mode 644", "chmod 600"]);
        std::fs::set_permissions(&key, PermissionsExt::from_mode(0o600)).expect("a mode");
        is_whole(place);
    }

    fn a_new_key_file_is_its_owners_alone(place: &Place) {
        place.open();
        let mode = std::fs::metadata(place.settings().key_file).expect("it is there").permissions();
        assert_eq!(mode.mode() & 0o777, 0o600);
    }

    fn a_database_of_a_newer_version_is_left_alone(place: &Place) {
        import_text(&place.open(), &demo()[..3].concat());
        place.run_sql("INSERT INTO __diesel_schema_migrations (version) VALUES ('99990101000000')");
        let refused = place.refusal().to_string();
        contains_all(&refused, &["newer adjutant", "99990101000000", "use that version"]);
        let (code, text) = said(&place.adjutant(&["import", "-"]).output().expect("it runs"));
        assert_eq!(code, Some(2), "{text}");
        contains_all(&text, &["newer adjutant"]);
        place.run_sql("DELETE FROM __diesel_schema_migrations WHERE version = '99990101000000'");
        assert_eq!(stored(place), 3);
    }

    fn an_import_that_is_killed_loses_nothing_and_doubles_nothing(place: &Place) {
        let all = games(1_500);
        let file = place.dir.path().join("all.ggn");
        std::fs::write(&file, all.concat()).expect("it is written");
        place.open();
        for pause in [0, 40, 90, 160, 260] {
            let mut child = place
                .adjutant(&["import", "all.ggn"])
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .spawn()
                .expect("it starts");
            std::thread::sleep(Duration::from_millis(pause));
            let _ = child.kill();
            child.wait().expect("it ends");
            is_whole(place);
        }
        let (code, text) = said(&place.adjutant(&["import", "all.ggn"]).output().expect("it runs"));
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(stored(place), 1_500);
        is_whole(place);
        let rated = place.adjutant(&["rate", "--recompute"]).output().expect("it runs");
        assert_eq!(said(&rated).0, Some(0), "{}", said(&rated).1);
    }

    fn one_bad_game_amid_thousands_is_named_and_the_others_come_in(place: &Place) {
        let mut all = games(2_001);
        let number = 1_000;
        let line = all[..number].concat().lines().count() + 1;
        all[number] = all[number].replacen("[Ruleset \"standard\"]", "[Ruleset \"chess\"]", 1);
        let imported = import_text(&place.open(), &all.concat());
        assert_eq!((imported.counts.added, imported.counts.refused), (2_000, 1));
        let Verdict::Refused(refusal) = &imported.verdicts[number] else {
            panic!("it is not refused");
        };
        assert_eq!((refusal.game, refusal.error.line), (1_001, line as u64 + 7), "{}", refusal.error);
        contains_all(&refusal.error.to_string(), &["chess", "standard"]);
    }

    fn a_full_disk_is_said_and_what_was_stored_stays(place: &Place) {
        // The key and PostgreSQL's own files are not below this limit, nor is a directory's list.
        if place.postgres.is_some() {
            return;
        }
        let all = games(3_000);
        std::fs::write(place.dir.path().join("all.ggn"), all.concat()).expect("it is written");
        import_text(&place.open(), &all[..10].concat());
        // No file may grow beyond 1 MiB: to the program that is a full disk.
        let (code, text) = limited(place, 1 << 20, &["import", "all.ggn"]);
        assert_eq!(code, Some(2), "{text}");
        contains_all(&text, &["the disk that holds the database", "full", "try again"]);
        is_whole(place);
        let (code, text) = said(&place.adjutant(&["import", "all.ggn"]).output().expect("it runs"));
        assert_eq!(code, Some(0), "{text}");
        assert_eq!(stored(place), 3_000);
        let (code, text) = limited(place, 100_000, &["backup", "small.backup"]);
        assert_eq!(code, Some(2), "{text}");
        contains_all(&text, &["small.backup", "File too large", "ulimit -f"]);
        assert!(!place.dir.path().join("small.backup").exists());
        let (code, text) = said(&place.adjutant(&["backup", "all.backup"]).output().expect("it runs"));
        assert_eq!(code, Some(0), "{text}");
        let other = Place::sqlite();
        let backup = place.dir.path().join("all.backup");
        let (code, text) = limited(&other, 1 << 20, &["restore", backup.to_str().expect("UTF-8")]);
        assert_eq!(code, Some(2), "{text}");
        contains_all(&text, &["the disk that holds the database", "full", "try again"]);
    }
}

/// Runs a command whose files may have so many bytes.
pub fn limited(place: &Place, bytes: u64, arguments: &[&str]) -> (Option<i32>, String) {
    let command = place.adjutant(arguments);
    let mut limited = Command::new("prlimit");
    limited.arg(format!("--fsize={bytes}")).arg(command.get_program()).args(command.get_args());
    said(&limited.current_dir(place.dir.path()).output().expect("prlimit runs"))
}

/// Runs a command as somebody who owns nothing, where the tests run as root.
fn as_nobody(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    let command = place.adjutant(arguments);
    let is_root = std::fs::metadata("/proc/self")
        .map(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0)
        .expect("Linux");
    let mut run = if is_root {
        // The program may lie where only root may go.
        let copy = place.dir.path().join("adjutant");
        if !copy.exists() {
            // By a program of its own: no other test's child holds it open for writing, which would keep
            // it from being run.
            let done = Command::new("cp").arg(command.get_program()).arg(&copy).status();
            assert!(done.is_ok_and(|status| status.success()), "it is copied");
        }
        let mut run = Command::new("setpriv");
        run.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(copy);
        run
    } else {
        Command::new(command.get_program())
    };
    run.args(command.get_args()).current_dir(place.dir.path());
    said(&run.output().expect("setpriv is part of util-linux"))
}

fn set_mode(place: &Place, mode: u32) {
    let mode = PermissionsExt::from_mode(mode);
    std::fs::set_permissions(place.dir.path(), mode).expect("a mode");
}

#[test]
fn a_directory_that_may_not_be_written_is_named() {
    let place = Place::without_database();
    std::fs::write(place.dir.path().join("one.ggn"), demo()[0]).expect("it is written");
    set_mode(&place, 0o555);
    let (code, text) = as_nobody(&place, &["import", "one.ggn"]);
    let shown = place.dir.path().display().to_string();
    set_mode(&place, 0o755);
    assert_eq!(code, Some(2), "{text}");
    contains_all(&text, &[&shown, "is the directory writable?"]);
}

#[test]
fn a_database_that_may_only_be_read_is_named_and_stays_as_it_is() {
    let place = Place::sqlite();
    import_text(&place.open(), demo()[0]);
    std::fs::write(place.dir.path().join("two.ggn"), demo()[1]).expect("it is written");
    for file in ["adjutant.sqlite", "seal.key"] {
        let mode = if file == "seal.key" { 0o600 } else { 0o444 };
        let path = place.dir.path().join(file);
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("a mode");
    }
    set_mode(&place, 0o555);
    let (code, text) = as_nobody(&place, &["import", "two.ggn"]);
    set_mode(&place, 0o755);
    assert_eq!(code, Some(2), "{text}");
    contains_all(&text, &["adjutant.sqlite", "writable"]);
    assert_eq!(stored(&place), 1);
}

#[test]
fn a_file_that_is_no_database_is_named() {
    let place = Place::sqlite();
    let file = place.dir.path().join("adjutant.sqlite");
    std::fs::write(&file, "these are my notes, not a database\n".repeat(100)).expect("written");
    let refused = place.refusal().to_string();
    contains_all(&refused, &["adjutant.sqlite", "SQLite file"]);
    assert!(std::fs::read_to_string(&file).expect("it is there").starts_with("these are my notes"));
}

#[test]
fn a_server_that_does_not_answer_is_named_without_its_password() {
    let place = Place::sqlite();
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.args(["check", "--database-url", "postgres://me:hush-hush@127.0.0.1:1/none"]);
    command.arg("--data-dir").arg(place.dir.path());
    let (code, text) = said(&command.output().expect("it runs"));
    assert_eq!(code, Some(2), "{text}");
    contains_all(&text, &["127.0.0.1", "efused"]);
    assert!(!text.contains("hush-hush"), "{text}");
}

#[test]
fn a_second_server_of_a_sqlite_database_is_told_to_go_elsewhere() {
    let place = Place::sqlite();
    let first = place.open();
    let lock = first.lock_for_serving(|why| panic!("{why}")).expect("nobody else serves");
    let second = place.open();
    let refused = second.lock_for_serving(|why| panic!("{why}")).expect_err("somebody else serves");
    assert!(matches!(refused, Error::Conflict(_)), "{refused:?}");
    contains_all(&refused.to_string(), &["already serves", "another --data-dir"]);
    drop(lock);
    second.lock_for_serving(|why| panic!("{why}")).expect("the first has gone");
}

#[test]
fn a_postgresql_database_has_any_number_of_servers() {
    let place = Place::postgres();
    let apps = [place.open(), place.open(), place.open()];
    let held: Vec<_> = apps.iter().map(|app| app.lock_for_serving(|why| panic!("{why}"))).collect();
    assert!(held.iter().all(Result::is_ok));
}

/// A service on a database of this name in the place.
fn served_as(place: &Place, name: &str) -> adjutant_service::App {
    let database = Location::Sqlite(place.dir.path().join(name));
    let settings = AppSettings { database, ..place.settings() };
    adjutant_service::App::open(&settings).expect("the service opens")
}

#[test]
fn a_database_is_served_once_however_it_is_reached() {
    let place = Place::sqlite();
    let dir = place.dir.path();
    std::fs::create_dir(dir.join("real")).expect("a directory");
    symlink("real", dir.join("lk")).expect("a link");
    symlink("lk/a.sqlite", dir.join("other.sqlite")).expect("a link");
    let names = ["lk/a.sqlite", "other.sqlite", "real/a.sqlite", "real/../lk/./a.sqlite"];
    for one in names {
        let first = served_as(&place, one);
        let lock = first.lock_for_serving(|why| panic!("{why}")).expect("nobody else serves");
        for other in names {
            let refused = served_as(&place, other).lock_for_serving(|why| panic!("{why}")).err();
            assert!(matches!(refused, Some(Error::Conflict(_))), "{one} and {other}");
        }
        drop(lock);
    }
}

#[test]
fn two_databases_side_by_side_are_served_each_by_its_own() {
    let place = Place::sqlite();
    let apps = ["a.sqlite", "a.db", "a"].map(|name| served_as(&place, name));
    let held: Vec<_> = apps.iter().map(|app| app.lock_for_serving(|why| panic!("{why}"))).collect();
    assert!(held.iter().all(Result::is_ok));
}

#[test]
fn paths_that_sqlite_rejects_are_invalid_addresses() {
    for text in ["file:a.sqlite", "file:a.sqlite?mode=ro", ":memory:", "sqlite::memory:"] {
        let refused = Location::parse(text).expect_err("it is no path");
        assert!(refused.contains("is no path"), "{refused}");
    }
    let path = Location::Sqlite("./file:a".into());
    assert_eq!(Location::parse("./file:a"), Ok(path));
}
