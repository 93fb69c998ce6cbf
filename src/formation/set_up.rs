//! A set-up of the standard army as 27 small numbers, which are compared, mirrored and counted all at once.

use salpakan::rules::{Army, Color, Deployment, Draft, FILES, Rank, RuleSet, Square};

/// Squares of a home zone.
pub const CELLS: usize = 27;
/// Bytes that hold a set-up: half a byte for each cell.
pub(super) const BYTES: usize = 14;

/// The lowest bit of each cell.
const ONES: u128 = (1 << (4 * CELLS)) / 15;
/// All bits of a row of cells.
const ROW: u64 = (1 << (4 * FILES as u64)) - 1;

/// Where the standard army stands, seen from its own side of the board; cells are its home squares, own back
/// row first. Each has the rank's index + 1, or 0 where nothing stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetUp(u128);

/// Mute: a set-up says all ranks.
impl std::fmt::Debug for SetUp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SetUp(..)")
    }
}

/// The cell of a home square of White; `None` elsewhere.
#[must_use]
pub const fn cell_of(square: Square) -> Option<usize> {
    if square.index() < CELLS { Some(square.index()) } else { None }
}

/// White's square of a cell.
#[must_use]
pub const fn square_of(cell: usize) -> Option<Square> {
    if cell < CELLS { Square::from_index(cell) } else { None }
}

/// The cell on the other wing.
#[must_use]
pub const fn mirrored_cell(cell: usize) -> usize {
    let files = FILES as usize;
    cell / files * files + (files - 1 - cell % files)
}

/// What stands in a cell, as a number below 16.
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
    /// The set-up of a deployment of the standard army on its home squares; `None` of any other.
    #[must_use]
    pub fn of(deployment: &Deployment) -> Option<SetUp> {
        let (mut cells, mut counts) = (0, [0; Rank::COUNT]);
        for (square, rank) in deployment.seen_by(Color::White).pieces() {
            cells |= u128::from(number_of(Some(rank))) << (4 * cell_of(square)?);
            counts[rank.index()] += 1;
        }
        (counts == Army::STANDARD.counts()).then_some(SetUp(cells))
    }

    /// The same as a deployment of White under the standard rules.
    ///
    /// # Panics
    /// Never: every way to a set-up has the standard army.
    #[must_use]
    pub fn deployment(self) -> Deployment {
        let pieces = (0..CELLS).filter_map(|cell| Some((square_of(cell)?, self.occupant(cell)?)));
        let draft = Draft::new(Color::White, pieces.collect());
        draft.check(&RuleSet::STANDARD).expect("a set-up holds the standard army on home squares")
    }

    /// What stands in a cell.
    #[must_use]
    pub const fn occupant(self, cell: usize) -> Option<Rank> {
        let number = (self.0 >> (4 * cell) & 15) as usize;
        match number.checked_sub(1) {
            Some(index) => Rank::from_index(index),
            None => None,
        }
    }

    /// The same with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> SetUp {
        let mut cells = 0;
        let mut row = 0;
        while row < 3 {
            let shift = 4 * FILES as u32 * row;
            let own = (self.0 >> shift) as u64 & ROW;
            // All sixteen halves of bytes in the other order; those of the row come to stand on top.
            let halves = (own & 0x0f0f_0f0f_0f0f_0f0f) << 4 | own >> 4 & 0x0f0f_0f0f_0f0f_0f0f;
            cells |= ((halves.swap_bytes() >> (64 - 4 * FILES as u32)) as u128) << shift;
            row += 1;
        }
        SetUp(cells)
    }

    /// The one of this and its mirror image that stands for both, and whether that is the mirror image: the Flag
    /// stands left of the middle file, and where it stands on it, the highest officer who does not.
    #[must_use]
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

    /// On how many squares the two hold something else.
    #[must_use]
    pub const fn squares_apart(self, other: SetUp) -> u32 {
        taken(self.0 ^ other.0).count_ones()
    }

    /// The same for sets of cells: whether `self` has in the cells of `mask` what `wanted` has.
    pub(super) const fn has(self, mask: u128, wanted: u128) -> bool {
        self.0 & mask == wanted
    }

    /// Its cells, four bits each, the first lowest.
    pub(super) const fn bits(self) -> u128 {
        self.0
    }

    pub(super) fn to_bytes(set_up: Option<SetUp>) -> [u8; BYTES] {
        let bytes = set_up.map_or(0, |own| own.0).to_le_bytes();
        std::array::from_fn(|at| bytes[at])
    }

    /// Reads what [`SetUp::to_bytes`] wrote.
    pub(super) fn from_bytes(bytes: &[u8; BYTES]) -> Option<SetUp> {
        let mut all = [0; 16];
        all[..BYTES].copy_from_slice(bytes);
        let cells = u128::from_le_bytes(all);
        (cells != 0).then_some(SetUp(cells))
    }
}
