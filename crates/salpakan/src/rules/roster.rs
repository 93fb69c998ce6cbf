//! Armies: how many pieces of each rank a side has.

use super::Rank;

/// A multiset of ranks with exactly one Flag and at most [`Army::LARGEST`] pieces.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Army([u8; Rank::COUNT]);

/// Why a list of letters is not an army.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArmyFault {
    /// Not a piece's letter.
    UnknownLetter(char),
    /// More than [`Army::LARGEST`] pieces.
    TooLarge(usize),
    /// This many Flags instead of one.
    Flags(u8),
}

impl std::fmt::Display for ArmyFault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ArmyFault::UnknownLetter(letter) => {
                write!(f, "{letter:?} is no piece; the letters are 5 4 3 2 1 C L M K A B T P S F")
            }
            ArmyFault::TooLarge(size) => {
                write!(f, "{size} pieces are too many; an army has at most {}", Army::LARGEST)
            }
            ArmyFault::Flags(count) => write!(f, "an army has exactly one Flag (F), not {count}"),
        }
    }
}

impl Army {
    /// The number of squares in a home zone.
    pub const LARGEST: usize = 27;

    /// The 21 pieces of the published game.
    pub const STANDARD: Army = Army([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 2, 1]);

    /// The order in which an army's letters are written.
    const WRITTEN: &[u8; Rank::COUNT] = b"FSP54321CLMKABT";

    /// An army for a constant; an invalid one does not compile.
    pub(super) const fn of(counts: [u8; Rank::COUNT]) -> Army {
        let mut total = 0;
        let mut index = 0;
        while index < Rank::COUNT {
            total += counts[index] as usize;
            index += 1;
        }
        assert!(counts[Rank::Flag.index()] == 1 && total <= Army::LARGEST);
        Army(counts)
    }

    /// Parses letters in any order, for example `FSPPP54321C`.
    pub fn from_letters(letters: &str) -> Result<Army, ArmyFault> {
        let mut counts = [0u8; Rank::COUNT];
        let size = letters.chars().count();
        for letter in letters.chars() {
            let rank = Rank::from_letter(letter).ok_or(ArmyFault::UnknownLetter(letter))?;
            counts[rank.index()] = counts[rank.index()].saturating_add(1);
        }
        if size > Army::LARGEST {
            return Err(ArmyFault::TooLarge(size));
        }
        match counts[Rank::Flag.index()] {
            1 => Ok(Army(counts)),
            flags => Err(ArmyFault::Flags(flags)),
        }
    }

    /// The letters in canonical order: `F`, `S`, `P`, then the officers from the highest.
    pub fn letters(&self) -> String {
        let mut text = String::new();
        for &letter in Army::WRITTEN {
            if let Some(rank) = Rank::from_letter(letter as char) {
                text.extend(std::iter::repeat_n(letter as char, self.count(rank) as usize));
            }
        }
        text
    }

    /// The number of pieces of `rank`.
    #[inline]
    pub const fn count(&self, rank: Rank) -> u8 {
        self.0[rank.index()]
    }

    /// The counts in the order of [`Rank::ALL`].
    pub const fn counts(&self) -> [u8; Rank::COUNT] {
        self.0
    }

    /// The total number of pieces, 1 to 27.
    pub fn size(&self) -> usize {
        self.0.iter().map(|&count| count as usize).sum()
    }
}
