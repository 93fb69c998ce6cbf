//! Squares `a1`..`i8`, sets of squares, and directions.

use std::fmt;
use std::str::FromStr;

use super::Color;

/// Files `a`..`i`, left to right for White.
pub const FILES: u8 = 9;
/// Rows `1`..`8`, from White's side. They are not called ranks, which pieces have.
pub const ROWS: u8 = 8;
/// The number of squares on the board.
pub const SQUARES: usize = FILES as usize * ROWS as usize;

/// A square; the order is `a1`, `b1`, ... `i8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on `file` (0 is `a`) and `row` (0 is `1`), if it exists.
    #[inline]
    pub const fn new(file: u8, row: u8) -> Option<Square> {
        if file < FILES && row < ROWS { Some(Square(row * FILES + file)) } else { None }
    }

    /// The square with this index: `a1` = 0, `b1` = 1, ... `i8` = 71.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// 0 for `a1` to 71 for `i8`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for file `a` to 8 for `i`.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % FILES
    }

    /// 0 for row 1 to 7 for row 8.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / FILES
    }

    /// All squares in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }

    /// The distance in rows from `color`'s own back row: 0 to 7.
    #[inline]
    pub const fn depth(self, color: Color) -> u8 {
        match color {
            Color::White => self.row(),
            Color::Black => ROWS - 1 - self.row(),
        }
    }

    /// Whether the square is on the back row that `color`'s Flag has to reach.
    #[inline]
    pub const fn is_goal_of(self, color: Color) -> bool {
        match color {
            Color::White => self.0 >= FILES * (ROWS - 1),
            Color::Black => self.0 < FILES,
        }
    }

    /// The neighbour in `direction`, if it exists.
    #[inline]
    pub const fn step(self, direction: Direction) -> Option<Square> {
        let (file, row) = (self.file(), self.row());
        match direction {
            Direction::North => Square::new(file, row + 1),
            Direction::South => Square::new(file, row.wrapping_sub(1)),
            Direction::East => Square::new(file + 1, row),
            Direction::West => Square::new(file.wrapping_sub(1), row),
        }
    }

    /// The squares one step away.
    #[inline]
    pub const fn neighbours(self) -> Squares {
        NEIGHBOURS[self.index()]
    }

    /// Whether `other` is one step away.
    #[inline]
    pub const fn is_next_to(self, other: Square) -> bool {
        STEPS[(self.0 as usize) << 7 | other.0 as usize]
    }
}

const NEIGHBOURS: [Squares; SQUARES] = {
    let mut table = [Squares::EMPTY; SQUARES];
    let mut index = 0;
    while index < SQUARES {
        let mut direction = 0;
        while direction < 4 {
            if let Some(next) = Square(index as u8).step(Direction::ALL[direction]) {
                table[index].0 |= 1 << next.0;
            }
            direction += 1;
        }
        index += 1;
    }
    table
};

/// Indexed by `from << 7 | to`: whether it is one step. A table, because every ply needs it.
static STEPS: [bool; SQUARES << 7] = {
    let mut table = [false; SQUARES << 7];
    let mut from = 0;
    while from < SQUARES {
        let mut to = 0;
        while to < SQUARES {
            table[from << 7 | to] = NEIGHBOURS[from].0 >> to & 1 == 1;
            to += 1;
        }
        from += 1;
    }
    table
};

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Square {
    type Err = ();

    fn from_str(text: &str) -> Result<Square, ()> {
        match text.as_bytes() {
            [file @ b'a'..=b'i', row @ b'1'..=b'8'] => {
                Square::new(file - b'a', row - b'1').ok_or(())
            }
            _ => Err(()),
        }
    }
}

/// A direction of one step, as seen by White.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Direction {
    North,
    East,
    West,
    South,
}

impl Direction {
    /// All directions in the order of the numbering of moves (see [`super::Board::move_at`]).
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::West, Direction::South];
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

const FILE_A: u128 = {
    let mut mask = 0;
    let mut row = 0;
    while row < ROWS {
        mask |= 1 << (row * FILES);
        row += 1;
    }
    mask
};
const ALL: u128 = (1 << SQUARES) - 1;

impl Squares {
    pub const EMPTY: Squares = Squares(0);
    pub const ALL: Squares = Squares(ALL);

    /// Bit `n` is the square with index `n`; bits beyond the board are dropped.
    #[inline]
    pub const fn from_bits(bits: u128) -> Squares {
        Squares(bits & ALL)
    }

    #[inline]
    pub const fn bits(self) -> u128 {
        self.0
    }

    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.0;
    }

    #[inline]
    pub const fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square.0);
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub const fn len(self) -> u32 {
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    #[inline]
    #[must_use]
    pub const fn union(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }

    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }

    #[inline]
    #[must_use]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    /// The squares of the set from which a step in `direction` stays on the board and does not end
    /// on a square of `blocked`.
    #[inline]
    #[must_use]
    pub const fn that_can_step(self, direction: Direction, blocked: Squares) -> Squares {
        let free = !blocked.0 & ALL;
        Squares(
            self.0
                & match direction {
                    Direction::North => free >> FILES,
                    Direction::South => free << FILES,
                    Direction::East => (free & !FILE_A) >> 1,
                    Direction::West => (free << 1) & !FILE_A,
                },
        )
    }

    /// The squares in order.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            if rest == 0 {
                return None;
            }
            let square = Square(rest.trailing_zeros() as u8);
            rest &= rest - 1;
            Some(square)
        })
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Squares::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
