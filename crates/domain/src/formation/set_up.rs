//! A set-up of the standard army as 27 small numbers, packed so that comparing, mirroring and
//! counting take few operations.

use salpakan::rules::{Army, Color, Deployment, Draft, FILES, Rank, RuleSet, Square};

use crate::macros::redacted_debug;

/// The number of squares in a home zone.
pub const CELLS: usize = 27;
/// Bytes of a set-up: half a byte per cell.
pub(super) const BYTES: usize = 14;

/// The lowest bit of each cell.
const ONES: u128 = (1 << (4 * CELLS)) / 15;
/// All bits of a row of cells.
const ROW: u64 = (1 << (4 * FILES as u64)) - 1;

/// A set-up of the standard army, seen from its own side. Cells are the home squares, the back row
/// first; each holds the rank's index + 1, or 0 if empty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetUp(u128);

// Hidden, since a set-up reveals all ranks.
redacted_debug!(SetUp, "SetUp(..)");

/// The cell of a square in White's home zone.
pub const fn cell_of(square: Square) -> Option<usize> {
    if square.index() < CELLS { Some(square.index()) } else { None }
}

/// White's square of a cell.
pub const fn square_of(cell: usize) -> Option<Square> {
    if cell < CELLS { Square::from_index(cell) } else { None }
}

/// The cell mirrored left to right.
pub const fn mirrored_cell(cell: usize) -> usize {
    let files = FILES as usize;
    cell / files * files + (files - 1 - cell % files)
}

/// The content of a cell as a number below 16.
pub(super) const fn number_of(occupant: Option<Rank>) -> u8 {
    match occupant {
        None => 0,
        Some(rank) => rank.index() as u8 + 1,
    }
}

/// The lowest bit of each cell in which any bit is set.
const fn taken(cells: u128) -> u128 {
    let pairs = cells | cells >> 2;
    (pairs | pairs >> 1) & ONES
}

impl SetUp {
    /// The set-up of a deployment; `None` unless it is the standard army in its home zone.
    pub fn of(deployment: &Deployment) -> Option<SetUp> {
        let (mut cells, mut counts) = (0, [0; Rank::COUNT]);
        for (square, rank) in deployment.seen_by(Color::White).pieces() {
            cells |= u128::from(number_of(Some(rank))) << (4 * cell_of(square)?);
            counts[rank.index()] += 1;
        }
        (counts == Army::STANDARD.counts()).then_some(SetUp(cells))
    }

    /// The set-up as a deployment of White under the standard rules.
    ///
    /// # Panics
    /// Never: every `SetUp` has the standard army.
    pub fn deployment(self) -> Deployment {
        let pieces = (0..CELLS).filter_map(|cell| Some((square_of(cell)?, self.occupant(cell)?)));
        let draft = Draft::new(Color::White, pieces.collect());
        draft.check(&RuleSet::STANDARD).expect("a set-up holds the standard army on home squares")
    }

    pub const fn occupant(self, cell: usize) -> Option<Rank> {
        let number = (self.0 >> (4 * cell) & 15) as usize;
        match number.checked_sub(1) {
            Some(index) => Rank::from_index(index),
            None => None,
        }
    }

    /// The set-up mirrored left to right.
    pub const fn mirrored(self) -> SetUp {
        let mut cells = 0;
        let mut row = 0;
        while row < 3 {
            let shift = 4 * FILES as u32 * row;
            let own = (self.0 >> shift) as u64 & ROW;
            // Reverses all sixteen half-bytes; those of the row end up on top.
            let halves = (own & 0x0f0f_0f0f_0f0f_0f0f) << 4 | own >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
            cells |= ((halves.swap_bytes() >> (64 - 4 * FILES as u32)) as u128) << shift;
            row += 1;
        }
        SetUp(cells)
    }

    /// The canonical one of this set-up and its mirror image, and whether that is the mirror image.
    /// In the canonical one the Flag is left of the middle file; if it is on it, the highest
    /// officer that is not.
    pub fn folded(self) -> (SetUp, bool) {
        let officers = Rank::ALL.into_iter().filter(|rank| rank.is_officer());
        for rank in std::iter::once(Rank::Flag).chain(officers) {
            let other = self.0 ^ (ONES * u128::from(number_of(Some(rank))));
            let cell = (!taken(other) & ONES).trailing_zeros() / 4;
            let middle = u32::from(FILES / 2);
            match (cell % u32::from(FILES)).cmp(&middle) {
                std::cmp::Ordering::Less => return (self, false),
                std::cmp::Ordering::Greater => return (self.mirrored(), true),
                std::cmp::Ordering::Equal => {}
            }
        }
        (self, false)
    }

    /// The number of squares on which the two differ.
    pub const fn squares_apart(self, other: SetUp) -> u32 {
        taken(self.0 ^ other.0).count_ones()
    }

    /// Whether the cells of `mask` have the content `wanted`.
    pub(super) const fn has(self, mask: u128, wanted: u128) -> bool {
        self.0 & mask == wanted
    }

    /// The cells, four bits each, the first one lowest.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    pub(super) fn to_bytes(set_up: Option<SetUp>) -> [u8; BYTES] {
        let bytes = set_up.map_or(0, |own| own.0).to_le_bytes();
        std::array::from_fn(|at| bytes[at])
    }

    /// Reads the bytes from [`SetUp::to_bytes`].
    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Option<SetUp> {
        let mut all = [0; 16];
        all[..BYTES].copy_from_slice(bytes);
        let cells = u128::from_le_bytes(all);
        (cells != 0).then_some(SetUp(cells))
    }
}
