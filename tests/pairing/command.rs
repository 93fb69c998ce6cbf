//! `adjutant pair` as it is called.

use std::process::{Command, Output};

use swiss::trf::{self, Purpose};

fn adjutant(arguments: &[&str]) -> Output {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/swiss/tests/pairing/data");
    let mut command = Command::new(env!("CARGO_BIN_EXE_adjutant"));
    command.arg("pair").args(arguments).current_dir(data).output().expect("it runs")
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn a_check_says_of_each_file_whether_it_is_paired_by_the_rules() {
    let found = said(&adjutant(&["--check", "004-n4-r3-2-1-0.trf", "070-n8-r5.trf"]));
    let words = "004-n4-r3-2-1-0.trf: 3 rounds, all as the rules pair them\n\
                 070-n8-r5.trf: 5 rounds, all as the rules pair them\n";
    assert_eq!(found, (Some(0), words.to_owned(), String::new()));
}

#[test]
fn the_next_round_is_printed_table_by_table() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("evening.trf");
    let player = |number: u32| {
        format!("001 {number:>4}      {:<33} {:>4}{:>32} {number:>4}\n", "A", 2000, "0.0")
    };
    let text: String = (1..=5).map(player).collect::<String>() + "142 3\n152 B\n";
    std::fs::write(&file, text).expect("a file");
    let found = said(&adjutant(&[file.to_str().expect("a path")]));
    assert_eq!(found, (Some(0), "3\n3 1\n2 4\n5 0\n".to_owned(), String::new()));
}

#[test]
fn unreadable_input_is_reported_with_file_and_line() {
    let (code, out, err) = said(&adjutant(&["nowhere.trf"]));
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.starts_with("adjutant: nowhere.trf: cannot be read: "), "{err}");
    let (code, _, err) = said(&adjutant(&["070-n8-r5.trf"]));
    assert_eq!(code, Some(2));
    assert_eq!(
        err,
        "adjutant: 070-n8-r5.trf: the number of rounds is missing: add a line `142` or `XXR` with it\n"
    );
}

#[test]
fn it_is_told_why_the_next_round_is_paired_as_it_is() {
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("evening.trf");
    let player = |number: u32| {
        let name = ["Ana", "Ben", "Carla", "Dino", "Ester"][number as usize - 1];
        format!("001 {number:>4}      {name:<33} {:>4}{:>32} {number:>4}\n", 2000, "0.0")
    };
    let text: String = (1..=5).map(player).collect::<String>() + "142 3\n152 B\n";
    std::fs::write(&file, text).expect("a file");
    let (code, out, err) = said(&adjutant(&["--explain", file.to_str().expect("a path")]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "round 1");
    assert!(
        lines[1].starts_with("5 Ester gets the bye, because the number of players is odd."),
        "{out}"
    );
    assert_eq!(lines[3], "Score bracket 0");
    assert!(lines[4].ends_with("1 Ana, 2 Ben, 3 Carla, 4 Dino, 5 Ester."), "{out}");
    let first = "  3 Carla (no preference) - 1 Ana (no preference). Neither has had a color";
    assert!(
        lines[5].starts_with(first) && lines[5].ends_with("the drawing of lots decide (5.2.5)."),
        "{out}"
    );
    assert!(lines.last().is_some_and(|last| last.contains("first candidate was taken")), "{out}");
}

#[test]
fn it_is_told_why_a_round_that_is_over_was_paired_as_it_was() {
    let (code, out, err) = said(&adjutant(&["--explain", "--round", "5", "070-n8-r5.trf"]));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("round 5\n") && !out.contains("differs from the pairing"));
    assert!(out.contains("\nScore bracket "), "{out}");
    // What stands beyond the last round is the next one.
    let (code, _, err) = said(&adjutant(&["--explain", "--round", "6", "070-n8-r5.trf"]));
    let words = "adjutant: round 6 is not over, of 5 rounds: leave --round out to have the next explained\n";
    assert_eq!((code, err.as_str()), (Some(2), words));
}

#[test]
fn a_round_that_was_paired_otherwise_is_told_as_such() {
    let data =
        concat!(env!("CARGO_MANIFEST_DIR"), "/crates/swiss/tests/pairing/data/004-n4-r3-2-1-0.trf");
    let text = std::fs::read_to_string(data).expect("a file");
    let mut tournament = trf::read(&text, Purpose::Check).expect("a tournament");
    // The first two rounds in the other order.
    tournament.entrants.iter_mut().for_each(|entrant| entrant.entries.swap(0, 1));
    let dir = tempfile::tempdir().expect("a directory");
    let file = dir.path().join("turned.trf");
    std::fs::write(&file, trf::write(&tournament)).expect("a file");
    let (code, out, _) =
        said(&adjutant(&["--explain", "--round", "1", file.to_str().expect("a path")]));
    assert_eq!(code, Some(0));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[1], "This round differs from the pairing by the rules.");
    assert!(lines[2].starts_with("This round has: ") && lines[3].starts_with("By the rules: "));
}
