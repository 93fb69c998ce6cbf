//! Which game a text is of, before it is read.

use memchr::memmem;

use super::error::{GameError, TextError};
use super::ggn::{next_tag_line, split_tag};
use super::tag::GAME;
use super::{Format, GameText, json};

/// What a text says of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameOfGame {
    pub name: String,
    at: usize,
}

impl NameOfGame {
    /// An error at this place, with the line and column in the whole input.
    pub fn error(&self, game: &GameText, message: impl Into<String>) -> GameError {
        let text = std::str::from_utf8(&game.bytes).unwrap_or_default();
        TextError::new(self.at, message).locate(text, game.start())
    }
}

/// The tag `Game` of a text; `None` where it has none, which means Salpakan, or cannot be read.
pub fn name_of_game(game: &GameText) -> Option<NameOfGame> {
    let text = game.text().ok()?;
    let (name, at) = match game.format {
        Format::Ggn => {
            // Nearly no text has it, and most need not be read twice.
            memmem::find(text.as_bytes(), b"[Game")?;
            in_tags(text)
        }
        Format::Json => {
            let has = |key: &[u8]| memmem::find(text.as_bytes(), key).is_some();
            (has(b"\"game\"") || has(b"\"Game\"")).then(|| json::tag_in(text, GAME)).flatten()
        }
    }?;
    Some(NameOfGame { name, at })
}

fn in_tags(text: &str) -> Option<(String, usize)> {
    let mut at = 0;
    while let Some((start, line)) = next_tag_line(text, &mut at) {
        let tag = split_tag(line, start).ok()?;
        if tag.name == GAME {
            return Some((tag.value, tag.at));
        }
    }
    None
}
