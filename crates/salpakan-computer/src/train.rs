//! Learning from games: both networks by stochastic gradient descent (AdaGrad: Duchi, Hazan and Singer, 2011).

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use salpakan::rules::{ByColor, Color, FILES, LOCAL_SQUARES, Outcome, Rank, RuleSet, Square};
use salpakan_bot::{Random, Skill};

use crate::game::{Played, Player, play};
use crate::policy::{self, Features, Outlook, Policy};
use crate::sparring::SimulatorBot;
use crate::value::{self, UNITS, Value, sigmoid};
use crate::world::{Piece, World};
use crate::{Computer, Effort, Row, Turns, Weights};

/// A position and how its game ended, for the value.
#[derive(Clone)]
pub struct Ended {
    pub inputs: Vec<u16>,
    /// For the side to move: 1, 0.5 or 0.
    pub result: f32,
}

/// A decision, for the policy.
#[derive(Clone)]
pub struct Chosen {
    pub moves: Vec<Features>,
    /// The share of each move.
    pub shares: Vec<f32>,
}

/// A chance that is better by this makes a move e times as likely.
const SHARPNESS: f32 = 0.04;

/// The positions of a game as it was, and its decisions. `mirrored` exchanges left and right, which the rules do not tell apart.
pub fn lessons(game: &Played, mirrored: bool) -> (Vec<Ended>, Vec<Chosen>) {
    let turn = |square: Square| {
        let file = if mirrored { FILES - 1 - square.file() } else { square.file() };
        Square::new(file, square.row()).unwrap_or(square)
    };
    let turned = |m: salpakan::rules::Move| salpakan::rules::Move::new(turn(m.from), turn(m.to));
    let mut world = World::empty(Turns::of(&game.timeline.rules), game.timeline.first);
    for (color, army) in game.armies.iter() {
        for (square, rank) in army.pieces() {
            world.put(color, turn(square), Piece { rank, ..Piece::FRESH });
        }
    }
    let (mut ended, mut chosen) = (Vec::new(), Vec::new());
    for (ply, candidates) in game.timeline.plies.iter().zip(&game.candidates) {
        let me = world.to_move();
        let mut inputs = Vec::with_capacity(64);
        value::inputs(&world, &mut inputs);
        ended.push(Ended { inputs, result: result(game.outcome, me) });
        let outlook = Outlook::new(&world);
        let mut moves = Vec::new();
        world.moves(&mut moves);
        let of = |m: &salpakan::rules::Move| {
            let found = candidates.iter().find(|one| turned(one.mv) == *m);
            match (found, candidates.is_empty()) {
                // The policy moves towards what the search found better (Grill et al., 2020), and not to the mere
                // count of iterations, which are spread over much that is alike.
                (Some(one), _) if one.share > 0.0 => one.prior * (one.chance / SHARPNESS).exp(),
                (None, true) => f32::from(u8::from(turned(ply.mv) == *m)),
                _ => 0.0,
            }
        };
        let mut shares: Vec<f32> = moves.iter().map(of).collect();
        let total: f32 = shares.iter().sum();
        if total > 0.0 {
            shares.iter_mut().for_each(|share| *share /= total);
            let moves = moves.iter().map(|m| outlook.features(*m)).collect();
            chosen.push(Chosen { moves, shares });
        }
        world.play(turned(ply.mv));
    }
    (ended, chosen)
}

fn result(outcome: Outcome, me: Color) -> f32 {
    match outcome {
        Outcome::Draw => 0.5,
        Outcome::Win(winner) => f32::from(u8::from(winner == me)),
    }
}

/// Exchanges the results of a game's positions, in their order, for what they came to in the eyes of `value`: each is a mean of
/// the result and of the chances at the plies to come, of which each counts `lambda` times as much as the one before (TD(λ): Sutton, 1988). So
/// a late blunder is not held against the opening.
fn smooth(ended: &mut [Ended], value: &Value, lambda: f32) {
    for ply in (1..ended.len()).rev() {
        let next = sigmoid(value.logit(&ended[ply].inputs));
        ended[ply - 1].result = 1.0 - ((1.0 - lambda) * next + lambda * ended[ply].result);
    }
}

/// The squared gradients so far, by weight, and what kinds of inputs have in common.
pub struct ValueTrainer {
    inputs: Vec<[f32; UNITS]>,
    common: Vec<[f32; UNITS]>,
    common_squares: Vec<[f32; UNITS]>,
    biases: [f32; UNITS],
    outputs: [f32; UNITS],
    bias: f32,
    pub rate: f32,
}

const FIRST: f32 = 0.1;

impl ValueTrainer {
    pub fn new(rate: f32) -> ValueTrainer {
        ValueTrainer {
            inputs: vec![[FIRST; UNITS]; value::INPUTS],
            common: vec![[0.0; UNITS]; value::KINDS],
            common_squares: vec![[FIRST; UNITS]; value::KINDS],
            biases: [FIRST; UNITS],
            outputs: [FIRST; UNITS],
            bias: FIRST,
            rate,
        }
    }

    /// One step down; returns the logarithmic loss before it.
    pub fn step(&mut self, net: &mut Value, one: &Ended) -> f32 {
        let mut sums = net.sums(&one.inputs);
        for kind in one.inputs.iter().filter_map(|input| value::kind(usize::from(*input))) {
            for (sum, weight) in sums.iter_mut().zip(&self.common[kind]) {
                *sum += weight;
            }
        }
        let active: [f32; UNITS] =
            std::array::from_fn(|unit| if unit == 0 { sums[0] } else { sums[unit].max(0.0) });
        let logit: f32 =
            net.bias + active.iter().zip(&net.outputs).map(|(a, o)| a * o).sum::<f32>();
        let chance = sigmoid(logit).clamp(1e-6, 1.0 - 1e-6);
        let error = chance - one.result;
        let mut down = [0.0; UNITS];
        for unit in 0..UNITS {
            let open = unit == 0 || sums[unit] > 0.0;
            down[unit] = if open { error * net.outputs[unit] } else { 0.0 };
            // The first unit's output stays 1.
            if unit > 0 {
                let slope = error * active[unit];
                adapt(&mut net.outputs[unit], &mut self.outputs[unit], slope, self.rate * 0.2);
            }
            adapt(&mut net.biases[unit], &mut self.biases[unit], down[unit], self.rate * 0.2);
        }
        adapt(&mut net.bias, &mut self.bias, error, self.rate * 0.2);
        for input in &one.inputs {
            let input = usize::from(*input);
            descend(&mut net.inputs[input], &mut self.inputs[input], &down, self.rate);
            if let Some(kind) = value::kind(input) {
                let (row, squares) = (&mut self.common[kind], &mut self.common_squares[kind]);
                descend(row, squares, &down, self.rate);
            }
        }
        -(one.result * chance.ln() + (1.0 - one.result) * (1.0 - chance).ln())
    }

    /// Adds what kinds of inputs have in common to each of them.
    pub fn settle(&mut self, net: &mut Value) {
        for (input, row) in net.inputs.iter_mut().enumerate() {
            if let Some(kind) = value::kind(input) {
                for (weight, common) in row.iter_mut().zip(&self.common[kind]) {
                    *weight += common;
                }
            }
        }
        self.common.fill([0.0; UNITS]);
    }
}

#[inline]
fn descend(row: &mut [f32; UNITS], squares: &mut [f32; UNITS], down: &[f32; UNITS], rate: f32) {
    for unit in 0..UNITS {
        squares[unit] += down[unit] * down[unit];
        row[unit] -= rate * down[unit] / squares[unit].sqrt();
    }
}

#[inline]
fn adapt(weight: &mut f32, squares: &mut f32, slope: f32, rate: f32) {
    *squares += slope * slope;
    *weight -= rate * slope / squares.sqrt();
}

pub struct PolicyTrainer {
    squares: Vec<f32>,
    pub rate: f32,
}

impl PolicyTrainer {
    pub fn new(rate: f32) -> PolicyTrainer {
        PolicyTrainer { squares: vec![FIRST; policy::SIZE], rate }
    }

    /// One step; returns the cross entropy before it.
    pub fn step(&mut self, net: &mut Policy, one: &Chosen) -> f32 {
        let mut chances: Vec<f32> = one.moves.iter().map(|m| net.score(m)).collect();
        policy::softmax(&mut chances);
        let mut loss = 0.0;
        for ((features, chance), share) in one.moves.iter().zip(&chances).zip(&one.shares) {
            if *share > 0.0 {
                loss -= share * chance.max(1e-9).ln();
            }
            let slope = chance - share;
            if slope.abs() < 1e-5 {
                continue;
            }
            for feature in features.iter() {
                adapt(&mut net.0[feature], &mut self.squares[feature], slope, self.rate);
            }
        }
        loss
    }
}

/// Where the set-ups of games put each rank, against chance.
pub fn prior<'a>(games: impl IntoIterator<Item = &'a Played>, smoothing: f32) -> Vec<Row> {
    let mut counts = vec![[0.0_f32; Rank::COUNT]; LOCAL_SQUARES];
    let mut army = [0.0_f32; Rank::COUNT];
    for game in games {
        for (color, deployment) in game.armies.iter() {
            for (square, rank) in deployment.pieces() {
                let depth = usize::from(square.depth(color)) * usize::from(FILES);
                for file in [square.file(), FILES - 1 - square.file()] {
                    counts[(depth + usize::from(file)).min(LOCAL_SQUARES - 1)][rank.index()] += 1.0;
                }
                army[rank.index()] += 2.0;
            }
        }
    }
    let all: f32 = army.iter().sum();
    for row in &mut counts {
        let total: f32 = row.iter().sum::<f32>() + smoothing;
        for (count, army) in row.iter_mut().zip(&army) {
            let share = army / all.max(1.0);
            *count = if share > 0.0 { (*count + smoothing * share) / (total * share) } else { 1.0 };
        }
    }
    counts
}

/// How a generation learns.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Course {
    /// One of so many positions of a game is used for the value, for neighbours say the same.
    pub every: u32,
    pub epochs: u32,
    pub value_rate: f32,
    pub policy_rate: f32,
    /// How far the result counts, and not the chances before it: 1 for the result alone.
    pub lambda: f32,
    /// How much of the prior of set-ups comes from these games.
    pub prior: f32,
    pub seed: u64,
}

impl Course {
    /// The course of a generation: 0 for games of others, then those of its own.
    pub fn of(generation: u64, seed: u64) -> Course {
        let (value_rate, lambda, prior) = match generation {
            0 => (0.01, 1.0, 1.0),
            // What was learned from others' games judges the own ones badly: the bare results count, and slowly, for they
            // are soon known by heart. Half of the prior stays the others', for people deploy neither as they do nor as the
            // computer does.
            1 => (0.003, 1.0, 0.5),
            _ => (0.01, 0.98, 0.0),
        };
        let policy_rate = 0.05;
        let seed = seed.wrapping_add(generation);
        Course { every: 3, epochs: 1, value_rate, policy_rate, lambda, prior, seed }
    }
}

/// What a pass through the lessons came to: mean losses, of games that were learned from and of those that were not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Epoch {
    pub value: f64,
    pub value_unseen: f64,
    pub policy: f64,
    pub policy_unseen: f64,
}

/// Games of a generation, which `workers` threads play: the same for any number of them. `None` if one has no army to play with.
pub fn games<T: Send>(
    count: u64,
    workers: usize,
    play: impl Fn(u64) -> Option<T> + Sync,
) -> Option<Vec<T>> {
    let (next, played) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    let lock = || played.lock().unwrap_or_else(PoisonError::into_inner);
    std::thread::scope(|scope| {
        for _ in 0..workers.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        return;
                    }
                    let game = play(index);
                    lock().push((index, game));
                }
            });
        }
    });
    let mut played = std::mem::take(&mut *lock());
    played.sort_by_key(|(index, _)| *index);
    played.into_iter().map(|(_, game)| game).collect()
}

/// What a decision of a learner may spend: it looks at its moves as its policy says, for that is what it is to learn.
pub fn effort(nodes: u32) -> Effort {
    Effort { breadth: 1.0, ..Effort::of_nodes(nodes) }
}

/// A game of a learner against `against`, which may be the learner itself, and otherwise always plays its best.
pub fn practise(
    learner: &Weights,
    against: Option<&Weights>,
    rules: &RuleSet,
    effort: Effort,
    seed: u64,
    index: u64,
) -> Option<Played> {
    let mut random = Random::new(seed, index);
    let mut one = Computer { noise: EXPLORING, ..Computer::new(learner, effort) };
    let mut other = match against {
        Some(against) => Computer::new(against, effort),
        None => one.clone(),
    };
    let first = if random.chance(500) { Color::White } else { Color::Black };
    let players = if index.is_multiple_of(2) {
        ByColor::<&mut dyn Player> { white: &mut one, black: &mut other }
    } else {
        ByColor::<&mut dyn Player> { white: &mut other, black: &mut one }
    };
    play(rules, players, first, MOST_PLIES, &mut random)
}

/// A game of the simulator's bots, the better half of them: what a learner that knows nothing begins with.
pub fn simulated(rules: &RuleSet, seed: u64, index: u64) -> Option<Played> {
    let mut random = Random::new(seed, index);
    let mut bot = || SimulatorBot(Skill(500 + random.below(501)));
    let (mut white, mut black) = (bot(), bot());
    let first = if random.chance(500) { Color::White } else { Color::Black };
    let players = ByColor::<&mut dyn Player> { white: &mut white, black: &mut black };
    play(rules, players, first, MOST_PLIES, &mut random)
}

/// How evenly a learner chooses, so that it sees more than its favourite lines.
const EXPLORING: f32 = 0.5;
/// Longer games of self-play are draws.
const MOST_PLIES: u32 = 400;

/// Learns from games; a tenth of them is kept to judge by.
pub fn learn(weights: &mut Weights, games: &[Played], course: Course) -> Vec<Epoch> {
    let mut random = Random::new(course.seed, 99);
    for (row, seen) in weights.prior.0.iter_mut().zip(prior(games, 200.0)) {
        for (weight, seen) in row.iter_mut().zip(seen) {
            *weight += course.prior * (seen - *weight);
        }
    }
    let (used, kept) = games.split_at(games.len() * 9 / 10);
    let (mut ended, mut chosen) = (Vec::new(), Vec::new());
    let before = weights.networks.value.clone();
    for (index, game) in used.iter().enumerate() {
        for mirrored in [false, true] {
            let (mut positions, decisions) = lessons(game, mirrored);
            smooth(&mut positions, &before, course.lambda);
            ended.extend(positions.into_iter().filter(|_| random.below(course.every) == 0));
            // One side of the mirror is enough for what is the same on both.
            if mirrored == (index % 2 == 0) {
                chosen.extend(decisions);
            }
        }
    }
    let unseen: Vec<_> = kept.iter().map(|game| lessons(game, false)).collect();
    let (mut values, mut policies) =
        (ValueTrainer::new(course.value_rate), PolicyTrainer::new(course.policy_rate));
    let networks = &mut weights.networks;
    let pass = |epoch: u32| {
        random.shuffle(&mut ended);
        random.shuffle(&mut chosen);
        let slower = 1.0 + epoch as f32;
        values.rate = course.value_rate / slower;
        policies.rate = course.policy_rate / slower;
        let value = mean(ended.iter().map(|one| values.step(&mut networks.value, one)));
        values.settle(&mut networks.value);
        let policy = mean(chosen.iter().map(|one| policies.step(&mut networks.policy, one)));
        let of_values = unseen.iter().flat_map(|(ended, _)| ended);
        let of_policies = unseen.iter().flat_map(|(_, chosen)| chosen);
        Epoch {
            value,
            policy,
            value_unseen: mean(
                of_values.map(|one| loss(networks.value.logit(&one.inputs), one.result)),
            ),
            policy_unseen: mean(of_policies.map(|one| surprise(&networks.policy, one))),
        }
    };
    (0..course.epochs).map(pass).collect()
}

fn mean(losses: impl Iterator<Item = f32>) -> f64 {
    let (sum, count) = losses.fold((0.0, 0_u32), |(sum, n), one| (sum + f64::from(one), n + 1));
    sum / f64::from(count.max(1))
}

/// The logarithmic loss of a chance.
fn loss(logit: f32, result: f32) -> f32 {
    let chance = sigmoid(logit).clamp(1e-6, 1.0 - 1e-6);
    -(result * chance.ln() + (1.0 - result) * (1.0 - chance).ln())
}

/// The cross entropy of a decision.
fn surprise(net: &Policy, one: &Chosen) -> f32 {
    let mut chances: Vec<f32> = one.moves.iter().map(|m| net.score(m)).collect();
    policy::softmax(&mut chances);
    let parts = chances.iter().zip(&one.shares).filter(|(_, share)| **share > 0.0);
    -parts.map(|(chance, share)| share * chance.max(1e-9).ln()).sum::<f32>()
}
