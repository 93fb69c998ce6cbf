//! Any bytes as an input of games: `cargo fuzz run stream`.
//! Cutting must end, keep its order, and not depend on how the bytes arrive.
#![no_main]

use std::io::Read;

use adjutant::record::notation::{GameReader, GameText, read_game};
use libfuzzer_sys::fuzz_target;

/// Gives a byte at a time.
struct Dripping<'a>(&'a [u8]);

impl Read for Dripping<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(1);
        self.0.read(&mut buffer[..count])
    }
}

fn games(input: impl Read + Send) -> Vec<GameText> {
    GameReader::new(input).map(|games| games.map_while(Result::ok).collect()).unwrap_or_default()
}

fuzz_target!(|bytes: &[u8]| {
    let whole = games(bytes);
    assert_eq!(whole, games(Dripping(bytes)));
    for (game, number) in whole.iter().zip(1..) {
        assert_eq!(game.number, number);
        if let Err(e) = read_game(game) {
            assert!(e.line >= game.first_line && e.column >= 1);
        }
    }
});
