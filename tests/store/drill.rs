//! Backups in a directory, and trying whether the newest can be restored.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use adjutant_domain::moment::{HOUR, Micros};
use adjutant_service::backup_directory::BackupDirectory;

use crate::support::{Place, demo, import_text, on_both_engines, said, unfinished};

/// 2026-04-30, 12:00 UTC.
const NOON: Micros = Micros(1_777_550_400_000_000);

fn now() -> Micros {
    Micros::from(chrono::Utc::now())
}

/// `adjutant drill` with the key of this place, and what is left of its temporary directory.
fn drill(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    let scratch = tempfile::tempdir().expect("a directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("drill").args(arguments).arg("--data-dir").arg(place.dir.path());
    command.arg("--scratch").arg(scratch.path()).env_remove("ADJUTANT_BACKUP_DIR");
    let told = said(&command.output().expect("it runs"));
    assert_eq!(fs::read_dir(scratch.path()).expect("it reads").count(), 0, "nothing is left");
    told
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

on_both_engines! {
    fn the_newest_backup_is_restored_elsewhere_and_checked(place: &Place) {
        let app = place.open();
        import_text(&app, &demo()[..5].concat());
        let backups = BackupDirectory::new(place.dir.path().join("backups/here"));
        backups.prepare().expect("it is made");
        backups.write(&app, Micros(now().0 - 50 * HOUR)).expect("a backup");
        import_text(&app, &unfinished("Ana Reyes", "salted"));
        let (newest, contents) = backups.write(&app, Micros(now().0 - 2 * HOUR)).expect("a backup");
        let games = contents.count("games");
        let directory = text(backups.path());
        let (code, told) = drill(place, &["--backup-dir", directory, "--max-age", "3"]);
        assert_eq!(code, Some(0), "{told}");
        for part in [text(&newest.path), &format!("{games} games"), "restored in", "all is well", "it is 2 h old"] {
            assert!(told.contains(part), "{part:?} is missing in: {told}");
        }
        let (code, told) = drill(place, &["--backup-dir", directory, "--max-age", "1"]);
        assert_eq!(code, Some(1), "{told}");
        assert!(told.contains("2 h old, more than 1 h"), "{told}");
    }
}

#[test]
fn backups_have_their_moments_as_names_and_only_the_newest_are_kept() {
    let place = Place::sqlite();
    let app = place.open();
    let backups = BackupDirectory::new(place.dir.path().join("backups"));
    backups.prepare().expect("it is made");
    fs::write(backups.path().join("notes.txt"), "mine").expect("a file");
    for hours in [2, 0, 1] {
        backups.write(&app, Micros(NOON.0 + hours * HOUR)).expect("a backup");
    }
    let names = || {
        let names = fs::read_dir(backups.path()).expect("it reads");
        let mut names: Vec<String> = names
            .map(|one| one.expect("an entry").file_name().into_string().expect("UTF-8"))
            .collect();
        names.sort();
        names
    };
    let all = [12, 13, 14].map(|hour| format!("adjutant-20260430T{hour}0000Z.backup"));
    assert_eq!(names(), [&all[..], &["notes.txt".to_owned()]].concat());
    let made: Vec<Micros> =
        backups.files().expect("files").into_iter().map(|one| one.made).collect();
    assert_eq!(made, [2, 1, 0].map(|hours| Micros(NOON.0 + hours * HOUR)));
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(backups.path()), 0o700);
    assert_eq!(mode(&backups.path().join(&all[0])), 0o600);
    // A clock that was ahead leaves a file, which stands for no other.
    let ahead = Micros(NOON.0 + 900 * HOUR);
    let (ahead, _) = backups.write(&app, ahead).expect("a backup");
    let now = Micros(NOON.0 + 3 * HOUR);
    assert_eq!(backups.remove_all_but(2, now).expect("it is removed"), 1);
    fs::remove_file(ahead.path).expect("it is still there");
    assert_eq!(names(), [&all[1..], &["notes.txt".to_owned()]].concat());
}

#[test]
fn a_backup_that_fails_leaves_nothing_and_says_where_and_why() {
    let place = Place::sqlite();
    let app = place.open();
    let absent = BackupDirectory::new(place.dir.path().join("absent"));
    let refused = absent.write(&app, NOON).expect_err("there is no directory").to_string();
    assert!(refused.contains("absent") && refused.contains("name another directory"), "{refused}");
    let file = place.dir.path().join("a-file");
    fs::write(&file, "").expect("a file");
    let refused = BackupDirectory::new(&file).prepare().expect_err("it is a file").to_string();
    assert!(refused.contains("a-file") && refused.contains("may write"), "{refused}");
}

#[test]
fn what_cannot_be_tried_is_said_with_the_remedy() {
    let place = Place::sqlite();
    let app = place.open();
    import_text(&app, &unfinished("Ana Reyes", "salted"));
    let backups = BackupDirectory::new(place.dir.path().join("backups"));
    let directory = text(backups.path());
    let (code, told) = drill(&place, &["--backup-dir", directory]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("there is no directory") && told.contains("backup_dir"), "{told}");
    backups.prepare().expect("it is made");
    let (code, told) = drill(&place, &["--backup-dir", directory]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("there is no backup in"), "{told}");
    let (code, told) = drill(&place, &[]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains("--backup-dir"), "{told}");

    let (made, _) = backups.write(&app, NOON).expect("a backup");
    // The key of the games that are not over is not there.
    let key = place.settings().key_file;
    fs::rename(&key, key.with_extension("away")).expect("it is moved");
    let (code, told) = drill(&place, &[text(&made.path)]);
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("seal.key"), "{told}");

    let bytes = fs::read(&made.path).expect("it reads");
    fs::write(&made.path, &bytes[..bytes.len() / 2]).expect("it is cut off");
    let (code, told) = drill(&place, &["--backup-dir", directory]);
    assert_eq!(code, Some(2), "{told}");
    assert!(told.contains(text(&made.path)) && told.contains("cut off"), "{told}");
}
