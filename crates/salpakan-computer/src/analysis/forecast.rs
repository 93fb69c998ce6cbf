//! The chances that a graph shows: how games go on from a position, each side seeing what it sees, and what the value network says.
//!
//! The value network judges a position at once, which a search needs thousands of times. Playing on is slower, and both together
//! forecast results better than either (docs/computer.md has the figures).

use salpakan::record::Timeline;
use salpakan::rules::Move;
use salpakan_bot::Random;

use super::{Analyst, Point, Turn};
use crate::belief::unit;
use crate::rest::rest;
use crate::search::Networks;
use crate::world::World;

/// A game that goes on for longer is judged where it stands then.
const LONGEST: u32 = 400;

/// How a position was judged, from the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Forecast {
    /// Points that the side got in the games that went on from it.
    pub points: f32,
    /// How many games went on.
    pub games: u8,
    /// The chance by the value network.
    pub judged: f32,
}

impl Forecast {
    /// By what the side knew: games that both play by the policy, each beginning in the next of these worlds.
    pub(super) fn of_worlds(
        networks: &Networks,
        worlds: &[World],
        games: u8,
        random: &mut Random,
    ) -> Forecast {
        let mut playing = Playing { networks, moves: Vec::new(), chances: Vec::new() };
        let begun = worlds.iter().cycle().take(usize::from(games));
        let points = begun.map(|world| playing.play_on(world.clone(), random)).sum();
        Forecast { points, games, judged: judged(networks, worlds) }
    }

    /// With both armies: games between two who search a little and see what players see.
    pub(super) fn of_truth(
        analyst: &Analyst,
        (ply, truth): (u32, &World),
        games: u8,
        random: &mut Random,
    ) -> Forecast {
        let points = analyst.searched_points(ply - 1, truth.to_move(), games, random);
        let judged = judged(&analyst.weights.networks, std::slice::from_ref(truth));
        Forecast { points, games, judged }
    }

    /// This one from the other side.
    fn turned(self) -> Forecast {
        Forecast { points: f32::from(self.games) - self.points, judged: 1.0 - self.judged, ..self }
    }
}

/// The mean chance of the side to move by the value network.
fn judged(networks: &Networks, worlds: &[World]) -> f32 {
    let mut inputs = Vec::new();
    let total: f32 = worlds.iter().map(|world| networks.value.chance(world, &mut inputs)).sum();
    total / worlds.len().max(1) as f32
}

/// The chance that these forecasts of one side give together: the logarithms of the odds of both kinds, by weights that forecast well
/// games of several kinds of players (docs/computer.md).
fn together(forecasts: &[Forecast]) -> f32 {
    const PLAYED: f32 = 0.5;
    const JUDGED: f32 = 0.7;
    let odds = |chance: f32| (chance / (1.0 - chance)).ln();
    let games: f32 = forecasts.iter().map(|one| f32::from(one.games)).sum();
    let points: f32 = forecasts.iter().map(|one| one.points).sum();
    let judged: f32 = forecasts.iter().map(|one| one.judged).sum();
    let judged = (judged / forecasts.len().max(1) as f32).clamp(0.005, 0.995);
    // Half a point for each side more: a few games that all end alike prove nothing.
    let played = (points + 0.5) / (games + 1.0);
    crate::value::sigmoid(PLAYED * odds(played) + JUDGED * odds(judged))
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

/// The graph of a game: a point before each ply, by what its mover knew and by both armies. A point takes in those of up to
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
        let same = near.iter().filter(|one| one.mover == turn.mover);
        let own: Vec<Forecast> = same.map(|one| one.forecast).collect();
        let seen_by = |one: &&Turn| {
            if one.mover == turn.mover { one.truth } else { one.truth.turned() }
        };
        let truth: Vec<Forecast> = near.iter().map(seen_by).collect();
        Point { ply: turn.ply, mover: turn.mover, chance: together(&own), truth: together(&truth) }
    };
    (0..turns.len()).map(point).collect()
}
