//! Any bytes as an input of games: `cargo fuzz run stream`.
//! Cutting must end, keep its order, and not depend on how the bytes arrive.
#![no_main]

use std::io::Read;

use adjutant::bounds::bounded;
use adjutant::mutate;
use salpakan::record::notation::{Damage, GameReader, GameText, read_game};
use libfuzzer_sys::{fuzz_mutator, fuzz_target};

/// Bytes that cutting may allocate for each of the input's: the shortest game has one.
const MEMORY: usize = 512;

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

/// Games are numbered, and each begins behind the one before; but that an array is not
/// closed is known at the end, and said of its beginning.
fn stand_in_order(games: &[GameText]) {
    for (game, number) in games.iter().zip(1..) {
        assert_eq!(game.number, number);
        assert!(game.first_line >= 1 && game.first_column >= 1);
    }
    let place = |game: &GameText| (game.first_line, game.first_column);
    for pair in games.windows(2) {
        assert!(place(&pair[0]) < place(&pair[1]) || pair[1].damage == Some(Damage::OpenArray));
    }
}

fuzz_target!(|bytes: &[u8]| {
    let whole = bounded(bytes.len(), MEMORY, || games(bytes));
    assert_eq!(whole, games(Dripping(bytes)));
    stand_in_order(&whole);
    for game in &whole {
        if let Err(e) = bounded(game.bytes.len(), MEMORY, || read_game(game)) {
            assert!(e.line >= game.first_line && e.column >= 1);
        }
    }
});

fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutate::mutate(data, size, max_size, seed)
});
