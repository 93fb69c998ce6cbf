//! Drafts, which may contain anything, and legal deployments.

use std::fmt;

use super::{Color, FILES, Rank, RuleSet, Square, Squares, Zone};

/// The number of squares of the home zone and the border row; home comes first, with 27.
pub const LOCAL_SQUARES: usize = 4 * FILES as usize;
const HOME_SQUARES: usize = 3 * FILES as usize;
const HOME_ROWS: u8 = 3;
/// The most pieces that may stand on the border row.
pub const MAX_ON_BORDER: u32 = 1;

/// A proposed set-up of one side: any ranks on any squares.
#[derive(Clone, PartialEq, Eq)]
pub struct Draft {
    color: Color,
    pieces: Vec<(Square, Rank)>,
}

/// What is wrong with a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DraftFault {
    /// A piece outside the rows where this side may deploy.
    OutsideZone(Square),
    /// More than one piece on a square.
    Crowded(Square),
    /// More than one piece on the border; these are their squares.
    BorderCrowded(Squares),
    /// The number of pieces of a rank differs from the army's; `rules` has the name of the rank.
    WrongCount { rank: Rank, rules: RuleSet, have: u8, want: u8 },
}

impl fmt::Display for DraftFault {
    /// The message for a wrong count contains the rank: show it to the draft's author only.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DraftFault::OutsideZone(square) => {
                write!(f, "{square} is outside the rows where this side deploys")
            }
            DraftFault::Crowded(square) => write!(f, "{square} holds more than one piece"),
            DraftFault::BorderCrowded(squares) => {
                write!(f, "{} pieces stand on the border; at most one may", squares.len())
            }
            DraftFault::WrongCount { rank, rules, have, want } => {
                let name = rules.rank_name(*rank);
                write!(f, "{have} of {name} ({}) instead of {want}", rank.letter())
            }
        }
    }
}

/// Why a text is not a draft, and the character in question (counted from 0).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextFault {
    pub at: usize,
    pub kind: TextFaultKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextFaultKind {
    /// Neither a piece's letter nor `.`.
    UnknownLetter(char),
    /// A row with this number of squares instead of nine.
    RowLength(usize),
    /// This number of rows instead of three (four with a border).
    RowCount(usize),
}

impl fmt::Display for TextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            TextFaultKind::UnknownLetter(letter) => write!(
                f,
                "{letter:?} is no piece; the letters are 5 4 3 2 1 C L M K A B T P S F and . for \
                 an empty square"
            ),
            TextFaultKind::RowLength(length) => {
                write!(f, "a row of a set-up has 9 squares, this one has {length}")
            }
            TextFaultKind::RowCount(count) => {
                write!(f, "a set-up has three rows joined by '/', this one has {count}")
            }
        }
    }
}

impl Draft {
    pub fn new(color: Color, pieces: Vec<(Square, Rank)>) -> Draft {
        Draft { color, pieces }
    }

    pub const fn color(&self) -> Color {
        self.color
    }

    /// Parses the notation's set-up (`NOTATION.md`, Tags): three rows of nine squares, the highest
    /// row number first; four rows with a border.
    pub fn parse(color: Color, rules: &RuleSet, text: &str) -> Result<Draft, Vec<TextFault>> {
        let rows: Vec<&str> = text.split('/').collect();
        let first_row = match (rows.len(), rules.zone(), color) {
            (3, _, Color::White) => 2,
            (4, Zone::HomeAndBorder, Color::White) => 3,
            (3, _, Color::Black) | (4, Zone::HomeAndBorder, Color::Black) => 7,
            (count, ..) => {
                return Err(vec![TextFault { at: 0, kind: TextFaultKind::RowCount(count) }]);
            }
        };
        let mut pieces = Vec::with_capacity(21);
        let mut faults = Vec::new();
        let mut at = 0;
        for (row, letters) in (0..=first_row).rev().zip(rows) {
            read_row(row, letters, at, &mut pieces, &mut faults);
            at += letters.chars().count() + 1;
        }
        if faults.is_empty() { Ok(Draft { color, pieces }) } else { Err(faults) }
    }

    /// The legal deployment.
    ///
    /// # Errors
    /// Returns every [`DraftFault`], by square and then by rank.
    pub fn check(&self, rules: &RuleSet) -> Result<Deployment, Vec<DraftFault>> {
        let mut faults = Vec::new();
        let cells = self.place(rules.zone(), &mut faults);
        self.check_border(rules.zone(), &mut faults);
        self.check_counts(rules, &mut faults);
        if faults.is_empty() { Ok(Deployment { color: self.color, cells }) } else { Err(faults) }
    }

    fn place(&self, zone: Zone, faults: &mut Vec<DraftFault>) -> [u8; LOCAL_SQUARES] {
        let rows = if zone == Zone::Home { HOME_ROWS } else { HOME_ROWS + 1 };
        let mut cells = [EMPTY; LOCAL_SQUARES];
        let mut pieces = self.pieces.clone();
        pieces.sort_by_key(|(square, _)| *square);
        for (square, rank) in pieces {
            if square.depth(self.color) >= rows {
                faults.push(DraftFault::OutsideZone(square));
            } else if cells[local(self.color, square)] != EMPTY {
                faults.push(DraftFault::Crowded(square));
            } else {
                cells[local(self.color, square)] = rank.index() as u8 + 1;
            }
        }
        faults.dedup();
        cells
    }

    fn check_border(&self, zone: Zone, faults: &mut Vec<DraftFault>) {
        let on_border: Squares = self
            .pieces
            .iter()
            .map(|(square, _)| *square)
            .filter(|square| square.depth(self.color) == HOME_ROWS)
            .collect();
        if zone == Zone::HomeAndBorder && on_border.len() > MAX_ON_BORDER {
            faults.push(DraftFault::BorderCrowded(on_border));
        }
    }

    fn check_counts(&self, rules: &RuleSet, faults: &mut Vec<DraftFault>) {
        for rank in Rank::ALL {
            let have = self.pieces.iter().filter(|(_, r)| *r == rank).count();
            let have = u8::try_from(have).unwrap_or(u8::MAX);
            let want = rules.army().count(rank);
            if have != want {
                faults.push(DraftFault::WrongCount { rank, rules: *rules, have, want });
            }
        }
    }
}

fn read_row(
    row: u8,
    letters: &str,
    at: usize,
    pieces: &mut Vec<(Square, Rank)>,
    faults: &mut Vec<TextFault>,
) {
    let length = letters.chars().count();
    if length != FILES as usize {
        faults.push(TextFault { at, kind: TextFaultKind::RowLength(length) });
    }
    for (file, letter) in letters.chars().enumerate() {
        match (Rank::from_letter(letter), Square::new(file.min(FILES as usize) as u8, row)) {
            _ if letter == '.' => {}
            (Some(rank), Some(square)) => pieces.push((square, rank)),
            (Some(_), None) => {}
            (None, _) => {
                let kind = TextFaultKind::UnknownLetter(letter);
                faults.push(TextFault { at: at + file, kind });
            }
        }
    }
}

const EMPTY: u8 = 0;

/// A legal set-up of one side: the ranks on the squares of its zone.
///
/// Secret until the game is revealed: there is no `Display`, and `Debug` shows nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Deployment {
    color: Color,
    /// By local square (own back row first, files `a`..`i`): 0 or rank index + 1.
    cells: [u8; LOCAL_SQUARES],
}

fn local(color: Color, square: Square) -> usize {
    (square.depth(color) * FILES + square.file()) as usize
}

impl Deployment {
    pub const fn color(&self) -> Color {
        self.color
    }

    pub fn rank_at(&self, square: Square) -> Option<Rank> {
        let index = local(self.color, square);
        let cell = *self.cells.get(index)?;
        (cell as usize).checked_sub(1).and_then(Rank::from_index)
    }

    /// The square with a local index: own back row first, files `a`..`i`.
    pub fn square_of_local(color: Color, index: usize) -> Option<Square> {
        let (file, depth) = ((index % FILES as usize) as u8, (index / FILES as usize) as u8);
        match color {
            Color::White => Square::new(file, depth),
            Color::Black => Square::new(file, super::ROWS.checked_sub(depth + 1)?),
        }
    }

    /// The set-up for `color` that looks the same from that side of the board. For the other side
    /// it is rotated by 180 degrees, so that `a1` becomes `i8`.
    pub fn seen_by(&self, color: Color) -> Deployment {
        let mut cells = self.cells;
        if color != self.color {
            cells.chunks_exact_mut(FILES as usize).for_each(<[u8]>::reverse);
        }
        Deployment { color, cells }
    }

    /// The occupied squares, which become public when the game begins.
    pub fn squares(&self) -> Squares {
        self.pieces().map(|(square, _)| square).collect()
    }

    /// Squares and ranks, own back row first, files `a`..`i`.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Rank)> {
        self.cells.iter().enumerate().filter_map(|(index, cell)| {
            let rank = Rank::from_index((*cell as usize).checked_sub(1)?)?;
            Some((Deployment::square_of_local(self.color, index)?, rank))
        })
    }

    /// Where the Flag was deployed.
    pub fn flag(&self) -> Option<Square> {
        self.pieces().find(|(_, rank)| *rank == Rank::Flag).map(|(square, _)| square)
    }

    /// The notation's set-up: three rows, or four if the border is occupied.
    pub fn notation(&self) -> String {
        let border = self.cells[HOME_SQUARES..].iter().any(|cell| *cell != EMPTY);
        let mut depths: Vec<u8> = (0..if border { HOME_ROWS + 1 } else { HOME_ROWS }).collect();
        if self.color == Color::White {
            depths.reverse();
        }
        let rows: Vec<String> = depths.into_iter().map(|depth| self.row_text(depth)).collect();
        rows.join("/")
    }

    fn row_text(&self, depth: u8) -> String {
        let start = (depth * FILES) as usize;
        self.cells[start..start + FILES as usize]
            .iter()
            .map(|cell| {
                let rank = (*cell as usize).checked_sub(1).and_then(Rank::from_index);
                rank.map_or('.', Rank::letter)
            })
            .collect()
    }
}

impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Deployment(..)")
    }
}

impl fmt::Debug for Draft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Draft(..)")
    }
}
