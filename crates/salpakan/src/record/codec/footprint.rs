//! The footprint, that is, the squares of a deployment, as one number. Unlike the ranks it is
//! public.

use crate::rules::{Color, Deployment, FILES, RuleSet, Squares, Zone};

use super::bytes::bytes_below;

/// The number of home squares of one side.
const HOME: usize = 27;

/// `CHOOSE[n][k]`: the number of ways to choose `k` of `n` squares.
static CHOOSE: [[u32; HOME + 2]; HOME + 1] = {
    let mut table = [[0; HOME + 2]; HOME + 1];
    let mut n = 0;
    while n <= HOME {
        table[n][0] = 1;
        let mut k = 1;
        while k <= n {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
};

/// The number of footprints of an army of this rule-set: C(27,6) = 296,010 for `standard`.
pub fn footprint_count(rules: &RuleSet) -> u64 {
    let size = rules.army().size();
    let home = u64::from(CHOOSE[HOME][size]);
    match rules.zone() {
        Zone::Home => home,
        Zone::HomeAndBorder => home + u64::from(FILES) * u64::from(CHOOSE[HOME][size - 1]),
    }
}

/// Bytes of a stored footprint: 3 for `standard`.
pub(super) fn footprint_bytes(rules: &RuleSet) -> usize {
    bytes_below(u128::from(footprint_count(rules)))
}

/// The number of the footprint `taken`, or `None` if the squares are not those of a side's complete
/// army in its zone.
///
/// Squares are counted from the own back row on, files `a` to `i`. Footprints within the home zone
/// come first, by combination number (the sum of C(square, i) over the `i`-th square, `i` from 1),
/// then those with a piece on the border, by its file.
pub fn footprint_number(rules: &RuleSet, color: Color, taken: Squares) -> Option<u64> {
    let size = rules.army().size();
    if taken.len() as usize != size {
        return None;
    }
    let local = local_bits(color, taken)?;
    let number = combination(local & ((1 << HOME) - 1));
    match (local >> HOME, rules.zone()) {
        (0, _) => Some(number),
        (border, Zone::HomeAndBorder) if border.is_power_of_two() => {
            let file = u64::from(border.trailing_zeros());
            let at_home = u64::from(CHOOSE[HOME][size - 1]);
            Some(u64::from(CHOOSE[HOME][size]) + file * at_home + number)
        }
        _ => None,
    }
}

/// The footprint with this number, if it is below [`footprint_count`].
pub fn footprint(rules: &RuleSet, color: Color, number: u64) -> Option<Squares> {
    if number >= footprint_count(rules) {
        return None;
    }
    let size = rules.army().size();
    let local = match number.checked_sub(u64::from(CHOOSE[HOME][size])) {
        None => combination_bits(number, size),
        Some(beyond) => {
            let at_home = u64::from(CHOOSE[HOME][size - 1]);
            1 << (HOME as u64 + beyond / at_home) | combination_bits(beyond % at_home, size - 1)
        }
    };
    let squares = (0..HOME + FILES as usize).filter(|index| local >> index & 1 == 1);
    squares.map(|index| Deployment::square_of_local(color, index)).collect()
}

fn local_bits(color: Color, taken: Squares) -> Option<u64> {
    let mut bits = 0;
    for square in taken.iter() {
        let depth = square.depth(color);
        if depth > 3 {
            return None;
        }
        bits |= 1 << (depth * FILES + square.file());
    }
    Some(bits)
}

fn combination(mut bits: u64) -> u64 {
    let (mut number, mut place) = (0, 0);
    while bits != 0 {
        place += 1;
        number += u64::from(CHOOSE[bits.trailing_zeros() as usize][place]);
        bits &= bits - 1;
    }
    number
}

fn combination_bits(mut number: u64, size: usize) -> u64 {
    let (mut bits, mut place) = (0, size);
    for square in (0..HOME).rev() {
        let below = u64::from(CHOOSE[square][place]);
        if place > 0 && number >= below {
            number -= below;
            place -= 1;
            bits |= 1 << square;
        }
    }
    bits
}
