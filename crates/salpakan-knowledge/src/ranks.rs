//! Sets of ranks.

use salpakan::rules::{Army, Rank};

/// A set of ranks. Like that of [`Rank`], its `Debug` shows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ranks(u16);

impl Ranks {
    pub const NONE: Ranks = Ranks(0);
    /// All fifteen ranks.
    pub const ALL: Ranks = Ranks((1 << Rank::COUNT) - 1);
    pub const FLAG: Ranks = Ranks::only(Rank::Flag);
    /// All ranks except the Flag.
    pub const NO_FLAG: Ranks = Ranks(Ranks::ALL.0 ^ Ranks::FLAG.0);

    pub const fn only(rank: Rank) -> Ranks {
        Ranks(1 << rank.index())
    }

    /// The ranks of which an army has a piece.
    pub fn of_army(army: &Army) -> Ranks {
        Ranks::filtered(|rank| army.count(rank) > 0)
    }

    /// Bit `n` is the rank with index `n`; other bits are dropped.
    #[inline]
    pub const fn of_bits(bits: u16) -> Ranks {
        Ranks(bits & Ranks::ALL.0)
    }

    /// The bits for [`Ranks::of_bits`].
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The ranks for which `holds` returns `true`.
    pub fn filtered(mut holds: impl FnMut(Rank) -> bool) -> Ranks {
        Ranks(Rank::ALL.into_iter().filter(|rank| holds(*rank)).map(|r| Ranks::only(r).0).sum())
    }

    #[inline]
    pub const fn contains(self, rank: Rank) -> bool {
        self.0 >> rank.index() & 1 == 1
    }

    /// The ranks in both.
    #[inline]
    pub const fn and(self, other: Ranks) -> Ranks {
        Ranks(self.0 & other.0)
    }

    /// The ranks in either.
    #[inline]
    pub const fn or(self, other: Ranks) -> Ranks {
        Ranks(self.0 | other.0)
    }

    /// The ranks of this set that are not in the other.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Ranks) -> Ranks {
        Ranks(self.0 & !other.0)
    }

    /// Whether the other set contains all ranks of this one.
    #[inline]
    pub const fn is_within(self, other: Ranks) -> bool {
        self.0 & !other.0 == 0
    }

    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The rank, if the set has exactly one.
    #[inline]
    pub const fn single(self) -> Option<Rank> {
        if self.0.is_power_of_two() {
            Rank::from_index(self.0.trailing_zeros() as usize)
        } else {
            None
        }
    }

    /// The ranks in the order of [`Rank::ALL`].
    pub fn iter(self) -> impl Iterator<Item = Rank> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let rank = Rank::from_index(rest.trailing_zeros() as usize)?;
            rest &= rest - 1;
            Some(rank)
        })
    }
}
