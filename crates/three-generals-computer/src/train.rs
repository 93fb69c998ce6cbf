//! Learning from games of the computer against itself: logistic regression by stochastic gradient descent (AdaGrad: Duchi, Hazan
//! and Singer, 2011) towards what the game came to.

use salpakan_bot::Random;
use three_generals::{Color, Ply, Turn};

use crate::game::{Played, Player, play};
use crate::sparring::AnyPly;
use crate::value::{INPUTS, Value, inputs, sigmoid};
use crate::{Computer, Effort, Weights};

/// A position and what its game came to.
struct Lesson {
    inputs: Vec<(u16, f32)>,
    /// For the side to move, from 0 to 1.
    target: f32,
}

/// How a generation learns.
#[derive(Debug, Clone, Copy)]
pub struct Course {
    /// One position in so many is learned from.
    pub every: u32,
    /// Passes through the positions.
    pub epochs: u32,
    pub rate: f32,
    /// How much a ply to come counts beside the one before it, on the way from what the search said to the result.
    pub lambda: f32,
    pub seed: u64,
}

impl Course {
    /// The course of a generation, the first being 1.
    pub fn of(generation: u64, seed: u64) -> Course {
        // The chances of who has learned nothing say little; of them, only the result counts.
        let lambda = if generation <= 1 { 1.0 } else { 0.95 };
        let rate = if generation <= 1 { 0.03 } else { 0.015 };
        Course { every: 3, epochs: 2, rate, lambda, seed: seed.wrapping_add(generation) }
    }
}

/// What learning came to: mean logarithmic losses of the results, of games that were learned from and of those that were not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Learned {
    pub loss: f64,
    /// Before, on games that are not learned from.
    pub before: f64,
    pub unseen: f64,
}

/// Longer games of self-play are draws.
const MOST_PLIES: u32 = 400;
/// How evenly a learner chooses, so that it sees more than its favourite lines.
const EXPLORING: f32 = 0.15;
/// Games begin with up to so many plies by chance, or nearly all would begin alike.
const OPENING: u32 = 7;

/// A game of a learner against itself.
pub fn practise(weights: &Weights, nodes: u32, seed: u64, number: u64) -> Played {
    let mut random = Random::new(seed, number);
    let effort = Effort { lines: 3, ..Effort::of_nodes(nodes) };
    let learner = Computer { noise: EXPLORING, ..Computer::new(weights, effort) };
    let opening = random.below(OPENING);
    let mut sides = [Learner(learner.clone(), opening), Learner(learner, opening)];
    let [white, black] = &mut sides;
    play([white, black], MOST_PLIES, &mut random)
}

/// Plays any plies at first, and now and then later.
struct Learner<'a>(Computer<'a>, u32);

impl Player for Learner<'_> {
    fn choose(
        &mut self,
        game: &three_generals::Game,
        random: &mut Random,
    ) -> Option<(Ply, Vec<crate::Candidate>)> {
        let is_opening = game.plies().len() < self.1 as usize;
        if is_opening || random.chance(10) {
            return AnyPly.choose(game, random);
        }
        self.0.choose(game, random)
    }
}

/// The positions of a game in which nothing is about to be taken: a judgement is asked of no others.
fn lessons(played: &Played, lambda: f32) -> Vec<Lesson> {
    let result = |side: Color| match played.winner {
        None => 0.5,
        Some(winner) => f32::from(u8::from(winner == side)),
    };
    let start = three_generals::Position::start();
    let mut positions = vec![start];
    for ply in played.game.plies() {
        let mut after = positions[positions.len() - 1].clone();
        after.play_known(*ply);
        positions.push(after);
    }
    let mut lessons = Vec::new();
    // From the end on, as White sees it.
    let mut target = result(Color::White);
    for (number, ply) in played.game.plies().iter().enumerate().rev() {
        let position = &positions[number];
        let side = position.side_to_move();
        let of = |white: f32| if side == Color::White { white } else { 1.0 - white };
        let candidates = played.candidates.get(number).and_then(|found| found.first());
        if let Some(best) = candidates {
            target = lambda * target + (1.0 - lambda) * of(best.chance);
        }
        let ply = candidates.map_or(*ply, |best| best.ply);
        let is_quiet = matches!(
            ply,
            Ply::Move { captures: false, turn: Turn::No | Turn::Yes, .. } | Ply::Drop { .. }
        );
        if is_quiet {
            let mut sparse = Vec::with_capacity(160);
            inputs(position, |input, value| sparse.push((input as u16, value)));
            lessons.push(Lesson { inputs: sparse, target: of(target) });
        }
    }
    lessons
}

/// Learns from games; a tenth of them is kept to judge by.
pub fn learn(weights: &mut Weights, games: &[Played], course: Course) -> Learned {
    let mut random = Random::new(course.seed, 99);
    let (used, kept) = games.split_at(games.len() * 9 / 10);
    let mut learned: Vec<Lesson> = Vec::new();
    for game in used {
        let some = lessons(game, course.lambda).into_iter();
        learned.extend(some.filter(|_| random.below(course.every) == 0));
    }
    // Judged by the bare results, whatever is learned from.
    let unseen: Vec<Lesson> = kept.iter().flat_map(|game| lessons(game, 1.0)).collect();
    let value = &mut weights.value;
    let mean = |value: &Value| {
        let total: f64 =
            unseen.iter().map(|one| f64::from(loss(logit(value, one), one.target))).sum();
        total / unseen.len().max(1) as f64
    };
    let before = mean(value);
    let mut squares = vec![0.01_f32; INPUTS];
    let mut last = 0.0;
    for epoch in 0..course.epochs {
        random.shuffle(&mut learned);
        let rate = course.rate / (1.0 + epoch as f32);
        let total: f64 =
            learned.iter().map(|one| f64::from(step(value, &mut squares, one, rate))).sum();
        last = total / learned.len().max(1) as f64;
    }
    Learned { loss: last, before, unseen: mean(value) }
}

fn logit(value: &Value, one: &Lesson) -> f32 {
    one.inputs.iter().map(|(input, number)| value.0[usize::from(*input)] * number).sum()
}

fn step(value: &mut Value, squares: &mut [f32], one: &Lesson, rate: f32) -> f32 {
    let logit = logit(value, one);
    let error = sigmoid(logit) - one.target;
    for (input, number) in &one.inputs {
        let slope = error * number;
        let square = &mut squares[usize::from(*input)];
        *square += slope * slope;
        value.0[usize::from(*input)] -= rate * slope / square.sqrt();
    }
    loss(logit, one.target)
}

/// The logarithmic loss of a chance.
fn loss(logit: f32, target: f32) -> f32 {
    let chance = sigmoid(logit).clamp(1e-6, 1.0 - 1e-6);
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}
