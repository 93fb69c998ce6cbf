//! The player: what it plays, and what it thinks of it.

use salpakan_bot::Random;
use three_generals::{Game, Ply, Square, Squares};

use crate::search::{Candidate, Effort, Unseen, search};
use crate::{Weights, game::Player};

/// A player with a strength.
#[derive(Clone)]
pub struct Computer<'a> {
    pub weights: &'a Weights,
    pub effort: Effort,
    /// How evenly it chooses among its candidates: a ply whose logarithm of odds is worse by this is chosen an e-th as often. 0 for
    /// always the best.
    pub noise: f32,
    /// The share of enemy pieces that it overlooks each time, but never the one that has just moved.
    pub overlooks: f32,
    /// It resigns with a chance to win below this: 0 for never.
    pub resigns_below: f32,
}

/// A ply, and the candidates that it was chosen from, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    pub ply: Ply,
    pub candidates: Vec<Candidate>,
}

impl<'a> Computer<'a> {
    /// A player that always plays its best.
    pub const fn new(weights: &'a Weights, effort: Effort) -> Computer<'a> {
        Computer { weights, effort, noise: 0.0, overlooks: 0.0, resigns_below: 0.0 }
    }

    /// A ply for the side to move. The same seed gives the same ply. `None` if the game is over.
    pub fn decide(&self, game: &Game, random: &mut Random) -> Option<Decision> {
        if game.ending().is_some() {
            return None;
        }
        let unseen = self.overlooked(game, random);
        let value = &self.weights.value;
        let candidates = search(value, game, self.effort, &[], unseen, random.bits());
        let chosen = self.draw(&candidates, random);
        let ply = candidates.get(chosen)?.ply;
        Some(Decision { ply, candidates })
    }

    /// The enemy pieces, and with the same chance the enemy's hand, that are not noticed this time.
    fn overlooked(&self, game: &Game, random: &mut Random) -> Unseen {
        if self.overlooks <= 0.0 {
            return Unseen::default();
        }
        let position = game.position();
        let last = game.plies().last().map(|ply| arrives(*ply));
        let enemies = position.pieces_of(position.side_to_move().opponent());
        let mut is_missed = || unit(random) < self.overlooks;
        let drops = is_missed();
        let pieces: Squares =
            enemies.filter(|square| is_missed() && Some(*square) != last).collect();
        Unseen { pieces, drops }
    }

    fn draw(&self, candidates: &[Candidate], random: &mut Random) -> usize {
        let Some(best) = candidates.first().filter(|_| self.noise > 0.0) else { return 0 };
        let behind = |one: &Candidate| (best.score - one.score) as f32 / 1_000.0;
        let weight = |one: &Candidate| (-behind(one) / self.noise).exp();
        let total: f32 = candidates.iter().map(weight).sum();
        let mut left = unit(random) * total;
        for (number, one) in candidates.iter().enumerate() {
            left -= weight(one);
            if left <= 0.0 {
                return number;
            }
        }
        0
    }
}

/// Where the piece that a ply moves, drops or lets shoot is afterwards.
const fn arrives(ply: Ply) -> Square {
    match ply {
        Ply::Move { to, .. } | Ply::Drop { to, .. } => to,
        Ply::Shot { from, .. } => from,
    }
}

/// A number from 0 up to 1.
pub(crate) fn unit(random: &mut Random) -> f32 {
    (random.bits() >> 40) as f32 / (1_u64 << 24) as f32
}

impl Player for Computer<'_> {
    fn choose(&mut self, game: &Game, random: &mut Random) -> Option<(Ply, Vec<Candidate>)> {
        self.decide(game, random).map(|decision| (decision.ply, decision.candidates))
    }
}
