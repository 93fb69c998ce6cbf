//! How likely the side to move is to win a supposed position: a small network over pieces on squares, learned from games
//! whose players did not see the position as it was.

use salpakan::rules::{Color, Rank, SQUARES, Square, Squares};

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
/// The enemy's Flag waits on its goal, and the number of pieces left.
const WAITING: usize = CONTACTS + Rank::COUNT * Rank::COUNT;
const LEFT: usize = WAITING + 1;
const FLAG_FREE: usize = LEFT + 64;
/// How many pieces of each rank a side has, up to seven.
const ALIVE: usize = FLAG_FREE + 2 * 4 * 8;
/// How many enemies could still capture a piece of a rank, up to seven.
const FEARS: usize = ALIVE + 2 * Rank::COUNT * 8;
/// How far the nearest enemy is from a Flag, and how many friends stand beside it.
const FLAG_NEAR: usize = FEARS + 2 * Rank::COUNT * 8;
/// How many pieces the side to move has more, from 12 fewer to 12 more.
const LEAD: usize = FLAG_NEAR + 2 * 10 * 4;
/// The number of inputs.
pub const INPUTS: usize = LEAD + 25;
/// The number of units: the first is the sum of its inputs, the others are cut at 0.
pub const UNITS: usize = 32;
/// The number of weights.
pub const SIZE: usize = INPUTS * UNITS + 2 * UNITS + 1;

/// The number of kinds of inputs that differ in their file alone: a rank of a side in a row.
pub(crate) const KINDS: usize = 2 * Rank::COUNT * 8;

/// The kind of an input, for inputs of a piece on a square: pieces in a row have much in common.
pub(crate) const fn kind(input: usize) -> Option<usize> {
    const WIDTH: usize = SQUARES / 8;
    if input < OWN_BEATEN { Some(input / WIDTH) } else { None }
}

/// The inputs of a position, from the side to move: its home is below, as White's.
pub fn inputs(world: &World, into: &mut Vec<u16>) {
    into.clear();
    let me = world.to_move();
    let turn = |square: Square| match me {
        Color::White => square.index(),
        Color::Black => SQUARES - 1 - square.index(),
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
    push(LEAD + (12 + own.len() as i32 - enemies.len() as i32).clamp(0, 24) as usize);
    for (n, color) in [me, me.opponent()].into_iter().enumerate() {
        flag_inputs(world, n, color, &mut push);
    }
    let counts = [count(world, own), count(world, enemies)];
    for n in 0..2 {
        let mut higher = counts[1 - n][Rank::Spy.index()];
        for rank in Rank::ALL {
            let (alive, enemies) = (counts[n][rank.index()], &counts[1 - n]);
            let fears = match rank {
                Rank::Flag => continue,
                Rank::Spy => enemies[Rank::Private.index()],
                Rank::Private => higher - enemies[Rank::Spy.index()],
                _ => higher,
            };
            if alive > 0 {
                let place = n * Rank::COUNT + rank.index();
                push(ALIVE + place * 8 + alive.min(7));
                push(FEARS + place * 8 + fears.min(7));
            }
            if rank.is_officer() {
                higher += enemies[rank.index()];
            }
        }
    }
}

fn count(world: &World, pieces: Squares) -> [usize; Rank::COUNT] {
    let mut counts = [0; Rank::COUNT];
    for square in pieces.iter() {
        counts[world.rank_index(square)] += 1;
    }
    counts
}

/// What the Flag of a side, the `n`-th, has around it and before it.
fn flag_inputs(world: &World, n: usize, color: Color, push: &mut impl FnMut(usize)) {
    let (own, others) = (world.standing(color), world.standing(color.opponent()));
    let is_flag = |square: &Square| world.rank_index(*square) == Rank::Flag.index();
    let Some(flag) = own.iter().find(is_flag) else { return };
    let (mut ahead, mut nearest) = (0, 9);
    for square in others.iter() {
        let rows = i32::from(square.depth(color)) - i32::from(flag.depth(color));
        let files = (i32::from(square.file()) - i32::from(flag.file())).abs();
        ahead += usize::from(rows >= 0 && files <= rows + 1);
        nearest = nearest.min((rows.abs() + files) as usize);
    }
    push(FLAG_FREE + (n * 4 + ahead.min(3)) * 8 + usize::from(flag.depth(color)));
    let friends = flag.neighbours().intersection(own).len().min(3) as usize;
    push(FLAG_NEAR + (n * 10 + nearest) * 4 + friends);
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
