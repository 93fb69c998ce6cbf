//! Random games that go through every rule.

use three_generals::{Game, Ply, Position};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of the legal plies; what captures, turns or shoots more often than the rest.
    pub fn ply(&mut self, position: &Position) -> Ply {
        let plies = position.plies();
        let is_sharp = |ply: &Ply| ply.to_string().contains(['x', '*', '+']);
        let sharp: Vec<Ply> = plies.iter().copied().filter(is_sharp).collect();
        let choice = if sharp.is_empty() || self.below(2) == 0 { &plies } else { &sharp };
        choice[self.below(choice.len())]
    }

    /// A game of at most so many plies from the start.
    pub fn game(&mut self, most: usize) -> Game {
        let mut game = Game::new();
        while game.ending().is_none() && game.plies().len() < most {
            let ply = self.ply(game.position());
            game.play(ply).expect("what is listed is legal");
        }
        game
    }
}
