//! The steps of one side, counted and numbered without enumeration.
//!
//! Stored plies are indices into [`super::Board::moves`], so finding the n-th move is the inner
//! loop of decoding a game. Counts are updated incrementally as pieces come and go, and bits are
//! counted eight bytes at a time, with baseline x86-64 instructions only.

use super::{Direction, Move, SQUARES, Square, Squares};

/// The legal moves of the side on a set of squares. They depend on that set alone: a step is legal
/// unless its target has an own piece.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Steps {
    own: Squares,
    /// Byte `d`: the number of moves in the directions 0 to `d`; at most 127, since each pair of
    /// neighbouring squares has at most one move.
    until: u32,
}

const ONES: u64 = 0x0101_0101_0101_0101;
const TOPS: u64 = 0x8080_8080_8080_8080;
const ONES_32: u32 = ONES as u32;
const TOPS_32: u32 = TOPS as u32;

impl Steps {
    /// The moves of the side on `own`.
    #[inline]
    pub fn of(own: Squares) -> Steps {
        let mut totals = 0;
        for (index, direction) in Direction::ALL.into_iter().enumerate() {
            totals |= own.that_can_step(direction, own).len() << (8 * index);
        }
        Steps { own, until: totals.wrapping_mul(ONES_32) }
    }

    #[inline]
    pub const fn own(&self) -> Squares {
        self.own
    }

    /// The number of moves.
    #[inline]
    pub const fn count(&self) -> u32 {
        self.until >> 24
    }

    /// Removes the piece on `square`, which must have one.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.own.remove(square);
        self.until = self.until.wrapping_add(self.change_at(square));
    }

    /// Adds a piece on `square`, which must have none of this side.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.until = self.until.wrapping_sub(self.change_at(square));
        self.own.insert(square);
    }

    /// The change of `until` when the piece on `square` is removed.
    #[inline]
    fn change_at(&self, square: Square) -> u32 {
        // The neighbours' bits: 0 is south, 8 west, 10 east, 18 north.
        let around = ((self.own.bits() << 9) >> square.index()) as u32 & 0x4_0501;
        let pattern = (around | around >> 7 | around >> 16) & 0xf;
        CHANGE[square.index()][pattern as usize]
    }

    /// The move at this index of [`super::Board::moves`].
    #[inline]
    pub fn at(&self, index: u32) -> Option<Move> {
        (index < self.count()).then(|| self.at_masked(index))
    }

    /// Like [`Steps::at`] for an index below [`Steps::count`]; the result for others is arbitrary.
    #[inline]
    pub(crate) fn at_masked(&self, index: u32) -> Move {
        let passed = (((index & 0x7f) * ONES_32) | TOPS_32).wrapping_sub(self.until) & TOPS_32;
        let direction = ((passed >> 7).wrapping_mul(ONES_32) >> 24 & 3) as usize;
        let before = (self.until << 8) >> (8 * direction) & 0xff;
        let from = select(self.starts(direction), index.wrapping_sub(before));
        MOVES[direction][from & 127]
    }

    /// The squares from which a step in the direction with this index is legal, as bits.
    #[inline]
    fn starts(&self, direction: usize) -> u128 {
        let free = (!self.own.bits() & Squares::ALL.bits()) << 9;
        (free >> (SHIFT[direction & 3] & 31)) & self.own.bits() & ON_BOARD[direction & 3]
    }

    /// The index of `m` in [`super::Board::moves`], if it is legal.
    #[inline]
    pub fn index_of(&self, m: Move) -> Option<u32> {
        if !m.from.is_next_to(m.to) {
            return None;
        }
        let direction = match m.to.index() as i32 - m.from.index() as i32 {
            9 => 0,
            1 => 1,
            -1 => 2,
            _ => 3,
        };
        let set = self.starts(direction);
        if set >> m.from.index() & 1 == 0 {
            return None;
        }
        let earlier = Squares::from_bits(set & ((1 << m.from.index()) - 1)).len();
        Some(((self.until << 8) >> (8 * direction) & 0xff) + earlier)
    }
}

/// By direction: how far the free squares, nine bits up, are shifted down to the step's start.
static SHIFT: [u32; 4] = [18, 10, 8, 0];

/// By direction: the squares from which a step stays on the board.
static ON_BOARD: [u128; 4] = {
    let mut masks = [0; 4];
    let mut direction = 0;
    while direction < 4 {
        let all = Squares::ALL.that_can_step(Direction::ALL[direction], Squares::EMPTY);
        masks[direction] = all.bits();
        direction += 1;
    }
    masks
};

/// `CHANGE[square][pattern]`: the change of [`Steps::until`] when the piece on `square` is removed,
/// by which neighbours are own pieces: 1 south, 2 west, 4 north, 8 east.
static CHANGE: [[u32; 16]; SQUARES] = {
    // North, east, west, south and their opposites, by index.
    const BIT: [usize; 4] = [4, 8, 2, 1];
    const OPPOSITE: [usize; 4] = [3, 2, 1, 0];
    let mut table = [[0; 16]; SQUARES];
    let mut entry = 0;
    while entry < SQUARES * 16 {
        let (square, pattern) = (entry / 16, entry % 16);
        let mut direction = 0;
        while direction < 4 {
            if ON_BOARD[direction] >> square & 1 == 1 {
                // An own neighbour may now step here; steps from here to other squares are gone.
                let change = if pattern & BIT[direction] != 0 {
                    1 << (8 * OPPOSITE[direction])
                } else {
                    0_u32.wrapping_sub(1 << (8 * direction))
                };
                let all: u32 = table[square][pattern];
                table[square][pattern] = all.wrapping_add(change.wrapping_mul(ONES_32));
            }
            direction += 1;
        }
        entry += 1;
    }
    table
};

/// The position of the `k`-th set bit of `set` (72 bits). Branch-free, because branches would be
/// unpredictable.
#[inline]
fn select(set: u128, k: u32) -> usize {
    let until = byte_counts(set as u64).wrapping_mul(ONES);
    let passed = ((u64::from(k & 0x7f) * ONES) | TOPS).wrapping_sub(until) & TOPS;
    let shift = 8 * ((passed >> 7).wrapping_mul(ONES) >> 56);
    let byte = (set >> shift) as u8;
    let before = ((u128::from(until) << 8) >> shift) as u32 & 0xff;
    let rest = k.wrapping_sub(before) as usize & 7;
    shift as usize + SELECT[byte as usize][rest] as usize
}

/// Byte `j`: the number of set bits in byte `j` of `bits`.
#[inline]
const fn byte_counts(bits: u64) -> u64 {
    let pairs = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// `SELECT[byte][k]`: the position of the `k`-th set bit of `byte`.
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

/// The step by direction and square. Entries that leave the board are never used.
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
        f.debug_tuple("Steps").field(&self.own).finish()
    }
}
