//! How likely the side to move is to win a supposed position: a small network over pieces on squares, learned from games
//! whose players did not see the position as it was.

use salpakan::rules::{Rank, SQUARES, Square};

use crate::world::World;

const PIECES: usize = Rank::COUNT * SQUARES;
const BEATEN: usize = Rank::COUNT * 16;
const SHOWN: usize = Rank::COUNT * 4;
const OWN_PIECES: usize = 0;
const ENEMY_PIECES: usize = OWN_PIECES + PIECES;
const OWN_BEATEN: usize = ENEMY_PIECES + PIECES;
const ENEMY_BEATEN: usize = OWN_BEATEN + BEATEN;
const OWN_SHOWN: usize = ENEMY_BEATEN + BEATEN;
const ENEMY_SHOWN: usize = OWN_SHOWN + SHOWN;
/// An own piece beside an enemy's.
const CONTACTS: usize = ENEMY_SHOWN + SHOWN;
/// How many pieces each side has more of each rank than the other.
const EXTRA: usize = CONTACTS + Rank::COUNT * Rank::COUNT;
/// The enemy's Flag waits on its goal, and the number of pieces left.
const WAITING: usize = EXTRA;
const LEFT: usize = WAITING + 1;
const FLAG_FREE: usize = LEFT + 64;
/// The number of inputs.
pub const INPUTS: usize = FLAG_FREE + 2 * 4 * 8;
/// The number of units: the first is the sum of its inputs, the others are cut at 0.
pub const UNITS: usize = 32;
/// The number of weights.
pub const SIZE: usize = INPUTS * UNITS + 2 * UNITS + 1;

/// The inputs of a position, from the side to move: its home is below, as White's.
pub fn inputs(world: &World, into: &mut Vec<u16>) {
    into.clear();
    let me = world.to_move();
    let turn = |square: Square| match me {
        salpakan::rules::Color::White => square.index(),
        salpakan::rules::Color::Black => SQUARES - 1 - square.index(),
    };
    let mut push = |input: usize| into.push(input as u16);
    let (own, enemies) = (world.standing(me), world.standing(me.opponent()));
    for (set, pieces, beaten, shown) in [
        (own, OWN_PIECES, OWN_BEATEN, OWN_SHOWN),
        (enemies, ENEMY_PIECES, ENEMY_BEATEN, ENEMY_SHOWN),
    ] {
        for square in set.iter() {
            let rank = world.rank_index(square);
            push(pieces + rank * SQUARES + turn(square));
            let took = usize::from(world.beaten(square));
            if took > 0 {
                push(beaten + rank * 16 + took.min(15));
            }
            let wins = usize::from(world.wins(square).min(1));
            push(shown + rank * 4 + wins * 2 + usize::from(world.has_moved(square)));
        }
    }
    for square in own.iter() {
        let rank = world.rank_index(square);
        for enemy in square.neighbours().intersection(enemies).iter() {
            push(CONTACTS + rank * Rank::COUNT + world.rank_index(enemy));
        }
    }
    if world.waiting().is_some() {
        push(WAITING);
    }
    push(LEFT + (own.len().min(27) as usize));
    push(LEFT + 32 + (enemies.len().min(27) as usize));
    for (n, color) in [me, me.opponent()].into_iter().enumerate() {
        let others = world.standing(color.opponent());
        let flag = world
            .standing(color)
            .iter()
            .find(|square| world.rank_index(*square) == Rank::Flag.index());
        if let Some(flag) = flag {
            let ahead = others.iter().filter(|square| {
                let rows = i32::from(square.depth(color)) - i32::from(flag.depth(color));
                let files = (i32::from(square.file()) - i32::from(flag.file())).abs();
                rows >= 0 && files <= rows + 1
            });
            push(FLAG_FREE + (n * 4 + ahead.count().min(3)) * 8 + usize::from(flag.depth(color)));
        }
    }
}

/// The learned weights.
#[derive(Clone)]
pub struct Value {
    /// By input: a weight for each unit.
    pub inputs: Vec<[f32; UNITS]>,
    pub biases: [f32; UNITS],
    pub outputs: [f32; UNITS],
    pub bias: f32,
}

impl Value {
    /// A network that knows nothing yet, with units that differ.
    pub fn untrained(seed: u64) -> Value {
        let mut random = salpakan_bot::Random::new(seed, 0);
        let mut small = || (crate::belief::unit(&mut random) - 0.5) * 0.1;
        let inputs = (0..INPUTS)
            .map(|_| std::array::from_fn(|unit| if unit == 0 { 0.0 } else { small() }))
            .collect();
        let outputs = std::array::from_fn(|unit| if unit == 0 { 1.0 } else { small() * 4.0 });
        Value { inputs, biases: [0.0; UNITS], outputs, bias: 0.0 }
    }

    /// The sums of the units.
    #[inline]
    pub fn sums(&self, inputs: &[u16]) -> [f32; UNITS] {
        let mut sums = self.biases;
        for input in inputs {
            let row = &self.inputs[usize::from(*input)];
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum += weight;
            }
        }
        sums
    }

    /// The logarithm of the odds of the side to move.
    pub fn logit(&self, inputs: &[u16]) -> f32 {
        let sums = self.sums(inputs);
        let cut = sums[1..].iter().zip(&self.outputs[1..]);
        self.bias
            + sums[0] * self.outputs[0]
            + cut.map(|(sum, out)| sum.max(0.0) * out).sum::<f32>()
    }

    /// The chance of the side to move to win, draws counting half.
    pub fn chance(&self, world: &World, buffer: &mut Vec<u16>) -> f32 {
        inputs(world, buffer);
        sigmoid(self.logit(buffer))
    }
}

pub fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
