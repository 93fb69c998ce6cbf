//! The ranks of pieces.

/// The fifteen ranks, the highest officer first (table in `RULES.md`).
///
/// There is deliberately no `Display`: ranks are printed with [`Rank::letter`] or
/// [`Rank::abbreviation`], and only where that is allowed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rank {
    GeneralOfTheArmy = 0,
    General,
    LieutenantGeneral,
    MajorGeneral,
    BrigadierGeneral,
    Colonel,
    LieutenantColonel,
    Major,
    Captain,
    FirstLieutenant,
    SecondLieutenant,
    Sergeant,
    Private,
    Spy,
    Flag,
}

impl Rank {
    pub const COUNT: usize = 15;

    /// All ranks in the order of the rules' table.
    pub const ALL: [Rank; Rank::COUNT] = [
        Rank::GeneralOfTheArmy,
        Rank::General,
        Rank::LieutenantGeneral,
        Rank::MajorGeneral,
        Rank::BrigadierGeneral,
        Rank::Colonel,
        Rank::LieutenantColonel,
        Rank::Major,
        Rank::Captain,
        Rank::FirstLieutenant,
        Rank::SecondLieutenant,
        Rank::Sergeant,
        Rank::Private,
        Rank::Spy,
        Rank::Flag,
    ];

    const LETTERS: &[u8; Rank::COUNT] = b"54321CLMKABTPSF";

    /// 0 for General of the Army to 14 for Flag.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The rank with this [`Rank::index`].
    #[inline]
    pub const fn from_index(index: usize) -> Option<Rank> {
        if index < Rank::COUNT { Some(Rank::ALL[index]) } else { None }
    }

    /// The letter in the notation, for example `5`, `K`, `F`.
    #[inline]
    pub const fn letter(self) -> char {
        Rank::LETTERS[self.index()] as char
    }

    /// The rank with this letter in the notation, in upper case.
    #[inline]
    pub const fn from_letter(letter: char) -> Option<Rank> {
        let mut index = 0;
        while index < Rank::COUNT {
            if Rank::LETTERS[index] as char == letter {
                return Some(Rank::ALL[index]);
            }
            index += 1;
        }
        None
    }

    /// The abbreviation in the rules' table, for example `5*G`, `CPT`.
    pub const fn abbreviation(self) -> &'static str {
        const NAMES: [&str; Rank::COUNT] = [
            "5*G", "4*G", "3*G", "2*G", "1*G", "COL", "LTC", "MAJ", "CPT", "1LT", "2LT", "SGT",
            "PVT", "SPY", "FLG",
        ];
        NAMES[self.index()]
    }

    /// The English name in the rules' table.
    pub const fn name(self) -> &'static str {
        const NAMES: [&str; Rank::COUNT] = [
            "General of the Army",
            "General",
            "Lieutenant General",
            "Major General",
            "Brigadier General",
            "Colonel",
            "Lieutenant Colonel",
            "Major",
            "Captain",
            "1st Lieutenant",
            "2nd Lieutenant",
            "Sergeant",
            "Private",
            "Spy",
            "Flag",
        ];
        NAMES[self.index()]
    }

    /// The twelve ranks from General of the Army to Sergeant.
    pub const fn is_officer(self) -> bool {
        (self as u8) <= (Rank::Sergeant as u8)
    }
}

impl std::fmt::Debug for Rank {
    /// Shows nothing, so that logs and panic messages cannot contain a rank.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Rank(..)")
    }
}
