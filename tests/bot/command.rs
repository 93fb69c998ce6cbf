//! `adjutant simulate` through the built program.

use std::fs;
use std::process::Command;

fn simulate(arguments: &[&str]) -> Vec<u8> {
    let output = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .arg("simulate")
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_seed_others() {
    let games = |seed: &str| simulate(&["--games", "250", "--players", "20", "--seed", seed]);
    let first = games("8");
    assert_eq!(first, games("8"));
    assert_ne!(first, games("9"));
    let text = String::from_utf8(first).expect("it prints UTF-8");
    assert_eq!(text.matches("[Event ").count(), 250);
}

#[test]
fn one_core_writes_what_many_write() {
    let arguments = ["--games", "250", "--players", "20", "--seed", "8"];
    let one = Command::new("taskset")
        .args(["-c", "0", env!("CARGO_BIN_EXE_adjutant"), "simulate"])
        .args(arguments)
        .output()
        .expect("taskset is part of util-linux");
    assert!(one.stdout == simulate(&arguments));
}

#[test]
fn strengths_are_told_to_their_own_file_and_nowhere_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let truth = folder.path().join("truth.tsv");
    let arguments = ["--games", "50", "--players", "45", "--seed", "8"];
    let mut telling = arguments.to_vec();
    telling.extend(["--strengths", truth.to_str().expect("a plain path")]);
    assert!(simulate(&arguments) == simulate(&telling));
    let truth = fs::read_to_string(truth).expect("it was written");
    assert_eq!(truth.lines().count(), 45);
    for line in truth.lines() {
        let (handle, strength) = line.split_once('\t').expect("two columns");
        assert!(!handle.is_empty());
        assert!(strength.parse::<u32>().is_ok_and(|strength| strength <= 1000), "{line}");
    }
}

#[test]
fn packed_and_plain_ndjson_and_ggn_are_the_same_games() {
    let arguments = ["--games", "60", "--players", "9", "--seed", "3"];
    let with = |more: &[&str]| simulate(&[&arguments[..], more].concat());
    let plain = with(&[]);
    assert!(zstd::decode_all(&with(&["--zstd"])[..]).expect("it unpacks") == plain);
    let twins = String::from_utf8(with(&["--format", "ndjson"])).expect("it prints UTF-8");
    assert_eq!(twins.lines().count(), 60);
}

#[test]
fn a_file_that_cannot_be_written_is_said_by_name() {
    let output = Command::new(env!("CARGO_BIN_EXE_adjutant"))
        .args(["simulate", "--games", "1", "--output", "/nowhere/at/all.ggn"])
        .output()
        .expect("the program starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("/nowhere/at/all.ggn"), "{said}");
}
