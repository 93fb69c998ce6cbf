//! Glyphs of plies, and squares and arrows on the board.

use salpakan::rules::Square;

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

/// A square, or an arrow from one to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mark {
    pub color: MarkColor,
    pub from: Square,
    /// The end of the arrow; `None` for a square.
    pub to: Option<Square>,
}

/// Parses a mark in chess notation: `Ge4` is a green square, `Rd5d6` a red arrow. Without a letter
/// it is green.
fn parse_mark(text: &str) -> Option<Mark> {
    let tint = |letter: char| MarkColor::ALL.into_iter().find(|tint| tint.letter() == letter);
    let (tint, squares) = match text.chars().next().and_then(tint) {
        Some(tint) => (tint, &text[1..]),
        None => (MarkColor::Green, text),
    };
    let square = |text: Option<&str>| text?.parse::<Square>().ok();
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

/// Parses marks separated by blanks or commas; `None` if any of them is malformed.
pub fn parse_marks(text: &str) -> Option<Vec<Mark>> {
    text.split([' ', ',']).filter(|part| !part.is_empty()).map(parse_mark).collect()
}

/// Writes the form that [`parse_marks`] reads.
pub fn format_marks(marks: &[Mark]) -> String {
    let one = |mark: &Mark| {
        let to = mark.to.map(|to| to.to_string()).unwrap_or_default();
        format!("{}{}{to}", mark.color.letter(), mark.from)
    };
    marks.iter().map(one).collect::<Vec<_>>().join(" ")
}
