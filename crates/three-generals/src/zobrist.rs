//! Random numbers of which the key of a position is the sum without carry.

use crate::piece::{Kind, Piece, Troop};
use game_record::Color;

use crate::square::{SQUARES, Square};

/// Kinds, and behind them the same kinds turned.
const FORMS: usize = Kind::NUMBER * 2;
/// One more than a hand can have of anything.
const HELD: usize = 19;

struct Numbers {
    pieces: [[[u64; SQUARES]; FORMS]; 2],
    hands: [[[u64; HELD]; Troop::ALL.len()]; 2],
}

/// The number of Black to move.
pub(crate) const BLACK_TO_MOVE: u64 = mixed(0);

static NUMBERS: Numbers = {
    let mut numbers = Numbers { pieces: [[[0; SQUARES]; FORMS]; 2], hands: [[[0; HELD]; 7]; 2] };
    let mut seed = 0;
    let mut color = 0;
    while color < 2 {
        let mut form = 0;
        while form < FORMS {
            let mut square = 0;
            while square < SQUARES {
                seed += 1;
                numbers.pieces[color][form][square] = mixed(seed);
                square += 1;
            }
            form += 1;
        }
        let mut troop = 0;
        while troop < Troop::ALL.len() {
            // None of it changes nothing, so that an empty hand needs no number.
            let mut held = 1;
            while held < HELD {
                seed += 1;
                numbers.hands[color][troop][held] = mixed(seed);
                held += 1;
            }
            troop += 1;
        }
        color += 1;
    }
    numbers
};

/// SplitMix64: Steele, Lea and Flood, *Fast splittable pseudorandom number generators* (2014).
const fn mixed(seed: u64) -> u64 {
    let mut z = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

#[inline]
pub(crate) fn of_piece(piece: Piece, square: Square) -> u64 {
    let form = piece.kind().index() + if piece.is_turned() { Kind::NUMBER } else { 0 };
    NUMBERS.pieces[piece.color() as usize][form][square.index()]
}

#[inline]
pub(crate) fn of_hand(color: Color, troop: Troop, held: u32) -> u64 {
    NUMBERS.hands[color as usize][troop as usize][held as usize]
}
