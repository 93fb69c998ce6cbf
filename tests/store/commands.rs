//! What the commands say of bad orders: what, where and what to do.

use std::fs;
use std::process::Stdio;

use crate::support::{Place, demo, import_text, said};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/demo/sample.ggn");

fn run(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    said(&place.adjutant(arguments).output().expect("it runs"))
}

#[test]
fn a_database_that_is_not_there_is_not_made_by_reading_it() {
    let place = Place::without_database();
    let absent = ["--database-url", "absent/adjutant.sqlite"];
    for command in [&["export"][..], &["rate"], &["rate", "--recompute"], &["check"]] {
        let (code, text) = run(&place, &[command, &absent].concat());
        assert_eq!(code, Some(2), "{command:?}: {text}");
        assert!(text.contains("there is no database absent/adjutant.sqlite"), "{text}");
        assert!(text.contains("--data-dir"), "what to do: {text}");
        assert_eq!(fs::read_dir(place.dir.path()).expect("a directory").count(), 0, "{command:?}");
    }
}

#[test]
fn a_rule_set_that_is_none_is_refused_with_those_there_are() {
    let place = Place::sqlite();
    import_text(&place.open(), &demo()[..3].concat());
    for wrong in ["foo", "Standard", ""] {
        let (code, text) = run(&place, &["export", "--ruleset", wrong]);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.contains("standard, electronic, eleven and krig"), "{text}");
    }
    let (code, text) = run(&place, &["export", "--ruleset", "standard+flags"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("open-challenges, open-flag and promotion"), "{text}");
    assert_eq!(run(&place, &["export", "--ruleset", "krig"]), (Some(0), String::new()));
    assert!(run(&place, &["export", "--ruleset", "standard"]).1.contains("[Event "));
}

/// A program of the place without its options, for commands that have no store.
fn run_plain(place: &Place, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"));
    said(&command.args(arguments).current_dir(place.dir.path()).output().expect("it runs"))
}

fn contains_all(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in: {text}");
    }
}

#[test]
fn unwritable_output_is_named_with_reason_and_remedy() {
    let place = Place::sqlite();
    import_text(&place.open(), &demo().concat());
    fs::create_dir(place.dir.path().join("dir")).expect("a directory");
    let to = |command: &[&str], file: &str| {
        let stores = matches!(command[0], "export" | "backup");
        let all = [command, &[file]].concat();
        let (code, text) = if stores { run(&place, &all) } else { run_plain(&place, &all) };
        assert_eq!(code, Some(2), "{all:?}: {text}");
        text
    };
    let strengths = ["simulate", "--games", "1", "--strengths"];
    let simulate = ["simulate", "--games", "200", "--output"];
    for command in [
        &["export", "--output"][..],
        &["convert", SAMPLE, "--output"],
        &simulate,
        &strengths,
        &["backup"],
    ] {
        contains_all(&to(command, "dir"), &["dir: Is a directory", "name a file in it"]);
        let nowhere = to(command, "no/such/file");
        contains_all(&nowhere, &["no/such/file: No such file", "make its directory first"]);
        contains_all(&to(command, "/dev/full"), &["/dev/full: No space left", "free space"]);
    }
    assert!(!to(&strengths, "no/such/file").contains("standard output"));
}

#[test]
fn a_reader_that_goes_away_is_an_end_like_any_other() {
    let place = Place::sqlite();
    import_text(&place.open(), &demo().concat());
    for arguments in [
        &["export"][..],
        &["export", "--zstd"],
        &["export", "--form", "json"],
        &["check"],
        &["rate"],
        &["rate", "--recompute"],
        &["migrate", "--status"],
        &["db", "SELECT * FROM games; SELECT * FROM players", "--form", "csv"],
        &["db", ".schema"],
        &["import", SAMPLE],
        &["backup", "b"],
        &["restore", "--check-only", "b"],
        &["convert", SAMPLE],
        &["convert", "--zstd", SAMPLE],
        &["simulate", "--games", "300"],
        &["verify", SAMPLE],
        &["verify", "--json", SAMPLE],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = match arguments[0] {
            "convert" | "simulate" | "verify" => {
                let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"));
                command.args(arguments);
                command
            }
            _ => place.adjutant(arguments),
        };
        let output = command.stdout(Stdio::from(writer)).output().expect("it runs");
        assert_eq!(said(&output), (Some(0), String::new()), "{arguments:?}");
    }
}

#[test]
fn damaged_pages_are_said_with_the_file_and_the_way_out() {
    for first in [1, 30] {
        let place = Place::sqlite();
        import_text(&place.open(), &demo().concat());
        let file = place.dir.path().join("adjutant.sqlite");
        let mut bytes = fs::read(&file).expect("it is there");
        let end = bytes.len().min((first + 100) * 4096);
        bytes[first * 4096..end].fill(0x5a);
        fs::write(&file, bytes).expect("it is written");
        for command in [&["check"][..], &["export"], &["rate", "--recompute"], &["backup", "b"]] {
            let (code, text) = run(&place, command);
            if code == Some(2) {
                let name = file.display().to_string();
                contains_all(&text, &[&name, "damaged", "restore a backup", "adjutant restore"]);
                assert!(!text.contains("is the directory writable"), "{text}");
            }
        }
        assert_eq!(run(&place, &["export"]).0, Some(2));
    }
}

#[test]
fn a_backup_that_cannot_be_read_is_named_and_what_is_wrong_with_it() {
    let place = Place::sqlite();
    import_text(&place.open(), &demo().concat());
    assert_eq!(run(&place, &["backup", "whole"]).0, Some(0));
    let dir = place.dir.path();
    let whole = fs::read(dir.join("whole")).expect("it is there");
    let write = |name: &str, bytes: &[u8]| fs::write(dir.join(name), bytes).expect("it is written");
    for (name, length) in [("half", whole.len() / 2), ("most", whole.len() - 5), ("tiny", 3)] {
        write(name, &whole[..length]);
        let (code, text) = run(&place, &["restore", "--check-only", name]);
        assert_eq!(code, Some(2));
        contains_all(&text, &[&format!("adjutant: {name}: "), "is cut off", "use another copy"]);
        assert!(!text.contains("no backup"), "{text}");
    }
    write("empty", b"");
    contains_all(&run(&place, &["restore", "empty"]).1, &["adjutant: empty: ", "is empty"]);
    write("words", b"these are words and no backup at all");
    let packed = zstd::encode_all(&b"these are words"[..], 3).expect("it shrinks");
    write("packed", &packed);
    for name in ["words", "packed"] {
        let (_, text) = run(&place, &["restore", name]);
        contains_all(&text, &[&format!("adjutant: {name}: this is no backup of adjutant")]);
    }
    fs::create_dir(dir.join("dir")).expect("a directory");
    contains_all(&run(&place, &["restore", "dir"]).1, &["adjutant: dir: this is a directory"]);
    contains_all(&run(&place, &["restore", "missing"]).1, &["adjutant: missing: No such file"]);
}

#[test]
fn the_form_to_write_has_one_name_and_the_older_ones_are_still_taken() {
    let place = Place::sqlite();
    import_text(&place.open(), &demo()[..3].concat());
    for (command, names) in [
        (&["export"][..], &["--form", "--format"][..]),
        (&["convert", SAMPLE], &["--form", "--to", "--format"]),
        (&["simulate", "--games", "3"], &["--form", "--format", "--to"]),
    ] {
        for name in names {
            let all = [command, &[name, "ndjson"]].concat();
            let export = command[0] == "export";
            let (code, text) = if export { run(&place, &all) } else { run_plain(&place, &all) };
            assert_eq!(code, Some(0), "{all:?}: {text}");
            assert!(text.starts_with("{\"tags\""), "{all:?}");
        }
        let help = run_plain(&place, &[command[0], "--help"]).1;
        assert!(help.contains("--form <FORM>") && !help.contains("--format"), "{help}");
    }
}
