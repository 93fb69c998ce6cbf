//! The player: what it deploys, plays, and why.

use salpakan::rules::{Color, Deployment, Move, RuleSet};
use salpakan_bot::Random;

use crate::game::Player;
use crate::inference::{self, Prior};
use crate::search::{Candidate, Effort, Networks, search};
use crate::world::World;
use crate::{Sight, Weights, deploy};

/// A player with a strength and a seed.
#[derive(Clone)]
pub struct Computer<'a> {
    pub networks: &'a Networks,
    pub prior: &'a Prior,
    pub effort: Effort,
    /// How evenly it chooses among its candidates: 0 for always the best.
    pub noise: f32,
    /// It resigns with a chance to win below this: 0 for never.
    pub resigns_below: f32,
}

/// A move, and the candidates it was chosen from, the best first.
#[derive(Debug, Clone, PartialEq)]
pub struct Decision {
    pub mv: Move,
    pub candidates: Vec<Candidate>,
}

impl<'a> Computer<'a> {
    /// A player that always plays its best.
    pub const fn new(weights: &'a Weights, effort: Effort) -> Computer<'a> {
        let Weights { networks, prior } = weights;
        Computer { networks, prior, effort, noise: 0.0, resigns_below: 0.0 }
    }

    /// A set-up. `None` only for an army that cannot be deployed.
    pub fn deploy(&self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        deploy::deploy(rules, color, random)
    }

    /// A move for the player who sees this and is to move. The same seed gives the same move. `None` if there is none.
    pub fn decide(&self, sight: &Sight, random: &mut Random) -> Option<Decision> {
        let worlds = self.worlds(sight, random)?;
        let candidates = search(self.networks, &worlds, self.effort, random);
        let chosen = self.draw(&candidates, random);
        let mv = candidates.get(chosen)?.mv;
        Some(Decision { mv, candidates })
    }

    /// Positions that agree with what is seen.
    pub(crate) fn worlds(&self, sight: &Sight, random: &mut Random) -> Option<Vec<World>> {
        let policy = &self.networks.policy;
        let mut guesses = inference::guesses(sight, self.prior, policy, random)?;
        let count = self.effort.armies.max(1);
        Some((0..count).map(|_| sight.world(guesses.next(random))).collect())
    }

    fn draw(&self, candidates: &[Candidate], random: &mut Random) -> usize {
        if self.noise <= 0.0 {
            return 0;
        }
        let weight = |one: &Candidate| one.share.powf(1.0 / self.noise);
        let total: f32 = candidates.iter().map(weight).sum();
        let mut left = crate::belief::unit(random) * total;
        for (index, one) in candidates.iter().enumerate() {
            left -= weight(one);
            if left <= 0.0 {
                return index;
            }
        }
        0
    }
}

impl Player for Computer<'_> {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        Computer::deploy(self, rules, color, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        self.decide(sight, random).map(|decision| (decision.mv, decision.candidates))
    }
}
