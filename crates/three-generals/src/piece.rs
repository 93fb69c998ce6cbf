//! Pieces, Generals and hands. Source: *Pieces* and *Hands and drops*.

use std::fmt;

use game_record::Color;

use crate::square::Squares;

/// A General: never leaves his palace, never turns, and is in nobody's hand. Source: *Generals*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum General {
    Golden = 0,
    Jeweled = 1,
    Silver = 2,
}

/// A piece that can be in a hand. Source: *Hands and drops*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Troop {
    Pawn = 0,
    Angle = 1,
    Rook = 2,
    Flier = 3,
    Queen = 4,
    Chariot = 5,
    Bishop = 6,
}

/// What a piece is: how it moves now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Troop(Troop),
    General(General),
}

impl General {
    /// All Generals, in the order of notation.
    pub const ALL: [General; 3] = [General::Golden, General::Jeweled, General::Silver];

    /// The letter of the notation: `G`, `J` or `S`.
    pub const fn letter(self) -> char {
        match self {
            General::Golden => 'G',
            General::Jeweled => 'J',
            General::Silver => 'S',
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            General::Golden => "Golden General",
            General::Jeweled => "Jeweled General",
            General::Silver => "Silver General",
        }
    }

    /// His palace: nine squares on his side's first three rows. Source: *Generals*.
    #[inline]
    pub const fn palace(self, color: Color) -> Squares {
        // A half turn carries one side's palace to the other's.
        let third = match color {
            Color::White => 2 - self as u8,
            Color::Black => self as u8,
        };
        let files = Squares::file(third * 3).bits()
            | Squares::file(third * 3 + 1).bits()
            | Squares::file(third * 3 + 2).bits();
        Squares::from_bits(files & Squares::far_rows(color.opponent()).bits())
    }

    /// The pieces that he commands: the one that only moves forward, and what it turns into.
    pub const fn commands(self) -> [Troop; 2] {
        match self {
            General::Golden => [Troop::Angle, Troop::Rook],
            General::Jeweled => [Troop::Flier, Troop::Queen],
            General::Silver => [Troop::Chariot, Troop::Bishop],
        }
    }
}

impl Troop {
    /// All of them, in the order of hands.
    pub const ALL: [Troop; 7] = [
        Troop::Pawn,
        Troop::Angle,
        Troop::Rook,
        Troop::Flier,
        Troop::Queen,
        Troop::Chariot,
        Troop::Bishop,
    ];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Troop::Pawn => 'P',
            Troop::Angle => 'A',
            Troop::Rook => 'R',
            Troop::Flier => 'F',
            Troop::Queen => 'Q',
            Troop::Chariot => 'C',
            Troop::Bishop => 'B',
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Troop::Pawn => "Pawn",
            Troop::Angle => "Angle",
            Troop::Rook => "Rook",
            Troop::Flier => "Flier",
            Troop::Queen => "Queen",
            Troop::Chariot => "Chariot",
            Troop::Bishop => "Bishop",
        }
    }

    /// The General without whom it is Stone; nobody commands a Pawn.
    #[inline]
    pub const fn commander(self) -> Option<General> {
        match self {
            Troop::Pawn => None,
            Troop::Angle | Troop::Rook => Some(General::Golden),
            Troop::Flier | Troop::Queen => Some(General::Jeweled),
            Troop::Chariot | Troop::Bishop => Some(General::Silver),
        }
    }

    /// What it turns into. A Pawn that promotes leaves the game instead.
    #[inline]
    pub const fn turned(self) -> Option<Troop> {
        match self {
            Troop::Pawn => None,
            Troop::Angle => Some(Troop::Rook),
            Troop::Rook => Some(Troop::Angle),
            Troop::Flier => Some(Troop::Queen),
            Troop::Queen => Some(Troop::Flier),
            Troop::Chariot => Some(Troop::Bishop),
            Troop::Bishop => Some(Troop::Chariot),
        }
    }

    /// Whether it only moves forward, and so could never move again on the last row.
    #[inline]
    pub const fn only_moves_forward(self) -> bool {
        matches!(self, Troop::Pawn | Troop::Angle | Troop::Flier | Troop::Chariot)
    }

    /// How many of those that started as this the game has, both sides together.
    pub const fn number(self) -> u32 {
        match self {
            Troop::Pawn => 18,
            Troop::Angle | Troop::Flier | Troop::Chariot => 4,
            Troop::Rook | Troop::Queen | Troop::Bishop => 2,
        }
    }

    /// The piece with this letter, a capital.
    pub const fn from_letter(letter: char) -> Option<Troop> {
        let mut index = 0;
        while index < Troop::ALL.len() {
            if Troop::ALL[index].letter() == letter {
                return Some(Troop::ALL[index]);
            }
            index += 1;
        }
        None
    }
}

impl Kind {
    /// The number of kinds.
    pub(crate) const NUMBER: usize = 10;

    /// All kinds.
    pub fn all() -> impl Iterator<Item = Kind> {
        let troops = Troop::ALL.into_iter().map(Kind::Troop);
        troops.chain(General::ALL.into_iter().map(Kind::General))
    }

    /// 0 to 9.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        match self {
            Kind::Troop(troop) => troop as usize,
            Kind::General(general) => Troop::ALL.len() + general as usize,
        }
    }

    #[inline]
    pub(crate) const fn from_index(index: usize) -> Kind {
        if index < Troop::ALL.len() {
            Kind::Troop(Troop::ALL[index])
        } else {
            Kind::General(General::ALL[index - Troop::ALL.len()])
        }
    }

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        match self {
            Kind::Troop(troop) => troop.letter(),
            Kind::General(general) => general.letter(),
        }
    }

    /// The kind with this letter, a capital.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::all().find(|kind| kind.letter() == letter)
    }

    pub const fn name(self) -> &'static str {
        match self {
            Kind::Troop(troop) => troop.name(),
            Kind::General(general) => general.name(),
        }
    }

    /// How it moves, as the table of *Pieces* says.
    pub const fn way(self) -> &'static str {
        match self {
            Kind::Troop(Troop::Pawn) => "one square forward, straight or diagonally",
            Kind::Troop(Troop::Angle) => "diagonally forward, any distance",
            Kind::Troop(Troop::Rook) => "straight in four directions, any distance",
            Kind::Troop(Troop::Flier) => "forward, straight or diagonally, any distance",
            Kind::Troop(Troop::Queen) => "straight or diagonally, any distance",
            Kind::Troop(Troop::Chariot) => "straight forward, any distance",
            Kind::Troop(Troop::Bishop) => "diagonally, any distance",
            Kind::General(General::Golden) => {
                "one square, straight in four directions or diagonally forward, within his palace"
            }
            Kind::General(General::Jeweled) => "one square in any direction, within his palace",
            Kind::General(General::Silver) => {
                "one square, straight forward or diagonally in four directions, within his palace"
            }
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece on the board: what it is, and whether it was something else at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece {
    color: Color,
    kind: Kind,
    turned: bool,
}

impl Piece {
    /// A piece that is what it was at the start.
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece { color, kind, turned: false }
    }

    /// A piece that is this now and started as its other side; a Pawn and a General have none.
    pub const fn having_turned(color: Color, kind: Kind) -> Option<Piece> {
        let Kind::Troop(troop) = kind else { return None };
        match troop.turned() {
            Some(_) => Some(Piece { color, kind, turned: true }),
            None => None,
        }
    }

    /// The piece as it is after turning (promotion or demotion); a Pawn and a General have no other side.
    pub const fn turned(self) -> Option<Piece> {
        let Kind::Troop(troop) = self.kind else { return None };
        match troop.turned() {
            Some(other) => {
                Some(Piece { color: self.color, kind: Kind::Troop(other), turned: !self.turned })
            }
            None => None,
        }
    }

    #[inline]
    pub const fn color(self) -> Color {
        self.color
    }

    /// What it is now.
    #[inline]
    pub const fn kind(self) -> Kind {
        self.kind
    }

    /// Whether it is now something else than at the start.
    #[inline]
    pub const fn is_turned(self) -> bool {
        self.turned
    }

    /// The letter of the notation, with `+` before it once it is something else than at the start.
    pub const fn label(self) -> &'static str {
        match (self.kind, self.turned) {
            (Kind::General(General::Golden), _) => "G",
            (Kind::General(General::Jeweled), _) => "J",
            (Kind::General(General::Silver), _) => "S",
            (Kind::Troop(Troop::Pawn), _) => "P",
            (Kind::Troop(Troop::Angle), false) => "A",
            (Kind::Troop(Troop::Angle), true) => "+A",
            (Kind::Troop(Troop::Rook), false) => "R",
            (Kind::Troop(Troop::Rook), true) => "+R",
            (Kind::Troop(Troop::Flier), false) => "F",
            (Kind::Troop(Troop::Flier), true) => "+F",
            (Kind::Troop(Troop::Queen), false) => "Q",
            (Kind::Troop(Troop::Queen), true) => "+Q",
            (Kind::Troop(Troop::Chariot), false) => "C",
            (Kind::Troop(Troop::Chariot), true) => "+C",
            (Kind::Troop(Troop::Bishop), false) => "B",
            (Kind::Troop(Troop::Bishop), true) => "+B",
        }
    }

    /// What it was at the start, and is again in a hand. Source: *Turning*.
    #[inline]
    pub const fn origin(self) -> Kind {
        match self.kind {
            Kind::Troop(troop) if self.turned => match troop.turned() {
                Some(other) => Kind::Troop(other),
                None => self.kind,
            },
            kind => kind,
        }
    }

    #[inline]
    pub(crate) const fn known(color: Color, kind: Kind, turned: bool) -> Piece {
        Piece { color, kind, turned }
    }
}

/// The captured pieces that a side may drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand([u8; Troop::ALL.len()]);

impl Hand {
    /// How many of this it has.
    #[inline]
    pub const fn count(self, troop: Troop) -> u32 {
        self.0[troop as usize] as u32
    }

    #[inline]
    pub fn is_empty(self) -> bool {
        self == Hand::default()
    }

    /// What it has, each once, with its number.
    pub fn iter(self) -> impl Iterator<Item = (Troop, u32)> {
        Troop::ALL
            .into_iter()
            .map(move |troop| (troop, self.count(troop)))
            .filter(|held| held.1 > 0)
    }

    /// The hand with one more of this; as many as the game has at most.
    pub fn with(mut self, troop: Troop) -> Option<Hand> {
        if self.count(troop) == troop.number() {
            return None;
        }
        self.add(troop);
        Some(self)
    }

    #[inline]
    pub(crate) fn add(&mut self, troop: Troop) {
        self.0[troop as usize] += 1;
    }

    #[inline]
    pub(crate) fn remove(&mut self, troop: Troop) {
        self.0[troop as usize] -= 1;
    }
}
