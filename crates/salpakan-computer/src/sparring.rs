//! Programs to measure against, from the literature: any legal move, the best next challenge by exact probabilities, and plain
//! determinised Monte Carlo; and the simulator's bots.

use salpakan::rules::{Color, Deployment, Move, Rank, RuleSet};
use salpakan_bot::{Eyes, Random, Skill};

use crate::game::Player;
use crate::world::World;
use crate::{Candidate, Guesses, Sight, deploy};

/// Any legal move, each as likely as the others.
pub struct AnyMove;

impl Player for AnyMove {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        deploy::deploy(rules, color, None, 0.0, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let board = sight.board();
        Some((board.move_at(random.below(board.move_count()))?, Vec::new()))
    }
}

/// A bot of the simulator.
pub struct SimulatorBot(pub Skill);

impl Player for SimulatorBot {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        salpakan_bot::deploy(rules, color, self.0, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let (own, timeline) = sight.game();
        let me = own.color();
        let mut eyes = Eyes::new(own, timeline.taken[me.opponent()].unwrap_or_default());
        let mut mover = timeline.first;
        for ply in &timeline.plies {
            eyes.see(mover, ply.mv, ply.verdict);
            mover = mover.opponent();
        }
        Some((salpakan_bot::choose(&eyes, sight.board(), self.0, random)?, Vec::new()))
    }
}

/// What a piece is worth to the greedy program and to the Monte Carlo one: by what it can capture of the army.
const WORTH: [f32; Rank::COUNT] =
    [10.0, 8.5, 7.5, 6.5, 5.8, 5.0, 4.4, 3.8, 3.3, 2.8, 2.4, 2.0, 1.6, 7.0, 60.0];

/// The best expected exchange of the next two plies, by the exact probabilities of ranks; otherwise towards the enemy.
pub struct Greedy;

impl Player for Greedy {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        deploy::deploy(rules, color, None, 0.0, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let worlds = worlds(sight, 64, random)?;
        let mut moves = Vec::new();
        worlds[0].moves(&mut moves);
        let mut best: Option<(f32, Move)> = None;
        for m in moves {
            let total: f32 = worlds.iter().map(|world| exchange(world, m)).sum();
            let me = sight.color();
            let forward = f32::from(m.to.depth(me)) - f32::from(m.from.depth(me));
            let score =
                total / worlds.len() as f32 + 0.1 * forward + crate::belief::unit(random) * 0.05;
            if best.is_none_or(|(top, _)| score > top) {
                best = Some((score, m));
            }
        }
        Some((best?.1, Vec::new()))
    }
}

/// What a move gains, less what the enemy's best challenge of the moved piece gains him.
fn exchange(world: &World, m: Move) -> f32 {
    let me = world.to_move();
    let material = |world: &World| {
        let of = |color: Color| -> f32 {
            world.standing(color).iter().map(|square| WORTH[world.rank_index(square)]).sum()
        };
        of(me) - of(me.opponent())
    };
    let end = |world: &World| match world.winner() {
        Some(winner) if winner == me => 100.0,
        Some(_) => -100.0,
        None => material(world),
    };
    let before = material(world);
    let mut after = world.clone();
    after.play(m);
    if after.winner().is_some() {
        return end(&after);
    }
    let mut worst = end(&after);
    let enemies = after.standing(me.opponent());
    for from in m.to.neighbours().intersection(enemies).iter() {
        if !after.standing(me).contains(m.to) {
            break;
        }
        let mut reply = after.clone();
        reply.play(Move { from, to: m.to });
        worst = worst.min(end(&reply));
    }
    worst - before
}

/// Plain determinised Monte Carlo: each move is tried in supposed positions, which random plies finish.
pub struct MonteCarlo {
    /// Games to a decision.
    pub playouts: u32,
    /// Plies of a playout before the material decides.
    pub plies: u32,
}

impl Player for MonteCarlo {
    fn deploy(&mut self, rules: &RuleSet, color: Color, random: &mut Random) -> Option<Deployment> {
        deploy::deploy(rules, color, None, 0.0, random)
    }

    fn choose(&mut self, sight: &Sight, random: &mut Random) -> Option<(Move, Vec<Candidate>)> {
        let worlds = worlds(sight, 200, random)?;
        let mut moves = Vec::new();
        worlds[0].moves(&mut moves);
        let mut seen: Vec<(f32, f32)> = vec![(0.0, 0.0); moves.len()];
        let mut buffer = Vec::new();
        for n in 0..self.playouts {
            let world = &worlds[random.below(worlds.len() as u32) as usize];
            let total = (n + 1) as f32;
            // Upper confidence bounds (UCB1: Auer, Cesa-Bianchi and Fischer, 2002).
            let bound = |(sum, count): &(f32, f32)| {
                if *count == 0.0 {
                    f32::INFINITY
                } else {
                    sum / count + 0.7 * (total.ln() / count).sqrt()
                }
            };
            let best =
                (0..moves.len()).max_by(|a, b| bound(&seen[*a]).total_cmp(&bound(&seen[*b])))?;
            let mut world = world.clone();
            world.play(moves[best]);
            let result = self.finish(world, sight.color(), &mut buffer, random);
            seen[best].0 += result;
            seen[best].1 += 1.0;
        }
        let best = (0..moves.len()).max_by(|a, b| seen[*a].1.total_cmp(&seen[*b].1))?;
        Some((moves[best], Vec::new()))
    }
}

impl MonteCarlo {
    fn finish(
        &self,
        mut world: World,
        me: Color,
        moves: &mut Vec<Move>,
        random: &mut Random,
    ) -> f32 {
        for _ in 0..self.plies {
            if world.winner().is_some() {
                break;
            }
            world.moves(moves);
            if moves.is_empty() {
                break;
            }
            let m = moves[random.below(moves.len() as u32) as usize];
            world.play(m);
        }
        if let Some(winner) = world.winner() {
            return f32::from(u8::from(winner == me));
        }
        let of = |color: Color| -> f32 {
            world.standing(color).iter().map(|square| WORTH[world.rank_index(square)]).sum()
        };
        let (own, enemy) = (of(me), of(me.opponent()));
        crate::value::sigmoid((own - enemy) * 0.15)
    }
}

/// Supposed positions under the uniform prior.
fn worlds(sight: &Sight, count: usize, random: &mut Random) -> Option<Vec<World>> {
    let rows = sight
        .possible()
        .iter()
        .map(|(_, ranks)| Rank::ALL.map(|rank| f32::from(u8::from(ranks.contains(rank)))))
        .collect();
    let mut guesses = Guesses::new(sight, rows, random)?;
    Some((0..count).map(|_| sight.world(guesses.next(random))).collect())
}
