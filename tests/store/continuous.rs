//! The continuous backup: any moment is recovered as it was, whatever happened meanwhile.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use adjutant_domain::moment::{DAY, HOUR, MINUTE, Micros, SECOND};
use adjutant_service::continuous_backup::{ContinuousBackup, Shipper, recover};
use adjutant_service::{App, AppSettings, Database, Error, Location};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::support::{NOW, Place, demo, exported, import_text, said, unfinished};

/// Longer than a log becomes here while it is copied.
const LONGEST_LOG: u64 = 32 << 20;

fn directory(place: &Place) -> PathBuf {
    place.dir.path().join("changes")
}

fn backup_of(place: &Place) -> ContinuousBackup {
    ContinuousBackup { directory: directory(place), hours: 2, longest_log: LONGEST_LOG }
}

fn shipper(place: &Place, app: &App) -> Shipper {
    let backup = backup_of(place);
    backup.prepare(&place.settings().database).expect("a directory");
    Shipper::open(backup, app).expect("it opens")
}

/// Writes changes until a copy of the database has been made, too.
fn ship_from_the_start(shipper: &mut Shipper, now: Micros) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !shipper.ship(now).expect("it is written").has_begun {
        assert!(Instant::now() < deadline, "no copy of the database is made");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Writes changes until everything is in the backup; another program may have restarted SQLite's log.
fn ship_until(shipper: &mut Shipper, now: Micros) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while shipper.ship(now).expect("it is written").until != Some(now) {
        assert!(Instant::now() < deadline, "changes are not written");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// A place, and the backup of it, begun at [`NOW`].
fn begun() -> (Place, App, Shipper) {
    let place = Place::sqlite();
    let app = place.open();
    let mut shipper = shipper(&place, &app);
    ship_from_the_start(&mut shipper, NOW);
    (place, app, shipper)
}

fn at(seconds: i64) -> Micros {
    NOW.saturating_add(seconds * SECOND)
}

/// Everything that is stored, as a backup of it has it.
fn contents(path: &Path) -> Vec<u8> {
    let settings =
        AppSettings { database: Location::Sqlite(path.to_owned()), key_file: "none".into() };
    let database = Database::open(&settings).expect("it opens");
    let mut bytes = Vec::new();
    database.backup(&mut bytes, "then", &mut |_| ()).expect("a backup");
    bytes
}

fn database_file(place: &Place) -> PathBuf {
    place.dir.path().join("adjutant.sqlite")
}

/// The database as of a moment: its file, in a directory of its own.
fn recovered(place: &Place, until: Option<Micros>) -> (tempfile::TempDir, PathBuf, Micros) {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("adjutant.sqlite");
    let found = recover(&directory(place), until, &path).expect("it is recovered");
    (dir, path, found.as_of)
}

/// All games of a recovered database.
fn games_of(place: &Place, path: &Path) -> String {
    let database = Location::Sqlite(path.to_owned());
    let settings = AppSettings { database, key_file: place.settings().key_file };
    exported(&App::open(&settings).expect("it opens"))
}

fn connect(path: &Path) -> SqliteConnection {
    let mut conn = SqliteConnection::establish(text(path)).expect("it opens");
    conn.batch_execute("PRAGMA busy_timeout = 5000").expect("it is set");
    conn
}

fn generations(place: &Place) -> Vec<PathBuf> {
    let found = fs::read_dir(directory(place)).expect("a directory");
    let mut paths: Vec<PathBuf> = found.map(|one| one.expect("an entry").path()).collect();
    paths.sort();
    paths
}

#[test]
fn each_moment_is_recovered_as_it_was() {
    let (place, app, mut shipper) = begun();
    let mut then = Vec::new();
    for (number, game) in demo().iter().take(4).enumerate() {
        import_text(&app, game);
        let moment = at(1 + number as i64);
        assert_eq!(shipper.ship(moment).expect("it is written").until, Some(moment));
        then.push((moment, contents(&database_file(&place))));
    }
    for (moment, before) in then {
        let (_dir, back, as_of) = recovered(&place, Some(moment));
        assert_eq!(as_of, moment);
        assert!(contents(&back) == before, "as of {moment}");
    }
    let (_dir, back, as_of) = recovered(&place, None);
    assert_eq!(as_of, at(4));
    assert_eq!(games_of(&place, &back), exported(&app));
}

#[test]
fn a_server_that_was_killed_goes_on_where_it_was() {
    let (place, app, mut ships) = begun();
    import_text(&app, demo()[0]);
    ships.ship(at(1)).expect("it is written");
    drop(ships);
    import_text(&app, demo()[1]);
    let mut again = shipper(&place, &app);
    assert_eq!(again.ship(at(5)).expect("it is written").until, Some(at(5)));
    assert_eq!(generations(&place).len(), 1);
    let (_dir, back, as_of) = recovered(&place, None);
    assert_eq!(as_of, at(5));
    assert_eq!(games_of(&place, &back), exported(&app));
}

/// Writes random data, changes and all, in one transaction.
fn write_at_random(place: &Place, random: &mut StdRng, step: usize) {
    let (rows, bytes) = (random.random_range(1..40), random.random_range(1..40_000));
    let cut = random.random_range(0..7);
    let mut conn = connect(&database_file(place));
    conn.batch_execute(&format!(
        "BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS noise (step INTEGER, data BLOB);
         DELETE FROM noise WHERE rowid % 7 = {cut};
         WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {rows})
         INSERT INTO noise SELECT {step}, randomblob({bytes}) FROM n; COMMIT"
    ))
    .expect("it is written");
    if random.random_range(0..12) == 0 {
        conn.batch_execute("VACUUM").expect("a smaller file");
    }
}

/// The whole file as SQLite writes it anew, which no two different databases have in common.
fn image(database: &Path) -> Vec<u8> {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("image.sqlite");
    let mut conn = connect(database);
    conn.batch_execute(&format!("VACUUM INTO '{}'", path.display())).expect("an image");
    fs::read(path).expect("it reads")
}

#[test]
fn whatever_is_written_and_whoever_stops_each_moment_is_recovered() {
    for seed in 0..3 {
        let mut random = StdRng::seed_from_u64(seed);
        let place = Place::sqlite();
        let app = place.open();
        let mut ships = shipper(&place, &app);
        ship_from_the_start(&mut ships, at(0));
        let mut then = Vec::new();
        for step in 1..120 {
            let moment = at(step);
            write_at_random(&place, &mut random, step as usize);
            match random.random_range(0..20) {
                // Killed: the next one goes on where this one was.
                0 => {
                    drop(ships);
                    write_at_random(&place, &mut random, step as usize);
                    ships = shipper(&place, &app);
                }
                // Nobody looks after SQLite's log, and another program restarts it.
                1 => {
                    drop(ships);
                    let mut conn = connect(&database_file(&place));
                    conn.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)").expect("it is cut");
                    write_at_random(&place, &mut random, step as usize);
                    ships = shipper(&place, &app);
                    ship_from_the_start(&mut ships, moment);
                }
                // A reader holds the log for a while.
                2 => {
                    let mut conn = connect(&database_file(&place));
                    conn.batch_execute("BEGIN; SELECT * FROM noise LIMIT 1").expect("it reads");
                    ships.ship(moment).expect("it is written");
                    write_at_random(&place, &mut random, step as usize);
                }
                _ => {}
            }
            ship_until(&mut ships, moment);
            if random.random_range(0..8) == 0 {
                then.push((moment, image(&database_file(&place))));
            }
        }
        assert!(then.len() > 5, "{}", then.len());
        for (moment, before) in then {
            let (_dir, back, as_of) = recovered(&place, Some(moment));
            assert_eq!(as_of, moment, "seed {seed}");
            assert!(image(&back) == before, "seed {seed}, {moment}");
        }
        let files = |path: &PathBuf| fs::read_dir(path).expect("a directory").count();
        let most = generations(&place).iter().map(files).max();
        assert!(most > Some(2), "the log was restarted: {most:?}");
    }
}

#[test]
fn generations_that_no_moment_needs_are_removed_each_day() {
    let (place, app, mut ships) = begun();
    let day = |hours: i64| NOW.saturating_add(DAY + hours * HOUR);
    import_text(&app, demo()[0]);
    ship_from_the_start(&mut ships, day(0));
    assert_eq!(generations(&place).len(), 2);
    ships.ship(day(1)).expect("it is written");
    ship_from_the_start(&mut ships, day(25));
    assert_eq!(generations(&place).len(), 2, "two hours back need the last but one");
    let (_dir, back, as_of) = recovered(&place, Some(day(2)));
    assert_eq!(as_of, day(1));
    assert_eq!(games_of(&place, &back), exported(&app));
    let e = recover(&directory(&place), Some(NOW), &place.dir.path().join("new")).unwrap_err();
    assert!(matches!(e, Error::NotFound { .. }), "{e:?}");
    assert!(
        e.to_string().contains("the oldest moment that can be recovered is 2025-10-10T"),
        "{e}"
    );
}

#[test]
fn where_nothing_is_written_a_sign_of_life_is_each_minute() {
    let (place, _app, mut ships) = begun();
    for seconds in [30, 59, 61, 100] {
        ships.ship(at(seconds)).expect("it is written");
    }
    assert_eq!(recovered(&place, None).2, NOW.saturating_add(MINUTE + SECOND));
}

/// The file of changes that was written last.
fn last_changes(place: &Place) -> PathBuf {
    let newest = generations(place).pop().expect("a generation");
    let mut files: Vec<PathBuf> =
        fs::read_dir(newest).expect("files").map(|one| one.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "changes"));
    files.sort();
    files.pop().expect("changes")
}

#[test]
fn what_is_cut_off_is_left_out_and_what_is_damaged_is_named() {
    let (place, app, mut ships) = begun();
    import_text(&app, demo()[0]);
    ships.ship(at(1)).expect("it is written");
    let file = last_changes(&place);
    let whole = fs::read(&file).expect("it reads");
    import_text(&app, demo()[1]);
    ships.ship(at(2)).expect("it is written");
    let more = fs::read(&file).expect("it reads");
    let new = || place.dir.path().join(format!("new-{}", rand::random::<u32>()));
    for cut in [whole.len() + 1, whole.len() + 200, more.len() - 1] {
        fs::write(&file, &more[..cut]).expect("it is cut");
        let found = recover(&directory(&place), None, &new()).expect("it is recovered");
        assert!(found.is_cut_off && found.as_of == at(1), "{found:?}");
    }
    for place_of_bit in [whole.len() + 5, whole.len() + 400, more.len() - 1] {
        let mut bytes = more.clone();
        bytes[place_of_bit] ^= 1;
        fs::write(&file, &bytes).expect("it is damaged");
        let e = recover(&directory(&place), None, &new()).unwrap_err().to_string();
        let named = format!("000001.changes: it is damaged after its first {} bytes", whole.len());
        assert!(e.contains(&named), "{e}");
        assert!(e.contains("with --until 2025-10-09T08:53:21.000000Z"), "{e}");
        let before = recover(&directory(&place), Some(at(1)), &new()).expect("it is recovered");
        assert_eq!(before.as_of, at(1));
        assert!(before.damage.is_some(), "it may have been before that moment");
    }
    // A server that finds it so does not go on there.
    drop(ships);
    let mut again = shipper(&place, &app);
    ship_from_the_start(&mut again, at(9));
    assert_eq!(recovered(&place, None).2, at(9));
}

#[test]
fn a_disk_that_is_full_for_a_while_loses_nothing() {
    let (place, _app, mut ships) = begun();
    let (newest, away) = (generations(&place).pop().expect("one"), place.dir.path().join("away"));
    // The file is open: what cannot be made is the next one.
    fs::rename(&newest, &away).expect("it is gone");
    let mut random = StdRng::seed_from_u64(1);
    let mut failed = 0;
    for step in 1..60 {
        write_at_random(&place, &mut random, step as usize);
        failed += usize::from(ships.ship(at(step)).is_err());
    }
    assert!(failed > 0);
    fs::rename(&away, &newest).expect("it is back");
    ships.ship(at(200)).expect("it is written");
    let (_dir, back, as_of) = recovered(&place, None);
    assert_eq!(as_of, at(200));
    assert!(image(&back) == image(&database_file(&place)));
}

#[test]
fn a_log_that_cannot_be_copied_is_left_to_sqlite_before_it_fills_the_disk() {
    let place = Place::sqlite();
    let app = place.open();
    let backup = ContinuousBackup { longest_log: 1 << 20, ..backup_of(&place) };
    backup.prepare(&place.settings().database).expect("a directory");
    let mut ships = Shipper::open(backup, &app).expect("it opens");
    // Where the copy would go is a file.
    fs::remove_dir(directory(&place)).expect("it is gone");
    fs::write(directory(&place), "").expect("a file");
    let mut random = StdRng::seed_from_u64(2);
    for step in 1..80 {
        write_at_random(&place, &mut random, step as usize);
        assert!(ships.ship(at(step)).is_err(), "nothing can be written there");
    }
    let size = |name: &str| fs::metadata(place.dir.path().join(name)).expect("it is there").len();
    let (log, database) = (size("adjutant.sqlite-wal"), size("adjutant.sqlite"));
    assert!(log < 10 << 20 && database > 4 << 20, "{log} bytes of log, {database} of database");
    fs::remove_file(directory(&place)).expect("it is gone");
    fs::create_dir(directory(&place)).expect("a directory");
    ship_from_the_start(&mut ships, at(99));
    let (_dir, back, _) = recovered(&place, None);
    assert!(image(&back) == image(&database_file(&place)));
}

#[test]
fn an_older_copy_does_not_stand_for_a_newer_one_that_is_damaged() {
    let (place, app, mut ships) = begun();
    let day = |hours: i64| NOW.saturating_add(DAY + hours * HOUR);
    ship_from_the_start(&mut ships, day(0));
    import_text(&app, demo()[0]);
    ships.ship(day(1)).expect("it is written");
    let base = generations(&place)[1].join("base.zst");
    let mut bytes = fs::read(&base).expect("it reads");
    bytes[20] ^= 1;
    fs::write(&base, bytes).expect("it is damaged");
    let new = |name: &str| place.dir.path().join(name);
    let e = recover(&directory(&place), None, &new("a")).unwrap_err().to_string();
    assert!(e.contains("it is damaged after its first 0 bytes") && e.contains("--until"), "{e}");
    let found = recover(&directory(&place), Some(day(1)), &new("b")).expect("the older one");
    assert!(found.as_of <= day(0) && found.damage.is_some(), "{found:?}");
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn the_commands_restore_it_and_try_it() {
    let (place, app, mut ships) = begun();
    import_text(&app, demo()[0]);
    ships.ship(at(1)).expect("it is written");
    import_text(&app, &unfinished("Ana Reyes", "salted"));
    ships.ship(at(2)).expect("it is written");
    let changes = directory(&place);
    for until in [None, Some("2025-10-09T16:53:21+08:00")] {
        let new = Place::sqlite();
        fs::copy(place.settings().key_file, new.settings().key_file).expect("the key");
        let mut arguments = vec!["restore", "--continuous", text(&changes)];
        arguments.extend(until.map(|until| ["--until", until]).into_iter().flatten());
        let (code, told) = said(&new.adjutant(&arguments).output().expect("it runs"));
        assert_eq!(code, Some(0), "{told}");
        let games = if until.is_some() { "restored 1 game," } else { "restored 2 games," };
        assert!(
            told.contains("recovered as of 2025-10-09T08:53:2") && told.contains(games),
            "{told}"
        );
        assert_eq!(exported(&new.open()), exported(&app));
    }
    let tried = ["drill", "--continuous", text(&changes), "--max-age", "1"];
    let (code, told) = said(&place.adjutant(&tried).output().expect("it runs"));
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("all is well") && told.contains("more than 1 h"), "{told}");
    let (code, told) = said(&place.adjutant(&tried[..3]).output().expect("it runs"));
    assert_eq!(code, Some(0), "{told}");
    let wrong = ["restore", "--continuous", text(&changes), "--until", "yesterday"];
    let (code, told) = said(&Place::sqlite().adjutant(&wrong).output().expect("it runs"));
    assert!(code == Some(2) && told.contains("2026-04-30T15:20:00+08:00"), "{told}");
    let (code, told) = said(
        &Place::sqlite()
            .adjutant(&["restore", "--continuous", text(place.dir.path())])
            .output()
            .expect("it runs"),
    );
    assert!(code == Some(2) && told.contains("there is no continuous backup"), "{told}");
}

#[test]
fn postgresql_is_told_to_use_its_own() {
    let backup = ContinuousBackup { directory: "none".into(), hours: 1, longest_log: LONGEST_LOG };
    let e = backup.prepare(&Location::Postgres("postgres://localhost/a".to_owned())).unwrap_err();
    assert!(e.to_string().contains("archive_command"), "{e}");
}
