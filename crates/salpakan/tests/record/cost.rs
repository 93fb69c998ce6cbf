//! Reading a text takes time proportional to its length, whatever it repeats.

use std::time::{Duration, Instant};

use salpakan::record::notation::{GameText, read_game};

use crate::support::{small_game, small_json};

/// Bytes of a repeated part; quadratic time would be minutes.
const LONG: usize = 1 << 20;

/// Generous for a debug build on a busy machine.
const LIMIT: Duration = Duration::from_secs(5);

/// Reads a text of one game within the limit; returns whether it is valid.
fn quickly(text: String) -> bool {
    let start = Instant::now();
    let game = GameText::alone(text.into_bytes());
    let valid = read_game(&game).is_ok();
    let taken = start.elapsed();
    assert!(taken < LIMIT, "{taken:?} for {} bytes", game.bytes.len());
    valid
}

fn repeated(part: &str) -> String {
    part.repeat(LONG / part.len())
}

#[test]
fn a_move_number_said_again_and_again_costs_little() {
    assert!(quickly(small_game("*", "unterminated", &format!("{} e3-e4 *", repeated("1.")))));
    assert!(quickly(small_game(
        "*",
        "unterminated",
        &format!("e3-e4 {}e6-e5 *", repeated("1..."))
    )));
}

#[test]
fn words_and_comments_without_space_between_cost_little() {
    for part in
        ["{}", "{a}", ";\n", "{[%flag reveal}", "[%clk", "{[%clk]}", "1", ".", "#", "\u{f1}"]
    {
        quickly(small_game("*", "unterminated", &repeated(part)));
    }
}

#[test]
fn keys_with_escapes_cost_little() {
    let plies = 10_000;
    let there_and_back = "a1-a2 a8-a7 a2-a1 a7-a8 ".repeat(plies / 4);
    let game = small_json("*", "unterminated", &format!("\"{there_and_back}\""));
    let tags = format!("{{\"A\": \"{}\"}}", "a".repeat(2 * LONG));
    // The first digit of each key is escaped.
    let comments: Vec<String> = (1..=plies).map(|ply| format!("\"\\u003{ply}\": \"a\"")).collect();
    let (game, comments) = (game.trim_end_matches('}'), comments.join(","));
    assert!(quickly(format!("{game}, \"tags\": {tags}, \"comments\": {{{comments}}}}}")));
}
