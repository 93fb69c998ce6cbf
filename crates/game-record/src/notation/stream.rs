//! Splits an input into games in constant memory: GGN, JSON objects, arrays and NDJSON, plain or
//! zstd, recognised by content.
//!
//! A damaged game does not affect others: an empty line followed by a tag begins a GGN game, and a
//! line that begins with `{` begins a JSON game, unless these are part of a comment or object that
//! is well-formed as a whole.

use std::io::{BufRead, BufReader, Cursor, Read};

use super::error::{GameError, ReadError, TextError};

mod expand;
mod ggn;
mod json;
mod split;
mod track;

use expand::Meter;
use split::Splitter;

/// The maximum length of a game's text in bytes, a hundred times the longest real one. It bounds
/// the memory of a game and thereby its plies, which the notation does not limit.
pub const MOST_BYTES: usize = 4 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Ggn,
    Json,
}

/// The unparsed text of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameText {
    /// Counted from 1 within the input.
    pub number: u64,
    /// The line on which the text begins, from 1.
    pub first_line: u64,
    /// The column in that line, in characters from 1.
    pub first_column: u64,
    pub format: Format,
    pub bytes: Vec<u8>,
    /// What is wrong with the text as a whole, regardless of its content.
    pub damage: Option<Damage>,
}

/// Why part of the input is not the text of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// Longer than [`MOST_BYTES`]; the bytes are dropped.
    TooLong,
    /// The array of games that begins here is not closed: the input is truncated.
    OpenArray,
}

impl GameText {
    /// The text of a single game, GGN or JSON according to its beginning.
    pub fn alone(bytes: Vec<u8>) -> GameText {
        let json = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
        let format = if json { Format::Json } else { Format::Ggn };
        GameText { bytes, number: 1, ..GameText::empty(format) }
    }

    fn empty(format: Format) -> GameText {
        let (number, first_line, first_column) = (0, 1, 1);
        GameText { number, first_line, first_column, format, bytes: Vec::new(), damage: None }
    }

    /// The line and column of the first byte.
    pub(super) const fn start(&self) -> (u64, u64) {
        (self.first_line, self.first_column)
    }

    /// The text, if it is UTF-8, not too long and without NUL.
    pub fn text(&self) -> Result<&str, GameError> {
        let refuse = |at: usize, message: String| {
            // The text before the fault is UTF-8, so its characters can be counted.
            let before = std::str::from_utf8(&self.bytes[..at]).unwrap_or_default();
            Err(TextError::new(at, message).locate(before, self.start()))
        };
        match self.damage {
            Some(Damage::TooLong) => {
                let message =
                    format!("this game is longer than {} MiB; is it a game?", MOST_BYTES >> 20);
                return refuse(0, message);
            }
            Some(Damage::OpenArray) => {
                let message = "the array that begins here is not closed; is the input cut off?";
                return refuse(0, message.to_owned());
            }
            None => {}
        }
        match std::str::from_utf8(&self.bytes) {
            Ok(text) => match memchr::memchr(0, &self.bytes) {
                None => Ok(text),
                Some(at) => refuse(at, NUL.to_owned()),
            },
            Err(e) => {
                let at = e.valid_up_to();
                let nul = memchr::memchr(0, &self.bytes[..at]);
                let message = "this is not UTF-8; save the file in that encoding";
                refuse(nul.unwrap_or(at), nul.map_or(message, |_| NUL).to_owned())
            }
        }
    }
}

const NUL: &str = "a NUL byte is no text; if this is UTF-16, save the file as UTF-8";

type Input<'r> = Box<dyn BufRead + Send + 'r>;

/// Longer lines are passed on in pieces.
const LONGEST_PIECE: usize = 1 << 16;

/// Passes a piece to the splitter, which is created for the first non-blank one.
fn give(splitter: &mut Option<Splitter>, piece: &[u8], line: u64, at_line_start: bool) {
    // Concatenated files may contain further byte order marks.
    let piece = match piece {
        [0xef, 0xbb, 0xbf, rest @ ..] if at_line_start => rest,
        _ => piece,
    };
    if splitter.is_none() {
        *splitter = Splitter::for_start(piece);
    }
    if let Some(splitter) = splitter {
        splitter.take(piece, line, at_line_start);
    }
}

/// Reads games one after another from an input.
pub struct GameReader<'r> {
    input: Input<'r>,
    splitter: Option<Splitter>,
    meter: Meter,
    /// The beginning of a line at the end of the last buffer.
    carried: Vec<u8>,
    line: u64,
    at_line_start: bool,
    games: u64,
    finished: bool,
    /// The number of bytes of decompressed text that may still follow.
    left: u64,
}

impl<'r> GameReader<'r> {
    /// Examines the first bytes of `input`.
    ///
    /// # Errors
    /// Returns a [`ReadError`] if reading fails, or the input is UTF-16 or an archive.
    pub fn new(input: impl Read + Send + 'r) -> Result<GameReader<'r>, ReadError> {
        let fail = |cause| ReadError { after_game: 0, cause };
        let meter = Meter::default();
        let input = Box::new(BufReader::with_capacity(1 << 16, input));
        let mut input = with_start(input).map_err(fail)?;
        if is_zstd(input.fill_buf().map_err(fail)?) {
            let expanded = expand::zstd(input, meter.clone()).map_err(fail)?;
            let expanded = Box::new(BufReader::with_capacity(1 << 16, expanded));
            input = with_start(expanded).map_err(fail)?;
        }
        let first = input.fill_buf().map_err(fail)?;
        if is_archive(first) {
            let cause = "this is an archive or a workbook; unpack it, or save it as text in UTF-8";
            return Err(fail(std::io::Error::new(std::io::ErrorKind::InvalidData, cause)));
        }
        if first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]) {
            let cause = "this is UTF-16; save the file as UTF-8";
            return Err(fail(std::io::Error::new(std::io::ErrorKind::InvalidData, cause)));
        }
        if first.starts_with(&[0xef, 0xbb, 0xbf]) {
            input.consume(3);
        }
        Ok(GameReader {
            input,
            splitter: None,
            meter,
            carried: Vec::new(),
            line: 1,
            at_line_start: true,
            games: 0,
            finished: false,
            left: u64::MAX,
        })
    }

    /// Limits the text to this many bytes after decompression; beyond it, reading fails with
    /// [`std::io::ErrorKind::FileTooLarge`].
    #[must_use]
    pub fn at_most(mut self, bytes: u64) -> GameReader<'r> {
        self.left = bytes;
        self
    }

    fn advance(&mut self) -> std::io::Result<Option<GameText>> {
        loop {
            if let Some(game) = self.splitter.as_mut().and_then(Splitter::ready) {
                return Ok(Some(self.number(game)));
            }
            if self.finished {
                return Ok(None);
            }
            self.feed()?;
        }
    }

    /// Passes the next line, the next piece of a long line, or the end to the splitter.
    fn feed(&mut self) -> std::io::Result<()> {
        let buffer = self.input.fill_buf()?;
        let newline = memchr::memchr(b'\n', buffer);
        let length = newline.map_or(buffer.len(), |at| at + 1);
        let ended = buffer.is_empty();
        self.left = self.left.checked_sub(length as u64).ok_or_else(too_long)?;
        if newline.is_none() && !ended {
            // The line continues in the next buffer; its beginning has to be seen as a whole.
            self.carried.extend_from_slice(buffer);
            self.input.consume(length);
            if self.carried.len() < LONGEST_PIECE {
                return Ok(());
            }
            let piece = std::mem::take(&mut self.carried);
            self.hand_over(&piece, false);
            return Ok(());
        }
        if self.carried.is_empty() && !ended {
            // Lines that are whole in the buffer, the usual case, are not copied twice.
            let line = self.line;
            let (start, splitter) = (self.at_line_start, &mut self.splitter);
            give(splitter, &buffer[..length], line, start);
            self.input.consume(length);
            self.at_line_start = true;
            self.line += 1;
            return Ok(());
        }
        self.carried.extend_from_slice(&buffer[..length]);
        self.input.consume(length);
        let piece = std::mem::take(&mut self.carried);
        self.hand_over(&piece, !ended);
        if ended {
            self.finished = true;
            if let Some(splitter) = &mut self.splitter {
                splitter.finish();
            }
        }
        Ok(())
    }

    fn hand_over(&mut self, piece: &[u8], whole: bool) {
        if !piece.is_empty() {
            give(&mut self.splitter, piece, self.line, self.at_line_start);
            self.at_line_start = whole;
            self.line += u64::from(whole);
        }
    }

    fn number(&mut self, mut game: GameText) -> GameText {
        self.games += 1;
        self.meter.begin_game();
        game.number = self.games;
        game
    }
}

impl Iterator for GameReader<'_> {
    type Item = Result<GameText, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.advance() {
            Ok(game) => game.map(Ok),
            Err(cause) => {
                self.finished = true;
                self.splitter = None;
                Some(Err(ReadError { after_game: self.games, cause }))
            }
        }
    }
}

fn too_long() -> std::io::Error {
    let cause = "the text is longer than is allowed, after expanding; send it in parts";
    std::io::Error::new(std::io::ErrorKind::FileTooLarge, cause)
}

/// The input, with its first bytes in one buffer.
fn with_start<'r>(mut input: Input<'r>) -> std::io::Result<Input<'r>> {
    let mut start = Vec::new();
    (&mut input).take(4).read_to_end(&mut start)?;
    Ok(Box::new(Cursor::new(start).chain(input)))
}

/// ZIP (also of workbooks), the older workbooks, and gzip.
fn is_archive(start: &[u8]) -> bool {
    let marks: [&[u8]; 3] = [b"PK\x03\x04", &[0xd0, 0xcf, 0x11, 0xe0], &[0x1f, 0x8b]];
    marks.iter().any(|mark| start.starts_with(mark))
}

fn is_zstd(start: &[u8]) -> bool {
    start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd])
}
