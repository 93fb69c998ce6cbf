//! `adjutant pair` as it is called.

use std::process::{Command, Output};

fn adjutant(arguments: &[&str]) -> Output {
    let data = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairing/data");
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
fn what_cannot_be_read_is_said_with_its_file_and_line() {
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
