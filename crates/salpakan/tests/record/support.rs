//! Helpers for the tests of records.
#![allow(dead_code, reason = "each test binary uses its part")]

use salpakan::record::JudgedRecord;
use salpakan::record::notation::{GameError, GameReader, GameText, ggn, json, read_game};

/// The 800 games of the demo.
pub const SAMPLE: &str = include_str!("../../../../demo/sample.ggn");

/// A small legal game without an end: each side has a Flag and a General of the Army.
pub const WHITE: &str = "....5..../........./F........";
pub const BLACK: &str = "F......../........./....5....";

/// Reads the only game in `text`.
pub fn read(text: &str) -> Result<JudgedRecord, GameError> {
    let mut games = games(text.as_bytes());
    assert_eq!(games.len(), 1, "one game in {text}");
    read_game(&games.remove(0))
}

pub fn valid(text: &str) -> JudgedRecord {
    read(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

pub fn refused(text: &str) -> GameError {
    match read(text) {
        Ok(_) => panic!("valid:\n{text}"),
        Err(e) => e,
    }
}

/// The texts of all games in an input.
pub fn games(bytes: &[u8]) -> Vec<GameText> {
    let reader = GameReader::new(bytes).unwrap_or_else(|e| panic!("{e}"));
    reader.map(|game| game.unwrap_or_else(|e| panic!("{e}"))).collect()
}

pub fn to_ggn(record: &JudgedRecord) -> String {
    let mut text = String::new();
    ggn::write(&mut text, record);
    text
}

pub fn to_json(record: &JudgedRecord) -> String {
    let mut text = String::new();
    json::write(&mut text, record);
    text
}

/// GGN of a `standard+army=F5` game with the set-ups above.
pub fn small_game(result: &str, termination: &str, moves: &str) -> String {
    format!(
        "[Result \"{result}\"]\n[Ruleset \"standard+army=F5\"]\n[Termination \
         \"{termination}\"]\n[WhiteSetup \"{WHITE}\"]\n[BlackSetup \"{BLACK}\"]\n\n{moves}\n"
    )
}

/// The JSON form of the same game.
pub fn small_json(result: &str, termination: &str, plies: &str) -> String {
    format!(
        "{{\"ruleset\": \"standard+army=F5\", \"setups\": {{\"white\": \"{WHITE}\", \"black\": \
         \"{BLACK}\"}}, \"plies\": {plies}, \"result\": \"{result}\", \"termination\": \
         \"{termination}\"}}"
    )
}
