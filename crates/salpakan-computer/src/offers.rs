//! Draws by agreement, and resigning: by the chance that the computer's own search finds.

use salpakan_bot::Random;

use crate::{Computer, Sight};

/// Plies without a challenge after which the computer may offer a draw.
const QUIET: u32 = 60;
/// Plies without a challenge after which it accepts one that is near even.
const CALM: u32 = 30;
/// It does not offer again for so many plies.
const AGAIN: u32 = 40;
/// How far from even a chance is still near even.
const NEAR: f32 = 0.06;
/// A draw is welcome with a chance below this.
const WORSE: f32 = 0.35;
/// No draw is accepted in so many plies from the start: lower levels misjudge their chance, and a draw is not to be had for the asking.
const EARLIEST: usize = 20;
/// The nodes that a chance takes at least: the lowest levels move without.
const LEAST_NODES: u32 = 200;

impl Computer<'_> {
    /// The chance to win for the player who sees this, draws counting half, whoever is to move. `None` if nothing fits what was
    /// seen.
    pub fn chance(&self, sight: &Sight, random: &mut Random) -> Option<f32> {
        let mut computer = self.clone();
        computer.effort.nodes = computer.effort.nodes.max(LEAST_NODES);
        // Whoever hopes for errors likes every position.
        computer.effort.temperature = 1.0;
        let worlds = computer.worlds(sight, random)?;
        crate::search::chance(self.networks, &worlds, sight.color(), computer.effort, random)
    }

    /// Whether the player who sees this accepts a draw that the opponent offers, whoever is to move: where the chance is clearly
    /// worse than even, or no challenge was made for long and it is near even. Nobody gets a draw from it in the first 20 plies.
    pub fn accepts_draw(&self, sight: &Sight, random: &mut Random) -> bool {
        if sight.plies().count() < EARLIEST {
            return false;
        }
        let quiet = sight.quiet();
        let Some(chance) = self.chance(sight, random) else { return false };
        chance < WORSE || (quiet >= CALM && faded(chance, quiet) < 0.5 + NEAR)
    }

    /// Whether the player who sees this offers a draw with the coming move: where no challenge was made for long and the chance
    /// is near even. If it was refused it is asked again only after another 40 plies, which needs no memory of the offer.
    pub fn offers_draw(&self, sight: &Sight, random: &mut Random) -> bool {
        let quiet = sight.quiet();
        // One of two plies is the computer's: so it is asked once each time.
        let is_time = quiet >= QUIET && (quiet - QUIET) % AGAIN < 2;
        if !is_time || sight.board().to_move() != sight.color() {
            return false;
        }
        let chance = self.chance(sight, random);
        chance.is_some_and(|chance| (faded(chance, quiet) - 0.5).abs() < NEAR)
    }

    /// Whether the player who sees this, and is to move, gives the game up. Only a level that hardly errs does
    /// ([`Level::player`](crate::Level::player)): from the others a learner should see how the game is won, and they may still err
    /// in their favor.
    pub fn resigns(&self, sight: &Sight, random: &mut Random) -> bool {
        if self.resigns_below <= 0.0 || sight.board().to_move() != sight.color() {
            return false;
        }
        self.chance(sight, random).is_some_and(|chance| chance < self.resigns_below)
    }
}

/// What is left of a chance after so many plies without a challenge: whoever is said to win and takes nothing for long does not
/// win. Beyond `QUIET`, half of the lead is left after each 60 plies.
fn faded(chance: f32, quiet: u32) -> f32 {
    let beyond = quiet.saturating_sub(QUIET) as f32;
    0.5 + (chance - 0.5) * (-beyond / 60.0).exp2()
}

#[cfg(test)]
mod tests {
    use super::faded;

    #[test]
    fn a_lead_fades_only_after_long_quiet_and_never_turns() {
        assert!((faded(0.9, 59) - 0.9).abs() < 1e-6);
        assert!((faded(0.9, 120) - 0.7).abs() < 1e-6);
        assert!((faded(0.1, 120) - 0.3).abs() < 1e-6);
        assert!(faded(0.9, 1_000) >= 0.5);
    }
}
