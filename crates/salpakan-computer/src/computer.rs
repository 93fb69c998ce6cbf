//! The player: what it deploys, plays, and why.

use salpakan::rules::{Color, Deployment, Move, RuleSet, Squares};
use salpakan_bot::Random;

use crate::belief::unit;
use crate::game::Player;
use crate::inference::{self, Prior, Told};
use crate::search::{Candidate, Effort, Networks, search};
use crate::world::World;
use crate::{Guesses, Sight, Weights, deploy};

/// A player with a strength and a seed.
#[derive(Clone)]
pub struct Computer<'a> {
    pub networks: &'a Networks,
    pub prior: &'a Prior,
    pub effort: Effort,
    /// How evenly it chooses among its candidates: 0 for always the best.
    pub noise: f32,
    /// The share of challenges that it forgets; it believes so much less of what the enemy's plies tell, too.
    pub forgets: f32,
    /// The share of enemy pieces that it overlooks each time, but never the one that has just moved.
    pub overlooks: f32,
    /// The share of its pieces that it sets up anywhere.
    pub scatters: f32,
    /// How many set-ups it draws to take one of those that it likes: 1 for the first.
    pub set_ups: u32,
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
        Computer {
            networks,
            prior,
            effort,
            noise: 0.0,
            forgets: 0.0,
            overlooks: 0.0,
            scatters: 0.0,
            set_ups: 20,
            resigns_below: 0.0,
        }
    }

    /// A set-up. `None` only for an army that cannot be deployed.
    pub fn deploy(&self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        let mut draw =
            || deploy::deploy(rules, color, self.effort.personality, self.scatters, random);
        let drafts: Vec<Deployment> = (0..self.set_ups.max(1)).filter_map(|_| draw()).collect();
        if self.set_ups <= 1 {
            return drafts.into_iter().next();
        }
        deploy::choose(rules, color, drafts, &self.networks.value, random)
    }

    /// A move for the player who sees this and is to move. The same seed gives the same move. `None` if there is none.
    pub fn decide(&self, sight: &Sight, random: &mut Random) -> Option<Decision> {
        let mut worlds = self.worlds(sight, random)?;
        let unseen = self.overlooked(sight, random);
        for world in &mut worlds {
            unseen.iter().for_each(|square| world.overlook(square));
        }
        let mut candidates = search(self.networks, &worlds, self.effort, random);
        // Nobody walks into a piece by oversight; that it stands there is seen then.
        let others = candidates.iter().filter(|one| !unseen.contains(one.mv.to));
        if others.count() > 0 {
            candidates.retain(|one| !unseen.contains(one.mv.to));
        }
        let chosen = self.draw(&candidates, random);
        let mv = candidates.get(chosen)?.mv;
        Some(Decision { mv, candidates })
    }

    /// Positions that agree with what is seen, and remembered.
    pub(crate) fn worlds(&self, sight: &Sight, random: &mut Random) -> Option<Vec<World>> {
        let some = |sight: &Sight, mut guesses: Guesses, random: &mut Random| {
            let count = self.effort.armies.max(1);
            (0..count).map(|_| sight.world(guesses.next(random))).collect()
        };
        if self.forgets > 0.0 {
            let told = Told::by_all(sight, self.prior, &self.networks.policy, random)?;
            let left = sight.forgetting(self.forgets, random);
            let guesses = told.guesses(&left, self.prior, 1.0 - self.forgets, random)?;
            return Some(some(&left, guesses, random));
        }
        let guesses = inference::guesses(sight, self.prior, &self.networks.policy, random)?;
        Some(some(sight, guesses, random))
    }

    /// The enemy pieces that are not noticed this time.
    fn overlooked(&self, sight: &Sight, random: &mut Random) -> Squares {
        let mut unseen = Squares::EMPTY;
        if self.overlooks <= 0.0 {
            return unseen;
        }
        let (_, timeline) = sight.game();
        let last = timeline.plies.last().map(|ply| ply.mv.to);
        for square in sight.board().standing(sight.color().opponent()).iter() {
            if Some(square) != last && unit(random) < self.overlooks {
                unseen.insert(square);
            }
        }
        unseen
    }

    fn draw(&self, candidates: &[Candidate], random: &mut Random) -> usize {
        if self.noise <= 0.0 {
            return 0;
        }
        let weight = |one: &Candidate| one.share.powf(1.0 / self.noise);
        let total: f32 = candidates.iter().map(weight).sum();
        let mut left = unit(random) * total;
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

#[cfg(test)]
mod tests {
    use salpakan::rules::{ByColor, Color, RuleSet};
    use salpakan_bot::{Random, Skill};

    use super::Computer;
    use crate::game::{Played, Player, play};
    use crate::sparring::SimulatorBot;
    use crate::{Effort, Sight, Weights};

    fn game(seed: u64) -> Played {
        let (mut white, mut black) = (SimulatorBot(Skill(900)), SimulatorBot(Skill(900)));
        let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
        play(&RuleSet::STANDARD, players, Color::White, 60, &mut Random::new(seed, 0))
            .expect("a game")
    }

    /// How often one of many supposed positions gives a piece a rank that its challenges rule out.
    fn impossible(computer: &Computer, sight: &Sight) -> usize {
        let worlds = computer.worlds(sight, &mut Random::new(1, 1)).expect("positions");
        let mut count = 0;
        for (square, piece) in sight.board().pieces().filter(|(_, p)| p.color != sight.color()) {
            let of = |(origin, _): &&(_, _)| *origin == piece.origin;
            let (_, ranks) = sight.possible().iter().find(of).expect("an enemy piece");
            let is_out = |rank: usize| ranks.iter().all(|one| one.index() != rank);
            count += worlds.iter().filter(|world| is_out(world.rank_index(square))).count();
        }
        count
    }

    #[test]
    fn whoever_forgets_supposes_what_was_seen_to_be_impossible_and_nobody_else_does() {
        let sound = Computer::new(Weights::learned(), Effort::of_nodes(400));
        let forgetful = Computer { forgets: 1.0, ..sound.clone() };
        let mut forgotten = 0;
        for seed in 0..8 {
            let game = game(seed);
            let sight = Sight::new(&game.timeline, &game.armies.white);
            assert_eq!(impossible(&sound, &sight), 0, "game {seed}");
            forgotten += impossible(&forgetful, &sight);
        }
        assert!(forgotten > 50, "{forgotten}");
    }

    #[test]
    fn whoever_overlooks_all_challenges_only_the_piece_that_has_just_moved() {
        let sound = Computer::new(Weights::learned(), Effort::of_nodes(200));
        let blind = Computer { overlooks: 1.0, ..sound.clone() };
        let (mut challenges, mut others) = (0, 0);
        for seed in 0..30 {
            let mut game = game(seed);
            game.timeline.ending = None;
            game.timeline.plies.truncate(game.timeline.plies.len() / 2 * 2);
            let sight = Sight::new(&game.timeline, &game.armies.white);
            if sight.board().to_move() != Color::White {
                continue;
            }
            let last = game.timeline.plies.last().map(|ply| ply.mv.to);
            let enemies = sight.board().standing(Color::Black);
            let decide = |computer: &Computer| {
                computer.decide(&sight, &mut Random::new(4, seed)).expect("a move").candidates
            };
            for one in decide(&blind).iter().filter(|one| enemies.contains(one.mv.to)) {
                assert_eq!(Some(one.mv.to), last, "game {seed}");
                challenges += 1;
            }
            let other = |to| enemies.contains(to) && Some(to) != last;
            others += decide(&sound).iter().filter(|one| other(one.mv.to)).count();
        }
        assert!(others >= 10 && challenges > 0, "{others} and {challenges}");
    }
}
