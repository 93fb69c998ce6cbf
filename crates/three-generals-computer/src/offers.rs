//! Draws by agreement, and resigning: by the chance that the computer's own search finds.

use salpakan_bot::Random;
use three_generals::{Color, Game};

use crate::search::{Effort, Unseen, quiet, search};
use crate::{Computer, chance};

/// Plies without a capture after which the computer may offer a draw.
const QUIET: u32 = 60;
/// Plies without a capture after which it accepts one that is near even.
const CALM: u32 = 30;
/// It does not offer again for so many plies.
const AGAIN: u32 = 40;
/// How far from even a chance is still near even.
const NEAR: f32 = 0.06;
/// A draw is welcome at any time with a chance below this.
const WORSE: f32 = 0.35;
/// The nodes that a chance takes at least: the lowest levels move without.
const LEAST_NODES: u32 = 2_000;

impl Computer<'_> {
    /// The chance of a side to win, draws counting half, whoever is to move. `None` if the game is over.
    pub fn chance(&self, game: &Game, side: Color, random: &mut Random) -> Option<f32> {
        if game.ending().is_some() {
            return None;
        }
        // Who errs when moving looks again before giving a game away.
        let nodes = self.effort.nodes.max(LEAST_NODES);
        let effort = Effort { nodes, lines: 1, ..Effort::DEFAULT };
        let value = &self.weights.value;
        let found = search(value, game, effort, &[], Unseen::default(), random.bits());
        let mover = chance(found.first()?.score);
        Some(if game.position().side_to_move() == side { mover } else { 1.0 - mover })
    }

    /// Whether this side accepts a draw that the opponent offers, whoever is to move: where the chance is clearly worse than even,
    /// or nothing was captured for long and it is near even. Nobody gets a draw from it at the start.
    pub fn accepts_draw(&self, game: &Game, side: Color, random: &mut Random) -> bool {
        let Some(chance) = self.chance(game, side, random) else { return false };
        chance < WORSE || (quiet(game) >= CALM && chance < 0.5 + NEAR)
    }

    /// Whether this side offers a draw with the coming move: where nothing was captured for long and the chance is near even. If it
    /// was refused it is asked again only after another 40 plies, which needs no memory of the offer.
    pub fn offers_draw(&self, game: &Game, side: Color, random: &mut Random) -> bool {
        let quiet = quiet(game);
        // One of two plies is the computer's: so it is asked once each time.
        let is_time = quiet >= QUIET && (quiet - QUIET) % AGAIN < 2;
        if !is_time || game.position().side_to_move() != side {
            return false;
        }
        let chance = self.chance(game, side, random);
        chance.is_some_and(|chance| (chance - 0.5).abs() < NEAR)
    }

    /// Whether this side, which is to move, gives the game up. Only a level that does not err does
    /// ([`Level::player`](crate::Level::player)): from the others a learner should see how the game is won.
    pub fn resigns(&self, game: &Game, side: Color, random: &mut Random) -> bool {
        if self.resigns_below <= 0.0 || game.position().side_to_move() != side {
            return false;
        }
        self.chance(game, side, random).is_some_and(|chance| chance < self.resigns_below)
    }
}
