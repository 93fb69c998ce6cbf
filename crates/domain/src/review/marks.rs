//! Glyphs of plies, and squares and arrows on the board.

use std::fmt;

use crate::game::GameKind;
use crate::macros::keyed_enum;

keyed_enum! {
    /// The quality of a ply, the best first, with its sign in chess notation as key.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Glyph {
        Brilliant => "!!",
        Good => "!",
        Interesting => "!?",
        Dubious => "?!",
        Mistake => "?",
        Blunder => "??",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MarkColor {
    Green,
    Red,
    Yellow,
    Blue,
}

impl MarkColor {
    pub const ALL: [MarkColor; 4] =
        [MarkColor::Green, MarkColor::Red, MarkColor::Yellow, MarkColor::Blue];

    /// The frozen letter that begins a mark.
    pub const fn letter(self) -> char {
        match self {
            MarkColor::Green => 'G',
            MarkColor::Red => 'R',
            MarkColor::Yellow => 'Y',
            MarkColor::Blue => 'B',
        }
    }
}

/// A square of the board of any game, by file and row, both counted from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MarkedSquare {
    pub file: u8,
    pub row: u8,
}

impl MarkedSquare {
    /// Parses `e4`, on a board of nine files and so many rows.
    fn parse(text: &str, rows: u8) -> Option<MarkedSquare> {
        let [file, row] = *text.as_bytes() else { return None };
        let (file, row) = (file.checked_sub(b'a')?, row.checked_sub(b'1')?);
        (file < FILES && row < rows).then_some(MarkedSquare { file, row })
    }
}

impl fmt::Display for MarkedSquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.row + 1)
    }
}

/// The files of every board.
const FILES: u8 = 9;
/// The rows of the board with most.
const MOST_ROWS: u8 = 9;

/// A square, or an arrow from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub color: MarkColor,
    pub from: MarkedSquare,
    /// The end of the arrow; `None` for a square.
    pub to: Option<MarkedSquare>,
}

/// Parses a mark in chess notation: `Ge4` is a green square, `Rd5d6` a red arrow. Without a letter
/// it is green.
fn parse_mark(text: &str, rows: u8) -> Option<Mark> {
    let tint = |letter: char| MarkColor::ALL.into_iter().find(|tint| tint.letter() == letter);
    let (tint, squares) = match text.chars().next().and_then(tint) {
        Some(tint) => (tint, &text[1..]),
        None => (MarkColor::Green, text),
    };
    let square = |text: Option<&str>| MarkedSquare::parse(text?, rows);
    let from = square(squares.get(..2))?;
    match squares.len() {
        2 => Some(Mark { color: tint, from, to: None }),
        4 => {
            let to = square(squares.get(2..))?;
            (to != from).then_some(Mark { color: tint, from, to: Some(to) })
        }
        _ => None,
    }
}

/// Parses marks on the board of a game, separated by blanks or commas; `None` if any of them is malformed.
pub fn parse_marks(text: &str, kind: GameKind) -> Option<Vec<Mark>> {
    parse_within(text, kind.rows())
}

/// Parses what was checked when it was written, whichever game it is about.
pub(super) fn parse_stored_marks(text: &str) -> Option<Vec<Mark>> {
    parse_within(text, MOST_ROWS)
}

fn parse_within(text: &str, rows: u8) -> Option<Vec<Mark>> {
    let parts = text.split([' ', ',']).filter(|part| !part.is_empty());
    parts.map(|part| parse_mark(part, rows)).collect()
}

/// Writes the form that [`parse_marks`] reads.
pub fn format_marks(marks: &[Mark]) -> String {
    let one = |mark: &Mark| {
        let to = mark.to.map(|to| to.to_string()).unwrap_or_default();
        format!("{}{}{to}", mark.color.letter(), mark.from)
    };
    marks.iter().map(one).collect::<Vec<_>>().join(" ")
}
