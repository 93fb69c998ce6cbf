//! Positions as text: `rows side hands`, in the manner of shogi's SFEN; the README describes them.

use std::fmt;
use std::str::FromStr;

use crate::piece::{Hand, Kind, Piece, Troop};
use crate::position::{Position, PositionFault};
use game_record::Color;

use crate::square::{Square, WIDTH};

pub(crate) const START: &str = "arafqfcbc/1g2j2s1/ppppppppp/9/9/9/PPPPPPPPP/1S2J2G1/CBCFQFARA w -";

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..WIDTH).rev() {
            let mut empty = 0;
            for file in 0..WIDTH {
                let Some(piece) = Square::new(file, row).and_then(|square| self.at(square)) else {
                    empty += 1;
                    continue;
                };
                write_number(f, empty, 0)?;
                empty = 0;
                let turned = if piece.is_turned() { "+" } else { "" };
                write!(f, "{turned}{}", letter_of(piece.color(), piece.kind().letter()))?;
            }
            write_number(f, empty, 0)?;
            f.write_str(if row > 0 { "/" } else { " " })?;
        }
        f.write_str(if self.side_to_move() == Color::White { "w " } else { "b " })?;
        if Color::ALL.into_iter().all(|color| self.hand(color).is_empty()) {
            return f.write_str("-");
        }
        for color in Color::ALL {
            for (troop, held) in self.hand(color).iter() {
                write_number(f, held, 1)?;
                write!(f, "{}", letter_of(color, troop.letter()))?;
            }
        }
        Ok(())
    }
}

/// Writes a number that is greater than `least`.
fn write_number(f: &mut fmt::Formatter<'_>, number: u32, least: u32) -> fmt::Result {
    if number > least { write!(f, "{number}") } else { Ok(()) }
}

const fn letter_of(color: Color, letter: char) -> char {
    match color {
        Color::White => letter,
        Color::Black => letter.to_ascii_lowercase(),
    }
}

/// Why a text is no position: where, and what to do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParsePositionError {
    /// The character that does not fit, counted from 1; one behind the text where something is missing. Where pieces
    /// stand that may not, the end of the board or of the hands.
    pub column: usize,
    pub fault: PositionTextFault,
}

/// What is wrong with the text of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PositionTextFault {
    /// No piece, number or `/`.
    NoPiece,
    /// `+` before what has no other side.
    NeverTurns,
    /// Two numbers after each other, or a number beyond the row.
    BadNumber,
    /// A row does not have nine squares.
    RowLength {
        row: u8,
        found: u8,
    },
    /// Neither ` w ` nor ` b ` behind the board.
    NoSide,
    /// No piece that a hand can hold, or not in canonical order.
    NoHand,
    /// More than the game has, or a number below two.
    HandNumber,
    Position(PositionFault),
}

impl fmt::Display for PositionTextFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionTextFault::NoPiece => f.write_str(
                "a piece (P, A, R, F, Q, C, B, G, J, S or small for Black), a number of empty squares or / belongs here",
            ),
            PositionTextFault::NeverTurns => {
                f.write_str("only A, R, F, Q, C and B turn; put + before one of these or leave it out")
            }
            PositionTextFault::BadNumber => {
                f.write_str("write the empty squares between two pieces as one number from 1 to 9")
            }
            PositionTextFault::RowLength { row, found } => {
                write!(f, "row {row} has {found} squares; give it nine")
            }
            PositionTextFault::NoSide => {
                f.write_str("behind nine rows belongs the side to move, ' w ' or ' b '")
            }
            PositionTextFault::NoHand => f.write_str(
                "hands are White's PARFQCB and then Black's parfqcb in this order, each letter once, or - for none",
            ),
            PositionTextFault::HandNumber => {
                f.write_str("before a letter stands how many a hand has, from 2 to as many as the game has")
            }
            PositionTextFault::Position(fault) => fault.fmt(f),
        }
    }
}

impl fmt::Display for ParsePositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.column, self.fault)
    }
}

impl std::error::Error for ParsePositionError {}

impl FromStr for Position {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<Position, ParsePositionError> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let pieces = reader.board()?;
        let side = reader.side()?;
        let hands = reader.hands()?;
        let fault = |fault| reader.fault(PositionTextFault::Position(fault));
        Position::new(pieces, hands, side).map_err(fault)
    }
}

struct Reader<'a> {
    text: &'a [u8],
    /// All before it is ASCII.
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn fault(&self, fault: PositionTextFault) -> ParsePositionError {
        ParsePositionError { column: self.at + 1, fault }
    }

    fn board(&mut self) -> Result<Vec<(Square, Piece)>, ParsePositionError> {
        let mut pieces = Vec::new();
        for row in (0..WIDTH).rev() {
            self.row(row, &mut pieces)?;
            let end = if row > 0 { b'/' } else { b' ' };
            match self.peek() {
                Some(sign) if sign == end => self.at += 1,
                Some(b' ' | b'/') | None => return Err(self.fault(PositionTextFault::NoSide)),
                Some(_) => return Err(self.fault(PositionTextFault::NoPiece)),
            }
        }
        Ok(pieces)
    }

    fn row(
        &mut self,
        row: u8,
        pieces: &mut Vec<(Square, Piece)>,
    ) -> Result<(), ParsePositionError> {
        let (mut file, mut after_number) = (0, false);
        loop {
            match self.peek() {
                Some(digit @ b'1'..=b'9') => {
                    let beyond = file + (digit - b'0') > WIDTH;
                    if after_number || beyond {
                        return Err(self.fault(PositionTextFault::BadNumber));
                    }
                    file += digit - b'0';
                    after_number = true;
                    self.at += 1;
                }
                None | Some(b'/' | b' ') => break,
                Some(_) => {
                    let Some(square) = Square::new(file, row) else {
                        return Err(
                            self.fault(PositionTextFault::RowLength { row: row + 1, found: 10 })
                        );
                    };
                    pieces.push((square, self.piece()?));
                    file += 1;
                    after_number = false;
                }
            }
        }
        if file == WIDTH {
            return Ok(());
        }
        Err(self.fault(PositionTextFault::RowLength { row: row + 1, found: file }))
    }

    fn piece(&mut self) -> Result<Piece, ParsePositionError> {
        let has_turned = self.peek() == Some(b'+');
        self.at += usize::from(has_turned);
        let no_piece = self.fault(PositionTextFault::NoPiece);
        let letter = char::from(self.peek().ok_or(no_piece)?);
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let kind = Kind::from_letter(letter.to_ascii_uppercase()).ok_or(no_piece)?;
        let piece = if has_turned {
            Piece::having_turned(color, kind)
        } else {
            Some(Piece::new(color, kind))
        };
        let piece = piece.ok_or(self.fault(PositionTextFault::NeverTurns))?;
        self.at += 1;
        Ok(piece)
    }

    fn side(&mut self) -> Result<Color, ParsePositionError> {
        let side = match self.peek() {
            Some(b'w') => Color::White,
            Some(b'b') => Color::Black,
            _ => return Err(self.fault(PositionTextFault::NoSide)),
        };
        self.at += 1;
        if self.peek() != Some(b' ') {
            return Err(self.fault(PositionTextFault::NoSide));
        }
        self.at += 1;
        Ok(side)
    }

    fn hands(&mut self) -> Result<[Hand; 2], ParsePositionError> {
        let mut hands = [Hand::default(); 2];
        if self.text[self.at..] == *b"-" {
            return Ok(hands);
        }
        if self.peek().is_none() {
            return Err(self.fault(PositionTextFault::NoHand));
        }
        let mut before = None;
        while self.peek().is_some() {
            let number = self.number()?;
            let letter = char::from(self.peek().unwrap_or_default());
            let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
            let troop = Troop::from_letter(letter.to_ascii_uppercase());
            let troop = troop.ok_or(self.fault(PositionTextFault::NoHand))?;
            if before.is_some_and(|before| before >= (color, troop)) {
                return Err(self.fault(PositionTextFault::NoHand));
            }
            before = Some((color, troop));
            for _ in 0..number {
                let more = hands[color as usize].with(troop);
                hands[color as usize] = more.ok_or(self.fault(PositionTextFault::HandNumber))?;
            }
            self.at += 1;
        }
        Ok(hands)
    }

    /// How many of the next letter there are.
    fn number(&mut self) -> Result<u32, ParsePositionError> {
        let digits = self.text[self.at..].iter().take_while(|sign| sign.is_ascii_digit()).count();
        if digits == 0 {
            return Ok(1);
        }
        let bad = self.fault(PositionTextFault::HandNumber);
        let digits = &self.text[self.at..self.at + digits];
        let number = str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok());
        let number = number.filter(|number| *number >= 2 && digits[0] != b'0').ok_or(bad)?;
        self.at += digits.len();
        Ok(number)
    }
}
