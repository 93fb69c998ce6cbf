//! A game between two programs.

use salpakan_bot::Random;
use three_generals::{Color, Game, Ply};

use crate::search::{Candidate, winner};

/// A program that plays.
pub trait Player {
    /// A ply with what it was chosen from; an illegal one, or none, loses.
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<(Ply, Vec<Candidate>)>;
}

/// A game that was played.
pub struct Played {
    pub game: Game,
    /// `None` for a draw.
    pub winner: Option<Color>,
    /// By ply, what the program chose from.
    pub candidates: Vec<Vec<Candidate>>,
}

/// Plays a game, White's program first; after so many plies it is a draw.
pub fn play(players: [&mut dyn Player; 2], most_plies: u32, random: &mut Random) -> Played {
    let mut played = Played { game: Game::new(), winner: None, candidates: Vec::new() };
    for _ in 0..most_plies {
        let side = played.game.position().side_to_move();
        let chosen = players[side as usize].choose(&played.game, random);
        let is_legal = |(ply, candidates)| played.game.play(ply).is_ok().then_some(candidates);
        let Some(candidates) = chosen.and_then(is_legal) else {
            played.winner = Some(side.opponent());
            return played;
        };
        played.candidates.push(candidates);
        if played.game.ending().is_some() {
            break;
        }
    }
    played.winner = winner(played.game.ending());
    played
}
