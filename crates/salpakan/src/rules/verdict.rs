//! Verdicts and announcements of the arbiter.

use super::{Ending, Rank};

/// Which piece is captured in a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Verdict {
    /// The challenged piece falls; the challenger takes the square (`+`).
    ChallengerWins = 0,
    /// The challenger falls; the challenged piece stays (`-`).
    DefenderWins = 1,
    /// Both fall; the square is empty (`=`).
    Split = 2,
}

impl Verdict {
    pub const ALL: [Verdict; 3] = [Verdict::ChallengerWins, Verdict::DefenderWins, Verdict::Split];

    /// `+`, `-` or `=`, as in the notation.
    #[inline]
    pub const fn symbol(self) -> char {
        match self {
            Verdict::ChallengerWins => '+',
            Verdict::DefenderWins => '-',
            Verdict::Split => '=',
        }
    }

    #[inline]
    pub const fn from_symbol(symbol: char) -> Option<Verdict> {
        match symbol {
            '+' => Some(Verdict::ChallengerWins),
            '-' => Some(Verdict::DefenderWins),
            '=' => Some(Verdict::Split),
            _ => None,
        }
    }

    /// The verdict of a challenge, `RULES.md` "Challenges" 1-6.
    #[inline]
    pub const fn of(challenger: Rank, defender: Rank) -> Verdict {
        JUDGEMENT[challenger.index() << 4 | defender.index()]
    }
}

static JUDGEMENT: [Verdict; Rank::COUNT << 4] = {
    let mut table = [Verdict::Split; Rank::COUNT << 4];
    let mut a = 0;
    while a < Rank::COUNT {
        let mut d = 0;
        while d < Rank::COUNT {
            table[a << 4 | d] = judge(Rank::ALL[a], Rank::ALL[d]);
            d += 1;
        }
        a += 1;
    }
    table
};

const fn judge(challenger: Rank, defender: Rank) -> Verdict {
    if matches!((challenger, defender), (Rank::Flag, Rank::Flag)) {
        return Verdict::ChallengerWins;
    }
    if beats(challenger, defender) {
        Verdict::ChallengerWins
    } else if beats(defender, challenger) {
        Verdict::DefenderWins
    } else {
        Verdict::Split
    }
}

const fn beats(one: Rank, other: Rank) -> bool {
    match (one, other) {
        (Rank::Flag, _) => false,
        (_, Rank::Flag) => true,
        (Rank::Spy, other) => other.is_officer(),
        (Rank::Private, other) => matches!(other, Rank::Spy),
        (one, Rank::Private) => one.is_officer(),
        (_, Rank::Spy) => false,
        (one, other) => (one as u8) < (other as u8),
    }
}

/// Everything that the arbiter announces publicly after a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Announcement {
    /// Present if the ply was a challenge.
    pub verdict: Option<Verdict>,
    /// The challenger's and the defender's rank, declared under `open-challenges` only.
    pub declared: Option<(Rank, Rank)>,
    /// Present if the ply ended the game by rule.
    pub ending: Option<Ending>,
}
