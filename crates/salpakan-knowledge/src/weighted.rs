//! Sums over all armies when every piece has its own weight for each rank.
//!
//! No pieces are interchangeable here, so a state is the number of pieces of each rank that are given out: 172,032
//! states for the standard army. Pieces take their ranks one after the other, so the sum of a state's digits is the
//! index of the next piece. Forward and backward sums are combined: a piece's probability of a rank is the sum over
//! states of the ways into the state, times its weight, times the ways to continue.
//!
//! The few ranks with the most pieces in the army form a *block* of states that are adjacent in memory. A step in any
//! other rank leads from a block to another, so that the inner loops are products of rows.

use salpakan::rules::Rank;

/// A number for each rank, in the order of [`Rank::ALL`].
pub type Row = [f64; Rank::COUNT];

/// Memory to be reused by queries: 2.8 MB for the standard army.
#[derive(Clone, Default)]
pub struct Space(Vec<f64>);

impl Space {
    /// Two buffers of this size, with arbitrary contents.
    fn two(&mut self, size: usize) -> (&mut [f64], &mut [f64]) {
        if self.0.len() < 2 * size {
            self.0.resize(2 * size, 0.0);
        }
        self.0[..2 * size].split_at_mut(size)
    }
}

/// The minimum size of blocks, if there are enough ranks.
const BLOCK: usize = 28;

/// The maximum number of ranks in a block: each at least doubles it.
const MOST_INNER: usize = 5;

/// The probabilities of each piece's ranks, when the likelihood of an army is the product of its pieces' weights. All
/// are 0 if no army has a positive product.
pub fn marginals(left: [u8; Rank::COUNT], weights: &[Row], space: &mut Space) -> Vec<Row> {
    if left.iter().map(|&count| usize::from(count)).sum::<usize>() != weights.len() {
        return vec![[0.0; Rank::COUNT]; weights.len()];
    }
    let mut left = left;
    let mut rows: Vec<Row> = weights.iter().map(normal).collect();
    let certain = settle(&mut left, &mut rows);
    let open: Vec<usize> = (0..rows.len()).filter(|piece| certain >> piece & 1 == 0).collect();
    if open.iter().any(|piece| rows[*piece].iter().all(|weight| *weight == 0.0)) {
        return vec![[0.0; Rank::COUNT]; rows.len()];
    }
    let questions: Vec<Row> = open.iter().map(|piece| rows[*piece]).collect();
    let (answers, possible) = Sums::new(left, &questions).marginals(&questions, space);
    if !possible {
        return vec![[0.0; Rank::COUNT]; rows.len()];
    }
    for (piece, answer) in open.into_iter().zip(answers) {
        rows[piece] = answer;
    }
    rows
}

/// The row scaled to a maximum of 1, so that products stay in range.
fn normal(row: &Row) -> Row {
    let largest = row.iter().copied().fold(0.0, f64::max);
    if largest > 0.0 { row.map(|weight| weight / largest) } else { *row }
}

/// Gives pieces with one possible rank that rank, until no more are certain; bit `p` of the result is piece `p`.
fn settle(left: &mut [u8; Rank::COUNT], rows: &mut [Row]) -> u32 {
    let mut certain = 0_u32;
    loop {
        let before = certain;
        for (piece, row) in rows.iter_mut().enumerate() {
            if certain >> piece & 1 == 1 {
                continue;
            }
            for (weight, left) in row.iter_mut().zip(left.iter()) {
                if *left == 0 {
                    *weight = 0.0;
                }
            }
            let mut ranks = (0..Rank::COUNT).filter(|rank| row[*rank] > 0.0);
            if let (Some(rank), None) = (ranks.next(), ranks.next()) {
                left[rank] -= 1;
                row[rank] = 1.0;
                certain |= 1 << piece;
            }
        }
        if certain == before {
            return certain;
        }
    }
}

/// A rank with its position in the states' numbers.
#[derive(Clone, Copy)]
struct Digit {
    rank: usize,
    /// The number of its pieces.
    most: usize,
    stride: usize,
}

struct Sums {
    pieces: usize,
    /// The ranks within a block; strides count states.
    inner: Vec<Digit>,
    /// The others; strides count blocks.
    outer: Vec<Digit>,
    /// The number of states in a block.
    block: usize,
    /// By state of a block: the number of pieces with the block's own ranks.
    given: Vec<usize>,
    /// By block: what the other ranks have been given.
    outside: Vec<Outside>,
}

/// What the ranks outside a block have been given.
#[derive(Clone, Copy)]
struct Outside {
    pieces: usize,
    /// Bit `d`: digit `d` can be incremented.
    up: u16,
    /// Bit `d`: digit `d` can be decremented.
    down: u16,
}

impl Sums {
    fn new(left: [u8; Rank::COUNT], questions: &[Row]) -> Sums {
        let mut ranks: Vec<usize> = (0..Rank::COUNT).filter(|rank| left[*rank] > 0).collect();
        ranks.sort_by_key(|rank| std::cmp::Reverse(left[*rank]));
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        let (mut block, mut blocks) = (1, 1);
        for rank in ranks {
            let most = usize::from(left[rank]);
            let (digits, size) =
                if block < BLOCK { (&mut inner, &mut block) } else { (&mut outer, &mut blocks) };
            digits.push(Digit { rank, most, stride: *size });
            *size *= most + 1;
        }
        let given = |state| inner.iter().map(|digit: &Digit| digit.of(state)).sum();
        let given = (0..block).map(given).collect();
        let outside = (0..blocks).map(|block| Outside::of(&outer, block)).collect();
        Sums { pieces: questions.len(), inner, outer, block, given, outside }
    }

    fn marginals(&self, questions: &[Row], space: &mut Space) -> (Vec<Row>, bool) {
        let weights = self.table(questions);
        let states = self.outside.len() * self.block;
        let (onward, until) = space.two(states);
        self.backward(&weights, onward);
        let meetings = self.forward(&weights, onward, until);
        let total = onward[0];
        let mut answers = vec![[0.0; Rank::COUNT]; self.pieces];
        for (place, sum) in meetings.iter().enumerate().filter(|(_, sum)| **sum > 0.0) {
            let (rest, state) = (place / self.block, place % self.block);
            let (given, rank) = (rest / Rank::COUNT, rest % Rank::COUNT);
            answers[given + self.given[state]][rank] += sum * weights[place] / total;
        }
        (answers, total > 0.0)
    }

    /// The maximum number of pieces with ranks outside a block.
    fn outer_most(&self) -> usize {
        self.outer.iter().map(|digit| digit.most).sum()
    }

    /// By the number of pieces given outside the block, rank, and state of a block: the weight of the rank for the next
    /// piece. It is 0 for a rank of the block that is used up.
    fn table(&self, questions: &[Row]) -> Vec<f64> {
        let mut table = vec![0.0; (self.outer_most() + 1) * Rank::COUNT * self.block];
        for (place, weight) in table.iter_mut().enumerate() {
            let (rest, state) = (place / self.block, place % self.block);
            let (given, rank) = (rest / Rank::COUNT, rest % Rank::COUNT);
            let used_up = self.inner.iter().any(|d| d.rank == rank && d.of(state) == d.most);
            if let Some(row) = questions.get(given + self.given[state]).filter(|_| !used_up) {
                *weight = row[rank];
            }
        }
        table
    }

    /// The part of a table for a rank and this number of pieces given outside the block.
    fn row<'t>(&self, table: &'t [f64], given: usize, rank: usize) -> &'t [f64] {
        let start = (given * Rank::COUNT + rank) * self.block;
        &table[start..start + self.block]
    }

    /// The digits of the ranks outside the block at the set bits.
    fn digits(&self, bits: u16) -> impl Iterator<Item = &Digit> {
        self.outer
            .iter()
            .enumerate()
            .filter(move |(d, _)| bits >> d & 1 == 1)
            .map(|(_, digit)| digit)
    }

    /// The weights of the block's own ranks, for this number of pieces given outside, with their strides.
    fn own_rows<'t>(&self, weights: &'t [f64], given: usize) -> [(&'t [f64], usize); MOST_INNER] {
        let mut rows: [(&[f64], usize); MOST_INNER] = [(&[], usize::MAX); MOST_INNER];
        for (row, digit) in rows.iter_mut().zip(&self.inner) {
            *row = (self.row(weights, given, digit.rank), digit.stride);
        }
        rows
    }

    /// By state: the sum over all continuations.
    fn backward(&self, weights: &[f64], sums: &mut [f64]) {
        let size = self.block;
        for (block, outside) in self.outside.iter().enumerate().rev() {
            let (before, later) = sums.split_at_mut((block + 1) * size);
            let own = &mut before[block * size..];
            let steps = self.digits(outside.up).map(|digit| {
                let to = (digit.stride - 1) * size;
                (self.row(weights, outside.pieces, digit.rank), &later[to..to + size])
            });
            sum_up(own, steps);
            if block + 1 == self.outside.len() {
                own[size - 1] = 1.0;
            }
            let rows = &self.own_rows(weights, outside.pieces)[..self.inner.len()];
            for state in (0..size).rev() {
                // If a rank of the block is used up, the step leads to a wrong state; its weight is 0.
                let mut sum = own[state];
                for (row, stride) in rows {
                    if let Some(onward) = own.get(state + stride) {
                        sum += row[state] * onward;
                    }
                }
                own[state] = sum;
            }
        }
    }

    /// By the number of pieces given outside the block, rank, and state of a block, like the table of weights: the sum
    /// over states of the ways to it, times the continuations after the step in that rank.
    fn forward(&self, weights: &[f64], onward: &[f64], sums: &mut [f64]) -> Vec<f64> {
        let size = self.block;
        let mut meetings = vec![0.0; weights.len()];
        for (block, outside) in self.outside.iter().enumerate() {
            let (earlier, rest) = sums.split_at_mut(block * size);
            let own = &mut rest[..size];
            let steps = self.digits(outside.down).map(|digit| {
                let from = (block - digit.stride) * size;
                let row = self.row(weights, outside.pieces - 1, digit.rank);
                (row, &earlier[from..from + size])
            });
            sum_up(own, steps);
            if block == 0 {
                own[0] = 1.0;
            }
            let rows = &self.own_rows(weights, outside.pieces)[..self.inner.len()];
            for state in 1..size {
                let mut sum = own[state];
                for (row, stride) in rows {
                    if let Some(from) = state.checked_sub(*stride) {
                        sum += row[from] * own[from];
                    }
                }
                own[state] = sum;
            }
            self.meet(block, own, onward, &mut meetings);
        }
        meetings
    }

    fn meet(&self, block: usize, own: &[f64], onward: &[f64], sums: &mut [f64]) {
        let (size, outside) = (self.block, &self.outside[block]);
        let outer = self.digits(outside.up);
        let outer = outer.map(|digit| (digit.rank, (block + digit.stride) * size));
        let inner = self.inner.iter().map(|digit| (digit.rank, block * size + digit.stride));
        for (rank, to) in outer.chain(inner) {
            let start = (outside.pieces * Rank::COUNT + rank) * size;
            let to = &onward[to..onward.len().min(to + size)];
            for ((sum, own), to) in sums[start..start + size].iter_mut().zip(own).zip(to) {
                *sum += own * to;
            }
        }
    }
}

impl Outside {
    fn of(outer: &[Digit], block: usize) -> Outside {
        let mut outside = Outside { pieces: 0, up: 0, down: 0 };
        for (d, digit) in outer.iter().enumerate() {
            let given = digit.of(block);
            outside.pieces += given;
            outside.up |= u16::from(given < digit.most) << d;
            outside.down |= u16::from(given > 0) << d;
        }
        outside
    }
}

impl Digit {
    /// The digit of a number.
    #[inline]
    const fn of(&self, number: usize) -> usize {
        number / self.stride % (self.most + 1)
    }
}

/// The number of sums computed in parallel.
const LANES: usize = 6;

/// A row of weights, and a block of sums.
type Pair<'a> = (&'a [f64], &'a [f64]);

/// Sets each element of `own` to the sum of the products of the pairs' elements.
#[inline]
fn sum_up<'a>(own: &mut [f64], pairs: impl Iterator<Item = Pair<'a>>) {
    let mut all: [Pair<'_>; Rank::COUNT] = [(&[], &[]); Rank::COUNT];
    let mut count = 0;
    for (place, pair) in all.iter_mut().zip(pairs) {
        *place = pair;
        count += 1;
    }
    let pairs = &all[..count];
    let (lanes, rest) = own.as_chunks_mut::<LANES>();
    let done = lanes.len() * LANES;
    for (chunk, lane) in lanes.iter_mut().enumerate() {
        let mut sums = [0.0; LANES];
        for (ones, others) in pairs {
            let places = chunk * LANES..(chunk + 1) * LANES;
            let (ones, others) = (&ones[places.clone()], &others[places]);
            for lane in 0..LANES {
                sums[lane] += ones[lane] * others[lane];
            }
        }
        *lane = sums;
    }
    for (place, sum) in rest.iter_mut().enumerate() {
        *sum = pairs.iter().map(|(ones, others)| ones[done + place] * others[done + place]).sum();
    }
}
