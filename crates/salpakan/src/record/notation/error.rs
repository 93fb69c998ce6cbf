//! Faults of texts, and the line and column where they are.

use std::fmt;

/// Why one game is refused, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameError {
    /// Line in the whole input, from 1.
    pub line: u64,
    /// Column in characters, from 1.
    pub column: u64,
    /// The ply, from 1, where the fault is in one.
    pub ply: Option<u32>,
    pub message: String,
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl std::error::Error for GameError {}

/// Why an input cannot be read any further.
#[derive(Debug)]
pub struct ReadError {
    /// Games read before.
    pub after_game: u64,
    pub cause: std::io::Error,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read on after game {}: {}", self.after_game, self.cause)
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

/// A fault at a byte of a game's text; [`TextError::locate`] makes it readable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    pub at: usize,
    pub ply: Option<u32>,
    pub message: String,
}

/// Keeps a message readable, whatever input it quotes.
fn short(mut message: String) -> String {
    const LONGEST: usize = 600;
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.push_str("...");
    }
    message
}

/// A piece of input as a message shows it: short, and harmless on a terminal.
pub(super) fn shown(text: &str) -> String {
    const LONGEST: usize = 24;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

impl TextError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> TextError {
        TextError { at, ply: None, message: message.into() }
    }

    pub(super) fn in_ply(at: usize, ply: u32, message: impl Into<String>) -> TextError {
        TextError { at, ply: Some(ply), message: message.into() }
    }

    /// Of two faults the one that comes first in reading order.
    pub(super) fn or_earlier(self, other: Option<TextError>) -> TextError {
        other.filter(|other| other.at < self.at).unwrap_or(self)
    }

    /// The line and column of the fault, where the text begins at those given.
    pub(super) fn locate(self, text: &str, (line, column): (u64, u64)) -> GameError {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let in_line = before[line_start..].chars().count() as u64;
        GameError {
            line: line + memchr::memchr_iter(b'\n', before.as_bytes()).count() as u64,
            column: if line_start == 0 { column + in_line } else { 1 + in_line },
            ply: self.ply,
            message: short(self.message),
        }
    }
}
