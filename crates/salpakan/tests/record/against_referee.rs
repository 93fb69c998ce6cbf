//! Compares our judging of records with a referee in Python, written from the text of the rules
//! alone.

use std::process::{Command, Stdio};

use salpakan::record::notation::read_game;
use salpakan::rules::Outcome;
use serde_json::{Value, json};

use crate::support::{SAMPLE, games};

const REFEREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/record/referee.py");

fn referee(arguments: &[&str], input: &[u8]) -> String {
    let mut child = Command::new("python3")
        .arg(REFEREE)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("python3 is installed, as scripts/test sees to");
    let mut stdin = child.stdin.take().expect("its standard input is a pipe");
    let output = std::thread::scope(|scope| {
        scope.spawn(move || std::io::Write::write_all(&mut stdin, input));
        child.wait_with_output().expect("it ends")
    });
    assert!(output.status.success(), "the referee fails");
    String::from_utf8(output.stdout).expect("it prints UTF-8")
}

/// Our verdict in the referee's format, and the reason.
fn ours(number: u64, text: &salpakan::record::notation::GameText) -> (Value, String) {
    match read_game(text) {
        Ok(record) => {
            let result = record.header.outcome.map_or("*", Outcome::notation);
            let verdict = json!({
                "game": number, "valid": true, "plies": record.timeline.len(),
                "result": result, "termination": record.header.termination.name()
            });
            (verdict, String::new())
        }
        Err(e) => (json!({"game": number, "valid": false, "ply": e.ply}), e.to_string()),
    }
}

/// The number of games that both call valid; panics if they differ.
fn agreed(input: &str) -> usize {
    let verdicts = referee(&["judge"], input.as_bytes());
    let games = games(input.as_bytes());
    assert_eq!(verdicts.lines().count(), games.len());
    let mut valid = 0;
    for (game, line) in games.iter().zip(verdicts.lines()) {
        let theirs: Value = serde_json::from_str(line).expect("it is JSON");
        let (ours, why) = ours(game.number, game);
        assert_eq!(ours, theirs, "{why}\n{}", String::from_utf8_lossy(&game.bytes));
        valid += usize::from(ours["valid"] == true);
    }
    valid
}

#[test]
fn both_judge_thousands_of_random_and_spoilt_records_alike() {
    for seed in ["1", "2"] {
        let valid = agreed(&referee(&["generate", seed, "2500"], b""));
        assert!((1000..2200).contains(&valid), "{valid} of 2500 are valid");
    }
}

#[test]
fn both_call_every_demo_record_valid() {
    assert_eq!(agreed(SAMPLE), 800);
}
