//! Boards as text.

use std::collections::BTreeSet;

use three_generals::{Game, IllegalPly, Ply, Position};

/// The position with this text.
pub fn position(text: &str) -> Position {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// The ply with this text.
pub fn ply(text: &str) -> Ply {
    text.parse().unwrap_or_else(|e| panic!("{text}: {e}"))
}

/// What stands after legal plies, separated by spaces.
pub fn after(start: &str, plies: &str) -> Position {
    game(start, plies).position().clone()
}

/// The game of legal plies.
pub fn game(start: &str, plies: &str) -> Game {
    let mut game = Game::from_position(position(start));
    for text in plies.split_whitespace() {
        game.play(ply(text)).unwrap_or_else(|e| panic!("{text}: {e}"));
    }
    game
}

/// The legal plies that begin so, without their beginning, sorted and joined by spaces.
pub fn plies(start: &str, beginning: &str) -> String {
    let plies = position(start).plies();
    let texts: BTreeSet<String> = plies.iter().map(Ply::to_string).collect();
    assert_eq!(texts.len(), plies.len(), "no ply is listed twice");
    let ends: Vec<&str> = texts.iter().filter_map(|text| text.strip_prefix(beginning)).collect();
    ends.join(" ")
}

/// Why a ply is illegal.
pub fn refused(start: &str, text: &str) -> IllegalPly {
    let position = position(start);
    let why = position.after(ply(text)).expect_err(text);
    assert!(!position.plies().contains(&ply(text)), "{text} is listed");
    why
}
