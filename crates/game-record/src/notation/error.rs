//! Errors in texts, with line and column.

use std::fmt;

/// Why a game is rejected, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameError {
    /// The line in the whole input, from 1.
    pub line: u64,
    /// The column in characters, from 1.
    pub column: u64,
    /// The ply, from 1, if the error is in one.
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
#[derive(Debug, thiserror::Error)]
#[error("{}: {cause}", interrupted(*after_game))]
pub struct ReadError {
    /// The number of games read before.
    pub after_game: u64,
    #[source]
    pub cause: std::io::Error,
}

/// Where reading ended.
fn interrupted(after_game: u64) -> String {
    match after_game {
        0 => "no game can be read".to_owned(),
        games => format!("nothing can be read after game {games}"),
    }
}

/// An error at a byte offset of a game's text. [`GameError`] has its line and column in the whole input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextError {
    pub at: usize,
    pub ply: Option<u32>,
    pub message: String,
}

/// Limits the length of a message, whatever input it quotes.
fn short(mut message: String) -> String {
    const LONGEST: usize = 600;
    if let Some((end, _)) = message.char_indices().nth(LONGEST) {
        message.truncate(end);
        message.push_str("...");
    }
    message
}

/// A piece of input for a message: short, and safe for terminals.
pub fn shown(text: &str) -> String {
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

    /// The earlier of two errors in reading order.
    pub(super) fn or_earlier(self, other: Option<TextError>) -> TextError {
        other.filter(|other| other.at < self.at).unwrap_or(self)
    }

    /// Finds line and column of the error; the text begins at the given ones.
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
