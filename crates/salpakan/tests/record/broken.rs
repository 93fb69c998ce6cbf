//! Broken records in `data/broken.txt`: each is rejected with its position and reason.

use salpakan::record::notation::{GameError, read_game};

use crate::support::{SAMPLE, games, refused, small_json};

const TABLE: &str = include_str!("data/broken.txt");

struct Case<'a> {
    sentence: &'a str,
    line: u64,
    column: u64,
    ply: Option<u32>,
    says: &'a str,
    text: &'a str,
}

fn cases() -> Vec<Case<'static>> {
    TABLE.split("\n=== ").skip(1).map(case).collect()
}

fn case(block: &'static str) -> Case<'static> {
    let mut parts = block.splitn(4, '\n');
    let mut next = || parts.next().unwrap_or_else(|| panic!("four parts in {block}"));
    let sentence = next();
    let place: Vec<&str> = next().split(' ').collect();
    let number = |index: usize| place[index].parse().unwrap_or_else(|_| panic!("{sentence}"));
    Case {
        sentence,
        line: number(1),
        column: number(2),
        ply: place[3].parse().ok(),
        says: next().trim_start_matches("says "),
        text: next(),
    }
}

fn check(case: &Case, e: &GameError, lines_before: u64) {
    let place = (e.line - lines_before, e.column, e.ply);
    assert_eq!(place, (case.line, case.column, case.ply), "{}: {e}", case.sentence);
    assert!(e.message.contains(case.says), "{}: {e}", case.sentence);
}

#[test]
fn each_is_refused_with_its_line_column_ply_and_reason() {
    assert!(cases().len() >= 25);
    for case in cases() {
        check(&case, &refused(case.text), 0);
    }
}

#[test]
fn each_keeps_its_place_between_sound_games_and_harms_neither() {
    let sound: String = SAMPLE.split_inclusive("\n\n").take(4).collect();
    let lines = sound.lines().count() as u64;
    for case in cases() {
        let input = format!("{sound}{}\n{sound}", case.text);
        let found: Vec<_> = games(input.as_bytes()).iter().map(read_game).collect();
        assert_eq!(found.len(), 5, "{}", case.sentence);
        for (index, found) in found.iter().enumerate() {
            match found {
                Ok(_) => assert_ne!(index, 2, "{}", case.sentence),
                Err(e) if index == 2 => check(&case, e, lines),
                Err(e) => panic!("{}: game {index}: {e}", case.sentence),
            }
        }
    }
}

#[test]
fn messages_stay_short_however_long_the_input_is() {
    let long = "x".repeat(100_000);
    let army = "Z".repeat(100_000);
    for text in [
        format!("[Event \"a\"]\n\n1. {long}\n"),
        format!("[Result \"{long}\"]\n\n*\n"),
        format!("[Ruleset \"{long}\"]\n\n*\n"),
        format!("[{long} \"\"]\n[{long} \"\"]\n\n*\n"),
        format!("[Event \"a\"]\n[WhiteSetup \"{army}\"]\n\n*\n"),
        format!("[Event \"a\"]\n\n1. e3-e4 {{[%clk {long}]}}\n"),
        format!("[Event \"a\"]\n\n{}...\n", "1".repeat(100_000)),
        format!("{{\"{long}\": 1}}"),
        small_json("*", "unterminated", &format!("[\"{long}\"]")),
        small_json(&long, "unterminated", "[]"),
    ] {
        let e = refused(&text);
        assert!(e.message.len() < 1000, "{} bytes: {}", e.message.len(), &e.message[..200]);
    }
}
