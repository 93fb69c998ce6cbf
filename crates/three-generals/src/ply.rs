//! Plies and their notation. Source: *Notation*.

use std::fmt;
use std::str::FromStr;

use crate::piece::{General, Troop};
use crate::position::Position;
use crate::square::Square;

/// One move of one side. Whether it is legal depends on the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply {
    /// `c3-c4`, or `c3xd4` where it captures.
    Move { from: Square, to: Square, captures: bool, turn: Turn },
    /// `R@e5`: a piece from the hand.
    Drop { troop: Troop, to: Square },
    /// `e2*e8`: a General captures the enemy's of his kind without moving.
    Shot { from: Square, to: Square },
}

/// What a piece does at the end of its move. Source: *Turning* and *Pawns*.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// It stays what it is.
    No,
    /// `+`: promotion or demotion; a Pawn leaves the game and brings nobody back.
    Yes,
    /// `+G@h2`: a Pawn leaves the game and brings back a General to this square.
    Return(General, Square),
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Ply::Move { from, to, captures, turn } => {
                write!(f, "{from}{}{to}{turn}", if captures { 'x' } else { '-' })
            }
            Ply::Drop { troop, to } => write!(f, "{}@{to}", troop.letter()),
            Ply::Shot { from, to } => write!(f, "{from}*{to}"),
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::No => Ok(()),
            Turn::Yes => f.write_str("+"),
            Turn::Return(general, square) => write!(f, "+{}@{square}", general.letter()),
        }
    }
}

/// A ply as it is written: `-` or `x` may be left out, for the position says which of them it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WrittenPly {
    Whole(Ply),
    Unsigned { from: Square, to: Square, turn: Turn },
}

impl WrittenPly {
    /// The ply with the sign that the position gives it.
    pub fn signed(self, position: &Position) -> Ply {
        match self {
            WrittenPly::Whole(ply) => ply,
            WrittenPly::Unsigned { from, to, turn } => {
                Ply::Move { from, to, captures: position.at(to).is_some(), turn }
            }
        }
    }
}

impl fmt::Display for WrittenPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrittenPly::Whole(ply) => ply.fmt(f),
            WrittenPly::Unsigned { from, to, turn } => write!(f, "{from}{to}{turn}"),
        }
    }
}

impl FromStr for WrittenPly {
    type Err = ParsePlyError;

    fn from_str(text: &str) -> Result<WrittenPly, ParsePlyError> {
        let mut reader = Reader { text, at: 0 };
        let ply = reader.ply()?;
        match reader.peek() {
            None => Ok(ply),
            Some(_) => Err(reader.fault(Expected::End)),
        }
    }
}

/// Why a text is no ply: where, and what belongs there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsePlyError {
    /// The character that does not fit, counted from 1; one behind the text where something is missing.
    pub column: usize,
    /// The character; `None` behind the end of the text.
    pub found: Option<char>,
    pub expected: Expected,
}

/// What belongs at a place of a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A ply begins with a file, or with the letter of a piece that is dropped.
    Start,
    File,
    Row,
    /// `-`, `x` or `*`.
    Sign,
    At,
    /// The end, or `+` behind a move.
    TurnOrEnd,
    /// The end, or the letter of a General behind `+`.
    GeneralOrEnd,
    End,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Expected::Start => {
                "a file a to i of a move, such as c3-c4, or a piece that is dropped (P, A, R, F, Q, C or B), such as R@e5"
            }
            Expected::File => "a file a to i",
            Expected::Row => "a row 1 to 9",
            Expected::Sign => "- for a move, x for a capture or * for a shot",
            Expected::At => "@ and the square, such as R@e5",
            Expected::TurnOrEnd => "the end of the move, or + where the piece turns",
            Expected::GeneralOrEnd => {
                "the end of the move, or the General that the Pawn brings back (G, J or S), such as +G@h2"
            }
            Expected::End => "the end of the move",
        })
    }
}

impl fmt::Display for ParsePlyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => {
                write!(f, "character {} is {found:?}; expected: {}", self.column, self.expected)
            }
            None => write!(
                f,
                "it ends after {} characters; expected: {}",
                self.column - 1,
                self.expected
            ),
        }
    }
}

impl std::error::Error for ParsePlyError {}

impl FromStr for Ply {
    type Err = ParsePlyError;

    /// Reads exactly the canonical form.
    fn from_str(text: &str) -> Result<Ply, ParsePlyError> {
        match text.parse()? {
            WrittenPly::Whole(ply) => Ok(ply),
            // The sign belongs behind the first square.
            WrittenPly::Unsigned { .. } => Err(Reader { text, at: 2 }.fault(Expected::Sign)),
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// All before it is ASCII.
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault(&self, expected: Expected) -> ParsePlyError {
        let found = self.text[self.at..].chars().next();
        ParsePlyError { column: self.at + 1, found, expected }
    }

    fn ply(&mut self) -> Result<WrittenPly, ParsePlyError> {
        match self.peek() {
            Some(b'a'..=b'i') => self.on_board(),
            Some(letter) => match Troop::from_letter(char::from(letter)) {
                Some(troop) => {
                    self.at += 1;
                    Ok(WrittenPly::Whole(Ply::Drop { troop, to: self.at_square()? }))
                }
                None => Err(self.fault(Expected::Start)),
            },
            None => Err(self.fault(Expected::Start)),
        }
    }

    fn on_board(&mut self) -> Result<WrittenPly, ParsePlyError> {
        let from = self.square()?;
        let captures = match self.peek() {
            Some(b'-') => false,
            Some(b'x') => true,
            Some(b'*') => {
                self.at += 1;
                return Ok(WrittenPly::Whole(Ply::Shot { from, to: self.square()? }));
            }
            Some(b'a'..=b'i') => {
                return Ok(WrittenPly::Unsigned { from, to: self.square()?, turn: self.turn()? });
            }
            _ => return Err(self.fault(Expected::Sign)),
        };
        self.at += 1;
        Ok(WrittenPly::Whole(Ply::Move { from, to: self.square()?, captures, turn: self.turn()? }))
    }

    fn turn(&mut self) -> Result<Turn, ParsePlyError> {
        match self.peek() {
            None => return Ok(Turn::No),
            Some(b'+') => self.at += 1,
            Some(_) => return Err(self.fault(Expected::TurnOrEnd)),
        }
        let Some(letter) = self.peek() else { return Ok(Turn::Yes) };
        let general =
            General::ALL.into_iter().find(|general| general.letter() == char::from(letter));
        let general = general.ok_or_else(|| self.fault(Expected::GeneralOrEnd))?;
        self.at += 1;
        Ok(Turn::Return(general, self.at_square()?))
    }

    fn at_square(&mut self) -> Result<Square, ParsePlyError> {
        if self.peek() != Some(b'@') {
            return Err(self.fault(Expected::At));
        }
        self.at += 1;
        self.square()
    }

    fn square(&mut self) -> Result<Square, ParsePlyError> {
        let file = self.coordinate(b'a', Expected::File)?;
        let row = self.coordinate(b'1', Expected::Row)?;
        Ok(Square::new(file, row).expect("both are below nine"))
    }

    /// 0 to 8, counted from the first character of the nine.
    fn coordinate(&mut self, first: u8, expected: Expected) -> Result<u8, ParsePlyError> {
        let value = self.peek().map(|sign| sign.wrapping_sub(first)).filter(|value| *value < 9);
        let value = value.ok_or_else(|| self.fault(expected))?;
        self.at += 1;
        Ok(value)
    }
}
