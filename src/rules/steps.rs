//! All steps of one side, counted and numbered without walking through them.
//!
//! Stored plies are numbers in [`super::Board::moves`]' order, so finding the n-th
//! move is the inner loop of reading a stored game. Sets are split into their low 64
//! squares and the last eight, and bits are counted eight bytes at a time: no
//! instruction beyond baseline x86-64 is needed.

use super::{Direction, Move, SQUARES, Square, Squares};

/// The legal moves of the side that stands on a set of squares. They depend on that
/// set alone: a step is legal unless an own piece stands on its target.
#[derive(Clone, Copy)]
pub struct Steps {
    /// By direction: from which of the first 64 squares a step is legal.
    low: [u64; 4],
    /// By direction, byte `j`: how many bits `low` has in its bytes 0 to `j`.
    prefix: [u64; 4],
    /// By direction, a byte each: the same for the last eight squares.
    high: u32,
    /// Byte `d`: how many moves there are in the directions 0 to `d`.
    until: u32,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;

impl Steps {
    /// The moves of the side that stands on `own`.
    #[inline]
    #[must_use]
    pub fn of(own: Squares) -> Steps {
        let (mut low, mut prefix) = ([0; 4], [0; 4]);
        let (mut high, mut totals) = (0, 0);
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            let bits = own.that_can_step(direction, own).bits();
            low[index] = bits as u64;
            prefix[index] = byte_counts(low[index]).wrapping_mul(ONES);
            high |= ((bits >> 64) as u32 & 0xff) << (8 * index);
            totals |= ((prefix[index] >> 56) as u32) << (8 * index);
        }
        totals += byte_counts(u64::from(high)) as u32;
        Steps { low, prefix, high, until: totals.wrapping_mul(ONES as u32) }
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.until >> 24
    }

    /// The `index`-th in the order of [`super::Board::moves`].
    #[inline]
    #[must_use]
    pub fn at(&self, index: u32) -> Option<Move> {
        (index < self.count()).then(|| self.at_masked(index))
    }

    /// The same for an index that is known to be below [`Steps::count`]; another
    /// gives some move or other.
    #[inline]
    #[must_use]
    pub(crate) fn at_masked(&self, index: u32) -> Move {
        let passed = (((index & 0x7f) * (ONES as u32)) | TOPS as u32).wrapping_sub(self.until);
        let direction = ((passed & TOPS as u32) >> 7).wrapping_mul(ONES as u32) >> 24 & 3;
        let before = (self.until << 8) >> (8 * direction) & 0xff;
        let from = self.select(direction as usize, index.wrapping_sub(before));
        MOVES[direction as usize][from & 127]
    }

    /// The square index of the `k`-th set bit of one direction.
    #[inline]
    fn select(&self, direction: usize, k: u32) -> usize {
        let prefix = self.prefix[direction & 3];
        let in_low = (prefix >> 56) as u32;
        if k >= in_low {
            let byte = (self.high >> (8 * direction)) as u8;
            return 64 + SELECT[byte as usize][(k - in_low) as usize & 7] as usize;
        }
        let passed = ((u64::from(k & 0x7f) * ONES) | TOPS).wrapping_sub(prefix) & TOPS;
        let shift = (passed >> 7).wrapping_mul(ONES) >> 56 << 3;
        let byte = (self.low[direction & 3] >> (shift & 63)) as u8;
        let before = ((prefix << 8) >> (shift & 63)) as u32 & 0xff;
        let rest = k.wrapping_sub(before) as usize & 7;
        shift as usize + SELECT[byte as usize][rest] as usize
    }

    /// The number of `m` in the order of [`super::Board::moves`], if it is legal.
    #[must_use]
    pub fn index_of(&self, m: Move) -> Option<u32> {
        let direction = Direction::ALL.into_iter().position(|d| m.from.step(d) == Some(m.to))?;
        let set = u128::from(self.low[direction])
            | u128::from((self.high >> (8 * direction)) as u8) << 64;
        if set >> m.from.index() & 1 == 0 {
            return None;
        }
        let earlier = Squares::from_bits(set & ((1 << m.from.index()) - 1)).len();
        Some(((self.until << 8) >> (8 * direction) & 0xff) + earlier)
    }
}

/// Byte `j`: how many bits byte `j` of `bits` has.
#[inline]
const fn byte_counts(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// `SELECT[byte][k]`: which bit of `byte` is its `k`-th that is set.
static SELECT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut found) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][found] = bit;
                found += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// By direction and square: the step. Entries that leave the board are never asked for.
static MOVES: [[Move; 128]; 4] = {
    let Some(corner) = Square::from_index(0) else { panic!("a board has squares") };
    let mut table = [[Move::new(corner, corner); 128]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < SQUARES {
            if let Some(from) = Square::from_index(index)
                && let Some(to) = from.step(Direction::ALL[direction])
            {
                table[direction][index] = Move::new(from, to);
            }
            index += 1;
        }
        direction += 1;
    }
    table
};

impl std::fmt::Debug for Steps {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Steps({})", self.count())
    }
}
