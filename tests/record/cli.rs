//! `adjutant verify` and `adjutant convert` through the built program.

use std::fs;

use crate::program::{adjutant, stderr, stdout};
use crate::support::{SAMPLE, small_game, small_json};

fn good() -> String {
    small_game("*", "unterminated", "1. e3-e4 e6-e5 2. e4xe5= *")
}

fn bad() -> String {
    small_game("*", "unterminated", "1. e3-e4 e6-e5 2. e4xe5+ *")
}

#[test]
fn verify_prints_an_object_a_line_in_exactly_the_documents_shape() {
    let input = format!("{}\n{}", good(), bad());
    let output = adjutant(&["verify", "--json", "-"], input.as_bytes());
    assert_eq!(
        stdout(&output),
        "{\"game\": 1, \"valid\": true, \"plies\": 3, \"result\": \"*\", \"termination\": \
         \"unterminated\"}\n{\"game\": 2, \"valid\": false, \"line\": 15, \"column\": 19, \
         \"ply\": 3, \"error\": \"the outcome of e4xe5 is '=' by the set-ups, not '+'\"}\n"
    );
    assert_eq!(output.status.code(), Some(1));
    let output = adjutant(&["verify", "--json", "-"], small_json("1-0", "time", "[7").as_bytes());
    assert!(stdout(&output).contains("\"ply\": null, \"error\": \"this is not"));
}

#[test]
fn verify_prints_a_line_for_each_game() {
    let input = format!("{}\n{}", good(), bad());
    let output = adjutant(&["verify", "-"], input.as_bytes());
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "-: game 1: valid, 3 plies, *, unterminated");
    assert!(lines[1].starts_with("-: game 2: invalid, line 15, column 19, ply 3: the outcome"));
    assert_eq!(lines.len(), 2);
}

#[test]
fn verify_exits_with_0_1_or_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("good.ggn"), good()).expect("it is written");
    fs::write(path("bad.ggn"), bad()).expect("it is written");
    let packed = zstd::encode_all(SAMPLE.as_bytes(), 3).expect("it shrinks");
    fs::write(path("good.zst"), &packed).expect("it is written");
    fs::write(path("cut.zst"), &packed[..packed.len() / 2]).expect("it is written");
    for (files, code) in [
        (vec!["good.ggn"], 0),
        (vec!["good.zst"], 0),
        (vec!["bad.ggn"], 1),
        (vec!["good.ggn", "bad.ggn", "good.ggn"], 1),
        (vec!["missing.ggn"], 2),
        (vec!["missing.ggn", "bad.ggn"], 2),
        (vec!["cut.zst"], 2),
        (vec![""], 2),
    ] {
        let files: Vec<String> = files.into_iter().map(path).collect();
        let mut arguments = vec!["verify"];
        arguments.extend(files.iter().map(String::as_str));
        let output = adjutant(&arguments, b"");
        assert_eq!(output.status.code(), Some(code), "{files:?}: {}", stderr(&output));
        let said = stderr(&output);
        assert_eq!(code == 2, !said.is_empty(), "{said}");
        if code == 2 {
            assert!(said.contains(&files[0]), "the file is named: {said}");
        }
    }
    assert_eq!(adjutant(&["verify", "-"], b"").status.code(), Some(0));
    assert_eq!(adjutant(&["verify"], b"").status.code(), Some(2));
}

#[test]
fn verify_counts_games_within_each_file_and_names_files_where_there_are_several() {
    let folder = tempfile::tempdir().expect("a folder");
    let (one, two) = (folder.path().join("one.ggn"), folder.path().join("two \"2\".ndjson"));
    fs::write(&one, good()).expect("it is written");
    fs::write(&two, small_json("1-0", "time", "[]")).expect("it is written");
    let (one, two) = (one.display().to_string(), two.display().to_string());
    let output = adjutant(&["verify", "--json", &one, &two], b"");
    let text = stdout(&output);
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect();
    assert_eq!(lines[0]["file"], one.as_str());
    assert_eq!(lines[1]["file"], two.as_str());
    assert_eq!((&lines[0]["game"], &lines[1]["game"]), (&1.into(), &1.into()));
}

#[test]
fn verify_keeps_the_order_of_many_games() {
    let games: String = (0..2000)
        .map(|n| if n % 7 == 0 { format!("{}\n", bad()) } else { format!("{}\n", good()) })
        .collect();
    let text = stdout(&adjutant(&["verify", "--json", "-"], games.as_bytes()));
    assert_eq!(text.lines().count(), 2000);
    for (n, line) in text.lines().enumerate() {
        let expected = format!("{{\"game\": {}, \"valid\": {}", n + 1, n % 7 != 0);
        assert!(line.starts_with(&expected), "{line}");
    }
}

#[test]
fn convert_goes_there_and_back_without_a_difference() {
    for form in ["json", "ndjson", "ggn"] {
        let there = adjutant(&["convert", "--to", form, "-"], SAMPLE.as_bytes());
        assert_eq!(there.status.code(), Some(0), "{}", stderr(&there));
        let back = adjutant(&["convert", "--to", "ggn", "-"], &there.stdout);
        assert!(back.stdout == SAMPLE.as_bytes(), "by {form}");
    }
    let lines = stdout(&adjutant(&["convert", "--to", "ndjson", "-"], SAMPLE.as_bytes()));
    assert_eq!(lines.lines().count(), 800);
    let array = adjutant(&["convert", "--to", "json", "-"], good().as_bytes());
    let array: serde_json::Value = serde_json::from_slice(&array.stdout).expect("it is JSON");
    assert_eq!(array.as_array().map(Vec::len), Some(1));
}

#[test]
fn convert_leaves_invalid_games_out_and_names_their_places() {
    let input = format!("{}\n{}\n{}", good(), bad(), good());
    let output = adjutant(&["convert", "--to", "ndjson", "-"], input.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stdout(&output).lines().count(), 2);
    assert!(stderr(&output).contains("game 2 left out: line 15, column 19, ply 3"));
}

#[test]
fn convert_writes_a_file_whole_or_leaves_what_was_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.ggn");
    let name = file.display().to_string();
    fs::write(&file, good()).expect("it is written");
    // Its own input as its output: read to the end before it is replaced.
    let output = adjutant(&["convert", "--to", "ndjson", "--output", &name, &name], b"");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let written = fs::read_to_string(&file).expect("it is there");
    assert!(written.starts_with("{\"tags\""), "{written}");
    let missing = folder.path().join("missing.ggn").display().to_string();
    let output = adjutant(&["convert", "--output", &name, &missing], b"");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), written);
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing is left over");
    let nowhere = folder.path().join("no/such/folder.ggn").display().to_string();
    let output = adjutant(&["convert", "--output", &nowhere, &name], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("folder.ggn"), "{}", stderr(&output));
}

#[test]
fn convert_packs_its_output_with_zstd_on_request() {
    let packed = adjutant(&["convert", "--to", "ndjson", "--zstd", "-"], SAMPLE.as_bytes());
    assert!(packed.stdout.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]));
    assert!(packed.stdout.len() * 3 < SAMPLE.len());
    let back = adjutant(&["convert", "-"], &packed.stdout);
    assert!(back.stdout == SAMPLE.as_bytes());
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported() {
    for command in [&["verify", "-"][..], &["convert", "-"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").expect("it is there");
        let folder = tempfile::tempdir().expect("a folder");
        let input = folder.path().join("in.ggn");
        fs::write(&input, SAMPLE).expect("it is written");
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(command)
            .stdin(fs::File::open(&input).expect("it is there"))
            .stdout(full)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains("No space left"), "{}", stderr(&output));
    }
}
