//! The two sides, squares `a1`..`i9`, and sets of squares. Source: *Board and set-up*.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor, Not};
use std::str::FromStr;

use game_record::Color;

/// Files `a`..`i` and rows `1`..`9`.
pub const WIDTH: u8 = 9;
/// The number of squares on the board.
pub const SQUARES: usize = WIDTH as usize * WIDTH as usize;

/// A square; the order is `a1`, `b1`, ... `i9`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square on `file` (0 is `a`) and `row` (0 is `1`), if it exists.
    #[inline]
    pub const fn new(file: u8, row: u8) -> Option<Square> {
        if file < WIDTH && row < WIDTH { Some(Square(row * WIDTH + file)) } else { None }
    }

    /// The square with this index: `a1` = 0, `b1` = 1, ... `i9` = 80.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < SQUARES { Some(Square(index as u8)) } else { None }
    }

    /// 0 for `a1` to 80 for `i9`.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 for file `a` to 8 for `i`.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 % WIDTH
    }

    /// 0 for row 1 to 8 for row 9.
    #[inline]
    pub const fn row(self) -> u8 {
        self.0 / WIDTH
    }

    /// All squares in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> {
        (0..SQUARES as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.row()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is no square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseSquareError;

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a square is a file a to i and a row 1 to 9, such as e5")
    }
}

impl std::error::Error for ParseSquareError {}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'i', row @ b'1'..=b'9'] => {
                Ok(Square((row - b'1') * WIDTH + (file - b'a')))
            }
            _ => Err(ParseSquareError),
        }
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Squares(u128);

impl Squares {
    /// The three rows farthest from a side's own, where its pieces may turn. Source: *Turning*.
    #[inline]
    pub const fn far_rows(color: Color) -> Squares {
        Squares(match color {
            Color::White => {
                Squares::ROW_1.0 << 54 | Squares::ROW_1.0 << 63 | Squares::ROW_1.0 << 72
            }
            Color::Black => Squares::ROW_1.0 | Squares::ROW_1.0 << 9 | Squares::ROW_1.0 << 18,
        })
    }

    /// The row farthest from a side's own.
    #[inline]
    pub const fn last_row(color: Color) -> Squares {
        Squares(match color {
            Color::White => Squares::ROW_1.0 << 72,
            Color::Black => Squares::ROW_1.0,
        })
    }

    pub const EMPTY: Squares = Squares(0);
    /// The whole board.
    pub const ALL: Squares = Squares((1 << SQUARES) - 1);
    const ROW_1: Squares = Squares((1 << WIDTH) - 1);
    const FILE_A: u128 = {
        let mut bits = 0;
        let mut row = 0;
        while row < WIDTH {
            bits |= 1 << (row * WIDTH);
            row += 1;
        }
        bits
    };

    #[inline]
    pub const fn of(square: Square) -> Squares {
        Squares(1 << square.0)
    }

    /// The squares of a file (0 is `a`) below 9.
    #[inline]
    pub(crate) const fn file(file: u8) -> Squares {
        Squares(Squares::FILE_A << file)
    }

    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.0 & 1 == 1
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of squares.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The first square of the set.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(self.0.trailing_zeros() as u8)) }
    }

    /// The last square of the set.
    #[inline]
    pub const fn last(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square(127 - self.0.leading_zeros() as u8)) }
    }

    #[inline]
    pub const fn without(self, other: Squares) -> Squares {
        Squares(self.0 & !other.0)
    }

    #[inline]
    pub const fn with(self, square: Square) -> Squares {
        Squares(self.0 | 1 << square.0)
    }

    /// All squares of the files on which the set has one.
    #[inline]
    pub(crate) const fn whole_files(self) -> Squares {
        // Each row is laid upon the first.
        let mut down = self.0 | self.0 >> 36;
        down |= self.0 >> 72;
        down |= down >> 18;
        down |= down >> 9;
        // Nine copies of the first row: no two of their bits meet.
        Squares((down & Squares::ROW_1.0) * Squares::FILE_A)
    }

    /// The squares one row up (for White), and then so many files to the right, -1 to 1.
    #[inline]
    pub(crate) const fn shifted(self, color: Color, across: i8) -> Squares {
        let inside = match across {
            1 => self.0 & !(Squares::FILE_A << (WIDTH - 1)),
            -1 => self.0 & !Squares::FILE_A,
            _ => self.0,
        };
        let moved = match color {
            Color::White => inside << (WIDTH as i8 + across),
            Color::Black => inside >> (WIDTH as i8 - across),
        };
        Squares(moved & Squares::ALL.0)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u128 {
        self.0
    }

    #[inline]
    pub(crate) const fn from_bits(bits: u128) -> Squares {
        Squares(bits & Squares::ALL.0)
    }
}

impl BitAnd for Squares {
    type Output = Squares;

    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        Squares(self.0 & other.0)
    }
}

impl BitOr for Squares {
    type Output = Squares;

    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(self.0 | other.0)
    }
}

impl BitXor for Squares {
    type Output = Squares;

    #[inline]
    fn bitxor(self, other: Squares) -> Squares {
        Squares(self.0 ^ other.0)
    }
}

impl Not for Squares {
    type Output = Squares;

    #[inline]
    fn not(self) -> Squares {
        Squares(!self.0 & Squares::ALL.0)
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        squares.into_iter().fold(Squares::EMPTY, Squares::with)
    }
}

impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
