//! Where pieces can go on lines: tables that are made when the crate is compiled.

use crate::piece::{General, Troop};
use game_record::Color;

use crate::square::{SQUARES, Square, Squares};

/// Directions in which the index of a square grows, as White sees them, and their opposites.
#[derive(Clone, Copy)]
enum Up {
    Straight = 0,
    Right = 1,
    RightDiagonal = 2,
    LeftDiagonal = 3,
}

const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (-1, 1)];

/// Indexed by anything that fits in seven bits, so that no look-up needs a check of its bounds.
type Rays = [[u128; 128]; 4];

/// All squares in a direction; of no square: none.
static UPWARD: Rays = rays(1, 0);
/// Likewise in the opposite directions, at the index of the square plus one; none at 0.
static DOWNWARD: Rays = rays(-1, 1);

const fn rays(sign: i8, offset: usize) -> Rays {
    let mut table = [[0; 128]; 4];
    let mut direction = 0;
    while direction < 4 {
        let mut index = 0;
        while index < SQUARES {
            let (across, up) = STEPS[direction];
            table[direction][index + offset] = ray(index, across * sign, up * sign);
            index += 1;
        }
        direction += 1;
    }
    table
}

const fn ray(index: usize, across: i8, up: i8) -> u128 {
    let (mut file, mut row) = ((index % 9) as i8 + across, (index / 9) as i8 + up);
    let mut bits = 0;
    while file >= 0 && row >= 0 {
        match Square::new(file as u8, row as u8) {
            Some(square) => bits |= Squares::of(square).bits(),
            None => break,
        }
        file += across;
        row += up;
    }
    bits
}

/// From the square up to the first piece and including it.
#[inline]
fn upward(direction: Up, from: Square, occupied: u128) -> u128 {
    let rays = &UPWARD[direction as usize];
    let all = rays[from.index()];
    let first = (all & occupied | 1 << SQUARES).trailing_zeros() as usize;
    all ^ rays[first & 127]
}

#[inline]
fn downward(direction: Up, from: Square, occupied: u128) -> u128 {
    let rays = &DOWNWARD[direction as usize];
    let all = rays[from.index() + 1];
    let last = 127 - ((all & occupied) << 1 | 1).leading_zeros() as usize;
    all ^ rays[last & 127]
}

#[inline]
fn forward_diagonals(color: Color, from: Square, occupied: u128) -> u128 {
    match color {
        Color::White => {
            upward(Up::RightDiagonal, from, occupied) | upward(Up::LeftDiagonal, from, occupied)
        }
        Color::Black => {
            downward(Up::RightDiagonal, from, occupied) | downward(Up::LeftDiagonal, from, occupied)
        }
    }
}

#[inline]
fn forward(color: Color, from: Square, occupied: u128) -> u128 {
    match color {
        Color::White => upward(Up::Straight, from, occupied),
        Color::Black => downward(Up::Straight, from, occupied),
    }
}

#[inline]
fn diagonals(from: Square, occupied: u128) -> u128 {
    forward_diagonals(Color::White, from, occupied)
        | forward_diagonals(Color::Black, from, occupied)
}

#[inline]
fn straight(from: Square, occupied: u128) -> u128 {
    upward(Up::Straight, from, occupied)
        | downward(Up::Straight, from, occupied)
        | upward(Up::Right, from, occupied)
        | downward(Up::Right, from, occupied)
}

/// The squares that a piece reaches among others, whoever stands on the last of each line. Source: the table of
/// *Pieces*.
#[inline]
pub(crate) fn reach(troop: Troop, color: Color, from: Square, occupied: Squares) -> Squares {
    let occupied = occupied.bits();
    Squares::from_bits(match troop {
        Troop::Pawn => {
            let here = Squares::of(from);
            let [left, ahead, right] = [-1, 0, 1].map(|across| here.shifted(color, across).bits());
            left | ahead | right
        }
        Troop::Angle => forward_diagonals(color, from, occupied),
        Troop::Rook => straight(from, occupied),
        Troop::Flier => forward(color, from, occupied) | forward_diagonals(color, from, occupied),
        Troop::Queen => straight(from, occupied) | diagonals(from, occupied),
        Troop::Chariot => forward(color, from, occupied),
        Troop::Bishop => diagonals(from, occupied),
    })
}

/// The squares that a General reaches within his palace.
#[inline]
pub(crate) fn general_reach(general: General, color: Color, from: Square) -> Squares {
    Squares::from_bits(GENERAL_STEPS[color as usize][general as usize][from.index()])
}

static GENERAL_STEPS: [[[u128; SQUARES]; 3]; 2] = {
    let mut table = [[[0; SQUARES]; 3]; 2];
    let mut color = 0;
    while color < 2 {
        let mut general = 0;
        while general < 3 {
            let mut index = 0;
            while index < SQUARES {
                table[color][general][index] =
                    steps(General::ALL[general], Color::ALL[color], index);
                index += 1;
            }
            general += 1;
        }
        color += 1;
    }
    table
};

const fn steps(general: General, color: Color, index: usize) -> u128 {
    let mut bits = 0;
    let mut direction = 0;
    while direction < 9 {
        let (across, ahead) = (direction % 3 - 1, direction / 3 - 1);
        direction += 1;
        let is_diagonal = across != 0 && ahead != 0;
        let may = match general {
            General::Golden => !is_diagonal || ahead > 0,
            General::Jeweled => true,
            General::Silver => is_diagonal || ahead > 0,
        };
        if (across == 0 && ahead == 0) || !may {
            continue;
        }
        let up = match color {
            Color::White => ahead,
            Color::Black => -ahead,
        };
        let (file, row) = ((index % 9) as i8 + across, (index / 9) as i8 + up);
        if file < 0 || row < 0 {
            continue;
        }
        if let Some(square) = Square::new(file as u8, row as u8) {
            bits |= Squares::of(square).bits();
        }
    }
    bits & general.palace(color).bits()
}

/// The squares between two Generals of one kind that stand on one line; `None` where they do not. Source: *Generals*,
/// shooting.
#[inline]
pub(crate) fn between_generals(general: General, white: Square, black: Square) -> Option<Squares> {
    let bits = SHOTS[general as usize][in_palace(white)][in_palace(black)];
    (bits != NO_LINE).then(|| Squares::from_bits(bits))
}

const NO_LINE: u128 = u128::MAX;

/// 0 to 8: palaces begin at files and rows that are multiples of three.
#[inline]
const fn in_palace(square: Square) -> usize {
    (square.row() % 3 * 3 + square.file() % 3) as usize
}

static SHOTS: [[[u128; 9]; 9]; 3] = {
    let mut table = [[[NO_LINE; 9]; 9]; 3];
    let mut general = 0;
    while general < 3 {
        let mut white = General::ALL[general].palace(Color::White);
        while let Some(from) = white.first() {
            white = white.without(Squares::of(from));
            let mut black = General::ALL[general].palace(Color::Black);
            while let Some(to) = black.first() {
                black = black.without(Squares::of(to));
                table[general][in_palace(from)][in_palace(to)] = between(from, to);
            }
        }
        general += 1;
    }
    table
};

const fn between(from: Square, to: Square) -> u128 {
    let mut direction = 0;
    while direction < 4 {
        let (across, up) = STEPS[direction];
        let ahead = ray(from.index(), across, up);
        if ahead & Squares::of(to).bits() != 0 {
            return ahead & ray(to.index(), -across, -up);
        }
        let behind = ray(from.index(), -across, -up);
        if behind & Squares::of(to).bits() != 0 {
            return behind & ray(to.index(), across, up);
        }
        direction += 1;
    }
    NO_LINE
}
