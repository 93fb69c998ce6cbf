//! The chances that a graph shows: how games go on from a position when both sides play by the policy, each seeing what it sees.
//!
//! The value network judges a position at once, which a search needs thousands of times. Playing on is slower, and forecasts results
//! better (docs/computer.md has both).

use salpakan::record::Timeline;
use salpakan::rules::{Color, Move};
use salpakan_bot::Random;

use super::{Point, Turn};
use crate::belief::unit;
use crate::rest::rest;
use crate::search::Networks;
use crate::world::World;

/// A game that goes on for longer is judged where it stands then.
const LONGEST: u32 = 400;

/// The chance of the side to move, from so many games. Each begins in the next of these worlds.
pub(super) fn forecast(
    networks: &Networks,
    worlds: &[World],
    games: u32,
    random: &mut Random,
) -> f32 {
    let mut playing = Playing { networks, moves: Vec::new(), chances: Vec::new() };
    let total: f32 = worlds
        .iter()
        .cycle()
        .take(games as usize)
        .map(|world| playing.play_on(world.clone(), random))
        .sum();
    total / games.max(1) as f32
}

struct Playing<'a> {
    networks: &'a Networks,
    moves: Vec<Move>,
    chances: Vec<f32>,
}

impl Playing<'_> {
    /// What the side to move gets.
    fn play_on(&mut self, mut world: World, random: &mut Random) -> f32 {
        rest();
        let me = world.to_move();
        for _ in 0..LONGEST {
            if let Some(winner) = world.winner() {
                return f32::from(u8::from(winner == me));
            }
            world.moves(&mut self.moves);
            let Some(mv) = self.draw(&world, random) else {
                return f32::from(u8::from(world.to_move() != me));
            };
            world.play(mv);
        }
        let chance = self.networks.value.chance(&world, &mut Vec::new());
        if world.to_move() == me { chance } else { 1.0 - chance }
    }

    fn draw(&mut self, world: &World, random: &mut Random) -> Option<Move> {
        self.networks.policy.probabilities(world, &self.moves, 1.0, &mut self.chances);
        let mut left = unit(random);
        for (mv, chance) in self.moves.iter().zip(&self.chances) {
            left -= chance;
            if left <= 0.0 {
                return Some(*mv);
            }
        }
        self.moves.last().copied()
    }
}

/// The graph of a game: a point before each ply, by what its mover knew and by both armies. A point is the mean with those of up to
/// two plies of either side around it, as far as no challenge lies between, for what is played on by chance is uneven.
pub fn graph(turns: &[Turn], timeline: &Timeline) -> Vec<Point> {
    const AROUND: usize = 4;
    let is_challenge =
        |ply: u32| timeline.plies.get(ply as usize - 1).is_some_and(|ply| ply.verdict.is_some());
    let point = |index: usize| {
        let turn = &turns[index];
        let quiet = |list: &mut dyn Iterator<Item = usize>, shift: usize| {
            let quiet = list.take_while(|at| !is_challenge(turns[*at - shift].ply));
            quiet.collect::<Vec<usize>>()
        };
        // A challenge at a ply lies after its point.
        let later = quiet(&mut (index + 1..turns.len().min(index + 1 + AROUND)), 1);
        let earlier = quiet(&mut (index.saturating_sub(AROUND)..index).rev(), 0);
        let near: Vec<&Turn> =
            later.iter().chain(&earlier).chain([&index]).map(|at| &turns[*at]).collect();
        let own: Vec<f32> =
            near.iter().filter(|one| one.mover == turn.mover).map(|one| one.forecast).collect();
        let truth: Vec<f32> =
            near.iter().map(|one| for_side(one.truth, one.mover, turn.mover)).collect();
        Point { ply: turn.ply, mover: turn.mover, chance: mean(&own), truth: mean(&truth) }
    };
    (0..turns.len()).map(point).collect()
}

fn for_side(chance: f32, of: Color, side: Color) -> f32 {
    if of == side { chance } else { 1.0 - chance }
}

fn mean(numbers: &[f32]) -> f32 {
    numbers.iter().sum::<f32>() / numbers.len().max(1) as f32
}
